"""What has to change in a video before every browser plays it, said in words; and the numbers that
follow from it.

Baseline: H.264 (High at most), yuv420p with 8 bits, square pixels, even sides, upright, constant
rate, AAC or no sound.
"""

from collections.abc import Iterator

from foundation.frozen import frozen
from media.probing import Probed

LONGEST_SIDE = 1280
FASTEST = 60.0  # pictures a second
KEY_FRAME_SECONDS = 2
WIDEST_KEY_FRAME_GAP = 10.0  # what is kept may have; players seek well enough up to here
PROFILES = ("Baseline", "Constrained Baseline", "Main", "High")
SOUND_PROFILES = ("LC", "HE-AAC")
COMMON_RATES = (24000 / 1001, 24.0, 25.0, 30000 / 1001, 30.0, 50.0, 60000 / 1001, 60.0)


@frozen
class Keep:
    """Pictures and sound stay as they are, bit for bit; the changes concern what is around them."""

    changes: tuple[str, ...]


@frozen
class Transcode:
    changes: tuple[str, ...]


def plan(probed: Probed) -> Keep | Transcode:
    """What has to change, each as the end of a sentence that begins with 'Changed:'."""
    reasons = (*_of_coding(probed), *_of_shape(probed), *_of_time(probed), *_of_sound(probed))
    if reasons:
        return Transcode((*reasons, *_left_out(probed)))
    return Keep(tuple(_reasons_to_rewrap(probed)))


def _of_coding(probed: Probed) -> Iterator[str]:
    if probed.codec != "h264":
        yield f"pictures coded anew as H.264 (were {probed.codec})"
    elif probed.profile not in PROFILES:
        yield f"pictures coded anew as H.264 High (were {probed.profile})"
    if probed.bits > 8:
        yield f"{probed.bits} bits for each colour made 8"
    elif probed.pixel_format not in ("yuv420p", "yuvj420p"):
        yield f"pixel format {probed.pixel_format} made yuv420p"
    if probed.hdr:
        yield "high dynamic range mapped to what every screen shows"
    if probed.damaged:
        yield "damaged pictures patched up as far as the decoder can"


def _of_shape(probed: Probed) -> Iterator[str]:
    if probed.interlaced:
        yield "interlaced pictures made whole"
    if probed.rotation or probed.mirrored:
        turned = f"turned {probed.rotation}° counter-clockwise" if probed.rotation else "mirrored"
        yield f"{turned}, as its display matrix asks"
    if not _is_square(probed.sample_aspect):
        yield "pixels made square (were {}:{})".format(*probed.sample_aspect)
    before, after = _upright(probed), made_size(probed)
    if before != after:
        how = "smaller" if max(before) > LONGEST_SIDE else "even"
        yield f"made {how}, from {before[0]} × {before[1]} to {after[0]} × {after[1]}"


def is_too_fast(probed: Probed) -> bool:
    return probed.frame_rate > FASTEST * 1.01


def _of_time(probed: Probed) -> Iterator[str]:
    if probed.variable_rate:
        yield f"pictures at varying intervals made constant, {playing_rate(probed):g} a second"
    elif is_too_fast(probed):
        yield f"{probed.frame_rate:.0f} pictures a second made {playing_rate(probed):g}"
    if probed.key_frame_gap > WIDEST_KEY_FRAME_GAP:
        yield f"a key frame every {KEY_FRAME_SECONDS} s (was one in {probed.key_frame_gap:.0f} s)"


def _of_sound(probed: Probed) -> Iterator[str]:
    fits = probed.audio_codec == "aac" and probed.audio_profile in SOUND_PROFILES
    if probed.audio_codec and not fits:
        yield f"sound coded anew as AAC (was {probed.audio_codec})"


def _left_out(probed: Probed) -> Iterator[str]:
    counts = {
        "other video track": probed.video_tracks - 1,
        "cover picture": probed.cover_pictures,
        "other sound track": probed.audio_tracks - 1,
        "track of subtitles": probed.subtitle_tracks,
        "data track": probed.data_tracks,
        "attachment": probed.attachments,
        "chapter": probed.chapters,
    }
    yield from (f"left out: {_count(count, noun)}" for noun, count in counts.items() if count > 0)
    if probed.audio_codec == "":
        yield "left out: its sound, which nothing here can decode"


def _reasons_to_rewrap(probed: Probed) -> Iterator[str]:
    yield from (left_out := list(_left_out(probed)))
    if probed.container.demuxer != "mov" or probed.brand in ("qt", ""):
        yield f"moved from {probed.container.title} into MP4, pictures and sound untouched"
    elif not probed.index_in_front:
        yield "index moved to the front, pictures and sound untouched"
    elif not left_out and not probed.only_needed:
        yield "notes in the file left out, pictures and sound untouched"


def _count(count: int, noun: str) -> str:
    plural = noun.replace("track of", "tracks of") if " of " in noun else f"{noun}s"
    return f"{count} {noun if count == 1 else plural}"


def made_size(probed: Probed) -> tuple[int, int]:
    """Width and height as they will be: upright, square pixels, within LONGEST_SIDE, even."""
    width, height = _upright(probed)
    shrink = min(1.0, LONGEST_SIDE / max(width, height))
    return even(width * shrink), even(height * shrink)


def _upright(probed: Probed) -> tuple[int, int]:
    """The size as a player would show it: pixels made square by stretching the shorter way's count,
    then turned."""
    across, down = probed.sample_aspect if not _is_square(probed.sample_aspect) else (1, 1)
    width = round(probed.width * across / down) if across > down else probed.width
    height = round(probed.height * down / across) if down > across else probed.height
    return (height, width) if probed.rotation in (90, 270) else (width, height)


def _is_square(aspect: tuple[int, int]) -> bool:
    """0 stands for unknown; a ratio beyond 10 is an error in the file, not a shape."""
    across, down = aspect
    return min(aspect) <= 0 or across == down or not 0.1 <= across / down <= 10


def even(length: float) -> int:
    return max(2, int(length + 0.5) // 2 * 2)


def playing_rate(probed: Probed) -> float:
    """The nearest common rate, so that a player's steps fit; others up to FASTEST stay what they
    are."""
    rate = min(max(probed.frame_rate, 1.0), FASTEST)
    nearest = min(COMMON_RATES, key=lambda common: abs(common - rate))
    return round(nearest if abs(nearest - rate) < nearest / 50 else rate, 3)
