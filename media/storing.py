"""Files named by what they hold: `ab/cd/<sha256>.mp4`. The same content twice is one file; a name
never changes its content."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from foundation.checksum import sha256_of

DRAFT = "draft-"
HOUR = 3600.0
SMALL = 1024 * 1024


def store(folder: Path, path: Path, sha256: str) -> str:
    """Keep a copy of the file below the folder, and return its place there. Nobody ever sees a part
    of it.

    The bytes are written to a draft, synced, and only then given their name, which replaces nothing
    but the same content.
    """
    place = f"{sha256[:2]}/{sha256[2:4]}/{sha256}{path.suffix.lower()}"
    target = folder / place
    if target.is_file() and target.stat().st_size == path.stat().st_size:
        return place
    target.parent.mkdir(parents=True, exist_ok=True)
    with drafts(folder) as draft:
        copy = draft / target.name
        shutil.copyfile(path, copy)
        if sha256_of(copy) != sha256:
            raise ValueError(f"{path.name} is not what its checksum says")
        publish(copy, target)
    return place


def publish(draft: Path, target: Path) -> None:
    """Give a finished draft its name, in one step and for good: after a crash it is there whole or
    not at all."""
    draft.chmod(0o644)
    _sync(draft)
    draft.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def why_nothing_fits(folder: Path) -> str:
    """Why the folder takes not even one small file; empty if it does. Tells a full disk from one
    file that is too large."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(prefix=DRAFT, dir=folder) as file:
            os.posix_fallocate(file.fileno(), 0, SMALL)
    except OSError as error:
        return error.strerror or str(error)
    return ""


@contextmanager
def drafts(folder: Path) -> Iterator[Path]:
    """A folder for unfinished files, beside where they will lie, and gone afterwards whatever
    happens."""
    with tempfile.TemporaryDirectory(prefix=DRAFT, dir=folder, ignore_cleanup_errors=True) as draft:
        yield Path(draft)


def sweep_drafts(folder: Path) -> int:
    """Remove what processes that were killed have left behind. Returns how many drafts are gone."""
    oldest = time.time() - 24 * HOUR
    removed = 0
    for path in folder.glob(f"{DRAFT}*"):
        # Gone by itself meanwhile, or kept by its rights: the others still go.
        with suppress(OSError):
            if path.is_dir() and path.stat().st_mtime < oldest:
                shutil.rmtree(path)
                removed += 1
    return removed
