"""One attempt, from the claim to how it ended."""

import threading
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from jobs import pace
from jobs.actions.attempt import claim_job
from jobs.actions.request import cancel_job, start_job
from jobs.actions.sweep import hand_back_jobs, sweep_jobs
from jobs.kinds import job_kind
from jobs.models import Job, State
from jobs.running import Attempt, beating, run_attempt, run_job
from people.actions.record_audit import record_audit
from people.actor import SYSTEM
from people.models import AuditEvent
from tests.jobs.conftest import wait_until
from tests.poison import poisoned

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def quick_heart(monkeypatch):
    monkeypatch.setattr(pace, "HEARTBEAT_EVERY", timedelta(seconds=0.05))


def run(kind: str, **arguments) -> Job:
    job = start_job(kind, actor=SYSTEM, **arguments)
    assert run_job(job.pk, worker="w")
    job.refresh_from_db()
    return job


def elsewhere(call):
    """On another connection, as another process would."""

    def in_thread():
        call()
        connection.close()

    thread = threading.Thread(target=in_thread)
    thread.start()
    thread.join()


def test_what_work_returns_is_the_result():
    job = run("tests.answer", value=42)
    assert (job.state, job.result, job.claim, job.error) == (State.DONE, {"answer": 42}, None, None)
    assert job.finished_at >= job.started_at


def test_a_job_that_is_not_due_is_not_begun():
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    Job.objects.filter(pk=job.pk).update(run_after=timezone.now() + timedelta(hours=1))
    assert not run_job(job.pk, worker="w")


def test_a_refusal_keeps_its_message_and_details_and_no_traceback():
    job = run("tests.refuse")
    assert job.state == State.FAILED
    assert job.error == {
        "type": "JobFailure",
        "message": "runs.csv:3:1: expected a number",
        "details": {
            "errors": ["runs.csv:3:1", "runs.csv:9:1"],
            "nul": "a\N{REPLACEMENT CHARACTER}b",
        },
        "traceback": "",
    }


def test_a_defect_fails_at_once_with_its_traceback(caplog):
    job = run("tests.break")
    assert (job.state, job.attempts, job.error["type"]) == (State.FAILED, 1, "ZeroDivisionError")
    assert "in break_down" in job.error["traceback"]
    assert "ZeroDivisionError" in caplog.text


def test_wrong_arguments_fail_the_job_with_what_was_wrong_about_them(caplog):
    assert "unexpected keyword argument 'price'" in run("tests.answer", price=1).error["message"]


def test_a_kind_that_this_version_does_not_know_fails_plainly():
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    Job.objects.filter(pk=job.pk).update(kind="tests.of_tomorrow")
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert (job.state, job.error["type"], job.error["traceback"]) == (
        State.FAILED,
        "UnknownKind",
        "",
    )


def test_a_named_error_is_tried_again_later_until_the_attempts_are_used_up(caplog):
    job = run("tests.busy")
    assert (job.state, job.error["message"]) == (State.QUEUED, "The storage is busy.")
    assert job.run_after > timezone.now()
    assert not run_job(job.pk, worker="w")
    Job.objects.filter(pk=job.pk).update(run_after=timezone.now())
    assert run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.FAILED, 2)


def test_pauses_grow_to_a_limit():
    pauses = [pace.pause_after(attempt) for attempt in (1, 2, 3, 50)]
    assert pauses == [
        timedelta(seconds=5),
        timedelta(seconds=20),
        timedelta(seconds=80),
        pace.LONGEST_PAUSE,
    ]


def test_progress_is_seen_while_the_work_is_inside_a_transaction(quick_heart):
    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    attempt = Attempt(job)
    seen = []
    with beating(attempt), transaction.atomic():
        record_audit(SYSTEM, "counted", job)
        attempt.report(3, 7, "reading\0")

        def others_see() -> bool:
            elsewhere(
                lambda: seen.append(
                    Job.objects.values_list("done", "total", "message").get(pk=job.pk)
                )
            )
            return seen[-1][0] == 3

        wait_until(others_see)
    assert seen[-1] == (3, 7, "reading\N{REPLACEMENT CHARACTER}")


def register_once(name: str, work):
    """Registered for this process; a second test run in it would meet the first one's."""
    from jobs import kinds

    kinds._KINDS.pop(name, None)
    job_kind(name, title=name)(work)


def test_work_notices_that_it_was_cancelled(quick_heart):
    def endless(attempt: Attempt):
        cancel_job(attempt.job.pk, actor=SYSTEM)
        while True:
            attempt.report(1, None, "on and on")

    register_once("tests.endless", endless)
    job = run("tests.endless")
    assert (job.state, job.error) == (State.CANCELLED, None)


def test_work_notices_that_its_job_was_given_back(quick_heart, caplog):
    def endless(attempt: Attempt):
        hand_back_jobs(worker="w")
        while True:
            attempt.report(1)

    register_once("tests.endless", endless)
    job = run("tests.endless")
    assert (job.state, job.attempts) == (State.QUEUED, 0)
    assert "lost its claim" in caplog.text


def test_the_effect_and_the_end_are_one_thing():
    def commit(attempt: Attempt):
        with attempt.effect() as result:
            record_audit(SYSTEM, "counted", attempt.job)
            result["counted"] = 1
            elsewhere(lambda: states.append(Job.objects.get(pk=attempt.job.pk).state))
        states.append(Job.objects.get(pk=attempt.job.pk).state)
        attempt.report(1, 1, "afterwards")

    states: list[str] = []
    register_once("tests.commit", commit)
    job = run("tests.commit")
    assert states == [State.RUNNING, State.DONE]
    assert (job.state, job.result) == (State.DONE, {"counted": 1})


def test_an_error_inside_the_effect_undoes_it_and_fails_the_job(caplog):
    def stumble(attempt: Attempt):
        with attempt.effect():
            record_audit(SYSTEM, "counted", attempt.job)
            raise ValueError("at the last moment")

    register_once("tests.stumble", stumble)
    assert run("tests.stumble").state == State.FAILED
    assert not AuditEvent.objects.filter(verb="counted").exists()


def test_an_error_after_the_effect_does_not_undo_what_is_done(caplog):
    def litter(attempt: Attempt):
        with attempt.effect() as result:
            result["kept"] = True
        raise ValueError("while cleaning up")

    register_once("tests.litter", litter)
    job = run("tests.litter")
    assert (job.state, job.result, job.error) == (State.DONE, {"kept": True}, None)
    assert "while cleaning up" in caplog.text


def test_a_broken_database_connection_is_nobodys_mistake_and_tried_again(caplog):
    def lose_connection(attempt: Attempt):
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    register_once("tests.lose", lose_connection)
    job = run("tests.lose")
    assert (job.state, job.attempts, job.error["type"]) == (State.QUEUED, 1, "OperationalError")


def test_a_heart_beat_that_cannot_be_written_is_tried_again(quick_heart, caplog):
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (begun,) = cursor.fetchone()
    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    attempt = Attempt(job)
    with beating(attempt):
        before = wait_until(lambda: beaten_since(job, job.heartbeat_at))
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
                " current_database() AND pid <> pg_backend_pid() AND backend_type = 'client"
                " backend' AND backend_start > %s",  # not those of a web that other tests share
                [begun],
            )
        wait_until(lambda: "could not be written" in caplog.text)
        wait_until(lambda: beaten_since(job, before))
    run_attempt(attempt)
    job.refresh_from_db()
    assert job.state == State.DONE


def beaten_since(job: Job, then):
    now = Job.objects.get(pk=job.pk).heartbeat_at
    return now if now > then else None


def test_an_attempt_whose_end_cannot_be_written_lets_go_of_its_job(transactional_db, quick_heart):
    """Its process lives on, so no sweep would ever take the job from it."""
    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    with poisoned("jobs_job", f"OLD.id = {job.pk}"):
        run_attempt(Attempt(job))
    wait_until(lambda: Job.objects.get(pk=job.pk).process == "")
    Job.objects.filter(pk=job.pk).update(heartbeat_at=timezone.now() - pace.STALE_AFTER * 2)
    assert sweep_jobs(worker="w").taken_over == 1


def test_work_that_reports_nothing_new_is_said_to_be_stuck_with_its_stack(
    transactional_db, quick_heart, caplog, monkeypatch
):
    monkeypatch.setattr(pace, "STUCK_AFTER", timedelta(seconds=0.3))
    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    attempt = Attempt(job)
    seen = []
    with beating(attempt):
        attempt.report(1, 3, "reading")
        wait_for_its_stack(job, seen)
        assert job.is_stuck
        attempt.report(2, 3, "reading")
        wait_until(lambda: not Job.objects.get(pk=job.pk).stack)
    assert "in wait_for_its_stack" in seen[0]
    assert f"Job {job.pk} (tests.answer) has reported nothing new for" in caplog.text
    assert "in wait_for_its_stack" in caplog.text


def wait_for_its_stack(job: Job, seen: list[str]) -> None:
    seen.append(wait_until(lambda: Job.objects.get(pk=job.pk).stack))
    job.refresh_from_db()
