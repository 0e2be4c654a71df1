"""Makes any video into one that every browser plays, with its poster: by FFmpeg, in a process of
its own, within limits.

What is suitable already keeps its pictures and sound bit for bit.
"""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import ffmpeg

from foundation.checksum import sha256_of
from foundation.frozen import frozen
from media.confined_ffmpeg import Making, command_of, open_input, run_ffmpeg
from media.fingerprints import take_fingerprint
from media.planning import (
    KEY_FRAME_SECONDS,
    Keep,
    Transcode,
    even,
    is_too_fast,
    made_size,
    plan,
    playing_rate,
)
from media.probing import Limits, Probed, probe
from media.reasons import NotMade
from media.storing import drafts, publish

Piece = tuple[float, float]  # from where to where, in seconds
POSTER_SIDE = 640
POSTER_AT = 0.3  # of the video: the first pictures are often black

# Everything that is not picture or sound stays behind, and so does the time of day: the same source
# gives the same bytes.
NOTHING_ELSE = {
    "map_metadata": -1,
    "map_chapters": -1,
    "sn": None,
    "dn": None,
    "fflags": "+bitexact",
    "movflags": "+faststart",
}
SOUND: dict[str, Any] = {
    "acodec": "aac",
    "ac": 2,
    "ar": 48000,
    "audio_bitrate": "128k",
    "flags:a": "+bitexact",
}
VIDEO: dict[str, Any] = {
    "vcodec": "libx264",
    "profile:v": "high",
    "preset": "veryfast",
    "crf": 21,
    "pix_fmt": "yuv420p",
    "force_key_frames": f"expr:gte(t,n_forced*{KEY_FRAME_SECONDS})",
    "flags:v": "+bitexact",
}
TONE_MAP = (  # from HDR to what every screen shows
    ("zscale", {"t": "linear", "npl": 100}),
    ("format", {"pix_fmts": "gbrpf32le"}),
    ("zscale", {"p": "bt709"}),
    ("tonemap", {"tonemap": "hable"}),
    ("zscale", {"t": "bt709", "m": "bt709", "r": "tv"}),
)


@frozen
class Made:
    path: Path
    poster: Path
    changes: tuple[str, ...]
    width: int
    height: int
    seconds: float
    fingerprint: bytes  # empty where its pictures have none
    bytes: int
    sha256: str
    poster_sha256: str
    has_sound: bool


def make_playable(
    source: Path,
    folder: Path,
    probed: Probed,
    making: Making | None = None,
    *,
    piece: Piece | None = None,
) -> Made:
    """Makes `<sha256>.mp4` and its poster `<sha256>.jpg` in the folder. Raises NotMade; then
    nothing is left there. piece: all that is wanted of a longer film.

    1. All is written in a folder of drafts, which goes whatever happens.
    2. What was made is probed like what was sent: it has to be whole, and its facts are what is
    told.
    3. Only then do both files get their names.
    """
    making, decision = making or Making(), plan(probed)
    if piece is not None:
        probed, decision = _cut(probed, decision.changes, piece)
    source, folder = source.absolute(), folder.absolute()  # FFmpeg runs in another folder
    with drafts(folder) as draft:
        clip, poster = draft / "clip.mp4", draft / "poster.jpg"
        _write_clip(source, clip, probed, decision, making, piece)
        found = _check_whole(clip, probed)
        run_ffmpeg(_poster(clip, poster, found), making)
        sha256, poster_sha256 = sha256_of(clip), sha256_of(poster)
        made = Made(
            path=folder / f"{sha256}.mp4",
            poster=folder / f"{poster_sha256}.jpg",
            changes=decision.changes,
            width=found.width,
            height=found.height,
            seconds=found.seconds,
            bytes=found.bytes,
            sha256=sha256,
            poster_sha256=poster_sha256,
            has_sound=found.audio_tracks > 0,
            fingerprint=_fingerprint(clip, found, making),
        )
        publish(clip, made.path)
        publish(poster, made.poster)
    return made


def _cut(probed: Probed, changes: tuple[str, ...], piece: Piece) -> tuple[Probed, Transcode]:
    """The facts of the piece, and that it is coded anew: what is kept bit for bit can only be cut
    at its key frames. Real files have pieces that end before their start, or after the film."""
    start, stop = piece
    if not 0 <= start < min(stop, probed.seconds):
        raise NotMade(
            "cut_short",
            f"The piece from {start:g} s to {stop:g} s is not in the film, which has"
            f" {probed.seconds:.1f} s.",
        )
    seconds = min(stop, probed.seconds) - start
    cut = f"cut from a film of {probed.seconds:.1f} s, {start:g} s to {stop:g} s"
    return replace(probed, seconds=seconds), Transcode((cut, *changes))


def _fingerprint(clip: Path, found: Probed, making: Making) -> bytes:
    """A clip that plays is worth keeping without one."""
    try:
        return take_fingerprint(clip, found.seconds, making)
    except NotMade:
        return b""


def _write_clip(
    source: Path,
    clip: Path,
    probed: Probed,
    decision: Keep | Transcode,
    making: Making,
    piece: Piece | None,
) -> None:
    if isinstance(decision, Transcode):
        start = None if piece is None else piece[0]
        run_ffmpeg(_transcode(source, clip, probed, making, start), making)
    elif decision.changes:
        run_ffmpeg(_rewrap(source, clip, probed), making)
    else:
        try:
            shutil.copyfile(source, clip)
        except OSError as error:
            raise NotMade("no_room", f"The file could not be copied: {error.strerror}.") from None


def _rewrap(source: Path, clip: Path, probed: Probed) -> list[str]:
    given = open_input(source, probed.container.demuxer)
    tracks = [given[str(probed.video_index)], *_sound(given, probed)]
    return _mp4(tracks, clip, codec="copy")


def _sound(given: Any, probed: Probed) -> list[Any]:
    return [given[str(probed.audio_index)]] if probed.audio_codec else []


def _mp4(tracks: list[Any], clip: Path, **options: Any) -> list[str]:
    return command_of(
        ffmpeg.output(*tracks, f"file:{clip}", format="mp4", **options, **NOTHING_ELSE)
    )


def _transcode(
    source: Path, clip: Path, probed: Probed, making: Making, start: float | None
) -> list[str]:
    """start: where the piece begins, which is as long as is known of it."""
    limits, threads = Limits(), making.threads
    where = {} if start is None else {"ss": start}
    given = open_input(
        source, probed.container.demuxer, max_pixels=limits.pixels, threads=threads, **where
    )
    sound = _sound(given, probed)
    options = (SOUND if sound else {"an": None}) | VIDEO
    longest = limits.longest if start is None else min(probed.seconds, limits.longest)
    options |= {"threads": threads, "t": longest, "max_muxing_queue_size": 4096}
    return _mp4([_pictures(given[str(probed.video_index)], probed), *sound], clip, **options)


def _pictures(stream: Any, probed: Probed) -> Any:
    """The chain of filters. FFmpeg itself turns the pictures upright before the first of them."""
    if probed.interlaced:
        stream = stream.filter("bwdif", mode="send_frame")
    if probed.variable_rate or is_too_fast(probed):
        stream = stream.filter("fps", playing_rate(probed))
    width, height = made_size(probed)
    for name, options in TONE_MAP if probed.hdr else ():
        stream = stream.filter(name, **options)
    stream = stream.filter("scale", width, height, flags="bicubic", out_range="tv")
    return stream.filter("setsar", 1).filter("format", pix_fmts="yuv420p")


def _poster(clip: Path, poster: Path, made: Probed) -> list[str]:
    shrink = min(1.0, POSTER_SIDE / max(made.width, made.height))
    given = open_input(clip, "mov", ss=round(made.seconds * POSTER_AT, 3))
    picture = given.video.filter(
        "scale", even(made.width * shrink), even(made.height * shrink), out_range="pc"
    )
    picture = picture.filter("format", pix_fmts="yuvj420p")
    options = {
        "vframes": 1,
        "vcodec": "mjpeg",
        "q:v": 4,
        "update": 1,
        "map_metadata": -1,
        "fflags": "+bitexact",
        "threads": 1,
    }
    return command_of(
        picture.output(f"file:{poster}", format="image2", **options, **{"flags:v": "+bitexact"})
    )


def _check_whole(clip: Path, probed: Probed) -> Probed:
    made = probe(clip, replace(Limits(), shortest=0.0, longest=2 * Limits().longest))
    if made.seconds < probed.seconds * 0.9 - 0.2:
        ends = f"The playable copy ends at {made.seconds:.1f} s of {probed.seconds:.1f} s."
        raise NotMade("cut_short", ends)
    return made
