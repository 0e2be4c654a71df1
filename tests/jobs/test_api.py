"""Jobs by API."""

import pytest

from jobs.actions.attempt import claim_job
from jobs.actions.request import start_job
from jobs.models import Job
from jobs.running import run_job
from people.actor import SYSTEM, Actor
from people.models import AuditEvent

pytestmark = pytest.mark.django_db

JOBS = "/api/v1/jobs"


def test_a_lead_reads_all_jobs_newest_first_and_a_rater_their_own(signed_in, lead, rater):
    own = start_job("tests.answer", actor=Actor(rater, "api"), value=1)
    other = start_job("tests.answer", actor=SYSTEM, value=1)
    assert [job["id"] for job in signed_in(lead).get(JOBS).json()["results"]] == [other.pk, own.pk]
    shown = signed_in(rater).get(JOBS).json()["results"]
    assert [(job["id"], job["requested_by"]) for job in shown] == [(own.pk, "rosa")]
    assert signed_in(rater).get(f"{JOBS}/{other.pk}").status_code == 404


def test_a_done_job_has_its_result_and_a_failed_one_its_error_without_traceback(
    signed_in, lead, caplog
):
    done, failed = (
        start_job("tests.answer", actor=SYSTEM, value=42),
        start_job("tests.break", actor=SYSTEM),
    )
    for job in (done, failed):
        run_job(job.pk, worker="w")
    body = signed_in(lead).get(f"{JOBS}/{done.pk}").json()
    assert (body["state"], body["result"], body["error"], body["attempts"]) == (
        "done",
        {"answer": 42},
        None,
        1,
    )
    body = signed_in(lead).get(f"{JOBS}/{failed.pk}").json()
    assert (body["state"], body["result"], set(body["error"])) == (
        "failed",
        None,
        {"type", "message", "details"},
    )
    assert "claim" not in body


def test_a_waiting_job_is_cancelled_and_a_second_time_refused(signed_in, lead):
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    assert signed_in(lead).post(f"{JOBS}/{job.pk}/cancel").json()["state"] == "cancelled"
    assert AuditEvent.objects.get(verb="cancelled").via == "api"
    refused = signed_in(lead).post(f"{JOBS}/{job.pk}/cancel")
    assert (refused.status_code, refused["Content-Type"]) == (409, "application/problem+json")
    assert "ended already" in refused.json()["detail"]


def test_a_running_job_is_asked_to_stop(signed_in, lead):
    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    body = signed_in(lead).post(f"{JOBS}/{job.pk}/cancel").json()
    assert body["state"] == "running"
    assert body["cancel_requested_at"]


def test_nobody_else_reads_or_cancels(client, signed_in, viewer):
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    assert client.get(JOBS).status_code == 401
    assert signed_in(viewer).get(f"{JOBS}/{job.pk}").status_code == 404
    assert signed_in(viewer).post(f"{JOBS}/{job.pk}/cancel").status_code in (403, 404)
    assert Job.objects.get().cancel_requested_at is None
