"""Delete a release with its files. Labels, reports and the pseudonyms of its name stay: if the name
is given again, its raters are called as before."""

import shutil
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction

from metrics.models import FrozenRelease
from people.actions.record_audit import record_audit
from people.actor import Actor


@transaction.atomic
def delete_release(actor: Actor, release: FrozenRelease) -> None:
    before = {
        "benchmark": release.benchmark.name,
        "sha256": release.archive["sha256"],
        "files": len(release.files),
        "log_position": release.log_position,
    }
    record_audit(actor, "deleted", release, before=before)
    folder = Path(settings.MEDIA_ROOT) / release.folder
    release.delete()
    # Files that cannot be removed lie about without a row, and the daily tidying takes them.
    transaction.on_commit(partial(shutil.rmtree, folder, ignore_errors=True))
