"""Write that a worker was heard through the broker."""

from django.db.models.functions import Now

from jobs.models import WorkerSighting


def note_worker(worker: str) -> None:
    WorkerSighting.objects.update_or_create(pk=1, defaults={"worker": worker, "seen_at": Now()})
