"""Why something that came from outside was refused: a code that stays the same, and a sentence for
its owner.

The tables of codes are what docs/videos.md lists; a code that is not in its table cannot be raised.
"""

from collections.abc import Mapping
from typing import ClassVar


def said(text: str) -> str:
    """The text as it is; foundation/catalogue/ finds it here, for pages put it into their language.
    (`foundation.words` does the same, and needs Django.)"""
    return text


class Refusal(Exception):
    """A refusal with a documented code. Each kind of thing that is refused has its own table."""

    REASONS: ClassVar[Mapping[str, str]] = {}
    WORTH_RETRYING: ClassVar[frozenset[str]] = frozenset()

    def __init__(self, code: str, sentence: str) -> None:
        if code not in self.REASONS:
            raise KeyError(code)
        super().__init__(code, sentence)
        self.code = code
        self.sentence = sentence

    def __str__(self) -> str:
        return self.sentence

    @property
    def may_pass_later(self) -> bool:
        """Whether the fault may lie with this machine or the network today, and not with the thing
        itself."""
        return self.code in self.WORTH_RETRYING


class Unplayable(Refusal):
    """This file is not a video that can be shown."""

    REASONS = {
        "missing": "There is no such file, or it is a folder, a link or a device.",
        "empty": "The file has no bytes.",
        "fragment": "The file has fewer bytes than any video's beginning.",
        "html": "The file is a web page; often the link needed a login.",
        "playlist": (
            "The file only names other files or addresses (HLS, DASH, concat, M3U, SDP ...); none"
            " is read or fetched."
        ),
        "text": "The file is text.",
        "image": "The file is a picture or an animated picture.",
        "archive": "The file is an archive; archives are uploaded as archives.",
        "sound": "The file is a sound file.",
        "unknown": "The content is of no known video container.",
        "truncated": "The file ends before its index: an upload or download was cut off.",
        "external": "The file's pictures or sound lie in other files, which it names.",
        "encrypted": "The file is protected by encryption or DRM.",
        "broken": "The container's structure cannot be read.",
        "audio_only": "There is sound but no video track; a cover picture is not a video.",
        "no_video": "There is neither video nor sound.",
        "too_many_tracks": "There are more tracks than are allowed.",
        "too_large_picture": "The picture has more pixels than are allowed; nothing was decoded.",
        "too_small_picture": "The picture is too small to judge.",
        "unknown_codec": "There is no decoder for the video track.",
        "no_frames": "Not one picture could be decoded.",
        "still": "There is one picture only.",
        "too_short": "The video is shorter than is allowed.",
        "too_long": "The video is longer than is allowed.",
        "too_many_frames": "There are more pictures than are allowed.",
        "defective": "Too many of its pictures are damaged.",
        "probe_slow": "Reading the file took longer than is allowed.",
        "probe_crashed": "The decoder crashed or ran out of memory on this file.",
    }
    WORTH_RETRYING = frozenset({"probe_slow"})


class NotMade(Refusal):
    """The file is a video, but no playable copy of it was made."""

    REASONS = {
        "no_ffmpeg": "FFmpeg could not be started.",
        "ffmpeg_failed": "FFmpeg stopped with an error, which is quoted.",
        "ffmpeg_crashed": "FFmpeg crashed or was killed.",
        "ffmpeg_slow": "FFmpeg took longer than is allowed.",
        "no_room": "The disk is full, or may not be written.",
        "too_many_bytes": "The playable copy would be larger than is allowed.",
        "cut_short": "The playable copy ended long before the source did.",
        "unexpected": (
            "Something went wrong with this video that nobody foresaw; the log says more."
        ),
    }
    WORTH_RETRYING = frozenset(
        {"no_ffmpeg", "ffmpeg_crashed", "ffmpeg_slow", "no_room", "unexpected"}
    )
