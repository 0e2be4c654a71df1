"""What a video file really is: found by decoding it, in a process of its own that may open nothing
else.

Python reads the first bytes and the boxes, and refuses what it can; only then does a child, within
limits, hand the file to libav, with the container named, no protocol allowed and the file given as
an open handle. Never is a name or a type trusted.
"""

import errno
import json
import logging
import os
import stat
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, BinaryIO

from foundation.frozen import frozen
from media.boxes import Boxes, read_boxes
from media.confining import CHILDREN, Bounds, Ended, run_confined
from media.containers import CONTAINERS, HEAD, MP4, Container, recognise
from media.reasons import Unplayable

logger = logging.getLogger(__name__)

GIB = 1024**3


@frozen
class Limits:
    """What a video may be, and what looking at it may cost."""

    pixels: int = 8192 * 4320  # of one picture
    side: int = 16384
    smallest_side: int = 16
    tracks: int = 32
    shortest: float = 0.2  # seconds
    longest: int = 900  # seconds
    frames: int = 250_000
    damaged_share: float = 0.5  # of its pictures
    seconds: float = 300.0
    cpu_seconds: int = 300
    memory: int = 3 * GIB


@frozen
class Probed:
    """Width and height are of the coded picture, before its rotation and the shape of its pixels
    are applied."""

    container: Container
    codec: str
    profile: str
    video_index: int
    width: int
    height: int
    rotation: int  # degrees counter-clockwise that a player turns it
    mirrored: bool
    sample_aspect: tuple[int, int]
    pixel_format: str
    bits: int
    hdr: bool
    interlaced: bool
    frames_seen: int
    decode_errors: int
    corrupt_frames: int
    seconds: float  # from the first picture that could be decoded to the end of the last
    declared_seconds: float | None
    frame_rate: float  # one over the usual interval between pictures
    variable_rate: bool
    key_frame_gap: float  # seconds, the widest
    video_tracks: int
    audio_tracks: int
    audio_index: int  # -1 without sound
    audio_codec: str | None  # "" if nothing here can decode it
    audio_profile: str
    subtitle_tracks: int
    data_tracks: int
    attachments: int
    cover_pictures: int
    chapters: int
    bytes: int
    index_in_front: bool  # of MP4 only
    only_needed: bool  # of MP4 only: holds nothing but what playing needs
    brand: str
    warnings: tuple[str, ...] = ()

    @property
    def damaged(self) -> int:
        return self.corrupt_frames + self.decode_errors


def probe(path: Path, limits: Limits | None = None) -> Probed:
    """Decodes the whole file. Raises Unplayable; what is odd but bearable is among the warnings."""
    limits = limits or Limits()
    with _open(path) as file:
        size = os.fstat(file.fileno()).st_size
        container = recognise(file.read(HEAD))
        boxes = _check_boxes(read_boxes(file, size)) if container == MP4 else None
        file.seek(0)
        found = _decode(file, container, limits)
    probed = _facts(found, container, size, boxes)
    _check(probed, limits)
    return replace(probed, warnings=tuple(_warnings(probed, path.suffix.lower())))


def _open(path: Path) -> BinaryIO:
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        if error.errno in (errno.EMFILE, errno.ENFILE):
            raise  # the file may be there: it is this process that can open no more
        raise Unplayable("missing", "There is no such file.") from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise Unplayable("missing", "Expected a file, found something else.")
    # Unbuffered: the child reads from this very handle, so seek(0) must move the handle itself.
    return os.fdopen(handle, "rb", buffering=0)


def _check_boxes(boxes: Boxes) -> Boxes:
    if boxes.names_other_files:
        raise Unplayable(
            "external",
            "Its pictures or sound lie in other files, which it only names. Send a self-contained"
            " copy.",
        )
    if boxes.encrypted:
        raise Unplayable("encrypted", "The video is encrypted.")
    return boxes


def _decode(file: BinaryIO, container: Container, limits: Limits) -> dict[str, Any]:
    # -I: neither the environment nor a working folder brings modules in.
    command = [
        sys.executable,
        "-I",
        str(CHILDREN / "decode.py"),
        container.demuxer,
        json.dumps(asdict(limits)),
    ]
    bounds = Bounds(limits.seconds, limits.cpu_seconds, limits.memory, file_bytes=1024**2)
    found = _answer(run_confined(command, bounds, stdin=file), limits)
    if "refused" in found:
        code = found["refused"]
        raise Unplayable(code, _sentence(code, found["detail"], limits))
    return found


def _answer(ended: Ended, limits: Limits) -> dict[str, Any]:
    if ended.late:
        raise Unplayable("probe_slow", f"Reading it took longer than {limits.seconds:.0f} s.")
    try:
        found = json.loads(ended.output) if ended.status == 0 else None
    except ValueError:
        found = None
    if not isinstance(found, dict):
        logger.warning("decoder ended with status %d: %s", ended.status, ended.complaints)
        raise Unplayable(
            "probe_crashed", "The decoder crashed or ran out of memory while reading it."
        )
    return found


# Of what was found, and of the limits.
SENTENCES = {
    "broken": "Its structure cannot be read ({0}).",
    "encrypted": "The video is encrypted.",
    "too_many_tracks": "It has {0} tracks; at most {1.tracks} are allowed.",
    "audio_only": "Audio only: it has no video.",
    "no_video": "It has no video track.",
    "unknown_codec": "Nothing here can decode its video.",
    "too_large_picture": (
        "Its picture is {0[0]} × {0[1]}; at most {1.pixels:,} pixels and {1.side} on a side are"
        " allowed."
    ),
    "too_small_picture": (
        "Its picture is {0[0]} × {0[1]}; at least {1.smallest_side} on a side is needed."
    ),
    "too_many_frames": "It has more than {1.frames:,} pictures.",
    "no_frames": "Not one picture of it could be decoded.",
}
WITH_COVER = {
    "audio_only": "Audio only, with a cover picture, which is not a video.",
    "no_video": "A still picture only: it has no video.",
}


def _sentence(code: str, detail: Any, limits: Limits) -> str:
    if code == "too_long":
        return f"It lasts {_clock(detail)}; at most {_clock(limits.longest)} is allowed."
    if detail and code in WITH_COVER:
        return WITH_COVER[code]
    return SENTENCES[code].format(detail, limits)


def _facts(found: dict[str, Any], container: Container, size: int, boxes: Boxes | None) -> Probed:
    """The facts, given by name, so that a child that answers anything else fails here."""
    usual = found.pop("usual")
    found["frame_rate"] = 1 / usual if usual else 0.0
    found["sample_aspect"] = tuple(found["sample_aspect"])
    return Probed(
        container=container,
        bytes=size,
        index_in_front=boxes is not None and boxes.index_in_front,
        only_needed=boxes is not None and boxes.only_needed,
        brand=boxes.brand.decode("latin-1").strip() if boxes else "",
        **found,
    )


def _check(probed: Probed, limits: Limits) -> None:
    if probed.frames_seen == 1:
        raise Unplayable("still", "A still picture: it has one frame.")
    if probed.seconds < limits.shortest:
        raise Unplayable(
            "too_short", f"It lasts {probed.seconds:.2f} s; at least {limits.shortest} s is needed."
        )
    pictures = probed.frames_seen + probed.decode_errors
    if probed.damaged > limits.damaged_share * pictures:
        damaged = f"{probed.damaged} of its {pictures} pictures are damaged."
        raise Unplayable("defective", damaged)


def _warnings(probed: Probed, suffix: str) -> Iterator[str]:
    known = {each for container in CONTAINERS for each in container.suffixes}
    if suffix in known and suffix not in probed.container.suffixes:
        yield f"named {suffix}, but its content is {probed.container.title}"
    declared = probed.declared_seconds or 0
    if probed.seconds < declared - max(0.5, declared / 50):
        yield f"ends at {_clock(probed.seconds)} of {_clock(declared)}"
    if probed.damaged:
        whole = f"{probed.damaged} of {probed.frames_seen}"
        yield f"playable with defects: {whole} pictures are damaged"


def _clock(seconds: float) -> str:
    """00:07, or 1:02:03; rounded down, so that an end is never said to be later than it is."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes:02}:{rest:02}"
