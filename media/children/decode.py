"""Decode a video from standard input, from its first picture to its last, and print what was found
as one JSON object.

`decode.py DEMUXER LIMITS` with the limits as JSON. The file comes as an open file and libav may
open no other: no protocol is allowed, so what the file refers to is out of reach. Ends early, with
`{"refused": code, ...}`, where a limit is passed.
"""

import itertools
import json
import statistics
import sys
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, cast

import av
from av.container import InputContainer
from av.packet import Packet
from av.sidedata.sidedata import SideData, Type
from av.stream import Disposition
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

BUFFER = 256 * 1024
MOST_TIMES = 500_000  # time stamps kept, for telling constant from variable rates
HDR = (16, 18)  # transfer functions: PQ (SMPTE 2084) and HLG
NOT_A_VIDEO = Disposition.attached_pic | Disposition.still_image | Disposition.timed_thumbnails

Limits = dict[str, int]
Facts = dict[str, Any]


class Refused(Exception):
    """args: the code, then what was found."""


def open_container(demuxer: str, limits: Limits) -> InputContainer:
    options = {"protocol_whitelist": "none", "max_pixels": str(limits["pixels"])}
    if demuxer == "mov":
        options["enable_drefs"] = "0"
    file = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115 - lives as long as the process
    try:
        return av.open(
            file,
            "r",
            format=demuxer,
            options=options,
            buffer_size=BUFFER,
            metadata_errors="replace",
        )
    except av.FFmpegError as error:
        raise Refused("broken", error.strerror) from None


def choose_stream(container: InputContainer, limits: Limits) -> tuple[VideoStream, int]:
    """The first real video track, and how many there are. Cover pictures and strips of thumbnails
    are no videos."""
    if len(container.streams) > limits["tracks"]:
        raise Refused("too_many_tracks", len(container.streams))
    videos = [stream for stream in container.streams.video if not stream.disposition & NOT_A_VIDEO]
    if videos:
        return videos[0], len(videos)
    code = "audio_only" if container.streams.audio else "no_video"
    raise Refused(code, len(container.streams.video))


def check_declared(stream: VideoStream, declared: float | None, limits: Limits) -> None:
    """What the header alone shows to be too much is not decoded."""
    if stream.codec_context is None:
        raise Refused("unknown_codec", "")
    check_size(stream.codec_context.width, stream.codec_context.height, limits)
    if declared is not None and declared > limits["longest"] * 1.05 + 1:
        raise Refused("too_long", declared)


def check_size(width: int, height: int, limits: Limits) -> None:
    if width * height > limits["pixels"] or max(width, height) > limits["side"]:
        raise Refused("too_large_picture", [width, height])
    if 0 < min(width, height) < limits["smallest_side"]:
        raise Refused("too_small_picture", [width, height])


def declared_seconds(container: InputContainer, stream: VideoStream) -> float | None:
    if stream.duration is not None and stream.time_base is not None:
        return float(stream.duration * stream.time_base)
    return container.duration / 1_000_000 if container.duration else None


class Seen:
    """What decoding shows, kept in bounded room."""

    def __init__(self) -> None:
        self.frames = self.interlaced = self.corrupt = self.errors = 0
        self.first: VideoFrame | None = None
        self.times: list[float] = []
        self.key_frames: list[float] = []
        self.end = 0.0  # of the last picture that says how long it stands

    def add(self, frame: VideoFrame) -> None:
        self.first = self.first or frame
        self.frames += 1
        self.interlaced += bool(frame.interlaced_frame)
        self.corrupt += bool(frame.is_corrupt)
        if frame.pts is None or len(self.times) >= MOST_TIMES:
            return
        self.times.append(frame.time)
        self.end = max(self.end, frame.time + float((frame.duration or 0) * (frame.time_base or 0)))
        if frame.key_frame:
            self.key_frames.append(frame.time)


def frames_of(container: InputContainer, stream: VideoStream, seen: Seen) -> Iterator[VideoFrame]:
    """All pictures that can be decoded; a damaged packet costs its own pictures only."""
    encrypted = 0
    for packet in packets_of(container, stream, seen):
        encrypted += bool(packet.size and packet.has_sidedata("encryption_info"))
        if encrypted > 3:
            raise Refused("encrypted", None)
        try:
            yield from packet.decode()
        except av.FFmpegError:
            seen.errors += 1


def packets_of(
    container: InputContainer, stream: VideoStream, seen: Seen
) -> "Iterator[Packet[VideoStream]]":
    try:
        yield from container.demux(stream)
    except av.FFmpegError:  # the file ends inside a packet, or its structure does not go on
        seen.errors += 1


def watch(container: InputContainer, stream: VideoStream, limits: Limits) -> Seen:
    seen = Seen()
    for frame in frames_of(container, stream, seen):
        check_size(frame.width, frame.height, limits)
        seen.add(frame)
        if seen.frames > limits["frames"]:
            raise Refused("too_many_frames", seen.frames)
        if seen.times and seen.times[-1] - seen.times[0] > limits["longest"]:
            raise Refused("too_long", seen.times[-1] - seen.times[0])
    return seen


def intervals_of(times: list[float]) -> list[float]:
    times = sorted(times)
    return [after - before for before, after in itertools.pairwise(times) if after > before]


def is_variable(intervals: list[float], usual: float) -> bool:
    """Constant up to the rounding of time stamps, and a picture dropped now and then."""
    odd = sum(abs(interval - usual) > max(0.002, usual / 5) for interval in intervals)
    return odd * 20 > len(intervals)


def timing_of(seen: Seen, rate: Fraction | None) -> Facts:
    """How long it is, and how evenly its pictures follow. Some raw streams have no time stamps:
    then the rate must do."""
    intervals = intervals_of(seen.times)
    usual = statistics.median(intervals) if intervals else float(1 / rate) if rate else 0.0
    if not intervals:
        return {
            "seconds": seen.frames * usual,
            "usual": usual,
            "variable_rate": False,
            "key_frame_gap": 0.0,
        }
    end = seen.end if seen.end > max(seen.times) else max(seen.times) + usual
    return {
        "seconds": end - min(seen.times),
        "usual": usual,
        "variable_rate": is_variable(intervals, usual),
        "key_frame_gap": max(intervals_of([*seen.key_frames, end]), default=0.0),
    }


def matrix_of(frame: VideoFrame) -> Facts:
    """How the display matrix says that pictures are to be turned (degrees, counter-clockwise) and
    mirrored."""
    for side_data in cast("Iterable[SideData]", frame.side_data):
        if side_data.type is Type.DISPLAYMATRIX:
            a, b, _, c, d = memoryview(bytes(side_data)).cast("i")[:5]
            return {"rotation": frame.rotation % 360, "mirrored": a * d - b * c < 0}
    return {"rotation": 0, "mirrored": False}


def sound_of(container: InputContainer) -> Facts:
    """The first sound track. Its codec is an empty name if there is no decoder for it, None if
    there is no sound."""
    for stream in container.streams.audio:
        context: Any = stream.codec_context
        codec = context.codec.canonical_name if context else ""
        return {
            "audio_index": stream.index,
            "audio_codec": codec,
            "audio_profile": str(context.profile or "") if context else "",
        }
    return {"audio_index": -1, "audio_codec": None, "audio_profile": ""}


def tracks_of(container: InputContainer, videos: int) -> Facts:
    return {
        "video_tracks": videos,
        "audio_tracks": len(container.streams.audio),
        "subtitle_tracks": len(container.streams.subtitles),
        "data_tracks": len(container.streams.data),
        "attachments": len(container.streams.attachments),
        "cover_pictures": len(container.streams.video) - videos,
        "chapters": len(container.chapters()),
        **sound_of(container),
    }


def picture_of(stream: VideoStream, first: VideoFrame) -> Facts:
    context, aspect = stream.codec_context, stream.sample_aspect_ratio
    return {
        "codec": context.codec.canonical_name,
        "profile": str(context.profile or ""),
        "video_index": stream.index,
        "width": first.width,
        "height": first.height,
        "pixel_format": first.format.name,
        "bits": max(component.bits for component in first.format.components),
        "hdr": first.color_trc in HDR,
        "sample_aspect": [aspect.numerator, aspect.denominator] if aspect else [1, 1],
        **matrix_of(first),
    }


def look(demuxer: str, limits: Limits) -> Facts:
    with open_container(demuxer, limits) as container:
        stream, videos = choose_stream(container, limits)
        declared = declared_seconds(container, stream)
        check_declared(stream, declared, limits)
        seen = watch(container, stream, limits)
        if seen.first is None:
            raise Refused("no_frames", seen.errors)
        return {
            "declared_seconds": declared,
            "frames_seen": seen.frames,
            "decode_errors": seen.errors,
            "corrupt_frames": seen.corrupt,
            "interlaced": seen.interlaced * 4 > seen.frames,
            **timing_of(seen, stream.average_rate),
            **picture_of(stream, seen.first),
            **tracks_of(container, videos),
        }


def main() -> None:
    try:
        found = look(sys.argv[1], json.loads(sys.argv[2]))
    except Refused as refused:
        code, detail = refused.args
        found = {"refused": code, "detail": detail}
    json.dump(found, sys.stdout)


main()
