"""Work that goes through many: one that is poisoned fails by itself, with its name and the reason;
all the others are done."""

import dataclasses
import logging
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError, InterfaceError, OperationalError
from django.utils import timezone
from psycopg.errors import ProgramLimitExceeded

from foundation.refused import Refused
from jobs import kinds, pace
from jobs.actions.attempt import claim_job
from jobs.actions.daily import start_daily_jobs
from jobs.actions.request import start_job
from jobs.actions.sweep import sweep_jobs
from jobs.claims import Cancelled, ClaimLost
from jobs.inline import run_job_here
from jobs.kinds import JobFailure
from jobs.models import Job, State
from jobs.one_by_one import MOST_SHOWN, Failures, NotItsFault, stops_the_job
from people.actor import SYSTEM
from tests.jobs.processes import one_that_ended
from tests.poison import poisoned


def work_through(errors: list[Exception | None], **options) -> Failures:
    failures = Failures(**options)
    for number, error in enumerate(errors):
        with failures.of(f"number {number}"):
            if error:
                raise error
    return failures


def test_nothing_is_told_where_nothing_failed():
    assert work_through([None, None]).as_json() == {}


def test_what_failed_is_told_by_name_and_reason(caplog):
    errors = [
        None,
        Refused("no such thing"),
        KeyError("x"),
        MemoryError(),
        OSError(5, "Input/output error"),
        JobFailure("a:1:1: x"),
    ]
    told = work_through(errors, expected=(Refused,)).as_json()
    assert told == {
        "failed": 5,
        "failures": [
            "number 1: no such thing",
            "number 2: Something unexpected went wrong (KeyError); the log says more.",
            "number 3: There was not enough memory for it.",
            "number 4: This machine said: Input/output error.",
            "number 5: a:1:1: x",
        ],
    }
    assert [record.exc_info[0] for record in caplog.records] == [KeyError, MemoryError, OSError]


def test_names_and_reasons_can_always_be_kept(caplog):
    failures = Failures()
    with failures.of("v\udcff\0"):
        raise JobFailure("half a pair \ud800")
    assert failures.lines == ["v?\N{REPLACEMENT CHARACTER}: half a pair ?"]


def test_only_the_first_failures_are_shown_and_all_are_counted():
    with_many = work_through([JobFailure("x")] * (MOST_SHOWN + 5))
    assert (with_many.count, len(with_many.lines)) == (MOST_SHOWN + 5, MOST_SHOWN)


@pytest.mark.parametrize(
    "error",
    [
        Cancelled(),
        ClaimLost(),
        NotItsFault("no room"),
        OperationalError("gone"),
        InterfaceError("closed"),
        OSError(28, "No space left on device"),
        OSError(24, "Too many open files"),
    ],
)
def test_what_the_next_one_would_meet_as_well_ends_the_work(error):
    with pytest.raises(type(error)):
        work_through([None, error])


def test_a_value_that_is_too_large_for_the_database_is_its_own_fault():
    error = OperationalError("index row size 3000 exceeds maximum")
    error.__cause__ = ProgramLimitExceeded()
    assert not stops_the_job(error)
    assert not stops_the_job(IntegrityError("x"))


@pytest.mark.django_db(transaction=True)
def test_a_row_that_cannot_be_deleted_keeps_no_other_from_being_tidied_up(monkeypatch):
    monkeypatch.setattr("jobs.actions.daily.AT_ONCE", 2)
    for name in "abcde":
        Session.objects.create(
            session_key=name, session_data="", expire_date=timezone.now() - timedelta(hours=1)
        )
    old = start_job("tests.answer", actor=SYSTEM, value=1)
    Job.objects.filter(pk=old.pk).update(
        state=State.CANCELLED, finished_at=timezone.now() - timedelta(days=91)
    )
    with poisoned("django_session", "OLD.session_key = 'b'"):
        result = run_job_here("jobs.tidy_up", actor=SYSTEM)
    assert (result["expired sessions"], result["finished jobs"], result["failed"]) == (4, 1, 1)
    assert result["failures"] == [
        (
            "expired sessions: b: Something unexpected went wrong (ProgrammingError); the log says"
            " more."
        )
    ]
    assert Session.objects.get().session_key == "b"


@pytest.mark.django_db
def test_a_dead_job_that_cannot_be_written_keeps_no_other_from_being_taken_over(caplog):
    jobs = [
        claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w") for _ in range(3)
    ]
    Job.objects.update(heartbeat_at=timezone.now() - pace.STALE_AFTER * 2, process=one_that_ended())
    with poisoned("jobs_job", f"OLD.id = {jobs[0].pk}"), caplog.at_level(logging.ERROR):
        swept = sweep_jobs(worker="w")
    assert swept.taken_over == 2
    assert set(Job.objects.filter(state=State.QUEUED).values_list("pk", flat=True)) == {
        jobs[1].pk,
        jobs[2].pk,
    }
    assert f"Job {jobs[0].pk} failed" in caplog.text
    assert sweep_jobs(worker="w").taken_over == 1


@pytest.mark.django_db(transaction=True)
def test_a_daily_job_that_cannot_be_started_keeps_no_other_from_its_day(monkeypatch, caplog):
    """A kind whose title is longer than the table takes: nobody would register it on purpose."""
    long = kinds.find_kind("tests.answer")
    poisonous = dataclasses.replace(long, name="a.first", daily=True, title="x" * 300)
    monkeypatch.setitem(kinds._KINDS, "a.first", poisonous)
    started = [job.kind for job in start_daily_jobs()]
    assert started == [
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
    assert "a.first failed" in caplog.text
