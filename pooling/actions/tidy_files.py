"""Remove files that no row needs any more: uploads that no job took, and what processes that were killed have left behind.

Whatever is younger than a day may be somebody's work in progress.
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db.models.functions import Now

from pooling.actions import keep_upload, make_video_playable, take_video
from pooling.actions.discard_upload import discard_upload
from pooling.models import Upload, Video
from pooling.storing import sweep_drafts

# Long enough for a dry run's file to be imported for good after a look at what it would do.
UNTAKEN = timedelta(days=7)
A_DAY = 86_400.0

Report = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Tidied:
    uploads: int
    strays: int
    drafts: int


def tidy_files(report: Report) -> Tidied:
    media = Path(settings.MEDIA_ROOT)
    report(0, 3, "Uploads that no job took")
    untaken = Upload.objects.filter(uploaded_at__lt=Now() - UNTAKEN).exclude(path="").values_list("pk", flat=True)
    uploads = [discard_upload(number) for number in list(untaken)]
    report(1, 3, "Files without a row")
    strays = _remove_strays(media / keep_upload.FOLDER, Upload.objects.exclude(path="").values_list("path", flat=True))
    strays += _remove_strays(media / take_video.FOLDER, Video.objects.exclude(source="").values_list("source", flat=True))
    report(2, 3, "Drafts of killed processes")
    folder = media / make_video_playable.FOLDER
    return Tidied(len(uploads), strays, sweep_drafts(folder) if folder.is_dir() else 0)


def _remove_strays(folder: Path, named: Iterable[str]) -> int:
    known = {Path(path).name for path in named}
    oldest = time.time() - A_DAY
    strays = [path for path in folder.glob("*") if path.name not in known and path.is_file() and path.stat().st_mtime < oldest]
    for path in strays:
        path.unlink(missing_ok=True)
    return len(strays)
