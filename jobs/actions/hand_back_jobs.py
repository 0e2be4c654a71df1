"""Give back what a worker has in hand, because it is told to stop."""

from functools import partial

from django.db import transaction
from django.db.models import F

from jobs.actions.ring_job import ring_job
from jobs.models import Job, State


@transaction.atomic
def hand_back_jobs(*, worker: str) -> int:
    """Its running jobs wait again, at once and without an attempt lost: being stopped is no fault
    of theirs.

    The attempts lose their claims, so nothing that they still do has an effect. Jobs asked to be
    cancelled keep running to their end; should the worker not live to see it, the sweeper writes
    it.
    """
    mine = Job.objects.select_for_update(no_key=True, of=("self",)).filter(
        state=State.RUNNING, worker=worker, cancel_requested_at__isnull=True
    )
    ids = [job.pk for job in mine.order_by("id")]
    Job.objects.filter(pk__in=ids).update(
        state=State.QUEUED,
        claim=None,
        worker="",
        heartbeat_at=None,
        rung_at=None,
        attempts=F("attempts") - 1,
    )
    for job_id in ids:
        transaction.on_commit(partial(ring_job, job_id), robust=True)
    return len(ids)
