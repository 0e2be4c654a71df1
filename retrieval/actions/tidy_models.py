"""Remove what trainings that were never finished have left behind: weights that no row names, and
checkpoints that no training has come back to."""

import time
from pathlib import Path

from django.conf import settings

from jobs.one_by_one import Failures
from media.storing import sweep_drafts
from retrieval.models import TrainedModel
from retrieval.queries.trained import CHECKPOINTS, FOLDER

A_DAY = 86_400.0
UNTAKEN = 14 * A_DAY  # a training that was interrupted longer ago begins from its start


def tidy_models(failures: Failures | None = None) -> int:
    """How many files and drafts were removed."""
    failures = failures or Failures()
    media, now = Path(settings.MEDIA_ROOT), time.time()
    named = {Path(path).name for path in TrainedModel.objects.values_list("path", flat=True)}
    removed = sweep_drafts(media / FOLDER) if (media / FOLDER).is_dir() else 0
    for folder, age, kept in ((FOLDER, A_DAY, named), (CHECKPOINTS, UNTAKEN, set[str]())):
        for path in sorted(path for path in (media / folder).glob("*") if path.is_file()):
            with failures.of(path.name):
                if path.name not in kept and path.stat().st_mtime < now - age:
                    path.unlink(missing_ok=True)
                    removed += 1
    return removed
