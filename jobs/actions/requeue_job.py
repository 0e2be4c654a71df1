"""Put a job back among the waiting, after an attempt that did not bring it to an end."""

from datetime import timedelta
from uuid import UUID

from django.db.models.functions import Now

from jobs.claims import ClaimLost, held
from jobs.error import Trouble
from jobs.models import State


def requeue_job(job_id: int, claim: UUID, *, after: timedelta, trouble: Trouble) -> None:
    """The row keeps why, so that its page can say what it is waiting for. The sweeper rings once
    the pause is over."""
    taken_back = held(job_id, claim).update(
        state=State.QUEUED,
        claim=None,
        worker="",
        heartbeat_at=None,
        rung_at=None,
        run_after=Now() + after,
        error=trouble.as_json(),
    )
    if not taken_back:
        raise ClaimLost
