"""Let a job that failed or was cancelled begin anew, on a person's behalf."""

from functools import partial

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from foundation.refused import Refused
from jobs.actions.ring_job import ring_job
from jobs.kinds import find_kind
from jobs.models import Job, State
from jobs.quota import check_quota
from people.actions.record_audit import record_audit
from people.actor import Actor


class NothingToRetry(Refused):
    """Only a job that failed or was cancelled can be tried again."""


@transaction.atomic
def retry_job(job_id: int, *, actor: Actor) -> Job:
    """The same job with the same arguments and as many attempts again as its kind allows; earlier
    ones stay counted.

    Raises TooManyJobs (jobs/quota.py) if whose job it is has as many as one may have.
    """
    job = Job.objects.select_for_update(no_key=True, of=("self",)).get(pk=job_id)
    if not job.may_be_retried:
        raise NothingToRetry
    check_quota(actor, find_kind(job.kind), of=job.requested_by)
    record_audit(
        actor,
        "tried again",
        job,
        before={"state": job.state, "error": job.error and job.error.get("message")},
    )
    Job.objects.filter(pk=job_id).update(
        state=State.QUEUED,
        run_after=Now(),
        rung_at=None,
        heartbeat_at=None,
        finished_at=None,
        cancel_requested_at=None,
        attempts_allowed=F("attempts") + find_kind(job.kind).attempts,
        done=0,
        total=None,
        message="",
        error=None,
        worker="",
    )
    transaction.on_commit(partial(ring_job, job_id), robust=True)
    job.refresh_from_db()
    return job
