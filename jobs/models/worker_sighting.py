"""When a worker was last heard through the broker."""

from django.db import models
from django.db.models import Q

from foundation.database.rules import holds


class WorkerSighting(models.Model):
    """One row, written anew by every sweep: a ring went out, came through the broker, and a worker
    answered it."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    worker = models.CharField(max_length=200)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [holds(Q(id=1), "jobs_there_is_one_worker_sighting")]

    def __str__(self) -> str:
        return f"{self.worker} at {self.seen_at:%Y-%m-%d %H:%M:%S}"
