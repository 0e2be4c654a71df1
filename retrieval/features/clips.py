"""Features of clips: their pictures, decoded by the confined decoder, and described."""

import hashlib
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import numpy as np

from foundation.frozen import frozen
from media.confined_ffmpeg import read_pictures
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
from retrieval.features.video_features import Expert, Rows, VideoFeatures

SOURCE = f"computed from the clips (descriptor {VERSION})"
Clip = TypeVar("Clip")
AT_ONCE = 2  # one is described while another is decoded


@frozen
class PlayableClip:
    key: str
    path: Path
    seconds: float


def describe_clips(
    clips: Sequence[PlayableClip], report: Callable[[int, int], None] = lambda *_: None
) -> VideoFeatures:
    """Raises NotMade, which names the clip."""
    values = describe_all(_describe_clip, clips, report)
    keys = tuple(clip.key for clip in clips)
    sha256 = hashlib.sha256(values.tobytes()).hexdigest()
    return VideoFeatures(keys, (Expert.of_all(SOURCE, sha256, values),))


def describe_all(
    describe: Callable[[Clip], Row], clips: Sequence[Clip], report: Callable[[int, int], None]
) -> Rows:
    rows: list[Row] = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for row in pool.map(describe, clips):
                rows.append(row)
                report(len(rows), len(clips))
        except BaseException:
            pool.shutdown(cancel_futures=True)  # of a cancelled job nothing more is decoded
            raise
    return np.stack(rows)


def _describe_clip(clip: PlayableClip) -> Row:
    try:
        return describe_pictures(take_pictures(clip.path, clip.seconds))
    except NotMade as trouble:
        raise NotMade(trouble.code, f"{clip.key}: {trouble.sentence}") from None


def take_pictures(clip: Path, seconds: float) -> Pictures:
    given = read_pictures(clip, seconds, (PICTURES, WIDTH, HEIGHT), "rgb24")
    return given.reshape(PICTURES, HEIGHT, WIDTH, 3)
