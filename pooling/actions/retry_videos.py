"""Try again the videos that failed: their files are still there."""

from collections.abc import Collection

from django.db import transaction

from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.models import Job
from people.actions.record_audit import record_audit
from people.actor import Actor
from pooling.models import Benchmark, Video


class NothingToRetry(Refused):
    """No video of this benchmark failed with its file still here."""


@transaction.atomic
def retry_videos(actor: Actor, benchmark: Benchmark, videos: Collection[int] | None = None) -> Job:
    """videos: only these, by their ids."""
    failed = Video.objects.filter(benchmark=benchmark, state=Video.State.FAILED).exclude(source="")
    if videos is not None:
        failed = failed.filter(pk__in=videos)
    count = failed.update(state=Video.State.WAITING, reason="", explanation="")
    if not count:
        raise NothingToRetry
    record_audit(actor, "tried failed videos again in", benchmark, after={"videos": count})
    return start_job(
        "pooling.make_playable",
        actor=actor,
        title=f"Make videos of {benchmark} playable",
        benchmark=benchmark.pk,
    )
