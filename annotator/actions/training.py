"""Training: the next question whose answer is known, the rater's answer to it, and what a lead says
and decides. An answer is told at once whether it was right, and why; who has passed is
qualified."""

from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models.functions import Now

from annotator.actions.change_state import change_member_state
from annotator.actions.know_answers import refuse_other_words
from annotator.locks.campaign import alone_with_campaign
from annotator.models import Campaign, KnownAnswer, Member, Trial
from annotator.passing import TrainingProgress
from annotator.queries.gold import is_right
from annotator.queries.known_answers import queue_of
from annotator.queries.raters import last_version
from annotator.queries.training_queue import (
    course_of,
    next_question,
    questions_for,
    queue_for,
    training_progress,
)
from annotator.scales import Scale
from foundation.database.rows import lock_row
from foundation.frozen import frozen
from foundation.refused import Refused
from people.actions.record_audit import change_row, record_audit
from people.actor import Actor


class NotInTraining(Refused):
    """You are not in training here."""


class NoQuestions(Refused):
    """No training question can be asked yet. Tell your lead: the campaign's page says what is
    missing."""


class TrainingOver(Refused):
    """You have been through all training questions twice without passing. Your lead decides how you
    go on."""

    reason = "training_over"


class QueueOver(Refused):
    """You have answered all pairs of the training queue. A lead reads your answers, and decides
    when you rate."""

    reason = "queue_over"


@transaction.atomic
def serve_training(member_id: int) -> Trial:
    """The question that waits for its answer, if there is one: a page that was reloaded asks the
    same again."""
    member = lock_row(Member, member_id, "campaign")
    if not member.in_training:
        raise NotInTraining
    asked = Trial.objects.filter(member=member, answered_at__isnull=True)
    if not asked.exists():
        known, attempt = _next(member)
        Trial.objects.create(
            member=member, known_id=known, attempt=attempt, request_id=uuid4(), served_at=Now()
        )
    return asked.select_related("known__query", "known__video").get()


def _next(member: Member) -> tuple[int, int]:
    """The known answer or the pair of the queue that is asked, and which attempt it will be."""
    queued = queue_for(member)
    if queued.now:
        if queued.next is None:
            raise QueueOver
        return queued.next, 1
    questions = questions_for(member)
    if not questions:
        raise NoQuestions
    if course_of(member, questions).over:
        raise TrainingOver
    return next_question(member, questions)


class UnknownQuestion(Refused):
    """You were not asked this question."""


class AnsweredOtherwise(Refused):
    """You have answered this question already. A training answer stays as it was given."""


@frozen
class Feedback:
    trial: Trial
    progress: TrainingProgress
    qualified: bool


@transaction.atomic
def answer_training(
    actor: Actor,
    member_id: int,
    request_id: UUID,
    answer: KnownAnswer.Truth | None,
    active_ms: int | None = None,
    value: int | None = None,
) -> Feedback:
    """The same answer sent again gets the same feedback. Raises NotOnScale."""
    member = lock_row(Member, member_id, "campaign")
    given = _on_scale(member.campaign, answer, value)
    trial = (
        Trial.objects.filter(member=member, request_id=request_id)
        .select_related("known__query", "known__video")
        .first()
    )
    if trial is None:
        raise UnknownQuestion
    if trial.answered_at is None:
        if not member.in_training:
            raise NotInTraining
        trial.active_ms, trial.answered_at = active_ms, Now()
        known = trial.known
        if not known.answer:  # it may be being settled
            known = lock_row(KnownAnswer, trial.known_id)
        for name, what in given.items():
            setattr(trial, name, what)
        trial.correct = _is_right(member.campaign.on_scale, trial, known)
        trial.guideline_version = last_version(member.campaign_id)
        trial.save()
        trial.refresh_from_db(fields=["answered_at"])
    elif (trial.answer, trial.grade) != tuple(given.values()):
        raise AnsweredOtherwise
    progress = training_progress(member)
    if member.in_training and progress.passes and not queue_of(member.campaign_id).exists():
        member.state, member.qualified_at = Member.State.ACTIVE, Now()
        member.save(update_fields=["state", "qualified_at"])
        after = {"right": progress.all.right, "of": progress.all.n}
        record_audit(actor, "qualified", member, after=after)
    return Feedback(trial, progress, member.is_active)


def _on_scale(
    campaign: Campaign, answer: KnownAnswer.Truth | None, value: int | None
) -> dict[str, Any]:
    """The columns of an answer. Raises NotOnScale."""
    scale = campaign.on_scale
    follows, place = scale.said(answer, value)
    return {"answer": follows, "grade": scale.grade_of(place)}


def _is_right(scale: Scale, given: Trial, known: KnownAnswer) -> bool | None:
    """None while nobody knows."""
    truth = scale.place_of(known.answer, known.grade)
    place = scale.place_of(given.answer, given.grade)
    return None if truth is None or place is None else scale.is_right(place, truth)


class NotAnswered(Refused):
    """This question has not been answered yet."""


@transaction.atomic
def review_training(actor: Actor, trial_id: int, comment: str) -> Trial:
    trial = lock_row(Trial, trial_id)
    if trial.answered_at is None:
        raise NotAnswered
    noted = {"review": comment[:2000]}
    change_row(actor, "reviewed", trial, noted, reviewed_by=actor.user, reviewed_at=Now())
    return trial


class NotQueued(Refused):
    """This pair is not in the training queue any more: it has been settled."""


@transaction.atomic
def settle_queued(
    actor: Actor,
    known_id: int,
    answer: KnownAnswer.Truth | None,
    explanation: str,
    words: str = "",
    value: int | None = None,
) -> KnownAnswer:
    """From now on its answer is known: it is a question of the training, and those who answered it
    learn whether they were right. Raises NotOnScale."""
    known = lock_row(KnownAnswer, known_id, "query", "campaign")
    if known.use != KnownAnswer.Use.QUEUE:
        raise NotQueued
    refuse_other_words(known.query.text, words)
    settled = _on_scale(known.campaign, answer, value)
    settled |= {"explanation": explanation, "words": words, "use": KnownAnswer.Use.TRAINING}
    change_row(actor, "settled", known, settled)
    with connection.cursor() as cursor:
        cursor.execute(MARK, [known.pk])
    return known


MARK = f"""
UPDATE annotator_trial t SET correct = {is_right("t")}
FROM annotator_knownanswer k JOIN annotator_campaign asking ON asking.id = k.campaign_id
WHERE k.id = %s AND t.known_id = k.id AND t.answered_at IS NOT NULL
"""


class NotTheirTraining(NotInTraining):
    """This member is not in training."""


@transaction.atomic
def decide_training(actor: Actor, member_id: int, *, passed: bool) -> Member:
    """`passed`: they rate from now on, though they have not reached the pass mark. Otherwise they
    get two more rounds, and only the answers of these count for the pass mark."""
    # As in change_member_state, which is called below: the campaign first, then the member.
    alone_with_campaign(Member.objects.values_list("campaign_id", flat=True).get(pk=member_id))
    member = lock_row(Member, member_id)
    if not member.in_training or not member.rates:
        raise NotTheirTraining
    if not passed:
        member.training_since = Now()
        member.save(update_fields=["training_since"])
        record_audit(actor, "gave more training rounds to", member)
        return member
    member.qualified_at = Now()
    member.save(update_fields=["qualified_at"])
    record_audit(actor, "qualified", member)
    return change_member_state(actor, member_id, Member.State.ACTIVE)
