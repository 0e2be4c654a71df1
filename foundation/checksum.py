"""The checksum by which a file is known: of its whole content, in hexadecimal."""

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def pass_on(
    pieces: Iterable[bytes], write: Callable[[bytes], object] | None = None
) -> tuple[int, str]:
    """Size and checksum of what is read piece by piece, and written piece by piece where something
    takes it."""
    size, digest = 0, hashlib.sha256()
    for piece in pieces:
        size += len(piece)
        digest.update(piece)
        if write:
            write(piece)
    return size, digest.hexdigest()
