"""Remove what releases that were never finished have left behind, and what was deleted in part: no
row names their files. Whatever is younger than a day may be on its way."""

import shutil
import time
from pathlib import Path

from django.conf import settings

from jobs.one_by_one import Failures
from metrics.models import FrozenRelease
from publishing.queries.releases import FOLDER

A_DAY = 86_400.0


def tidy_releases(failures: Failures) -> int:
    """How many folders were removed."""
    oldest = time.time() - A_DAY
    folders = sorted((Path(settings.MEDIA_ROOT) / FOLDER).glob("*"))
    named = set(FrozenRelease.objects.values_list("folder", flat=True))
    removed = 0
    for folder in folders:
        with failures.of(folder.name):
            if f"{FOLDER}/{folder.name}" in named:
                continue
            changed = max(path.stat().st_mtime for path in (folder, *folder.rglob("*")))
            if changed < oldest:
                shutil.rmtree(folder)
                removed += 1
    return removed
