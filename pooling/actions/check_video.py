"""See whether this machine can make and read video: everything that an import will need, in a
second."""

import tempfile
from pathlib import Path

from django.conf import settings

from foundation.frozen import frozen
from foundation.progress import Report
from media.confining import what_holds
from media.ffmpeg import MediaTrouble, ffmpeg_version, make_test_clip
from media.probing import probe

SECONDS, RATE = 1.0, 25
STEPS = 4


@frozen
class VideoTools:
    ffmpeg: str
    codec: str
    pixel_format: str
    frames: int
    seconds: float
    confined: dict[str, bool]  # what is kept from a process that decodes, on this machine


def check_video(report: Report) -> VideoTools:
    """Where the media lie, because room and rights there are part of the question. Nothing is left
    behind."""
    report(0, STEPS, "Asking FFmpeg for its version")
    version = ffmpeg_version()
    settings.MEDIA_ROOT.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="check-", dir=settings.MEDIA_ROOT) as folder:
        clip = Path(folder) / "test.mp4"
        report(1, STEPS, "Making a clip of one second")
        make_test_clip(clip, seconds=SECONDS, rate=RATE)
        report(2, STEPS, "Reading it back")
        facts = probe(clip)
        if facts.frames_seen != SECONDS * RATE or not facts.index_in_front:
            raise MediaTrouble(
                f"expected {SECONDS * RATE:.0f} frames and the index in front, found"
                f" {facts.frames_seen} frames"
            )
    report(3, STEPS, "Looking at what a decoder is kept from")
    return VideoTools(
        version, facts.codec, facts.pixel_format, facts.frames_seen, facts.seconds, what_holds()
    )
