"""The matrix of an .npz archive, as numpy.savez writes it.

Nothing is unpacked before the member's header fits what is expected, and never more than it
promises; an archive's directory is looked at before it is read, as it may claim to be of any
size.
"""

import io
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TypeVar, cast

from foundation.frozen import frozen
from pooling.formats.npy_header import START, NpyHeader, parse_header
from pooling.formats.problem import Problems, Unreadable, excerpt, refuse
from pooling.formats.signatures import HEAD, foreign
from pooling.formats.text import EXPANSION

One = TypeVar("One")
BEGINNINGS = (b"PK\x03\x04", b"PK\x05\x06")
CHOSEN = ("t2v", "sim")  # what one of several arrays is called that is the matrix
ENDING = ".npy"
MOST_MEMBERS = 1_000
MOST_DIRECTORY = 1 << 20
MOST_NAMED = 10
PIECE = 1 << 20
ENCRYPTED = 0x1
PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError)
# The record at a zip's end, and, 20 bytes before it, the place of the one for large archives.
END, END_SIZE, COMMENT = b"PK\x05\x06", 22, 1 << 16
LOCATOR, LOCATOR_SIZE, LARGE_END, LARGE_SIZE = b"PK\x06\x07", 20, b"PK\x06\x06", 56


@frozen
class PackedMatrix:
    """One array of an archive. Its header is checked, and nothing else of it was read."""

    file: BinaryIO
    member: zipfile.ZipInfo
    header: NpyHeader

    def unpacked(self) -> BinaryIO:
        """A file of its own, which goes when nobody has it any more. Its size is that of the
        benchmark's matrix; only of one with slots the file tells it."""
        left = self.header.size
        if len(self.header.shape) > 2 and left > EXPANSION * self.file.seek(0, io.SEEK_END):
            sentence = (
                f"the array unpacks to {left:,} bytes, more than {EXPANSION} times the archive"
            )
            refuse("size", f"{sentence}; expected a smaller one, or an .npy")
        copy = tempfile.TemporaryFile()  # noqa: SIM115  (whoever reads the matrix has it)
        with opened(self.file) as archive, archive.open(self.member) as source:
            while piece := source.read(min(PIECE, left)):
                copy.write(piece)
                left -= len(piece)
        if left:
            refuse("truncated", f"truncated: {left:,} bytes of the array are not there")
        return cast("BinaryIO", copy)


def is_archive(file: BinaryIO) -> bool:
    file.seek(0)
    head = file.read(4)
    file.seek(0)
    return head in BEGINNINGS


def find_matrix(file: BinaryIO, problems: Problems) -> PackedMatrix:
    """The only array, or the one called t2v or sim. Raises Unreadable."""
    with opened(file) as archive:
        member = chosen(_arrays(archive, file), "the archive", "arrays")
        if member.flag_bits & ENCRYPTED:
            refuse("zip", f"{excerpt(member.filename)} is encrypted")
        if member.compress_type not in PACKED:
            sentence = f"{excerpt(member.filename)} is packed in a way that numpy does not know"
            refuse("zip", f"{sentence}; save it with numpy.savez")
        with archive.open(member) as source, _of(member):
            header = parse_header(source.read(START), member.file_size, problems)
    return PackedMatrix(file, member, header)


def _arrays(archive: zipfile.ZipFile, file: BinaryIO) -> dict[str, zipfile.ZipInfo]:
    """The arrays by their names without the ending, each once."""
    found: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        name = info.filename.removesuffix(ENDING)
        if name in found:
            refuse("duplicate", f"the archive has the array {excerpt(name)} twice")
        if info.filename.endswith(ENDING):
            found[name] = info
    if not found:
        file.seek(0)
        _, kind = foreign(file.read(HEAD)) or ("", "a zip archive")
        refuse("zip", f"this is {kind}; it has no array in it: expected one, of numpy.savez")
    return found


def chosen(arrays: dict[str, One], whose: str, noun: str) -> One:
    """The matrix among arrays by their names. whose, noun: what has which, for a message."""
    if len(arrays) == 1:
        return next(iter(arrays.values()))
    called = [name for name in CHOSEN if name in arrays]
    if len(called) != 1:
        shown = [excerpt(name) for name in sorted(arrays)[:MOST_NAMED]]
        more = [f"and {len(arrays) - MOST_NAMED:,} more"] if len(arrays) > MOST_NAMED else []
        sentence = f"{whose} has {len(arrays):,} {noun}: {', '.join([*shown, *more])}"
        refuse("zip", f"{sentence}; expected one matrix, or one that is called t2v or sim")
    return arrays[called[0]]


@contextmanager
def _of(member: zipfile.ZipInfo) -> Iterator[None]:
    """What is wrong with an array is said with its name."""
    try:
        yield
    except Unreadable as unreadable:
        (first,) = unreadable.problems.errors
        refuse(first.code, f"{excerpt(member.filename)}: {first.message}", first.line, first.column)


@contextmanager
def opened(file: BinaryIO) -> Iterator[zipfile.ZipFile]:
    """The archive, whose directory was looked at before."""
    _check_directory(file)
    try:
        with zipfile.ZipFile(file) as archive:
            yield archive
    except Unreadable:
        raise
    except DAMAGED:
        refuse("zip", "the .npz archive is damaged or cut short, or is none")


def _check_directory(file: BinaryIO) -> None:
    """zipfile reads a directory whole, so its size is looked at first."""
    size = file.seek(0, io.SEEK_END)
    start = max(0, size - END_SIZE - COMMENT - LOCATOR_SIZE)
    file.seek(start)
    tail = file.read(END_SIZE + COMMENT + LOCATOR_SIZE)
    place = tail.rfind(END)
    if place < 0 or len(tail) < place + END_SIZE:
        refuse("zip", "the .npz archive is damaged or cut short, or is none")
    members = int.from_bytes(tail[place + 10 : place + 12], "little")
    directory = int.from_bytes(tail[place + 12 : place + 16], "little")
    locator = tail[max(0, place - LOCATOR_SIZE) : place]
    if locator.startswith(LOCATOR):
        # Where the record stands is not believed: zipfile looks for it just before its locator.
        file.seek(max(0, start + place - LOCATOR_SIZE - LARGE_SIZE))
        large = file.read(LARGE_SIZE)
        if large.startswith(LARGE_END):
            members = int.from_bytes(large[32:40], "little")
            directory = int.from_bytes(large[40:48], "little")
    if members > MOST_MEMBERS or directory > MOST_DIRECTORY:
        sentence = f"the archive has {members:,} members, listed in {directory:,} bytes"
        refuse("size", f"{sentence}; expected at most {MOST_MEMBERS:,} in {MOST_DIRECTORY:,}")
