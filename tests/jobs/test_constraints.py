"""What the table itself refuses, whoever writes."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from jobs.actions.request import start_job
from jobs.models import Job, WorkerSighting
from people.actor import SYSTEM

pytestmark = pytest.mark.django_db

UNTRUE = {
    "jobs_a_state_is_one_of_ours": {"state": "resting"},
    "jobs_running_means_claimed_with_a_heartbeat": {"state": "running"},
    "jobs_finished_means_it_has_an_end": {"finished_at": timezone.now()},
    "jobs_what_failed_says_why": {"state": "failed", "finished_at": timezone.now()},
    "jobs_what_is_done_has_no_error": {"state": "done", "finished_at": timezone.now(), "error": {}},
    "jobs_no_more_attempts_than_allowed": {"attempts": 4},
}


def test_every_constraint_of_a_job_is_tried_here():
    assert set(UNTRUE) == {constraint.name for constraint in Job._meta.constraints}


@pytest.mark.parametrize("name", sorted(UNTRUE))
def test_an_untrue_row_is_refused(name):
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    with pytest.raises(IntegrityError, match=name):
        Job.objects.filter(pk=job.pk).update(**UNTRUE[name])


def test_there_is_one_sighting_of_workers():
    with pytest.raises(IntegrityError, match="jobs_there_is_one_worker_sighting"):
        WorkerSighting.objects.create(id=2, worker="w", seen_at=timezone.now())
