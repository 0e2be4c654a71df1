"""Take a waiting job, for one attempt."""

from uuid import uuid4

from django.db.models import F
from django.db.models.functions import Now

from jobs.models import Job, State


def claim_job(job_id: int, *, worker: str) -> Job | None:
    """The job with a fresh claim; None if it is not waiting (somebody else was quicker) or not due.

    One UPDATE, so of any number who try at once, the second waits for the first and then finds
    nothing left to take.
    """
    claim = uuid4()
    taken = Job.objects.filter(pk=job_id, state=State.QUEUED, run_after__lte=Now()).update(
        state=State.RUNNING,
        claim=claim,
        worker=worker,
        attempts=F("attempts") + 1,
        started_at=Now(),
        heartbeat_at=Now(),
        done=0,
        total=None,
        message="",
    )
    return Job.objects.get(claim=claim) if taken else None
