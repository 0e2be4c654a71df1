"""Remove an upload's file once its job has taken it. The row stays, and says what was handed in,
when and by whom."""

from pathlib import Path

from django.conf import settings
from django.db import transaction

from pooling.models import Upload


@transaction.atomic
def discard_upload(upload_id: int) -> None:
    upload = Upload.objects.select_for_update(no_key=True).get(pk=upload_id)
    if upload.path:
        path = Path(settings.MEDIA_ROOT) / upload.path
        Upload.objects.filter(pk=upload.pk).update(path="")
        transaction.on_commit(lambda: path.unlink(missing_ok=True))
