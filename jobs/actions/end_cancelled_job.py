"""Write that a running job has stopped because somebody asked for it."""

from uuid import UUID

from django.db.models.functions import Now

from jobs.claims import ClaimLost, held
from jobs.models import State


def end_cancelled_job(job_id: int, claim: UUID) -> None:
    if not held(job_id, claim).update(state=State.CANCELLED, claim=None, finished_at=Now()):
        raise ClaimLost
