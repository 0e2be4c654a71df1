"""Take an answer in training, say at once whether it was right and why, and qualify who has
passed."""

from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now

from annotator.actions.serve_training import NotInTraining
from annotator.models import Guideline, KnownAnswer, Member, Trial
from annotator.passing import TrainingProgress
from annotator.queries.training_queue import training_progress
from foundation.database.rows import lock_row
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor


class UnknownQuestion(Refused):
    """You were not asked this question."""


class AnsweredOtherwise(Refused):
    """You have answered this question already. A training answer stays as it was given."""


@dataclass(frozen=True, slots=True)
class Feedback:
    trial: Trial
    progress: TrainingProgress
    qualified: bool


@transaction.atomic
def answer_training(
    actor: Actor,
    member_id: int,
    request_id: UUID,
    answer: KnownAnswer.Truth,
    active_ms: int | None = None,
) -> Feedback:
    """The same answer sent again gets the same feedback."""
    member = lock_row(Member, member_id, "campaign")
    trial = (
        Trial.objects.filter(member=member, request_id=request_id)
        .select_related("known__query", "known__video")
        .first()
    )
    if trial is None:
        raise UnknownQuestion
    if trial.answered_at is None:
        if member.state != Member.State.TRAINING:
            raise NotInTraining
        _keep(trial, member, answer, active_ms)
    elif trial.answer != answer:
        raise AnsweredOtherwise
    progress = training_progress(member)
    return Feedback(trial, progress, _qualify(actor, member, progress))


def _keep(trial: Trial, member: Member, answer: KnownAnswer.Truth, active_ms: int | None) -> None:
    versions = Guideline.objects.filter(campaign_id=member.campaign_id).aggregate(
        last=Max("version")
    )
    trial.answer, trial.correct, trial.active_ms = answer, answer == trial.known.answer, active_ms
    trial.guideline_version = versions["last"] or 0
    trial.answered_at = Now()
    trial.save(update_fields=["answer", "correct", "active_ms", "guideline_version", "answered_at"])
    trial.refresh_from_db(fields=["answered_at"])


def _qualify(actor: Actor, member: Member, progress: TrainingProgress) -> bool:
    """Whether this rater is out of training."""
    if member.state == Member.State.TRAINING and progress.passes:
        member.state, member.qualified_at = Member.State.ACTIVE, Now()
        member.save(update_fields=["state", "qualified_at"])
        record_audit(
            actor, "qualified", member, after={"right": progress.all.right, "of": progress.all.n}
        )
    return member.state == Member.State.ACTIVE
