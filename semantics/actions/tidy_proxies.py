"""Remove what proxies that were never finished have left behind: no row names their files. Whatever
is younger than a day may be on its way."""

from django.conf import settings

from jobs.one_by_one import Failures
from media.storing import sweep_drafts
from pooling.actions.tidy_files import remove_strays
from semantics.models import Proxy
from semantics.models.proxy import FOLDER


def tidy_proxies(failures: Failures | None = None) -> int:
    """How many files and drafts were removed."""
    named = Proxy.objects.values_list("path", flat=True)
    drafts = sweep_drafts(settings.MEDIA_ROOT / FOLDER)
    return drafts + remove_strays(FOLDER, named, failures or Failures())
