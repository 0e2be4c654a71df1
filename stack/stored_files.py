"""Rows that name files, and files that rows name: each must have the other."""

import time
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from foundation.checksum import sha256_of
from foundation.integrity import Difference, registered, stored_files
from media.storing import DRAFT, HOUR

SAMPLE = 100


def file_differences(*, all_checksums: bool) -> Iterator[Difference]:
    """Every name is looked for; of the contents at most about SAMPLE are read, spread evenly, or
    all of them."""
    root = settings.MEDIA_ROOT
    named = {name.path: name for name in stored_files()}
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


def _lying(root: Path) -> set[str]:
    """What is younger than an hour may be on its way into a row; drafts have their own sweepers."""
    oldest = time.time() - HOUR
    folders = [folder for integrity in registered() for folder in integrity.folders]
    return {
        str(path.relative_to(root))
        for folder in folders
        for path in (root / folder).rglob("*")
        if path.is_file()
        and not any(folder.name.startswith(DRAFT) for folder in path.relative_to(root).parents)
        and path.stat().st_mtime < oldest
    }
