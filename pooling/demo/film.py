"""Makes drawn frames into a small silent MP4 that needs no further work: H.264, yuv420p, a key
frame each second, index in front."""

import subprocess
from pathlib import Path

import imageio_ffmpeg

from pooling.demo.clips import HEIGHT, RATE, WIDTH, Clip
from pooling.demo.drawing import frames_of

FRAMES_IN = f"-f rawvideo -pix_fmt rgb24 -s {WIDTH}x{HEIGHT} -r {RATE} -i pipe:0"
COLOURS = (
    "-vf scale=out_color_matrix=bt709:out_range=tv"
    " -colorspace bt709 -color_primaries bt709 -color_trc bt709"
)
# One thread and nothing of the encoder's own in the file: the same clip has the same bytes, so it
# is stored once.
H264 = f"-c:v libx264 -preset veryfast -crf 21 -pix_fmt yuv420p -g {RATE} -threads 1"
PLAIN = "-an -map_metadata -1 -fflags +bitexact -flags:v +bitexact -movflags +faststart -f mp4"


def write_clip(clip: Clip, path: Path) -> None:
    """The file appears whole or not at all."""
    part = path.with_suffix(".part")
    program = imageio_ffmpeg.get_ffmpeg_exe()
    options = f"-nostdin -hide_banner -loglevel error -y {FRAMES_IN} {COLOURS} {H264} {PLAIN}"
    command = [program, *options.split(), f"file:{part}"]
    frames = b"".join(frame.tobytes() for frame in frames_of(clip))
    subprocess.run(command, input=frames, check=True, timeout=120)
    part.replace(path)
