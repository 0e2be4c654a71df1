"""Clips as people have them, made by FFmpeg in a moment: 160 × 120, one or two seconds."""

import subprocess
from pathlib import Path

import imageio_ffmpeg

FFMPEG = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-y", "-loglevel", "error", "-threads", "1"]


def pictures(seconds: float = 1.2, size: str = "160x120", rate: int = 25) -> list[str]:
    return ["-f", "lavfi", "-i", f"testsrc=size={size}:rate={rate}:duration={seconds}"]


def sound(seconds: float = 1.2) -> list[str]:
    return ["-f", "lavfi", "-i", f"sine=frequency=440:duration={seconds}"]


H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
GOOD = [
    *pictures(),
    *sound(),
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
]
UNEVEN = "setpts='if(lt(N,20),N/25,0.8+(N-20)/8)/TB'"

# Name: what comes before the name of the file. All of these have to become playable.
PLAYABLE = {
    "msvd.avi": [*pictures(), "-c:v", "mpeg4", "-vtag", "XVID", "-bf", "2", "-q:v", "4"],
    "msvd-with-sound.avi": [
        *pictures(),
        *sound(),
        "-c:v",
        "mpeg4",
        "-q:v",
        "4",
        "-c:a",
        "libmp3lame",
    ],
    "hevc.mp4": [
        *pictures(),
        *sound(),
        "-c:v",
        "libx265",
        "-preset",
        "ultrafast",
        "-x265-params",
        "log-level=error",
        "-c:a",
        "aac",
    ],
    "vp9.webm": [
        *pictures(),
        *sound(),
        "-c:v",
        "libvpx-vp9",
        "-deadline",
        "realtime",
        "-cpu-used",
        "8",
        "-pix_fmt",
        "yuv420p",
    ],
    "vp8.webm": [*pictures(), "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"],
    "av1.mkv": [
        *pictures(),
        "-pix_fmt",
        "yuv420p",
        "-c:v",
        "libsvtav1",
        "-preset",
        "13",
        "-svtav1-params",
        "lp=1",
    ],
    "prores.mov": [
        *pictures(),
        *sound(),
        "-pix_fmt",
        "yuv422p10le",
        "-c:v",
        "prores_ks",
        "-c:a",
        "pcm_s16le",
    ],
    "mpeg2.ts": [*pictures(), *sound(), "-c:v", "mpeg2video", "-q:v", "4", "-c:a", "mp2"],
    "mpeg1.mpg": [
        *pictures(),
        *sound(),
        "-c:v",
        "mpeg1video",
        "-q:v",
        "4",
        "-c:a",
        "mp2",
        "-f",
        "mpeg",
    ],
    "flash.flv": [*pictures(), "-c:v", "flv1"],
    "windows.wmv": [*pictures(), *sound(), "-c:v", "wmv2", "-c:a", "wmav2"],
    "theora.ogv": [*pictures(), "-c:v", "libtheora", "-pix_fmt", "yuv420p"],
    "uneven.mp4": [*pictures(1.6), "-vf", UNEVEN, "-fps_mode", "vfr", *H264],
    "odd.mp4": [
        *pictures(size="161x121"),
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-pix_fmt",
        "yuv444p",
    ],
    "ten-bits.mp4": [
        *pictures(),
        "-c:v",
        "libx264",
        "-preset",
        "ultrafast",
        "-pix_fmt",
        "yuv420p10le",
    ],
    "hdr.mkv": [
        *[
            *pictures(),
            "-pix_fmt",
            "yuv420p10le",
            "-c:v",
            "libx265",
            "-preset",
            "ultrafast",
            "-x265-params",
        ],
        "log-level=error:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc",
    ],
    "interlaced.ts": [
        *pictures(rate=50),
        "-vf",
        "interlace",
        "-c:v",
        "mpeg2video",
        "-flags",
        "+ilme+ildct",
        "-q:v",
        "4",
    ],
    "wide-pixels.avi": [*pictures(), "-vf", "setsar=16/11", "-c:v", "mpeg4", "-q:v", "4"],
    "fast.mp4": [*pictures(0.6, rate=240), *H264],
    "large.mp4": [*pictures(0.4, size="1920x1082"), *H264],
    "index-last.mp4": GOOD,
    "in-matroska.mkv": GOOD,
    "kept.mp4": [*GOOD, "-map_metadata", "-1", "-fflags", "+bitexact", "-movflags", "+faststart"],
}


def make(folder: Path, name: str, arguments: list[str]) -> Path:
    """Makes the clip once; its name is the last argument."""
    path = folder / name
    if not path.exists():
        subprocess.run([*FFMPEG, *arguments, "-t", "3", str(path)], check=True, capture_output=True)
    return path


def make_turned(folder: Path) -> Path:
    """With a note for the player to turn it by a quarter, as telephones write."""
    source = make(folder, "index-last.mp4", PLAYABLE["index-last.mp4"])
    path = folder / "turned.mp4"
    if not path.exists():
        subprocess.run(
            [*FFMPEG, "-display_rotation", "90", "-i", str(source), "-c", "copy", str(path)],
            check=True,
        )
    return path
