"""The boxes of MP4 and QuickTime files, read by hand before any decoder sees the file.

They tell what a demuxer would only show as a vague failure: no index because the file was cut, pictures that lie in other
files, encryption; and, of a good file, whether its index is in front and whether it carries more than pictures and sound.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

LARGEST_INDEX = 64 * 1024 * 1024
MOST_BOXES = 20_000
DEEPEST = 12

# Boxes that hold boxes, and how many bytes of their own come first.
PARENTS = {b"moov": 0, b"trak": 0, b"mdia": 0, b"minf": 0, b"stbl": 0, b"dinf": 0, b"edts": 0, b"mvex": 0}
PARENTS |= {b"dref": 8, b"stsd": 8, b"sinf": 0, b"schi": 0}
ENCRYPTED = {b"encv", b"enca", b"enct", b"encs", b"drms", b"drmi", b"sinf", b"pssh"}
REFERENCES = {b"url ", b"urn ", b"alis", b"rsrc", b"cios"}

# All that a file needs to be played. Anything else (places, devices, names, thumbnails, times of day) is taken out.
TOP = {b"ftyp", b"moov", b"mdat"}
NEEDED = {b"moov", b"mvhd", b"trak", b"tkhd", b"edts", b"elst", b"mdia", b"mdhd", b"hdlr", b"minf", b"vmhd", b"smhd", b"dinf"}
NEEDED |= {b"dref", b"url ", b"stbl", b"stsd", b"avc1", b"mp4a", b"stts", b"stss", b"ctts", b"stsc", b"stsz", b"stco", b"co64"}
NEEDED |= {b"sgpd", b"sbgp", b"sdtp"}
NO_NOTES = bytes.fromhex("00000035 6d657461 00000000 00000021 68646c72 00000000 00000000 6d646972 6170706c") + bytes(9)
NO_NOTES += bytes.fromhex("00000008 696c7374")  # an empty list of notes, which FFmpeg always writes into udta
UNREADABLE = b"\0\0\0\0"  # stands for what does not divide into boxes


@dataclass(frozen=True, slots=True)
class Box:
    kind: bytes
    start: int  # of what it holds
    stop: int


@dataclass(frozen=True, slots=True)
class Boxes:
    """What the boxes of one file say."""

    has_index: bool  # a moov box that is all there
    index_in_front: bool
    names_other_files: bool
    encrypted: bool
    only_needed: bool  # nothing but what playing needs
    brand: bytes


def read_boxes(file: BinaryIO, size: int) -> Boxes:
    """Reads box heads and one index of at most LARGEST_INDEX bytes; never what the pictures are made of."""
    top = list(_top_boxes(file, size))
    kinds = [box.kind for box in top if box.kind != b"free" or box.start < box.stop]
    moov = next((box for box in top if box.kind == b"moov" and box.stop <= size), None)
    inner = _inside(file, moov) if moov else ()
    return Boxes(
        has_index=moov is not None,
        index_in_front=moov is not None and b"mdat" not in kinds[: kinds.index(b"moov")],
        names_other_files=any(kind in REFERENCES and not here for kind, here in inner),
        encrypted=any(kind in ENCRYPTED for kind, _ in inner) or b"pssh" in kinds,
        only_needed=set(kinds) <= TOP and {kind for kind, _ in inner} <= NEEDED,
        brand=_brand(file, top),
    )


def _top_boxes(file: BinaryIO, size: int) -> Iterator[Box]:
    at = 0
    for _ in range(MOST_BOXES):
        file.seek(at)
        head = file.read(16)
        length, start = _length(head, size - at)
        if length < start or len(head) < 8:
            yield from [Box(UNREADABLE, at, size)] if head else []
            return
        yield Box(head[4:8], at + start, at + length)
        at += length


def _length(head: bytes, left: int) -> tuple[int, int]:
    """The box's length with its head, and the head's. A length of 0 means: to the end; of 1: eight more bytes say it."""
    length = int.from_bytes(head[:4], "big")
    if length == 1:
        return int.from_bytes(head[8:16], "big"), 16
    return (left if length == 0 else length), 8


def _brand(file: BinaryIO, top: list[Box]) -> bytes:
    if not top or top[0].kind != b"ftyp":
        return b""
    file.seek(top[0].start)
    return file.read(4)


def _inside(file: BinaryIO, moov: Box) -> tuple[tuple[bytes, bool], ...]:
    """(kind, whether its data are in this file) of all boxes in the index."""
    if moov.stop - moov.start > LARGEST_INDEX:
        return ((UNREADABLE, True),)
    file.seek(moov.start)
    index = memoryview(file.read(moov.stop - moov.start))
    return tuple(found for found, _ in zip(_walk(index, 0), range(MOST_BOXES), strict=False))


def _walk(data: memoryview, depth: int) -> Iterator[tuple[bytes, bool]]:
    at = 0
    while at < len(data):
        length, start = _length(bytes(data[at : at + 16]), len(data) - at)
        if length < start or at + length > len(data) or depth > DEEPEST:
            yield UNREADABLE, True
            return
        kind, inner = bytes(data[at + 4 : at + 8]), data[at + start : at + length]
        if kind != b"udta" or inner != NO_NOTES:
            # The last of a reference's three flag bytes is 1 if the data are in the same file.
            yield kind, kind not in REFERENCES or (len(inner) >= 4 and bool(inner[3] & 1))
        if kind in PARENTS:
            yield from _walk(inner[PARENTS[kind] :], depth + 1)
        at += length
