"""Video by FFmpeg (from imageio-ffmpeg), and reading it back with PyAV. No framework here: paths
in, facts out."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

import av
import ffmpeg
import imageio_ffmpeg

# Nothing but files is ever opened, whatever a file's contents refer to; and a terminal's keys are
# not FFmpeg's.
SAFELY = ("-nostdin", "-hide_banner", "-loglevel", "error")
ONLY_FILES = "file"


class MediaTrouble(Exception):
    """FFmpeg could not do what was asked; the message is its own last word."""


@dataclass(frozen=True, slots=True)
class VideoFacts:
    """What is found by decoding every frame, not what the header promises."""

    codec: str
    pixel_format: str
    width: int
    height: int
    frames: int
    seconds: float


def ffmpeg_version() -> str:
    """The version of FFmpeg, such as `9.0.2`."""
    said = _run([imageio_ffmpeg.get_ffmpeg_exe(), "-version"], seconds=30)
    return said.split()[2]


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


def probe_video(path: Path) -> VideoFacts:
    """Decodes the first video stream from end to end. Duration is frames over their rate where the
    stream says none."""
    try:
        with av.open(str(path), options={"protocol_whitelist": ONLY_FILES}) as container:
            stream = container.streams.video[0]
            context = stream.codec_context
            frames = sum(1 for _ in container.decode(stream))
            return VideoFacts(
                codec=context.name,
                pixel_format=str(context.pix_fmt),
                width=context.width,
                height=context.height,
                frames=frames,
                seconds=_seconds(stream, frames),
            )
    except IndexError:
        raise MediaTrouble(f"{path.name}: expected a video stream, found none") from None
    except av.FFmpegError as error:
        raise MediaTrouble(f"{path.name}: {error.strerror}") from None


def _seconds(stream: "av.VideoStream", frames: int) -> float:
    if stream.duration is not None and stream.time_base is not None:
        return float(stream.duration * stream.time_base)
    return frames / float(stream.average_rate) if stream.average_rate else 0.0


def index_is_in_front(path: Path) -> bool:
    """Whether a player can begin before it has all of the file: the `moov` box comes before
    `mdat`."""
    with path.open("rb") as file:
        while len(head := file.read(8)) == 8:
            size, kind = int.from_bytes(head[:4], "big"), head[4:]
            if kind in (b"moov", b"mdat"):
                return kind == b"moov"
            if (
                size < 8
            ):  # 0: to the end of the file; 1: a 64-bit size, which only mdat has in practice
                return False
            file.seek(size - 8, 1)
    return False


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
