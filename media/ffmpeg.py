"""Video by FFmpeg (from imageio-ffmpeg)."""

import subprocess
from pathlib import Path

import ffmpeg
import imageio_ffmpeg

# Nothing but files is ever opened, whatever a file's contents refer to; and a terminal's keys are
# not FFmpeg's.
SAFELY = ("-nostdin", "-hide_banner", "-loglevel", "error")
ONLY_FILES = "file"


class MediaTrouble(Exception):
    """FFmpeg could not do what was asked; the message is its own last word."""


def ffmpeg_version() -> str:
    """The version of FFmpeg, such as `9.0.2`."""
    sentence = _run([imageio_ffmpeg.get_ffmpeg_exe(), "-version"], seconds=30)
    return sentence.split()[2]


def make_test_clip(
    path: Path, *, seconds: float = 1.0, rate: int = 25, width: int = 320, height: int = 240
) -> None:
    """A test card with a running clock, as every clip is kept: H.264, yuv420p, MP4 with its index
    in front."""
    card = ffmpeg.input(
        f"testsrc=size={width}x{height}:rate={rate}:duration={seconds}", format="lavfi"
    )
    clip = card.output(
        str(path), vcodec="libx264", preset="veryfast", pix_fmt="yuv420p", movflags="+faststart"
    )
    _run(
        ffmpeg.compile(clip, cmd=[imageio_ffmpeg.get_ffmpeg_exe(), *SAFELY], overwrite_output=True),
        seconds=120,
    )


def _run(command: list[str], *, seconds: float) -> str:
    try:
        done = subprocess.run(
            command, check=True, capture_output=True, text=True, errors="replace", timeout=seconds
        )
    except subprocess.TimeoutExpired:
        raise MediaTrouble(f"FFmpeg took longer than {seconds:.0f} s") from None
    except subprocess.CalledProcessError as error:
        words = error.stderr.strip().splitlines() or [f"it ended with status {error.returncode}"]
        raise MediaTrouble(f"FFmpeg: {words[-1]}") from None
    except OSError as error:
        raise MediaTrouble(f"FFmpeg could not be started: {error}") from None
    return done.stdout
