"""What is asked of a job from outside: that it is started, cancelled, tried again, and that workers
hear of it.
"""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from foundation.database.rows import lock_row
from foundation.refused import Refused
from foundation.request_ids import request_id
from jobs import doorbell
from jobs.claims import NOTHING_DONE, UNCLAIMED
from jobs.kinds import find_kind
from jobs.models import Job, State
from jobs.quota import check_quota
from people.actions.record_audit import record_audit
from people.actor import Actor


class NothingToRetry(Refused):
    """Only a job that failed or was cancelled can be tried again."""


class AlreadyFinished(Refused):
    """The job has ended already; there is nothing left to cancel."""


@transaction.atomic
def start_job(kind: str, *, actor: Actor, title: str | None = None, **arguments: Any) -> Job:
    """A row in the caller's transaction: the job exists if and only if its cause does. Workers are
    told on commit.

    Raises TooManyJobs (jobs/quota.py) if the person has as many as one may have.
    `arguments` are handed to the kind's function as keywords; ids, not objects, for they are kept
    as JSON.
    """
    known = find_kind(kind)
    check_quota(actor, known)
    job = Job.objects.create(
        kind=known.name,
        title=title or known.title,
        arguments=arguments,
        requested_by=actor.user,
        request=request_id(),
        attempts_allowed=known.attempts,
    )
    ring_on_commit(job.pk)
    return job


@transaction.atomic
def retry_job(job_id: int, *, actor: Actor) -> Job:
    """The same job with the same arguments and as many attempts again as its kind allows; earlier
    ones stay counted.

    Raises TooManyJobs (jobs/quota.py) if whose job it is has as many as one may have.
    """
    job = lock_row(Job, job_id)
    if not job.may_be_retried:
        raise NothingToRetry
    kind = find_kind(job.kind)
    check_quota(actor, kind, of=job.requested_by)
    before = {"state": job.state, "error": job.error and job.error.get("message")}
    record_audit(actor, "tried again", job, before=before)
    Job.objects.filter(pk=job_id).update(
        **UNCLAIMED,
        run_after=Now(),
        finished_at=None,
        cancel_requested_at=None,
        attempts_allowed=F("attempts") + kind.attempts,
        **NOTHING_DONE,
        error=None,
    )
    ring_on_commit(job_id)
    job.refresh_from_db()
    return job


@transaction.atomic
def cancel_job(job_id: int, *, actor: Actor) -> Job:
    """A waiting job ends at once. A running one is asked to: its work notices within a second or
    two of its next report.

    The row is locked, so the job cannot begin or end between the look at its state and the answer
    given to the person.
    """
    job = lock_row(Job, job_id)
    if job.is_finished:
        raise AlreadyFinished
    if job.cancel_requested_at:
        return job
    row, before = Job.objects.filter(pk=job_id), job.state
    row.update(cancel_requested_at=Now())
    if before == State.QUEUED:
        row.update(state=State.CANCELLED, finished_at=Now())
    record_audit(actor, "cancelled", job, before={"state": before})
    job.refresh_from_db()
    return job


CANCELLED, STOPPING, OVER = "cancelled", "stopping", "over"


def cancel_jobs(actor: Actor, jobs: Sequence[Job]) -> Counter[str]:
    """How many ended at once, were asked to stop, and were over before. Each is its own
    transaction: one that is over must not keep the others running."""
    became: Counter[str] = Counter()
    for job in jobs:
        try:
            became[CANCELLED if cancel_job(job.pk, actor=actor).is_finished else STOPPING] += 1
        except AlreadyFinished:
            became[OVER] += 1
    return became


def ring_on_commit(*job_ids: int) -> None:
    for job_id in job_ids:
        transaction.on_commit(partial(ring_job, job_id), robust=True)


def ring_job(job_id: int) -> None:
    """Noted only if the broker took it; the sweeper looks after those that are not noted, or were
    long ago."""
    if doorbell.ring(job_id):
        Job.objects.filter(pk=job_id, state=State.QUEUED).update(rung_at=Now())
