"""Write that an attempt is alive, and how far it is; read whether it should stop."""

from uuid import UUID

from django.db.models.functions import Now

from jobs.claims import ClaimLost, held
from jobs.models import Job


def beat_heart(job_id: int, claim: UUID, *, done: int, total: int | None, message: str) -> bool:
    """Whether somebody asked for the job to be cancelled. Raises ClaimLost if the job is no longer
    this attempt's."""
    if not held(job_id, claim).update(heartbeat_at=Now(), done=done, total=total, message=message):
        raise ClaimLost
    return Job.objects.filter(pk=job_id, claim=claim, cancel_requested_at__isnull=False).exists()
