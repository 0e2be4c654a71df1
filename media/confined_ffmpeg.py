"""FFmpeg on a stranger's file: in a process of its own, within limits, with one file in reach."""

import tempfile
from pathlib import Path
from typing import Any

import ffmpeg
import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from media.confining import Bounds, run_confined
from media.ffmpeg import ONLY_FILES, SAFELY
from media.reasons import NotMade

GIB = 1024**3
JPEG_QUALITY = 4  # of 2 to 31, the best first
NO_ROOM = ("No space left", "Read-only file system", "Permission denied")


@frozen
class Making:
    """What making a playable copy may cost."""

    seconds: float = 1800.0
    cpu_seconds: int = 3600
    memory: int = 4 * GIB
    bytes: int = 2 * GIB
    threads: int = 2

    def bounds(self) -> Bounds:
        return Bounds(self.seconds, self.cpu_seconds, self.memory, self.bytes)


def open_input(source: Path, demuxer: str, **options: Any) -> Any:
    """The file, opened as what it was found to be, with no other in reach."""
    if demuxer == "mov":
        options["enable_drefs"] = 0
    return ffmpeg.input(f"file:{source}", format=demuxer, protocol_whitelist=ONLY_FILES, **options)


def command_of(output: Any) -> list[str]:
    try:
        program = imageio_ffmpeg.get_ffmpeg_exe()
    except RuntimeError as error:
        raise NotMade("no_ffmpeg", f"FFmpeg is missing: {error}") from None
    command: list[str] = ffmpeg.compile(output, cmd=[program, *SAFELY], overwrite_output=True)
    return command


def run_ffmpeg(command: list[str], making: Making) -> None:
    try:
        ended = run_confined(command, making.bounds())
    except OSError as error:
        raise NotMade(
            "no_ffmpeg", f"FFmpeg could not be started: {error.strerror or error}."
        ) from None
    if ended.late:
        raise NotMade("ffmpeg_slow", f"FFmpeg took longer than {making.seconds:.0f} s.")
    if ended.status != 0:
        raise _why_it_failed(ended.status, ended.complaints, making)


def _why_it_failed(status: int, complaints: str, making: Making) -> NotMade:
    if any(why in complaints for why in NO_ROOM):
        return NotMade("no_room", "There is no room, or no right, to write the playable copy.")
    if status == -25 or "File too large" in complaints:  # SIGXFSZ
        return NotMade(
            "too_many_bytes", f"The playable copy would have more than {making.bytes:,} bytes."
        )
    if status < 0:
        return NotMade("ffmpeg_crashed", f"FFmpeg was ended by signal {-status}.")
    words = (complaints.splitlines() or [f"status {status}"])[-1]
    return NotMade("ffmpeg_failed", f"FFmpeg: {words[:200]}")


def read_frames(clip: Path, seconds: float, shape: tuple[int, int, int]) -> tuple[bytes, ...]:
    """Pictures as JPEG files, evenly spread over a playable clip. shape: as of
    `read_pictures`, which see. Raises NotMade."""
    count, width, height = shape
    stream = open_input(clip.absolute(), "mov").video
    stream = stream.filter("fps", round(count / max(seconds, 0.1), 6))
    stream = stream.filter("scale", width, height, flags="area", out_range="pc")
    stream = stream.filter("format", pix_fmts="yuvj420p")
    options = {"vframes": count, "vcodec": "mjpeg", "q:v": JPEG_QUALITY, "map_metadata": -1}
    options |= {"threads": 1, "fflags": "+bitexact", "flags:v": "+bitexact", "format": "image2"}
    with tempfile.TemporaryDirectory(prefix="frames-") as folder:
        files = Path(folder) / "%03d.jpg"
        run_ffmpeg(command_of(stream.output(f"file:{files}", **options)), Making())
        frames = [one.read_bytes() for one in sorted(Path(folder).glob("*.jpg"))]
    if not frames:
        raise NotMade("ffmpeg_failed", "Not one picture of the playable copy could be decoded.")
    return tuple(frames[min(place, len(frames) - 1)] for place in range(count))


def read_pictures(
    clip: Path,
    seconds: float,
    shape: tuple[int, int, int],
    pixel_format: str,
    making: Making | None = None,
) -> NDArray[np.uint8]:
    """(pictures, bytes of one), evenly spread over a playable clip. shape: how many pictures, their
    width and height. Of a clip that ends early the last picture stays. Raises NotMade."""
    count, width, height = shape
    stream = open_input(clip.absolute(), "mov").video
    stream = stream.filter("fps", round(count / max(seconds, 0.1), 6))
    stream = stream.filter("scale", width, height, flags="area")
    stream = stream.filter("format", pix_fmts=pixel_format)
    options = {"format": "rawvideo", "vframes": count, "threads": 1}
    with tempfile.TemporaryDirectory(prefix="pictures-") as folder:
        raw = Path(folder) / "pictures"
        run_ffmpeg(command_of(stream.output(f"file:{raw}", **options)), making or Making())
        given = np.fromfile(raw, np.uint8) if raw.exists() else np.empty(0, np.uint8)
    each = width * height * 3
    pictures = given[: len(given) // each * each].reshape(-1, each)
    if not len(pictures):
        raise NotMade("ffmpeg_failed", "Not one picture of the playable copy could be decoded.")
    return pictures[np.minimum(np.arange(count), len(pictures) - 1)]
