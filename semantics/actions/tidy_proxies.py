"""Remove what proxies that were never finished have left behind: no row names their files. Whatever
is younger than a day may be on its way."""

import time
from pathlib import Path

from django.conf import settings

from jobs.one_by_one import Failures
from media.storing import sweep_drafts
from semantics.models import Proxy
from semantics.models.proxy import FOLDER

A_DAY = 86_400.0


def tidy_proxies(failures: Failures | None = None) -> int:
    """How many files and drafts were removed."""
    failures = failures or Failures()
    oldest = time.time() - A_DAY
    folder = Path(settings.MEDIA_ROOT) / FOLDER
    files = sorted(path for path in folder.glob("*") if path.is_file())
    named = set(Proxy.objects.values_list("path", flat=True))
    removed = sweep_drafts(folder) if folder.is_dir() else 0
    for path in files:
        with failures.of(path.name):
            if f"{FOLDER}/{path.name}" not in named and path.stat().st_mtime < oldest:
                path.unlink(missing_ok=True)
                removed += 1
    return removed
