"""Give a rater in training the next question whose answer is known."""

from uuid import uuid4

from django.db import transaction
from django.db.models.functions import Now

from annotator.models import Member, Trial
from annotator.queries.training_queue import course_of, next_question, questions_for
from foundation.database.rows import lock_row
from foundation.refused import Refused


class NotInTraining(Refused):
    """You are not in training here."""


class NoQuestions(Refused):
    """No training question can be asked yet. Tell your lead: the campaign's page says what is
    missing."""


class TrainingOver(Refused):
    """You have been through all training questions twice without passing. Your lead decides how you
    go on."""

    reason = "training_over"


@transaction.atomic
def serve_training(member_id: int) -> Trial:
    """The question that waits for its answer, if there is one: a page that was reloaded asks the
    same again."""
    member = lock_row(Member, member_id, "campaign")
    if member.state != Member.State.TRAINING:
        raise NotInTraining
    asked = Trial.objects.filter(member=member, answered_at__isnull=True)
    if not asked.exists():
        questions = questions_for(member)
        if not questions:
            raise NoQuestions
        if course_of(member, questions).over:
            raise TrainingOver
        known, attempt = next_question(member, questions)
        Trial.objects.create(
            member=member, known_id=known, attempt=attempt, request_id=uuid4(), served_at=Now()
        )
    return asked.select_related("known__query", "known__video").get()
