"""Remove files that no row needs any more: uploads that no job took, and what processes that were
killed have left behind.

Whatever is younger than a day may be somebody's work in progress.
"""

import time
from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db.models.functions import Now

from foundation.frozen import frozen
from foundation.progress import Report
from jobs.one_by_one import Failures
from media.storing import sweep_drafts
from pooling.actions import make_video_playable, take_video
from pooling.actions import uploads as handed_in
from pooling.models import Run, Upload, Video
from pooling.whole import FOLDER

# Long enough for a dry run's file to be imported for good after a look at what it would do.
UNTAKEN = timedelta(days=7)
A_DAY = 86_400.0


@frozen
class Tidied:
    uploads: int
    strays: int
    drafts: int
    failed: int = 0
    failures: tuple[str, ...] = ()  # what could not be removed, and why


def tidy_files(report: Report) -> Tidied:
    """Each file on its own: one that cannot be removed keeps none of the others."""
    failures = Failures()
    report(0, 3, "Uploads that no job took")
    kept, uploads = Upload.objects.exclude(path=""), 0
    for upload in list(kept.filter(uploaded_at__lt=Now() - UNTAKEN).order_by("pk")):
        with failures.of(upload.name):
            handed_in.discard_upload(upload.pk)
            uploads += 1
    report(1, 3, "Files without a row")
    strays = remove_strays(handed_in.FOLDER, kept.values_list("path", flat=True), failures)
    waiting = Video.objects.exclude(source="").values_list("source", flat=True)
    strays += remove_strays(take_video.FOLDER, waiting, failures)
    whole = Run.objects.exclude(whole="").values_list("whole", flat=True)
    strays += remove_strays(FOLDER, whole, failures)
    report(2, 3, "Drafts of killed processes")
    drafts = sum(
        sweep_drafts(settings.MEDIA_ROOT / folder)
        for folder in (make_video_playable.FOLDER, FOLDER)
    )
    return Tidied(uploads, strays, drafts, failures.count, tuple(failures.lines))


def remove_strays(
    folder: str, named: Iterable[str], failures: Failures, *, age: float = A_DAY
) -> int:
    """Files in a folder below MEDIA_ROOT that no row names and that are this old: how many went."""
    known = {Path(path).name for path in named}
    oldest = time.time() - age
    removed = 0
    for path in sorted((settings.MEDIA_ROOT / folder).glob("*")):
        with failures.of(path.name):
            if path.name not in known and path.is_file() and path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
                removed += 1
    return removed
