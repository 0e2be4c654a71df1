"""Cancel a job on a person's behalf."""

from django.db import transaction
from django.db.models.functions import Now

from foundation.refused import Refused
from jobs.models import Job, State
from people.actions.record_audit import record_audit
from people.actor import Actor


class AlreadyFinished(Refused):
    """The job has ended already; there is nothing left to cancel."""


@transaction.atomic
def cancel_job(job_id: int, *, actor: Actor) -> Job:
    """A waiting job ends at once. A running one is asked to: its work notices within a second or
    two of its next report.

    The row is locked, so the job cannot begin or end between the look at its state and the answer
    given to the person.
    """
    job = Job.objects.select_for_update(no_key=True, of=("self",)).get(pk=job_id)
    if job.is_finished:
        raise AlreadyFinished
    if job.cancel_requested_at:
        return job
    before = job.state
    Job.objects.filter(pk=job_id).update(cancel_requested_at=Now())
    if before == State.QUEUED:
        Job.objects.filter(pk=job_id).update(state=State.CANCELLED, finished_at=Now())
    record_audit(actor, "cancelled", job, before={"state": before})
    job.refresh_from_db()
    return job
