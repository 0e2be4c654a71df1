"""Answers on their way out. What is small is sent at once; a large file is handed to the server's
own threads, by its name.

Whoever reads slowly then costs a socket and an open file, and neither one of our threads nor
memory: granian reads the file as fast as the client takes it, while it would keep in memory
whatever it is given in pieces.
"""

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

IN_MEMORY = 256 * 1024
# Seconds in which the server has opened a file for certain: it does so before it sends the headers.
SENT_BY = 60.0

Headers = list[tuple[str, str]]


@dataclass(slots=True)
class Start:
    """WSGI's start_response."""

    status: int = 500
    headers: Headers | None = None

    def __call__(
        self, status: str, headers: Headers, exc_info: Any = None, /
    ) -> Callable[[bytes], object]:
        self.status = int(status.split(" ", 1)[0])
        self.headers = headers
        return _write


def _write(piece: bytes) -> None:
    """WSGI's other way of sending, for old applications."""
    raise NotImplementedError


class FileToSend:
    """WSGI's file_wrapper: a file, or `start`..`stop`-1 of the file that has its `name`."""

    def __init__(self, file: Any, block_size: int = IN_MEMORY) -> None:
        self.file = file

    def span(self) -> tuple[Path, int, int] | None:
        """The path and bytes to send, if what can be opened by that name is the very file that was
        opened here."""
        name = getattr(self.file, "name", None)
        if not isinstance(name, str) or not Path(name).is_absolute():
            return None
        try:
            found, opened = os.stat(name), os.fstat(self.file.fileno())  # noqa: PTH116
        except (OSError, AttributeError, ValueError):
            return None
        if (found.st_dev, found.st_ino) != (opened.st_dev, opened.st_ino):
            return None
        start, stop = (getattr(self.file, one, None) for one in ("start", "stop"))
        begin = self.file.tell() if start is None else start
        return Path(name), begin, opened.st_size if stop is None else stop

    def __iter__(self) -> Any:
        if hasattr(self.file, "start"):
            return iter(self.file)
        return iter(lambda: self.file.read(IN_MEMORY), b"")

    def close(self) -> None:
        self.file.close()


def send(protocol: Any, start: Start, answer: Any, loop: asyncio.AbstractEventLoop) -> None:
    """Called in the thread that made the answer: what it still has to ask of the database, it asks
    here."""
    headers = start.headers or []
    if isinstance(answer, FileToSend) and (span := answer.span()) and span[2] - span[1] > IN_MEMORY:
        file, *ends = span
        protocol.response_file_range(start.status, headers, str(file), *ends)
        return
    pieces = gather(answer)
    if isinstance(pieces, bytes):
        protocol.response_bytes(start.status, headers, pieces)
        return
    path, size = pieces
    if not any(name.lower() == "content-length" for name, _ in headers):
        headers = [*headers, ("Content-Length", str(size))]
    protocol.response_file_range(start.status, headers, str(path), 0, size)
    loop.call_soon_threadsafe(loop.call_later, SENT_BY, remove, path)


def gather(pieces: Iterable[bytes]) -> bytes | tuple[Path, int]:
    """All of it: in memory, or in a file of a name of its own where it is large."""
    kept, size, file = [], 0, None
    try:
        for piece in pieces:
            kept.append(piece)
            size += len(piece)
            if size > IN_MEMORY:
                # Its name outlives it.
                file = file or tempfile.NamedTemporaryFile(prefix="answer-", delete=False)  # noqa: SIM115
                file.write(b"".join(kept))
                kept.clear()
        if file is None:
            return b"".join(kept)
        file.write(b"".join(kept))
        file.close()
    except BaseException:
        if file is not None:
            with suppress(OSError):
                file.close()
            remove(Path(file.name))
        raise
    return Path(file.name), size


def remove(path: Path) -> None:
    path.unlink(missing_ok=True)
