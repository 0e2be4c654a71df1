"""Text files, looked through once before they are read: size, kind, encoding, line ends, and no
line longer than memory likes."""

import codecs
import gzip
import io
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import BinaryIO, cast

from foundation.frozen import frozen
from pooling.formats.problem import Problems, refuse
from pooling.formats.signatures import HEAD, foreign

BLOCK = 2**19
LINE_LIMIT = 1_000_000  # not less than a block: see _Scan.lengths
SIZE_LIMIT = 8 * 2**30
EXPANSION = 100
BOM = b"\xef\xbb\xbf"

Progress = Callable[[int, int], None]


def no_progress(done: int, total: int) -> None:
    """Reports nothing, for callers who do not ask."""


@frozen
class Text:
    """A seekable stream that is known to be UTF-8 without NUL from `start` (after a byte order
    mark) to `size`."""

    stream: BinaryIO
    start: int
    size: int
    line_end: bytes  # the one at which blocks may be cut
    ends_in_newline: bool
    progress: Progress = no_progress

    def lines(self) -> Generator[str, None, None]:
        """Lines with their ends, as they are; LF, CR LF and CR end a line, and nothing else
        does."""
        with self._open() as characters:
            # `yield from` would close the file together with a generator that is given up.
            for line in characters:  # noqa: UP028
                yield line

    def pieces(self, size: int = BLOCK) -> Iterator[str]:
        """The same text in pieces of `size` characters."""
        with self._open() as characters:
            while piece := characters.read(size):
                self.progress(self.stream.tell(), self.size)
                yield piece

    def blocks(self) -> Iterator[tuple[int, list[bytes]]]:
        """Many lines at once, as bytes without their ends, each list with the number of its first
        line."""
        self.stream.seek(self.start)
        number, rest = 1, b""
        while block := self.stream.read(BLOCK):
            whole, end, rest = (rest + block).rpartition(self.line_end)
            if end:
                lines = (whole + end).splitlines()
                yield number, lines
                number += len(lines)
            self.progress(self.stream.tell(), self.size)
        if rest:
            yield number, rest.splitlines()

    def head(self) -> str:
        """Enough of the beginning to tell formats apart."""
        self.stream.seek(self.start)
        return self.stream.read(HEAD).decode("utf-8", "ignore")

    @contextmanager
    def _open(self) -> Iterator[io.TextIOWrapper]:
        self.stream.seek(self.start)
        characters = io.TextIOWrapper(self.stream, encoding="utf-8", newline="")
        try:
            yield characters
        finally:
            # A reading that was given up may be tidied away after its file was closed.
            with suppress(ValueError):
                characters.detach()  # or it would close a file that is not its own


def open_text(
    file: BinaryIO,
    problems: Problems,
    *,
    line_limit: int | None = LINE_LIMIT,
    gzip_allowed: bool = False,
    progress: Progress = no_progress,
) -> Text:
    """Looks through the whole file once, in bounded memory. What is no plain text is refused; what
    was only odd is a warning."""
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    head = file.read(HEAD)
    if size > SIZE_LIMIT:
        refuse("size", f"the file has {size:,} bytes; expected at most {SIZE_LIMIT:,}")
    if gzip_allowed and head.startswith(b"\x1f\x8b"):
        return _open_gzip(file, size, problems, line_limit, progress)
    return _look_through(file, SIZE_LIMIT, problems, line_limit, progress)


def _open_gzip(
    file: BinaryIO, size: int, problems: Problems, line_limit: int | None, progress: Progress
) -> Text:
    # A few kilobytes of blank lines shrink more than a hundredfold and harm nobody.
    most = min(SIZE_LIMIT, EXPANSION * size + BLOCK)
    file.seek(0)
    try:
        # Reading is all that is done with it, and closing it would not close the file beneath.
        unpacked = cast("BinaryIO", gzip.GzipFile(fileobj=file, mode="rb"))
        return _look_through(unpacked, most, problems, line_limit, progress)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        refuse("gzip", f"the gzip file is damaged or cut off ({error})")


def _look_through(
    stream: BinaryIO, most: int, problems: Problems, line_limit: int | None, progress: Progress
) -> Text:
    stream.seek(0)
    head = stream.read(HEAD)
    if not head:
        refuse("empty", "the file is empty")
    if kind := foreign(head):
        refuse(kind[0], f"this is {kind[1]}")
    start = len(BOM) if head.startswith(BOM) else 0
    stream.seek(start)
    scan = _Scan(start, most, line_limit)
    while block := stream.read(BLOCK):
        scan.take(block)
    scan.finish()
    _say_oddities(scan, problems, bom=start > 0)
    return Text(
        stream, start, scan.offset, b"\n" if scan.lf else b"\r", scan.last in (0x0A, 0x0D), progress
    )


def _say_oddities(scan: "_Scan", problems: Problems, *, bom: bool) -> None:
    if bom:
        problems.warn("bom", "the file begins with a byte order mark; it was left out", 1)
    if scan.cr and scan.lf:
        problems.warn(
            "line-ends", "some lines end in CR, others in LF; each was taken for a line's end"
        )
    elif scan.cr:
        problems.warn("line-ends", "lines end in CR (old Macintosh); accepted")
    elif scan.crlf:
        problems.warn("line-ends", "lines end in CR LF (Windows); accepted")


@dataclass(slots=True)
class _Scan:
    """What is known after each block."""

    offset: int
    most: int
    line_limit: int | None
    lf: int = 0  # with or without a CR before it
    cr: int = 0  # alone
    crlf: int = 0
    last: int = 0
    since_line_end: int = 0
    decoder: codecs.IncrementalDecoder = field(
        default_factory=codecs.getincrementaldecoder("utf-8")
    )

    def take(self, block: bytes) -> None:
        if self.offset + len(block) > self.most:
            refuse(
                "size",
                f"the file unpacks to more than {self.most:,} bytes, {EXPANSION} times its size;"
                " expected a text file",
            )
        self._nul(block)
        self._encoding(block)
        self._lengths(block)
        self._line_ends(block)
        self.offset += len(block)

    def finish(self) -> None:
        if pending := self.decoder.getstate()[0]:
            self._refuse_byte(
                pending[0],
                self.offset - len(pending),
                self._line_at(b"", 0),
                "the last character is cut off",
            )

    def _nul(self, block: bytes) -> None:
        place = block.find(0)
        if place >= 0:
            hint = (
                "is it UTF-16? save it as UTF-8"
                if block[place - 1 : place + 3].count(0) == 2
                else "expected text"
            )
            refuse(
                "nul",
                f"a NUL byte at offset {self.offset + place}; {hint}",
                self._line_at(block, place),
                0,
            )

    def _encoding(self, block: bytes) -> None:
        pending = self.decoder.getstate()[0]
        if block.isascii() and not pending:
            return
        try:
            self.decoder.decode(block)
        except UnicodeDecodeError as error:
            place = error.start - len(pending)
            self._refuse_byte(
                error.object[error.start],
                self.offset + place,
                self._line_at(block, max(place, 0)),
                "is it Latin-1 or Windows-1252? save it as UTF-8",
            )

    def _refuse_byte(self, byte: int, offset: int, line: int, hint: str) -> None:
        refuse("encoding", f"byte 0x{byte:02X} at offset {offset} is not UTF-8; {hint}", line, 0)

    def _lengths(self, block: bytes) -> None:
        """Lines within one block are shorter than the limit, because a block is; only those that
        cross blocks need counting."""
        if self.line_limit is None:
            return
        ends = [place for place in (block.find(b"\n"), block.find(b"\r")) if place >= 0]
        if self.since_line_end + min(ends, default=len(block)) > self.line_limit:
            refuse(
                "length",
                f"a line longer than {self.line_limit:,} bytes; expected one row a line",
                self._line_at(b"", 0),
                0,
            )
        last = max(block.rfind(b"\n"), block.rfind(b"\r"))
        self.since_line_end = (
            len(block) - last - 1 if last >= 0 else self.since_line_end + len(block)
        )

    def _line_ends(self, block: bytes) -> None:
        pairs = block.count(b"\r\n")
        lone = block.count(b"\r") - pairs
        if self.last == 0x0D and block.startswith(b"\n"):
            pairs, lone = pairs + 1, lone - 1
        self.lf += block.count(b"\n")
        self.cr += lone
        self.crlf += pairs
        self.last = block[-1]

    def _line_at(self, block: bytes, place: int) -> int:
        before = block[:place]
        ends = before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
        return 1 + self.lf + self.cr + ends
