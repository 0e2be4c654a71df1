"""Remove what exports that were never finished have left behind: their process was killed, and no
row names their files.

Whatever is younger than a day, or than an export that is being written now, may be somebody's work
in progress.
"""

import shutil
import time
from math import inf
from pathlib import Path

from django.conf import settings
from django.db.models import Min

from annotator.actions import export_labels
from annotator.models import Export
from jobs.models import Job, State
from jobs.one_by_one import Failures

A_DAY = 86_400.0


def tidy_exports(failures: Failures | None = None) -> int:
    """How many exports' remains were removed. Where one of them cannot be, the others still are.

    What runs is asked before what is named: an export that ends meanwhile is seen as one or the
    other.
    """
    failures = failures or Failures()
    below = export_labels.FOLDER
    running = Job.objects.filter(kind=export_labels.JOB, state=State.RUNNING)
    first = running.aggregate(at=Min("started_at"))["at"]
    oldest = min(time.time() - A_DAY, first.timestamp() if first else inf)
    named = set(Export.objects.exclude(folder="").values_list("folder", flat=True))
    removed = 0
    for path in sorted((Path(settings.MEDIA_ROOT) / below).glob("*")):
        with failures.of(path.name):
            if f"{below}/{path.name}" in named or not path.is_dir():
                continue
            if max(one.stat().st_mtime for one in (path, *path.rglob("*"))) < oldest:
                shutil.rmtree(path)
                removed += 1
    return removed
