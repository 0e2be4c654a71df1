"""What an attempt writes: that it has the job, that it is alive, and how it ended.

All but the first name the attempt's claim, and raise ClaimLost if the job is no longer its own.
"""

from dataclasses import asdict
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce, Now

from jobs.claims import NOTHING_DONE, UNCLAIMED, Cancelled, ClaimLost, held
from jobs.error import Trouble
from jobs.kinds import Result
from jobs.models import Job, State
from jobs.process import own_name


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
        process=own_name(),
        attempts=F("attempts") + 1,
        started_at=Now(),
        heartbeat_at=Now(),
        progress_at=Now(),
        stack="",
        **NOTHING_DONE,
    )
    return Job.objects.get(claim=claim) if taken else None


def beat_heart(
    job_id: int,
    claim: UUID,
    *,
    done: int,
    total: int | None,
    message: str,
    stuck_at: str | None = None,
) -> bool:
    """Whether somebody asked for the job to be cancelled. Raises ClaimLost if the job is no longer
    this attempt's.

    stuck_at: None where there is something new; otherwise the stack if it was taken, or "".
    """
    shown: dict[str, Any] = {"progress_at": Now(), "stack": ""} if stuck_at is None else {}
    if stuck_at:
        shown["stack"] = stuck_at
    shown |= {"done": done, "total": total, "message": message}
    _write(held(job_id, claim), heartbeat_at=Now(), **shown)
    return Job.objects.filter(pk=job_id, claim=claim, cancel_requested_at__isnull=False).exists()


def _write(mine: QuerySet[Job], **values: Any) -> None:
    if not mine.update(**values):
        raise ClaimLost


def let_go_of_job(job_id: int, claim: UUID) -> None:
    """Lets go of the job of an attempt whose end could not be written: its process lives on, and
    works on it no more, so the sweeper need not ask it."""
    held(job_id, claim).update(process="")


def requeue_job(job_id: int, claim: UUID, *, after: timedelta, trouble: Trouble) -> None:
    """The row keeps why, so that its page can say what it is waiting for. The sweeper rings once
    the pause is over."""
    _write(held(job_id, claim), **UNCLAIMED, run_after=Now() + after, error=asdict(trouble))


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
    ended = {"state": State.FAILED, "finished_at": Now(), "error": asdict(trouble)}
    _write(held(job_id, claim), claim=None, **ended)


def end_cancelled_job(job_id: int, claim: UUID) -> None:
    _write(held(job_id, claim), state=State.CANCELLED, claim=None, finished_at=Now())
