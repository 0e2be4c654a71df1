"""Asking for a job, cancelling one, trying one again."""

import pytest
from django.db import transaction

from jobs.actions.attempt import claim_job, finish_job
from jobs.actions.request import AlreadyFinished, NothingToRetry, cancel_job, retry_job, start_job
from jobs.kinds import UnknownKind
from jobs.models import Job, State
from jobs.running import run_job
from people.actor import SYSTEM, Actor
from people.models import AuditEvent

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_job_is_asked_for_by_somebody_and_waits(lead):
    job = start_job("tests.answer", actor=Actor(lead, "page"), title="Ask the oracle", value=42)
    job.refresh_from_db()
    assert (job.state, job.requested_by, job.title, job.arguments) == (
        State.QUEUED,
        lead,
        "Ask the oracle",
        {"value": 42},
    )


def test_a_job_disappears_with_the_transaction_of_its_cause():
    with transaction.atomic():
        start_job("tests.answer", actor=SYSTEM, value=1)
        transaction.set_rollback(True)
    assert not Job.objects.exists()


def test_an_unreachable_broker_is_said_in_the_log_and_the_job_waits_unrung(caplog):
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    job.refresh_from_db()
    assert (job.state, job.rung_at) == (State.QUEUED, None)
    assert "The broker cannot be reached, jobs.ring" in caplog.text


def test_a_kind_that_does_not_exist_is_refused_by_name():
    with pytest.raises(
        UnknownKind,
        match=r"no kind of job called tests\.nothing: expected one of .*jobs\.tidy_up, ",
    ):
        start_job("tests.nothing", actor=SYSTEM)
    assert not Job.objects.exists()


def test_a_waiting_job_is_cancelled_at_once_and_the_audit_log_says_by_whom(lead):
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    job = cancel_job(job.pk, actor=Actor(lead, "page"))
    assert (job.state, job.attempts) == (State.CANCELLED, 0)
    assert claim_job(job.pk, worker="w") is None
    event = AuditEvent.objects.get(verb="cancelled")
    assert (event.actor, event.object_id, event.before) == (lead, str(job.pk), {"state": "queued"})


def test_a_running_job_is_asked_to_stop_once(lead):
    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    asked = cancel_job(job.pk, actor=SYSTEM)
    assert asked.state == State.RUNNING
    assert asked.is_cancelling
    assert (
        cancel_job(job.pk, actor=Actor(lead, "page")).cancel_requested_at
        == asked.cancel_requested_at
    )
    assert AuditEvent.objects.filter(verb="cancelled").count() == 1


def test_a_finished_job_cannot_be_cancelled():
    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    finish_job(job.pk, job.claim, result={})
    with pytest.raises(AlreadyFinished):
        cancel_job(job.pk, actor=SYSTEM)


def test_a_failed_job_that_is_tried_again_gets_all_its_attempts_anew(lead):
    job = start_job("tests.break", actor=SYSTEM)
    run_job(job.pk, worker="w")
    job = retry_job(job.pk, actor=Actor(lead, "page"))
    assert (job.state, job.error, job.finished_at, job.attempts, job.attempts_allowed) == (
        State.QUEUED,
        None,
        None,
        1,
        4,
    )
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert (job.state, job.attempts) == (State.FAILED, 2)
    assert (
        "a \N{REPLACEMENT CHARACTER} in the middle"
        in AuditEvent.objects.get(verb="tried again").before["error"]
    )


def test_what_is_done_is_not_tried_again():
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    run_job(job.pk, worker="w")
    with pytest.raises(NothingToRetry):
        retry_job(job.pk, actor=SYSTEM)
