"""Files that were handed in: kept so that a job can read them later, wherever that job runs, and
removed once it has."""

import uuid
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.db import transaction

from foundation.checksum import pass_on
from foundation.database.rows import lock_row
from people.actor import Actor
from pooling.models import Upload

FOLDER = "uploads"


def keep_upload(actor: Actor, file: "File[Any]") -> Upload:
    """Written under a name of ours; the owner's name is only shown. Whole, or not at all."""
    folder = settings.MEDIA_ROOT / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / uuid.uuid4().hex
    try:
        with path.open("xb") as kept:
            size, sha256 = pass_on(file.chunks(), kept.write)
        with transaction.atomic():
            return Upload.objects.create(
                name=str(file.name or "unnamed")[-255:],
                path=f"{FOLDER}/{path.name}",
                bytes=size,
                sha256=sha256,
                uploaded_by=actor.user,
            )
    except BaseException:
        path.unlink(missing_ok=True)
        raise


@transaction.atomic
def discard_upload(upload_id: int) -> None:
    """The row stays, and says what was handed in, when and by whom."""
    upload = lock_row(Upload, upload_id)
    if upload.path:
        path = settings.MEDIA_ROOT / upload.path
        Upload.objects.filter(pk=upload.pk).update(path="")
        transaction.on_commit(lambda: path.unlink(missing_ok=True))
