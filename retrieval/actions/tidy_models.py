"""Remove what trainings that were never finished have left behind: weights that no row names, and
checkpoints that no training has come back to."""

from django.conf import settings

from jobs.one_by_one import Failures
from media.storing import sweep_drafts
from pooling.actions.tidy_files import A_DAY, remove_strays
from retrieval.models import TrainedModel
from retrieval.queries.trained import CHECKPOINTS, FOLDER

UNTAKEN = 14 * A_DAY  # a training that was interrupted longer ago begins from its start


def tidy_models(failures: Failures | None = None) -> int:
    """How many files and drafts were removed."""
    failures = failures or Failures()
    rows = TrainedModel.objects.values_list("path", "embeddings")
    named = [path for paths in rows for path in paths if path]
    drafts = sweep_drafts(settings.MEDIA_ROOT / FOLDER)
    weights = remove_strays(FOLDER, named, failures)
    return drafts + weights + remove_strays(CHECKPOINTS, (), failures, age=UNTAKEN)
