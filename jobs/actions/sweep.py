"""Jobs whose worker stops or has died, and those that no worker has heard of."""

from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone

from foundation.frozen import frozen
from foundation.words import sentence
from jobs import pace
from jobs.actions.attempt import end_cancelled_job, fail_job, requeue_job
from jobs.actions.request import ring_on_commit
from jobs.claims import UNCLAIMED, held
from jobs.error import Trouble
from jobs.models import Job, State, WorkerSighting
from jobs.one_by_one import Failures
from jobs.process import Life, is_here, life_of, memory_of
from jobs.stack import say_stuck

# The rest is met by the next sweep: no sweep holds many rows, and none takes long.
AT_ONCE = 100


@frozen
class Swept:
    taken_over: int
    rung: int


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
    Job.objects.filter(pk__in=ids).update(**UNCLAIMED, attempts=F("attempts") - 1)
    ring_on_commit(*ids)
    return len(ids)


def sweep_jobs(*, worker: str, clock_rang: bool = False) -> Swept:
    """Running twice at once is harmless: each locks what it looks at, and skips what the other
    holds.

    That this worker sweeps shows that the broker reached it: noted, for those who ask whether any
    worker lives, and whether the clock does.
    """
    heard: dict[str, Any] = {"worker": worker, "seen_at": Now()}
    heard |= {"clock_at": Now()} if clock_rang else {}
    WorkerSighting.objects.update_or_create(pk=1, defaults=heard)
    return Swept(taken_over=_take_over(), rung=_ring_again())


@transaction.atomic
def _take_over() -> int:
    """Running jobs whose process ended or was stopped go back to the waiting, or end if they were
    cancelled or tried often enough.

    Silence alone shows nothing: a busy machine may keep a process from beating for minutes. So a
    process of this machine is asked; another machine's counts as ended after a longer silence.

    A locked row is being written by its worker this very moment, so it is not dead: skipped. One
    that cannot be written is left for the next sweep, and the log says so.
    """
    long_silent = Q(heartbeat_at__lt=Now() - pace.ELSEWHERE_STALE_AFTER)
    can_be_asked = Q(process="") | Q(process__startswith=is_here())
    silent = Job.objects.select_for_update(skip_locked=True, no_key=True, of=("self",)).filter(
        long_silent | can_be_asked, state=State.RUNNING, heartbeat_at__lt=Now() - pace.STALE_AFTER
    )
    rows = silent.annotate(long_silent=long_silent).order_by("heartbeat_at", "id")[:AT_ONCE]
    lives = {job: life_of(job.process) for job in rows}
    failures = Failures()
    dead = [job for job, life in lives.items() if _is_lost(job, life)]
    for job in dead:
        with failures.of(f"Job {job.pk}"), transaction.atomic():
            _bury(job)
    taken = len(dead) - failures.count
    for job in lives.keys() - set(dead):
        with failures.of(f"Job {job.pk}"), transaction.atomic():
            _say_if_stuck(job)
    return taken


def _is_lost(job: Any, life: Life) -> bool:
    if life == Life.UNKNOWN:  # without a process, none works on it any more
        return not job.process or job.long_silent
    return life in (Life.ENDED, Life.STOPPED)


def _say_if_stuck(job: Any) -> None:
    """Its heart cannot: no Python runs in that process. By now the timer has (jobs/stack.py)."""
    silent_for = timezone.now() - job.heartbeat_at
    if silent_for > pace.STUCK_AFTER + pace.STALE_AFTER and not job.stack:
        stack = memory_of(job.process) or sentence("Its stack could not be read.")
        held(job.pk, job.claim).update(stack=stack)
        say_stuck(job, stack)


def _bury(job: Job) -> None:
    assert job.claim is not None  # noqa: S101  (a constraint says so)
    if job.cancel_requested_at:
        end_cancelled_job(job.pk, job.claim)
        return
    obituary = sentence(
        f"Its worker died, or lost the database, during attempt {job.attempts} of"
        f" {job.attempts_allowed}."
    )
    trouble = Trouble("WorkerDied", obituary, {"worker": job.worker})
    if job.attempts < job.attempts_allowed:
        requeue_job(job.pk, job.claim, after=pace.NO_PAUSE, trouble=trouble)
    else:
        fail_job(job.pk, job.claim, trouble=trouble)


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
    ring_on_commit(*ids)
    return len(ids)
