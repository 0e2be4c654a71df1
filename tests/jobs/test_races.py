"""Two at once, on two connections: whoever is second finds what the first has left."""

from uuid import UUID

import pytest
from django.utils import timezone

from jobs import pace
from jobs.actions.attempt import claim_job, fail_job, finish_job
from jobs.actions.request import AlreadyFinished, cancel_job, start_job
from jobs.actions.sweep import sweep_jobs
from jobs.claims import Cancelled, ClaimLost
from jobs.error import Trouble
from jobs.models import Job, State
from jobs.running import Attempt
from people.actions.record_audit import record_audit
from people.actor import SYSTEM
from people.models import AuditEvent
from tests.jobs.processes import one_elsewhere, one_that_ended


@pytest.fixture
def waiting(transactional_db) -> Job:
    return start_job("tests.answer", actor=SYSTEM, value=1)


@pytest.fixture
def running(waiting) -> Job:
    return claim_job(waiting.pk, worker="first")


def take_for_dead(job: Job) -> None:
    """As a machine does that cannot ask the process: it was silent for too long."""
    long_ago = timezone.now() - pace.ELSEWHERE_STALE_AFTER * 2
    Job.objects.filter(pk=job.pk).update(heartbeat_at=long_ago, process=one_elsewhere())
    sweep_jobs(worker="sweeper")


def test_of_two_who_claim_a_job_one_gets_it(waiting, race):
    claims = []
    second = race(
        lambda: claims.append(claim_job(waiting.pk, worker="first")),
        lambda: claim_job(waiting.pk, worker="second"),
    )
    assert claims[0].claim is not None
    assert second is None
    waiting.refresh_from_db()
    assert (waiting.worker, waiting.attempts) == ("first", 1)


def test_a_job_cancelled_before_its_end_is_not_done_after_all(running, race):
    second = race(
        lambda: cancel_job(running.pk, actor=SYSTEM),
        lambda: finish_job(running.pk, running.claim, result={}),
    )
    assert isinstance(second, Cancelled)
    running.refresh_from_db()
    assert (running.state, running.result) == (State.RUNNING, None)


def test_a_job_done_before_it_is_cancelled_stays_done(running, race):
    second = race(
        lambda: finish_job(running.pk, running.claim, result={"a": 1}),
        lambda: cancel_job(running.pk, actor=SYSTEM),
    )
    assert isinstance(second, AlreadyFinished)
    running.refresh_from_db()
    assert (running.state, running.result) == (State.DONE, {"a": 1})
    assert not AuditEvent.objects.filter(verb="cancelled").exists()


def test_a_worker_that_was_taken_for_dead_cannot_finish_late(running, race):
    second = race(
        lambda: take_for_dead(running), lambda: finish_job(running.pk, running.claim, result={})
    )
    assert isinstance(second, ClaimLost)
    running.refresh_from_db()
    assert (running.state, running.claim) == (State.QUEUED, None)


def test_a_worker_that_finishes_just_in_time_is_not_taken_for_dead(running):
    Job.objects.filter(pk=running.pk).update(
        heartbeat_at=timezone.now() - pace.STALE_AFTER * 2, process=one_that_ended()
    )
    finish_job(running.pk, running.claim, result={})
    assert sweep_jobs(worker="sweeper").taken_over == 0
    running.refresh_from_db()
    assert running.state == State.DONE


def test_a_row_that_its_worker_is_writing_is_skipped_by_the_sweep(running, transactional_db):
    import threading

    from django.db import connection, transaction

    Job.objects.filter(pk=running.pk).update(
        heartbeat_at=timezone.now() - pace.STALE_AFTER * 2, process=one_that_ended()
    )
    swept = []

    def sweep():
        swept.append(sweep_jobs(worker="sweeper"))
        connection.close()

    with transaction.atomic():
        Job.objects.filter(pk=running.pk).update(heartbeat_at=timezone.now())
        thread = threading.Thread(target=sweep)
        thread.start()
        thread.join()
    assert swept[0].taken_over == 0
    running.refresh_from_db()
    assert running.state == State.RUNNING


def commit(run: Attempt) -> None:
    with run.effect() as result:
        record_audit(SYSTEM, "counted", run.job)
        result["by"] = run.job.worker


def test_an_effect_happens_once_though_two_attempts_reach_it(running):
    """The first worker slept through its own burial, and wakes up after its successor has done the
    very same thing."""
    sleeper = Attempt(running)
    take_for_dead(running)
    commit(Attempt(claim_job(running.pk, worker="second")))
    with pytest.raises(ClaimLost):
        commit(sleeper)
    assert AuditEvent.objects.filter(verb="counted").count() == 1
    running.refresh_from_db()
    assert (running.state, running.result) == (State.DONE, {"by": "second"})


def test_an_effect_that_is_about_to_be_committed_while_its_worker_is_buried_is_undone(
    running, race
):
    sleeper = Attempt(running)
    assert isinstance(race(lambda: take_for_dead(running), lambda: commit(sleeper)), ClaimLost)
    assert not AuditEvent.objects.filter(verb="counted").exists()


def test_a_cancelled_effect_is_undone(running):
    run = Attempt(running)

    def commit():
        with run.effect():
            record_audit(SYSTEM, "counted", running)
            cancel_job_elsewhere(running)

    with pytest.raises(Cancelled):
        commit()
    assert not AuditEvent.objects.filter(verb="counted").exists()


def cancel_job_elsewhere(job: Job) -> None:
    import threading

    from django.db import connection

    def cancel():
        cancel_job(job.pk, actor=SYSTEM)
        connection.close()

    thread = threading.Thread(target=cancel)
    thread.start()
    thread.join()


def test_a_claim_that_was_never_given_writes_nothing(running):
    stranger = UUID(int=7)
    for write in (
        lambda: finish_job(running.pk, stranger, result={}),
        lambda: fail_job(running.pk, stranger, trouble=Trouble("Error", "no")),
    ):
        with pytest.raises(ClaimLost):
            write()
    running.refresh_from_db()
    assert running.state == State.RUNNING
