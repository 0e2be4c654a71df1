"""Features of clips: their pictures, decoded by the confined decoder, and described."""

import hashlib
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from media.confined_ffmpeg import Making, command_of, open_input, run_ffmpeg
from media.reasons import NotMade
from retrieval.features.descriptor import (
    HEIGHT,
    PICTURES,
    VERSION,
    WIDTH,
    Pictures,
    Row,
    describe_pictures,
)
from retrieval.features.video_features import VideoFeatures

SOURCE = f"computed from the clips (descriptor {VERSION})"
AT_ONCE = 2  # one is described while another is decoded


@dataclass(frozen=True, slots=True)
class PlayableClip:
    key: str
    path: Path
    seconds: float


def describe_clips(
    clips: Sequence[PlayableClip], report: Callable[[int, int], None] = lambda *_: None
) -> VideoFeatures:
    """Raises NotMade, which names the clip."""
    rows: list[Row] = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for row in pool.map(describe_clip, clips):
                rows.append(row)
                report(len(rows), len(clips))
        except BaseException:
            pool.shutdown(cancel_futures=True)  # of a cancelled job nothing more is decoded
            raise
    values = np.stack(rows)
    return VideoFeatures(
        tuple(clip.key for clip in clips),
        values,
        SOURCE,
        hashlib.sha256(values.tobytes()).hexdigest(),
    )


def describe_clip(clip: PlayableClip) -> Row:
    try:
        return describe_pictures(take_pictures(clip.path, clip.seconds))
    except NotMade as trouble:
        raise NotMade(trouble.code, f"{clip.key}: {trouble.sentence}") from None


def take_pictures(clip: Path, seconds: float, making: Making | None = None) -> Pictures:
    """(PICTURES, HEIGHT, WIDTH, 3), evenly spread over a playable clip. Of one that ends early the
    last picture stays."""
    with tempfile.TemporaryDirectory(prefix="pictures-") as folder:
        raw = Path(folder) / "pictures"
        run_ffmpeg(_command(clip.absolute(), raw, seconds), making or Making())
        given = np.fromfile(raw, np.uint8) if raw.exists() else np.empty(0, np.uint8)
    each = HEIGHT * WIDTH * 3
    pictures = given[: len(given) // each * each].reshape(-1, HEIGHT, WIDTH, 3)
    if not len(pictures):
        raise NotMade("ffmpeg_failed", "Not one picture of the playable copy could be decoded.")
    return pictures[np.minimum(np.arange(PICTURES), len(pictures) - 1)]


def _command(clip: Path, raw: Path, seconds: float) -> list[str]:
    rate = PICTURES / max(seconds, 0.1)
    stream = open_input(clip, "mov").video.filter("fps", round(rate, 6))
    stream = stream.filter("scale", WIDTH, HEIGHT, flags="area").filter("format", pix_fmts="rgb24")
    options = {"format": "rawvideo", "vframes": PICTURES, "threads": 1}
    return command_of(stream.output(f"file:{raw}", **options))
