"""A lead's words to a rater about a training answer."""

from django.db import transaction
from django.db.models.functions import Now

from annotator.models import Trial
from foundation.database.rows import lock_row
from foundation.refused import Refused
from people.actions.record_audit import change_row
from people.actor import Actor


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
