"""What was missed is rung again; what was left behind is taken over."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jobs import background, pace
from jobs.actions.attempt import claim_job
from jobs.actions.daily import start_daily_jobs
from jobs.actions.request import cancel_job, start_job
from jobs.actions.sweep import Swept, sweep_jobs
from jobs.models import Job, State, WorkerSighting
from jobs.process import name_of
from jobs.queries import COMMAND_WORKER, worker_is_silent, worker_seen_at
from people.actor import SYSTEM
from tests.jobs.processes import a_process, one_elsewhere, one_that_ended, stop

pytestmark = pytest.mark.django_db


def job_with(**fields) -> Job:
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    Job.objects.filter(pk=job.pk).update(**fields)
    return job


def running_job(silent_for: timedelta, process: str | None = None, **fields) -> Job:
    """process: one that has ended, unless it is given."""
    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    fields["process"] = one_that_ended() if process is None else process
    Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - silent_for, **fields)
    return job


def sweep() -> Swept:
    return sweep_jobs(worker="celery@here 1")


def test_only_jobs_that_are_due_and_were_not_rung_lately_are_rung():
    now = timezone.now()
    never_rung = job_with(rung_at=None)
    rung_long_ago = job_with(rung_at=now - pace.RING_AGAIN_AFTER * 2)
    job_with(rung_at=now)
    job_with(rung_at=None, run_after=now + timedelta(hours=1))
    assert sweep().rung == 2
    assert (
        Job.objects.filter(pk__in=[never_rung.pk, rung_long_ago.pk], rung_at__gte=now).count() == 2
    )
    assert sweep().rung == 0


def test_a_sweep_that_did_something_is_a_line_in_the_log(caplog):
    caplog.set_level("INFO", logger="jobs.background")
    background.sweep.run()
    assert caplog.messages == []
    job_with(rung_at=None)
    running_job(pace.STALE_AFTER * 2)
    background.sweep.run()
    assert caplog.messages == ["Swept: 1 jobs taken over, 2 rung for again."]


def test_a_job_whose_worker_fell_silent_waits_again_and_says_why():
    job = running_job(pace.STALE_AFTER * 2)
    assert sweep() == Swept(taken_over=1, rung=1)
    job.refresh_from_db()
    assert (job.state, job.claim, job.attempts) == (State.QUEUED, None, 1)
    assert job.error["message"] == "Its worker died, or lost the database, during attempt 1 of 3."


def test_a_job_whose_worker_lives_is_left_alone():
    running_job(pace.STALE_AFTER / 2)
    assert sweep().taken_over == 0


def test_a_job_whose_process_lives_is_left_alone_however_long_it_was_kept_from_beating():
    with a_process() as busy:
        running_job(timedelta(hours=1), process=name_of(busy.pid))
        assert sweep().taken_over == 0


def test_a_job_whose_process_was_stopped_waits_again():
    with a_process() as stopped:
        stop(stopped)
        job = running_job(pace.STALE_AFTER * 2, process=name_of(stopped.pid))
        assert sweep().taken_over == 1
    job.refresh_from_db()
    assert job.state == State.QUEUED


def test_a_job_on_another_machine_is_taken_over_after_two_minutes():
    kept = running_job(timedelta(seconds=110), process=one_elsewhere())
    lost = running_job(timedelta(seconds=121), process=one_elsewhere())
    assert sweep().taken_over == 1
    assert Job.objects.get(pk=kept.pk).state == State.RUNNING
    assert Job.objects.get(pk=lost.pk).state == State.QUEUED


def test_a_job_whose_workers_die_again_and_again_fails():
    job = running_job(pace.STALE_AFTER * 2, attempts=3)
    sweep()
    job.refresh_from_db()
    assert (job.state, job.error["type"], job.error["details"]) == (
        State.FAILED,
        "WorkerDied",
        {"worker": "w"},
    )


def test_a_job_that_was_asked_to_stop_is_not_begun_anew_when_its_worker_dies():
    job = running_job(pace.STALE_AFTER * 2)
    cancel_job(job.pk, actor=SYSTEM)
    sweep()
    job.refresh_from_db()
    assert job.state == State.CANCELLED


def test_a_sweep_shows_that_a_worker_lives():
    assert worker_is_silent()
    sweep()
    sweep()
    assert WorkerSighting.objects.get().worker == "celery@here 1"
    assert not worker_is_silent()


def test_a_busy_worker_that_hears_nothing_is_seen_by_its_heart_beats():
    sweep()
    WorkerSighting.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    job = running_job(timedelta(seconds=3))
    assert worker_seen_at() == Job.objects.get(pk=job.pk).heartbeat_at


def test_a_commands_own_job_is_no_sign_of_a_worker():
    running_job(timedelta(seconds=3), worker=COMMAND_WORKER)
    assert worker_seen_at() is None


def test_daily_jobs_are_started_once_a_day():
    daily = [
        "annotator.measure_paces",
        "annotator.tidy_exports",
        "jobs.tidy_up",
        "metrics.agreements",
        "metrics.look_at_goals",
        "metrics.tidy_releases",
        "pooling.tidy_files",
        "retrieval.tidy",
        "semantics.tidy_proxies",
    ]
    assert [job.kind for job in start_daily_jobs()] == daily
    assert start_daily_jobs() == []
    Job.objects.update(created_at=timezone.now() - timedelta(hours=24))
    assert [job.kind for job in start_daily_jobs()] == daily
