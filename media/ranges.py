"""What part of a file a Range header asks for (RFC 9110, 14): text and a size in, a span of bytes
out."""

import re
from enum import Enum

from foundation.frozen import frozen

# Longer than any file; a longer number is cut to it, because its exact value no longer matters.
FAR = 10**18
ONE_RANGE = re.compile(r"([0-9]*)-([0-9]*)")


class AskedRange(Enum):
    """What a header can ask for other than one span of bytes."""

    WHOLE = "no header: the whole file"
    IGNORED = "another unit, several ranges, or no range at all: answered as if it were not there"
    UNSATISFIABLE = "a range that begins after the file's end"


@frozen
class Span:
    """Bytes start..stop-1 of a file, never empty. `open_ended` when the header left the end to the
    server."""

    start: int
    stop: int
    open_ended: bool = False

    @property
    def length(self) -> int:
        return self.stop - self.start

    def content_range(self, size: int) -> str:
        return f"bytes {self.start}-{self.stop - 1}/{size}"

    def at_most(self, length: int) -> "Span":
        return Span(self.start, min(self.stop, self.start + length), self.open_ended)


def read_range(header: str | None, size: int) -> Span | AskedRange:
    """The one span that is asked for. Several ranges are ignored, as a server may: browsers do not
    send them for media."""
    if header is None:
        return AskedRange.WHOLE
    unit, _, listed = header.partition("=")
    # Empty members of the list are allowed and mean nothing.
    ranges = [part.strip(" \t") for part in listed.split(",") if part.strip(" \t")]
    found = ONE_RANGE.fullmatch(ranges[0]) if len(ranges) == 1 else None
    if unit.strip(" \t").lower() != "bytes" or found is None:
        return AskedRange.IGNORED
    first, last = (_number(digits) if digits else None for digits in found.groups())
    if first is None:
        return AskedRange.IGNORED if last is None else _suffix(last, size)
    if last is not None and last < first:
        return AskedRange.IGNORED
    if first >= size:
        return AskedRange.UNSATISFIABLE
    return Span(first, size if last is None else min(last + 1, size), open_ended=last is None)


def _suffix(length: int, size: int) -> Span | AskedRange:
    """The last `length` bytes. All of an empty file is nothing, and no span can say that: it is
    sent whole."""
    if length == 0:
        return AskedRange.UNSATISFIABLE
    return Span(max(size - length, 0), size) if size else AskedRange.IGNORED


def _number(digits: str) -> int:
    """Cut before it is read: Python refuses to read numbers of thousands of digits."""
    significant = digits.lstrip("0")
    return FAR if len(significant) > 18 else int(significant or "0")
