"""Jobs whose worker stops or has died, and those that no worker has heard of."""

from dataclasses import dataclass
from functools import partial

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now

from foundation.words import sentence
from jobs import pace
from jobs.actions.attempt import end_cancelled_job, fail_job, requeue_job
from jobs.actions.request import ring_job
from jobs.error import Trouble
from jobs.models import Job, State, WorkerSighting
from jobs.one_by_one import Failures

# The rest is met by the next sweep: no sweep holds many rows, and none takes long.
AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class Swept:
    taken_over: int
    rung: int


def note_worker(worker: str) -> None:
    WorkerSighting.objects.update_or_create(pk=1, defaults={"worker": worker, "seen_at": Now()})


@transaction.atomic
def hand_back_jobs(*, worker: str) -> int:
    """Its running jobs wait again, at once and without an attempt lost: being stopped is no fault
    of theirs.

    The attempts lose their claims, so nothing that they still do has an effect. Jobs asked to be
    cancelled keep running to their end; should the worker not live to see it, the sweeper writes
    it.
    """
    mine = Job.objects.select_for_update(no_key=True, of=("self",)).filter(
        state=State.RUNNING, worker=worker, cancel_requested_at__isnull=True
    )
    ids = [job.pk for job in mine.order_by("id")]
    Job.objects.filter(pk__in=ids).update(
        state=State.QUEUED,
        claim=None,
        worker="",
        heartbeat_at=None,
        rung_at=None,
        attempts=F("attempts") - 1,
    )
    for job_id in ids:
        transaction.on_commit(partial(ring_job, job_id), robust=True)
    return len(ids)


def sweep_jobs(*, worker: str) -> Swept:
    """Running twice at once is harmless: each locks what it looks at, and skips what the other
    holds.

    That this worker sweeps shows that the broker reached it: noted, for those who ask whether any
    worker lives.
    """
    note_worker(worker)
    return Swept(taken_over=_take_over(), rung=_ring_again())


@transaction.atomic
def _take_over() -> int:
    """Running jobs whose heart has stopped go back to the waiting, or end if they were cancelled or
    tried often enough.

    A locked row is being written by its worker this very moment, so it is not dead: skipped. One
    that cannot be written is left for the next sweep, and the log says so.
    """
    silent = Job.objects.select_for_update(skip_locked=True, no_key=True, of=("self",)).filter(
        state=State.RUNNING, heartbeat_at__lt=Now() - pace.STALE_AFTER
    )
    jobs = list(silent.order_by("heartbeat_at", "id")[:AT_ONCE])
    failures = Failures()
    for job in jobs:
        with failures.of(f"Job {job.pk}"), transaction.atomic():
            _bury(job)
    return len(jobs) - failures.count


def _bury(job: Job) -> None:
    assert job.claim is not None  # noqa: S101  (a constraint says so)
    if job.cancel_requested_at:
        end_cancelled_job(job.pk, job.claim)
        return
    trouble = Trouble("WorkerDied", _obituary(job), {"worker": job.worker})
    if job.attempts < job.attempts_allowed:
        requeue_job(job.pk, job.claim, after=pace.NO_PAUSE, trouble=trouble)
    else:
        fail_job(job.pk, job.claim, trouble=trouble)


def _obituary(job: Job) -> str:
    return sentence(
        f"Its worker died, or lost the database, during attempt {job.attempts} of"
        f" {job.attempts_allowed}."
    )


@transaction.atomic
def _ring_again() -> int:
    """Rung after the commit, for a worker may hear it at once; noted before it, so that one sweep
    at a time rings for a job."""
    unheard = Job.objects.select_for_update(skip_locked=True, no_key=True, of=("self",)).filter(
        Q(rung_at__isnull=True) | Q(rung_at__lt=Now() - pace.RING_AGAIN_AFTER),
        state=State.QUEUED,
        run_after__lte=Now(),
    )
    ids = [job.pk for job in unheard.only("pk").order_by("run_after", "id")[:AT_ONCE]]
    Job.objects.filter(pk__in=ids).update(rung_at=Now())
    for job_id in ids:
        transaction.on_commit(partial(ring_job, job_id), robust=True)
    return len(ids)
