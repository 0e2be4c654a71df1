"""What an attempt writes: that it has the job, that it is alive, and how it ended.

All but the first name the attempt's claim, and raise ClaimLost if the job is no longer its own.
"""

from datetime import timedelta
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce, Now

from jobs.claims import Cancelled, ClaimLost, held
from jobs.error import Trouble
from jobs.kinds import Result
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


def beat_heart(job_id: int, claim: UUID, *, done: int, total: int | None, message: str) -> bool:
    """Whether somebody asked for the job to be cancelled. Raises ClaimLost if the job is no longer
    this attempt's."""
    if not held(job_id, claim).update(heartbeat_at=Now(), done=done, total=total, message=message):
        raise ClaimLost
    return Job.objects.filter(pk=job_id, claim=claim, cancel_requested_at__isnull=False).exists()


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


@transaction.atomic
def finish_job(job_id: int, claim: UUID, *, result: Result) -> None:
    """Done, with its result. Called in the transaction of the work's effect, it makes effect and
    end one thing.

    A cancellation asked for before this is a promise that was shown to somebody, so it holds:
    Cancelled. An attempt that has lost its claim meanwhile gets ClaimLost. Either exception undoes
    the transaction, and the effect with it.
    """
    finished = held(job_id, claim).filter(cancel_requested_at__isnull=True)
    if finished.update(
        state=State.DONE,
        claim=None,
        finished_at=Now(),
        result=result,
        error=None,
        message="",
        done=Coalesce(F("total"), F("done")),
    ):
        return
    raise Cancelled if held(job_id, claim).exists() else ClaimLost


def fail_job(job_id: int, claim: UUID, *, trouble: Trouble) -> None:
    if not held(job_id, claim).update(
        state=State.FAILED, claim=None, finished_at=Now(), error=trouble.as_json()
    ):
        raise ClaimLost


def end_cancelled_job(job_id: int, claim: UUID) -> None:
    if not held(job_id, claim).update(state=State.CANCELLED, claim=None, finished_at=Now()):
        raise ClaimLost
