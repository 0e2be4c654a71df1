"""Workers are killed, brokers lose everything or go away; the job is done once, and only once, all
the same."""

import signal

import psutil
import pytest
from django.conf import settings

from jobs.actions.request import start_job
from jobs.models import Job, State
from people.actor import SYSTEM
from people.models import AuditEvent
from tests.jobs.conftest import wait_until

pytestmark = pytest.mark.stack


@pytest.fixture(autouse=True)
def _ring_the_stacks_broker(stack, monkeypatch):
    from celery import current_app

    monkeypatch.setattr(settings, "BROKER_URL", stack.home.broker_url)
    monkeypatch.setitem(current_app.conf, "broker_url", stack.home.broker_url)
    monkeypatch.setitem(current_app.conf, "broker_write_url", stack.home.broker_url)


def count_to(steps: int, pause: float = 0.1) -> Job:
    return start_job("tests.count", actor=SYSTEM, steps=steps, pause=pause)


def wait_for(job: Job, *, step: int) -> None:
    wait_until(lambda: Job.objects.filter(pk=job.pk, done__gte=step).exists())


def wait_until_done_once(job: Job) -> Job:
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished)
    job.refresh_from_db()
    assert (job.state, job.result) == (State.DONE, {"counted": job.arguments["steps"]}), job.error
    assert AuditEvent.objects.filter(verb="counted", object_id=str(job.pk)).count() == 1
    return job


def test_a_killed_workers_job_is_done_by_the_next(stack):
    worker = stack.start_worker()
    job = count_to(25)
    wait_for(job, step=5)
    stack.kill(worker)
    assert Job.objects.get(pk=job.pk).state == State.RUNNING
    stack.start_worker()
    assert wait_until_done_once(job).attempts == 2


def test_a_job_whose_process_was_killed_is_done_by_another_even_if_its_workers_clock_died_too(
    stack,
):
    """As the kernel does where memory runs out: the main process lives, its pool's processes and
    the clock do not."""
    worker = stack.start_worker()
    job = count_to(25)
    wait_for(job, step=5)
    for process in psutil.Process(worker.pid).children():
        process.kill()
    assert wait_until_done_once(job).attempts == 2


def test_a_job_that_cannot_beat_keeps_its_worker_and_its_stack_is_shown(stack):
    """For three times as long as a heart may be silent, its process lets no other thread run."""
    worker = stack.start_worker(also="tests.jobs.impatient")
    job = start_job("tests.hold", actor=SYSTEM, seconds=12)
    wait_until(lambda: Job.objects.get(pk=job.pk).stack)
    job.refresh_from_db()
    assert job.state == State.RUNNING
    assert "in hold" in job.stack
    wait_until(lambda: Job.objects.get(pk=job.pk).is_finished)
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.DONE, 1)
    assert worker.poll() is None
    assert f"Job {job.pk} (tests.hold) has reported nothing new" in stack.said("worker")


def test_a_stopped_processes_job_is_done_by_another(stack):
    worker = stack.start_worker()
    job = count_to(25)
    wait_for(job, step=5)
    pid = int(Job.objects.get(pk=job.pk).process.split()[2])
    assert pid in {child.pid for child in psutil.Process(worker.pid).children(recursive=True)}
    psutil.Process(pid).suspend()
    assert wait_until_done_once(job).attempts == 2


def test_a_deaf_worker_ends_so_that_a_fresh_one_can_hear(stack):
    deaf = stack.start_worker(also="tests.jobs.deaf")
    wait_until(lambda: deaf.poll() is not None)
    job = count_to(2)
    assert "this worker is deaf" in stack.said("worker")
    stack.start_worker()
    wait_until_done_once(job)


def test_a_worker_that_is_told_to_stop_gives_its_job_back_and_no_attempt_is_lost(stack):
    worker = stack.start_worker()
    job = count_to(50)
    wait_for(job, step=5)
    worker.send_signal(signal.SIGTERM)
    assert worker.wait(timeout=60) == 0
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.QUEUED, 0)
    Job.objects.filter(pk=job.pk).update(arguments={"steps": 2, "pause": 0})
    stack.start_worker()
    job.refresh_from_db()
    assert wait_until_done_once(job).attempts == 1


def test_a_flushed_broker_forgets_no_job(stack):
    stack.start_worker(slots=1)
    first = count_to(20)
    wait_for(first, step=1)
    waiting = [count_to(2), count_to(2)]
    assert all(Job.objects.get(pk=job.pk).rung_at for job in waiting)
    stack.broker_client.flushall()
    for job in (first, *waiting):
        wait_until_done_once(job)


def test_a_broker_restarted_under_a_running_worker_is_heard_again(stack):
    stack.start_worker()
    running = count_to(15)
    wait_for(running, step=5)
    stack.stop_broker()
    asked_meanwhile = count_to(2)
    assert asked_meanwhile.rung_at is None
    assert wait_until_done_once(running).attempts == 1
    stack.start_broker()
    wait_until_done_once(asked_meanwhile)
    wait_until_done_once(count_to(2))
