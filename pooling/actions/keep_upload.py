"""Keep a file that was handed in, so that a job can read it later, wherever that job runs."""

import hashlib
import uuid
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files.base import File
from django.db import transaction

from people.actor import Actor
from pooling.models import Upload

FOLDER = "uploads"


def keep_upload(actor: Actor, file: "File[Any]") -> Upload:
    """Written under a name of ours; the owner's name is only shown. Whole, or not at all."""
    return _keep(actor, str(file.name or "unnamed"), file.chunks())


def keep_file(actor: Actor, path: Path) -> Upload:
    """A copy of a local file, for commands whose job another process may take over."""
    with path.open("rb") as file:
        return _keep(actor, path.name, iter(lambda: file.read(1 << 20), b""))


def _keep(actor: Actor, name: str, chunks: Iterable[bytes]) -> Upload:
    folder = Path(settings.MEDIA_ROOT) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / uuid.uuid4().hex
    digest, size = hashlib.sha256(), 0
    try:
        with path.open("xb") as kept:
            for chunk in chunks:
                digest.update(chunk)
                size += len(chunk)
                kept.write(chunk)
        with transaction.atomic():
            return Upload.objects.create(
                name=name[-255:],
                path=f"{FOLDER}/{path.name}",
                bytes=size,
                sha256=digest.hexdigest(),
                uploaded_by=actor.user,
            )
    except BaseException:
        path.unlink(missing_ok=True)
        raise
