"""Keep the files that somebody hands in, and ask for the job that reads them."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction

from jobs.actions.request import start_job
from jobs.kinds import find_kind
from jobs.models import Job
from jobs.quota import check_quota
from people.actor import Actor
from pooling.actions.keep_upload import keep_upload

HandedIn: TypeAlias = "UploadedFile[Any] | Sequence[UploadedFile[Any]] | None"


@transaction.atomic
def hand_in(
    actor: Actor, kind: str, files: Mapping[str, HandedIn], *, title: str, **arguments: Any
) -> Job:
    """files: the job's argument -> a file, several, or none; the job is told the uploads' ids in
    its place."""
    check_quota(
        actor, find_kind(kind)
    )  # before the files are kept, for start_job would leave them behind
    kept = {name: _keep(actor, handed) for name, handed in files.items()}
    return start_job(kind, actor=actor, title=title[:200], **arguments, **kept)


def _keep(actor: Actor, handed: HandedIn) -> int | list[int] | None:
    if handed is None:
        return None
    if isinstance(handed, UploadedFile):
        return int(keep_upload(actor, handed).pk)
    return [int(keep_upload(actor, file).pk) for file in handed]
