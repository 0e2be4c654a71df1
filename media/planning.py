"""What has to change in a video before every browser plays it, said in words; and the numbers that
follow from it.

Baseline: H.264 (High at most), yuv420p with 8 bits, square pixels, even sides, upright, constant
rate, AAC or no sound.
"""

from dataclasses import dataclass

from media.probing import Probed

LONGEST_SIDE = 1280
FASTEST = 60.0  # pictures a second
KEY_FRAME_SECONDS = 2
WIDEST_KEY_FRAME_GAP = 10.0  # what is kept may have; players seek well enough up to here
PROFILES = ("Baseline", "Constrained Baseline", "Main", "High")
SOUND_PROFILES = ("LC", "HE-AAC")
COMMON_RATES = (24000 / 1001, 24.0, 25.0, 30000 / 1001, 30.0, 50.0, 60000 / 1001, 60.0)


@dataclass(frozen=True, slots=True)
class Keep:
    """Pictures and sound stay as they are, bit for bit; the changes concern what is around them."""

    changes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Transcode:
    changes: tuple[str, ...]


def plan(probed: Probed) -> Keep | Transcode:
    """What has to change, each as the end of a sentence that begins with 'Changed:'."""
    reasons = (*_of_coding(probed), *_of_shape(probed), *_of_time(probed), *_of_sound(probed))
    if reasons:
        return Transcode((*reasons, *_left_out(probed)))
    return Keep(tuple(_reasons_to_rewrap(probed)))


def _of_coding(probed: Probed) -> list[str]:
    found = []
    if probed.codec != "h264":
        found.append(f"pictures coded anew as H.264 (were {probed.codec})")
    elif probed.profile not in PROFILES:
        found.append(f"pictures coded anew as H.264 High (were {probed.profile})")
    if probed.bits > 8:
        found.append(f"{probed.bits} bits for each colour made 8")
    elif probed.pixel_format not in ("yuv420p", "yuvj420p"):
        found.append(f"pixel format {probed.pixel_format} made yuv420p")
    if probed.hdr:
        found.append("high dynamic range mapped to what every screen shows")
    if probed.corrupt_frames or probed.decode_errors:
        found.append("damaged pictures patched up as far as the decoder can")
    return found


def _of_shape(probed: Probed) -> list[str]:
    found = []
    if probed.interlaced:
        found.append("interlaced pictures made whole")
    if probed.rotation or probed.mirrored:
        turned = f"turned {probed.rotation}° counter-clockwise" if probed.rotation else "mirrored"
        found.append(f"{turned}, as its display matrix asks")
    if not _is_square(probed.sample_aspect):
        found.append("pixels made square (were {}:{})".format(*probed.sample_aspect))
    before, after = _upright(probed), made_size(probed)
    if max(before) > LONGEST_SIDE:
        found.append(f"made smaller, from {before[0]} × {before[1]} to {after[0]} × {after[1]}")
    elif before != after:
        found.append(f"made even, from {before[0]} × {before[1]} to {after[0]} × {after[1]}")
    return found


def _of_time(probed: Probed) -> list[str]:
    found = []
    if probed.variable_rate:
        found.append(
            f"pictures at varying intervals made constant, {playing_rate(probed):g} a second"
        )
    elif probed.frame_rate > FASTEST * 1.01:
        found.append(f"{probed.frame_rate:.0f} pictures a second made {playing_rate(probed):g}")
    if probed.key_frame_gap > WIDEST_KEY_FRAME_GAP:
        found.append(
            f"a key frame every {KEY_FRAME_SECONDS} s (was one in {probed.key_frame_gap:.0f} s)"
        )
    return found


def _of_sound(probed: Probed) -> list[str]:
    if probed.audio_codec and (
        probed.audio_codec != "aac" or probed.audio_profile not in SOUND_PROFILES
    ):
        return [f"sound coded anew as AAC (was {probed.audio_codec})"]
    return []


def _left_out(probed: Probed) -> list[str]:
    counts = {
        "other video track": probed.video_tracks - 1,
        "cover picture": probed.cover_pictures,
        "other sound track": probed.audio_tracks - 1,
        "track of subtitles": probed.subtitle_tracks,
        "data track": probed.data_tracks,
        "attachment": probed.attachments,
        "chapter": probed.chapters,
    }
    found = [f"left out: {_count(count, noun)}" for noun, count in counts.items() if count > 0]
    if probed.audio_codec == "":
        found.append("left out: its sound, which nothing here can decode")
    return found


def _reasons_to_rewrap(probed: Probed) -> list[str]:
    found = _left_out(probed)
    if probed.container.demuxer != "mov" or probed.brand in ("qt", ""):
        found.append(f"moved from {probed.container.title} into MP4, pictures and sound untouched")
    elif not probed.index_in_front:
        found.append("index moved to the front, pictures and sound untouched")
    if not found and not probed.only_needed:
        found.append("notes in the file left out, pictures and sound untouched")
    return found


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
