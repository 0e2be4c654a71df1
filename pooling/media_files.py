"""Media files as they are read: only regular files that really lie below MEDIA_ROOT, in pieces."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from django.conf import settings

from foundation.frozen import frozen
from foundation.refused import Unknown

CHUNK = 64 * 1024
TYPES = {
    ".mp4": "video/mp4",
    ".webm": "video/webm",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
}


class NoSuchFile(Unknown):
    """There is no such file for you."""


@frozen
class MediaFile:
    """An open file with what was true of it when it was opened. Whoever opens it closes it."""

    path: Path  # below MEDIA_ROOT, without links
    place: Path  # the same, absolute
    file: BinaryIO
    size: int
    modified_ns: int

    @property
    def modified(self) -> int:
        return self.modified_ns // 1_000_000_000

    @property
    def etag(self) -> str:
        return f'"{self.size:x}-{self.modified_ns:x}"'

    @property
    def content_type(self) -> str | None:
        """None for what a browser should not show, because it could be a page with scripts of its
        own."""
        return TYPES.get(self.path.suffix.lower())

    @property
    def is_shown(self) -> bool:
        """A picture or a film: named by its content, and one person's by its link."""
        return (self.content_type or "").startswith(("image/", "video/"))


def open_media(relative_path: str) -> MediaFile:
    """Opens what the path leads to in the end, if that is a regular file inside MEDIA_ROOT.

    The path is resolved first and then opened without following links, so that a link put there in
    between is not followed; what was opened is what is examined. O_NONBLOCK, because opening a pipe
    would otherwise wait for a writer.
    """
    root = settings.MEDIA_ROOT.resolve()
    try:
        path = (root / relative_path).resolve(strict=True)
        inside = path.relative_to(root)
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        raise NoSuchFile from None
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise NoSuchFile
    return MediaFile(inside, path, os.fdopen(handle, "rb"), status.st_size, status.st_mtime_ns)


class Pieces:
    """Bytes start..stop-1 of a file, at most CHUNK at a time.

    The web process sends them by the file's `name`, where there is one (stack/web/answers.py).

    A class and not a generator: closing a generator that was never started runs none of its code,
    and a client who leaves before the first byte would leave the file open.
    """

    def __init__(self, file: BinaryIO, start: int, stop: int, name: str = "") -> None:
        self.file = file
        self.name = name
        self.start = start
        self.stop = stop
        self._left: int | None = None  # until the first piece is read

    def __iter__(self) -> Iterator[bytes]:
        while piece := self.read(CHUNK):
            yield piece

    def read(self, size: int) -> bytes:
        """What comes next, and nothing past the end: any WSGI server's file_wrapper may read it,
        too."""
        if self._left is None:
            self.file.seek(self.start)
            self._left = self.stop - self.start
        piece = self.file.read(min(size, self._left))
        self._left -= len(piece)
        return piece

    def fileno(self) -> int:
        return self.file.fileno()

    def close(self) -> None:
        self.file.close()
