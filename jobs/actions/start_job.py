"""Ask for work to be done in the background."""

from functools import partial
from typing import Any

from django.db import transaction

from jobs.actions.ring_job import ring_job
from jobs.kinds import find_kind
from jobs.models import Job
from jobs.quota import check_quota
from people.actor import Actor


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
        attempts_allowed=known.attempts,
    )
    transaction.on_commit(partial(ring_job, job.pk), robust=True)
    return job
