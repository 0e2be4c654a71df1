"""Take the fingerprints of clips that were made playable before there were any."""

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from foundation.database.rows import lock_row
from foundation.progress import Report
from foundation.refused import Refused
from jobs.actions.request import start_job
from jobs.kinds import JobFailure
from jobs.models import FINISHED, Job
from media.fingerprints import take_fingerprint
from media.reasons import NotMade
from people.actor import Actor
from pooling.models import Benchmark, Video

JOB = "pooling.take_fingerprints"


class NothingToTake(Refused):
    """Every clip of this benchmark that plays has its fingerprint."""


def without_fingerprint(benchmark: Benchmark) -> QuerySet[Video]:
    return Video.objects.filter(
        benchmark=benchmark, state=Video.State.READY, fingerprint__isnull=True
    )


@transaction.atomic
def start_fingerprints(actor: Actor, benchmark: Benchmark) -> Job:
    """The job that is under way already, or a new one."""
    lock_row(Benchmark, benchmark.pk)
    arguments = {"benchmark": benchmark.pk}
    under_way = Job.objects.filter(kind=JOB, arguments=arguments).exclude(state__in=FINISHED)
    if job := under_way.first():
        return job
    if not without_fingerprint(benchmark).exists():
        raise NothingToTake
    title = f"Take fingerprints of clips of {benchmark}"
    return start_job(JOB, actor=actor, title=title, **arguments)


def take_fingerprints(benchmark: Benchmark, report: Report) -> int:
    """Fingerprints each clip that has none; returns how many. Raises JobFailure without FFmpeg."""
    total, taken = without_fingerprint(benchmark).count(), 0
    report(0, total, "")
    try:
        while _take_next(benchmark):
            taken += 1
            report(taken, max(total, taken), "")
    except NotMade as trouble:
        raise JobFailure(trouble.sentence) from trouble
    return taken


def _take_next(benchmark: Benchmark) -> bool:
    """Whether there was another clip to look at. One that cannot be read has an empty fingerprint:
    it is compared with none, and it is not tried again."""
    video = without_fingerprint(benchmark).order_by("number").first()
    if video is None:
        return False
    try:
        taken = take_fingerprint(settings.MEDIA_ROOT / video.path, video.seconds or 0.0)
    except NotMade as error:
        if error.code == "no_ffmpeg":
            raise
        taken = b""
    # The clip may have been made again meanwhile, with a fingerprint of its own.
    Video.objects.filter(pk=video.pk, sha256=video.sha256).update(fingerprint=taken)
    return True
