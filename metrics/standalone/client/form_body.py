"""A form with files, as multipart/form-data (RFC 7578)."""

import secrets
from collections.abc import Iterator, Sequence
from pathlib import Path

CHUNK = 2**20


class FormBody:
    """Files are read while they are sent: a film need not fit into memory. It can be sent again."""

    def __init__(self, fields: Sequence[tuple[str, str | Path]]) -> None:
        self._boundary = secrets.token_hex(16)
        self._parts = [(self._head(name, value), value) for name, value in fields]
        self._end = f"--{self._boundary}--\r\n".encode()
        self.kind = f"multipart/form-data; boundary={self._boundary}"
        self.size = len(self._end) + sum(
            len(head) + _size(value) + 2 for head, value in self._parts
        )

    def __iter__(self) -> Iterator[bytes]:
        for head, value in self._parts:
            yield head
            if isinstance(value, Path):
                with value.open("rb") as file:
                    while piece := file.read(CHUNK):
                        yield piece
            else:
                yield value.encode()
            yield b"\r\n"
        yield self._end

    def _head(self, name: str, value: str | Path) -> bytes:
        about = f'form-data; name="{_quoted(name)}"'
        if isinstance(value, Path):
            about += f'; filename="{_quoted(value.name)}"\r\nContent-Type: application/octet-stream'
        return f"--{self._boundary}\r\nContent-Disposition: {about}\r\n\r\n".encode()


def _quoted(name: str) -> str:
    """As browsers write it."""
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _size(value: str | Path) -> int:
    """A file that cannot be read is an error before anything is sent."""
    if isinstance(value, str):
        return len(value.encode())
    with value.open("rb") as file:
        return file.seek(0, 2)
