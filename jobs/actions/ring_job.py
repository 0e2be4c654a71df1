"""Tell workers of a waiting job, and note that they were told."""

from django.db.models.functions import Now

from jobs import doorbell
from jobs.models import Job, State


def ring_job(job_id: int) -> None:
    """Noted only if the broker took it; the sweeper looks after those that are not noted, or were
    long ago."""
    if doorbell.ring(job_id):
        Job.objects.filter(pk=job_id, state=State.QUEUED).update(rung_at=Now())
