"""Running one attempt of a job: the work in this thread, its heart-beat in another.

1. The attempt holds a claim (jobs/claims.py), and every word written on the job's behalf names it.
2. The heart beats on a database connection of its own, so progress is seen, and a request to cancel
   is heard, even while the work is in the middle of a long transaction.
3. `run.effect()` ends the job in the same transaction as the effect of its work. However often a
   job is begun (its worker was killed, or taken for dead and woke up again), only one attempt can
   commit: the effect happens once.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from uuid import UUID

from django.db import DatabaseError, Error, connection, transaction

from foundation.frozen import frozen
from foundation.refused import Refused
from foundation.request_ids import on_behalf_of
from jobs import pace
from jobs.actions.attempt import (
    beat_heart,
    claim_job,
    end_cancelled_job,
    fail_job,
    finish_job,
    let_go_of_job,
    requeue_job,
)
from jobs.claims import Cancelled, ClaimLost
from jobs.error import storable, trouble_of
from jobs.kinds import Result, find_kind, known_kind
from jobs.models import Job
from jobs.stack import StackTimer, say_stuck, stack_of

logger = logging.getLogger(__name__)


@frozen
class Progress:
    done: int = 0
    total: int | None = None
    message: str = ""


class Attempt:
    """One attempt: the Run (jobs/kinds.py) that its work is given, and what the heart tells it."""

    def __init__(self, job: Job, watch: Callable[[Progress], object] | None = None) -> None:
        assert job.claim is not None  # noqa: S101  (only claimed jobs are run)
        self.job = job
        self.claim: UUID = job.claim
        self.progress = Progress()
        self.finished = False
        self.thread = threading.get_ident()  # whose stack is taken where it reports nothing new
        self.stop: type[Cancelled | ClaimLost] | None = None  # why the heart asks it to
        self._watch = watch

    def report(self, done: int, total: int | None = None, message: str = "") -> None:
        self.progress = Progress(max(0, done), total, storable(message)[:200])
        if self._watch:
            self._watch(self.progress)
        self.stop_if_asked()

    def stop_if_asked(self) -> None:
        if self.stop and not self.finished:
            raise self.stop

    @contextmanager
    def effect(self) -> Iterator[Result]:
        self.stop_if_asked()
        result: Result = {}
        with transaction.atomic(durable=True):
            yield result
            finish_job(self.job.pk, self.claim, result=result)
        self.finished = True


def run_job(job_id: int, *, worker: str) -> bool:
    """Claims the job and runs it. False if there was nothing to claim: rung twice, cancelled, or
    not due yet."""
    job = claim_job(job_id, worker=worker)
    if job is not None:
        run_attempt(Attempt(job))
    return job is not None


def run_attempt(attempt: Attempt) -> None:
    """Works, and writes how it ended. What cannot be written (the database is away) is left to the
    sweeper."""
    with on_behalf_of(attempt.job.request), beating(attempt):
        try:
            _work(attempt)
        except ClaimLost:
            logger.warning(
                "Job %s: this attempt lost its claim and leaves no trace.", attempt.job.pk
            )
        except DatabaseError:
            logger.exception(
                "Job %s: how it ended could not be written; the sweeper will take it over.",
                attempt.job.pk,
            )
            threading.Thread(target=_let_go, args=(attempt,), daemon=True).start()


def _let_go(attempt: Attempt) -> None:
    """Lets go of the job as soon as the database is back. Its process lives, so no sweep would take
    the job from it; if it ends before, a sweep does."""
    while True:
        try:
            let_go_of_job(attempt.job.pk, attempt.claim)
            return
        except Error:
            time.sleep(pace.HEARTBEAT_EVERY.total_seconds())
        finally:
            connection.close()


def _work(attempt: Attempt) -> None:
    try:
        result = find_kind(attempt.job.kind).work(attempt, **attempt.job.arguments)
        if not attempt.finished:
            finish_job(attempt.job.pk, attempt.claim, result=result or {})
    except Cancelled:
        end_cancelled_job(attempt.job.pk, attempt.claim)
    except KeyboardInterrupt:  # a command's own job, and somebody at its terminal
        if not attempt.finished:
            end_cancelled_job(attempt.job.pk, attempt.claim)
        raise
    except ClaimLost:
        raise
    except Exception as error:  # noqa: BLE001  (whatever it is, the row tells it)
        if not connection.in_atomic_block:
            # The work may have left it broken, or lost it.
            connection.close_if_unusable_or_obsolete()
        _end_badly(attempt, error)


def _end_badly(attempt: Attempt, error: Exception) -> None:
    job = attempt.job
    expected = isinstance(error, Refused)
    level = logging.INFO if expected else logging.ERROR
    logger.log(level, "Job %s (%s): %s", job.pk, job.kind, error, exc_info=not expected)
    if attempt.finished:
        return  # its effect is committed; what failed came after
    trouble, kind = trouble_of(error), known_kind(job.kind)
    passes_with_time = kind is not None and isinstance(error, kind.retry_on)
    if job.attempts < job.attempts_allowed and passes_with_time:
        requeue_job(job.pk, attempt.claim, after=pace.pause_after(job.attempts), trouble=trouble)
    else:
        fail_job(job.pk, attempt.claim, trouble=trouble)


@contextmanager
def beating(attempt: Attempt) -> Iterator[None]:
    over, name = threading.Event(), f"heart-{attempt.job.pk}"
    # Wound up before the work begins, which may let no other thread run from its first moment on.
    timer = StackTimer()
    heart = threading.Thread(
        target=_beat_until, args=(over, attempt, timer), name=name, daemon=True
    )
    heart.start()
    try:
        yield
    finally:
        over.set()
        heart.join()
        timer.close()


def _beat_until(over: threading.Event, attempt: Attempt, timer: StackTimer) -> None:
    heart = Heart(attempt)
    try:
        with on_behalf_of(attempt.job.request):
            while not over.wait(pace.HEARTBEAT_EVERY.total_seconds()):
                timer.wind()
                heart.beat()
    finally:
        connection.close()


class Heart:
    """What an attempt last wrote of its progress, and since when that is all there is."""

    def __init__(self, attempt: Attempt) -> None:
        self._attempt = attempt
        self._written = Progress()
        self._since = time.monotonic()
        self._stack = ""

    def beat(self) -> None:
        attempt, now = self._attempt, self._attempt.progress
        shown = {**asdict(now), "stuck_at": self._stuck_at(now)}
        try:
            if beat_heart(attempt.job.pk, attempt.claim, **shown):
                attempt.stop = Cancelled
            if now != self._written:
                self._written, self._since, self._stack = now, time.monotonic(), ""
        except ClaimLost:
            attempt.stop = ClaimLost
        except Error as error:
            lost = "Job %s: a heart-beat could not be written (%s); tried again in a moment."
            logger.warning(lost, attempt.job.pk, error)
            connection.close()

    def _stuck_at(self, now: Progress) -> str | None:
        """What `beat_heart` takes. The log has it once; it is the first look, when it was new."""
        if now != self._written:
            return None
        if not self._stack and time.monotonic() - self._since > pace.STUCK_AFTER.total_seconds():
            self._stack = stack_of(self._attempt.thread)
            say_stuck(self._attempt.job, self._stack)
        return self._stack
