"""The checksum by which a file is known: of its whole content, in hexadecimal."""

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO

PIECE = 2**20


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


def read_through(file: BinaryIO, write: Callable[[bytes], object] | None = None) -> tuple[int, str]:
    """The same of a file that is open."""
    return pass_on(iter(lambda: file.read(PIECE), b""), write)


def digest_of(content: Any) -> str:
    """The SHA-256 of what JSON can hold, in one spelling of it: names in order, no spaces."""
    text = json.dumps(
        content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return hashlib.sha256(text.encode()).hexdigest()
