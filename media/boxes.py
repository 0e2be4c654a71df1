"""The boxes of MP4 and QuickTime files, read by hand before any decoder sees the file.

They tell what a demuxer would only show as a vague failure: no index because the file was cut,
pictures that lie in other files, encryption; and, of a good file, whether its index is in front and
whether it carries more than pictures and sound.

A length is a claim. None is believed that goes beyond the file, or beyond the box around it; and
there is a bound on how many boxes are looked at, how deep they nest, and how much of the file is
read.
"""

from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from foundation.frozen import frozen
from media.reasons import Unplayable

LARGEST_INDEX = 64 * 1024 * 1024
MOST_BOXES = 20_000
DEEPEST = 12
LARGEST_FILE = 2**40  # a box that claims more was not cut off: it lies
HEAD, LONG_HEAD = 8, 16

# Boxes that hold boxes, and how many bytes of their own come first.
PARENTS = dict.fromkeys(b"moov trak mdia minf stbl dinf edts mvex sinf schi".split(), 0)
PARENTS |= {b"dref": 8, b"stsd": 8}
ENCRYPTED = {b"encv", b"enca", b"enct", b"encs", b"drms", b"drmi", b"sinf", b"pssh"}
REFERENCES = {b"url ", b"urn ", b"alis", b"rsrc", b"cios"}

# All that a file needs to be played. Anything else (places, devices, names, thumbnails, times of
# day) is taken out.
TOP = {b"ftyp", b"moov", b"mdat"}
NEEDED = {
    b"url ",
    *(
        b"moov mvhd trak tkhd edts elst mdia mdhd hdlr minf vmhd smhd dinf dref stbl stsd avc1"
        b" mp4a stts stss ctts stsc stsz stco co64 sgpd sbgp sdtp"
    ).split(),
}
NO_NOTES = bytes.fromhex(
    "00000035 6d657461 00000000 00000021 68646c72 00000000 00000000 6d646972 6170706c"
) + bytes(9)
# An empty list of notes, which FFmpeg always writes into udta.
NO_NOTES += bytes.fromhex("00000008 696c7374")
UNREADABLE = b"\0\0\0\0"  # stands for what does not divide into boxes


@frozen
class Box:
    kind: bytes
    start: int  # of what it holds
    stop: int  # as it claims: of a file that was cut, the last box may end beyond it
    head: int  # bytes before start


@frozen
class Boxes:
    """What the boxes of one file say."""

    index_in_front: bool
    names_other_files: bool
    encrypted: bool
    only_needed: bool  # nothing but what playing needs
    brand: bytes


def read_boxes(file: BinaryIO, size: int) -> Boxes:
    """Reads box heads and one index of at most LARGEST_INDEX bytes; never what the pictures are
    made of.

    Raises Unplayable if there is no whole index, or if the boxes do not fit into the file or into
    each other. After the index the file may end early: it plays until there, and the decoder finds
    out how far that is.
    """
    top = list(_top_boxes(file, size))
    kinds = [box.kind for box in top if box.kind != b"free" or box.start < box.stop]
    moov = next((box for box in top if box.kind == b"moov"), None)
    if moov is None or moov.stop > size:
        raise _without_index(top, size)
    inner = _inside(file, moov)
    return Boxes(
        index_in_front=b"mdat" not in kinds[: kinds.index(b"moov")],
        names_other_files=any(kind in REFERENCES and not here for kind, here in inner),
        encrypted=any(kind in ENCRYPTED for kind, _ in inner) or b"pssh" in kinds,
        only_needed=set(kinds) <= TOP and {kind for kind, _ in inner} <= NEEDED,
        brand=_start_of(file, top[0]) if top[0].kind == b"ftyp" else b"",
    )


def _without_index(top: list[Box], size: int) -> Unplayable:
    sentence = "The file was cut off: its index (the moov box) is missing or not all there"
    beyond = next((box for box in top if box.stop > size), None)
    if beyond is None:
        return Unplayable("truncated", f"{sentence}.")
    at = beyond.start - beyond.head
    return Unplayable(
        "truncated", f"{sentence}; {_boast(beyond.kind, at, beyond.stop - at, size - at, 'file')}."
    )


def _boast(kind: bytes, at: int, claims: int, left: int, around: str) -> str:
    # The four letters of a kind; whatever cannot be shown is told by its bytes.
    named = kind.decode("ascii") if kind.isalnum() else f"0x{kind.hex()}"
    return (
        f"the {named} box at byte {at} claims {claims:,} bytes, but the {around} has"
        f" {left:,} bytes from there on"
    )


def _broken(words: str) -> Unplayable:
    return Unplayable("broken", f"Its structure cannot be read: {words}.")


def _top_boxes(file: BinaryIO, size: int) -> Iterator[Box]:
    """The last one may claim more than the file has; none claims more than any file could have."""
    at = 0
    for _ in range(MOST_BOXES):
        if at >= size:
            return
        file.seek(at)
        head = file.read(LONG_HEAD)
        length, start = _length(head, size - at)
        if length < start or len(head) < HEAD:
            yield Box(UNREADABLE, at, size, 0)
            return
        if length > max(LARGEST_FILE, size):
            raise _broken(_boast(head[4:8], at, length, size - at, "file"))
        yield Box(head[4:8], at + start, at + length, start)
        at += length
    if at < size:
        raise _broken(f"it has more than {MOST_BOXES:,} boxes")


def _length(head: bytes, left: int) -> tuple[int, int]:
    """The box's length with its head, and the head's. A length of 0 means: to the end; of 1: eight
    more bytes say it."""
    length = int.from_bytes(head[:4], "big")
    if length == 1:
        return int.from_bytes(head[HEAD:LONG_HEAD], "big"), LONG_HEAD
    return (left if length == 0 else length), HEAD


def _start_of(file: BinaryIO, box: Box) -> bytes:
    file.seek(box.start)
    return file.read(4)


def _inside(file: BinaryIO, moov: Box) -> list[tuple[bytes, bool]]:
    """(kind, whether its data are in this file) of all boxes in the index."""
    length = moov.stop - moov.start
    if length > LARGEST_INDEX:
        raise _broken(
            f"its index (the moov box) has {length:,} bytes, expected at most {LARGEST_INDEX:,}"
        )
    file.seek(moov.start)
    index = memoryview(file.read(length))
    found = list(islice(_walk(index, moov.start, 0), MOST_BOXES + 1))
    if len(found) > MOST_BOXES:
        raise _broken(f"its index (the moov box) has more than {MOST_BOXES:,} boxes")
    return found


def _walk(data: memoryview, place: int, depth: int) -> Iterator[tuple[bytes, bool]]:
    """place: where the data begin in the file."""
    if depth > DEEPEST:
        raise _broken(f"its boxes are nested more than {DEEPEST} deep")
    at = 0
    while at < len(data):
        length, start = _length(bytes(data[at : at + LONG_HEAD]), len(data) - at)
        if length < start or len(data) - at < HEAD:
            # Such as the four zeros that end a list of notes; players pass over the rest as well.
            yield UNREADABLE, True
            return
        kind = bytes(data[at + 4 : at + 8])
        if at + length > len(data):
            # A player reads on to the end of the outer box: what it finds there would have gone
            # unseen here.
            raise _broken(_boast(kind, place + at, length, len(data) - at, "box around it"))
        inner = data[at + start : at + length]
        if kind != b"udta" or inner != NO_NOTES:
            # The last of a reference's three flag bytes is 1 if the data are in the same file.
            yield kind, kind not in REFERENCES or (len(inner) >= 4 and bool(inner[3] & 1))
        if kind in PARENTS:
            yield from _walk(inner[PARENTS[kind] :], place + at + start + PARENTS[kind], depth + 1)
        at += length
