"""Rows that name files, and files that rows name: each must have the other."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db.models import Q

from annotator.models import Export
from annotator.queries.integrity import Difference
from media.storing import DRAFT, HOUR, sha256_of
from pooling.models import Upload, Video

FOLDERS = ("exports", "incoming", "uploads", "videos")
SAMPLE = 100


@dataclass(frozen=True, slots=True)
class Named:
    path: str  # below MEDIA_ROOT
    sha256: str  # empty: nobody wrote it down
    by: str


def file_differences(*, all_checksums: bool) -> Iterator[Difference]:
    """Every name is looked for; of the contents at most about SAMPLE are read, spread evenly, or
    all of them."""
    root = Path(settings.MEDIA_ROOT)
    named = {name.path: name for name in named_files()}
    step = 1 if all_checksums else 1 + len(named) // SAMPLE
    for number, name in enumerate(named.values()):
        wrong = _wrong(root / name.path, name.sha256 if number % step == 0 else "")
        if wrong:
            yield Difference("file", f"{name.by}: its file {name.path} {wrong}")
    for stray in sorted(_lying(root) - named.keys()):
        yield Difference("file", f"{stray} lies about: no row names it")


def _wrong(path: Path, sha256: str) -> str:
    """A file that cannot be read is a difference like any other: the rest is still looked at."""
    try:
        if not path.is_file():
            return "is missing"
        if sha256 and sha256_of(path) != sha256:
            return "is not what its checksum says"
    except OSError as error:
        return f"cannot be read ({error.strerror})"
    return ""


def named_files() -> Iterator[Named]:
    """Every file that a row names; the same file as often as rows name it."""
    for video in (
        Video.objects.exclude(Q(path="") & Q(source="") & Q(poster="")).order_by("id").iterator()
    ):
        by = f"video {video.pk}"
        if video.path:
            yield Named(video.path, video.sha256, by)
        if video.poster:
            yield Named(
                video.poster, Path(video.poster).stem, by
            )  # a poster's name is its checksum
        if video.source:
            yield Named(video.source, video.source_sha256, by)
    for upload in Upload.objects.exclude(path="").order_by("id").iterator():
        yield Named(upload.path, upload.sha256, f"upload {upload.pk}")
    yield from _exported()


def _exported() -> Iterator[Named]:
    """A manifest tells the checksums of the files beside it, not its own."""
    for export in Export.objects.exclude(folder="").order_by("id").iterator():
        by = f"export {export.pk}"
        yield from (
            Named(f"{export.folder}/{file['name']}", file["sha256"], by)
            for file in export.manifest["files"]
        )
        yield Named(f"{export.folder}/{Export.MANIFEST}", "", by)


def _lying(root: Path) -> set[str]:
    """What is younger than an hour may be on its way into a row; drafts have their own sweepers."""
    oldest = time.time() - HOUR
    return {
        str(path.relative_to(root))
        for folder in FOLDERS
        for path in (root / folder).rglob("*")
        if path.is_file()
        and not _is_draft(path.relative_to(root))
        and path.stat().st_mtime < oldest
    }


def _is_draft(path: Path) -> bool:
    return any(folder.name.startswith(DRAFT) for folder in path.parents)
