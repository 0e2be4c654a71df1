"""Whatever comes in, what goes out plays everywhere; and what was good already is let be."""

import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import av
import pytest

from foundation.checksum import sha256_of
from media.boxes import read_boxes
from media.planning import Keep, Transcode, made_size, plan
from media.playable import Making, make_playable
from media.probing import probe
from media.reasons import NotMade
from tests.media.clips import FFMPEG, GOOD, H264, PLAYABLE, pictures

ALL = [*PLAYABLE, "turned.mp4"]
CHANGES = {
    "msvd.avi": "pictures coded anew as H.264 (were mpeg4)",
    "msvd-with-sound.avi": "sound coded anew as AAC (was mp3)",
    "hevc.mp4": "pictures coded anew as H.264 (were hevc)",
    "vp9.webm": "pictures coded anew as H.264 (were vp9)",
    "vp8.webm": "pictures coded anew as H.264 (were vp8)",
    "av1.mkv": "pictures coded anew as H.264 (were av1)",
    "prores.mov": "10 bits for each colour made 8",
    "mpeg2.ts": "pictures coded anew as H.264 (were mpeg2video)",
    "uneven.mp4": "pictures at varying intervals made constant",
    "odd.mp4": "made even, from 161 × 121 to 160 × 120",
    "ten-bits.mp4": "10 bits for each colour made 8",
    "hdr.mkv": "high dynamic range mapped to what every screen shows",
    "interlaced.ts": "interlaced pictures made whole",
    "wide-pixels.avi": "pixels made square (were 16:11)",
    "fast.mp4": "240 pictures a second made 60",
    "large.mp4": "made smaller, from 1920 × 1082 to 1280 × 720",
    "turned.mp4": "turned 90° counter-clockwise, as its display matrix asks",
}


@pytest.mark.parametrize("name", ALL)
def test_everything_becomes_the_baseline(made, name):
    source, result, found = made(name)
    assert result.has_sound == (found.audio_tracks == 1)
    assert (found.container.demuxer, found.codec, found.pixel_format, found.bits) == (
        "mov",
        "h264",
        "yuv420p",
        8,
    )
    assert found.width % 2 == found.height % 2 == 0
    assert max(found.width, found.height) <= 1280
    assert (found.rotation, found.sample_aspect, found.interlaced, found.variable_rate) == (
        0,
        (1, 1),
        False,
        False,
    )
    assert found.index_in_front
    assert found.frame_rate < 61
    assert found.key_frame_gap <= 2.1
    assert (found.video_tracks, found.audio_codec) == (1, "aac" if source.audio_codec else None)
    assert found.seconds == pytest.approx(source.seconds, abs=0.15)
    assert (found.decode_errors, found.corrupt_frames, found.warnings) == (0, 0, ())


@pytest.mark.parametrize("name", ALL)
def test_what_is_told_is_true(made, name):
    _, result, found = made(name)
    assert result.path.name == f"{result.sha256}.mp4"
    assert sha256_of(result.path) == result.sha256
    assert sha256_of(result.poster) == result.poster_sha256
    assert (result.width, result.height, result.bytes, result.seconds) == (
        found.width,
        found.height,
        found.bytes,
        found.seconds,
    )


@pytest.mark.parametrize("name", CHANGES)
def test_what_is_changed_is_said(made, name):
    _, result, _ = made(name)
    assert any(change.startswith(CHANGES[name]) for change in result.changes), result.changes


@pytest.mark.parametrize("name", ["msvd.avi", "turned.mp4", "kept.mp4", "large.mp4"])
def test_a_poster_is_a_small_picture_of_the_same_shape(made, name):
    _, result, _ = made(name)
    with av.open(str(result.poster)) as container:
        picture = next(container.decode(video=0))
    assert max(picture.width, picture.height) <= 640
    assert picture.width / picture.height == pytest.approx(result.width / result.height, rel=0.02)


def test_a_quarter_turn_swaps_width_and_height(made):
    source, result, _ = made("turned.mp4")
    assert (source.width, source.height) == (160, 120)
    assert (result.width, result.height) == (120, 160)


def test_a_file_that_has_only_what_playing_needs_is_kept_byte_for_byte(clip, made):
    _, result, _ = made("kept.mp4")
    assert result.changes == ()
    assert result.path.read_bytes() == clip("kept.mp4").read_bytes()


@pytest.mark.parametrize("name", ["msvd.avi", "hevc.mp4", "index-last.mp4"])
def test_what_was_made_is_kept_the_next_time(made, tmp_path, name):
    _, result, found = made(name)
    again = make_playable(result.path, tmp_path, found)
    assert (again.sha256, again.changes) == (result.sha256, ())


@pytest.mark.parametrize("name", ["index-last.mp4", "in-matroska.mkv"])
def test_suitable_pictures_are_moved_not_coded_anew(clip, made, name):
    _, result, _ = made(name)
    assert len(result.changes) == 1
    assert result.changes[0].endswith("pictures and sound untouched")
    assert packets(result.path) == packets(clip(name))


def packets(path: Path) -> list[bytes]:
    with av.open(str(path)) as container:
        return [
            bytes(packet) for packet in container.demux(container.streams.video[0]) if packet.size
        ]


def test_notes_about_people_and_places_stay_behind(clip, tmp_path):
    notes = [
        "-metadata",
        "location=+48.8577+002.295/",
        "-metadata",
        "artist=Ada Lovelace",
        "-movflags",
        "+faststart",
    ]
    source = clip("notes.mp4", [*GOOD, *notes])
    result = make_playable(source, tmp_path, probe(source))
    assert result.changes == ("notes in the file left out, pictures and sound untouched",)
    assert b"Lovelace" in source.read_bytes()
    assert b"Lovelace" not in result.path.read_bytes()
    assert b"48.8577" not in result.path.read_bytes()


def test_other_tracks_and_attachments_stay_behind(clips, clip, tmp_path):
    (clips / "words.srt").write_text("1\n00:00:00,000 --> 00:00:01,000\nHello\n")
    (clips / "font.ttf").write_bytes(b"not really a font")
    attach = [
        "-attach",
        str(clips / "font.ttf"),
        "-metadata:s:t",
        "mimetype=application/x-truetype-font",
    ]
    inputs = [*pictures(), *pictures(rate=10), "-i", str(clips / "words.srt")]
    source = clip("busy.mkv", [*inputs, "-map", "0", "-map", "1", "-map", "2", *H264, *attach])
    probed = probe(source)
    assert (probed.video_tracks, probed.subtitle_tracks, probed.attachments) == (2, 1, 1)
    result = make_playable(source, tmp_path, probed)
    assert {
        "left out: 1 other video track",
        "left out: 1 track of subtitles",
        "left out: 1 attachment",
    } <= set(result.changes)
    assert probe(result.path).video_tracks == 1
    assert probe(result.path).subtitle_tracks == probe(result.path).attachments == 0


def test_the_moving_track_is_taken_not_the_cover(clips, clip, tmp_path):
    cover = clips / "cover.png"
    subprocess.run([*FFMPEG, *pictures(size="64x64"), "-frames:v", "1", str(cover)], check=True)
    arguments = [
        *pictures(),
        "-i",
        str(cover),
        "-map",
        "1",
        "-map",
        "0",
        "-c:v:0",
        "png",
        "-disposition:v:0",
        "attached_pic",
    ]
    source = clip(
        "covered.mp4",
        [*arguments, "-c:v:1", "libx264", "-pix_fmt:v:1", "yuv420p", "-preset", "ultrafast"],
    )
    probed = probe(source)
    assert (probed.codec, probed.cover_pictures) == ("h264", 1)
    result = make_playable(source, tmp_path, probed)
    assert result.changes[0] == "left out: 1 cover picture"
    assert (result.width, result.height) == (160, 120)


def test_damaged_pictures_are_shown_as_far_as_possible(damaged, tmp_path):
    probed = probe(damaged)
    assert probed.corrupt_frames > 0
    assert any("playable with defects" in warning for warning in probed.warnings)
    result = make_playable(damaged, tmp_path, probed)
    assert "damaged pictures patched up as far as the decoder can" in result.changes
    assert probe(result.path).corrupt_frames == 0


@pytest.mark.parametrize(
    "name", ["-i.avi", "a b'c\".avi", "http:x.avi", "%d.avi", "🎬.avi", "no suffix"]
)
def test_names_are_data(clip, tmp_path, monkeypatch, name):
    (tmp_path / "in").mkdir()
    shutil.copy(clip("msvd.avi"), tmp_path / "in" / name)
    monkeypatch.chdir(tmp_path)
    assert make_playable(Path("in", name), Path(), probe(Path("in", name))).width == 160


# Sizes


@pytest.mark.parametrize(
    ("size", "aspect", "rotation", "expected"),
    [
        ((1081, 607), (1, 1), 0, (1080, 606)),
        ((1920, 1080), (1, 1), 0, (1280, 720)),
        ((1920, 1080), (1, 1), 90, (720, 1280)),
        ((720, 576), (64, 45), 0, (1024, 576)),
        ((720, 480), (8, 9), 0, (720, 540)),
        ((320, 240), (0, 1), 0, (320, 240)),
        ((320, 240), (1, 5000), 0, (320, 240)),
        ((16384, 16), (1, 1), 0, (1280, 2)),
    ],
)
def test_sizes_are_upright_square_even_and_bounded(made, size, aspect, rotation, expected):
    source, *_ = made("kept.mp4")
    width, height = size
    assert (
        made_size(
            replace(source, width=width, height=height, sample_aspect=aspect, rotation=rotation)
        )
        == expected
    )


def test_a_plan_is_made_from_facts_alone(made):
    source, *_ = made("kept.mp4")
    assert plan(source) == Keep(())
    assert isinstance(plan(replace(source, audio_codec="ac3")), Transcode)
    assert isinstance(plan(replace(source, key_frame_gap=30.0)), Transcode)
    assert plan(replace(source, audio_codec="")).changes == (
        "left out: its sound, which nothing here can decode",
    )


# When it does not work


def nothing_left(folder: Path) -> bool:
    return list(folder.iterdir()) == []


@pytest.mark.parametrize(
    ("making", "code"),
    [
        (Making(seconds=0.001), "ffmpeg_slow"),
        (Making(bytes=2000), "too_many_bytes"),
        (Making(memory=48 * 1024**2), "ffmpeg_crashed"),
    ],
)
def test_a_limit_that_is_passed_leaves_nothing_behind(clip, tmp_path, making, code):
    with pytest.raises(NotMade) as refused:
        make_playable(clip("msvd.avi"), tmp_path, probe(clip("msvd.avi")), making)
    assert refused.value.code == code
    assert nothing_left(tmp_path)


def test_a_missing_ffmpeg_is_said(clip, tmp_path, monkeypatch):
    probed = probe(clip("msvd.avi"))
    monkeypatch.setenv("IMAGEIO_FFMPEG_EXE", str(tmp_path / "nowhere"))
    with pytest.raises(NotMade) as refused:
        make_playable(clip("msvd.avi"), tmp_path, probed)
    assert refused.value.code == "no_ffmpeg"
    assert refused.value.may_pass_later
    assert nothing_left(tmp_path)


def test_a_source_that_changed_since_it_was_probed_is_refused(clip, tmp_path):
    probed = probe(clip("msvd.avi"))
    with pytest.raises(NotMade) as refused:
        make_playable(clip("vp9.webm"), tmp_path, probed)
    assert refused.value.code == "ffmpeg_failed"
    assert nothing_left(tmp_path)


def test_a_copy_that_ends_early_is_refused(clip, tmp_path):
    probed = replace(probe(clip("msvd.avi")), seconds=30.0)
    with pytest.raises(NotMade) as refused:
        make_playable(clip("msvd.avi"), tmp_path, probed)
    assert refused.value.code == "cut_short"
    assert nothing_left(tmp_path)


def test_the_index_of_what_was_made_holds_nothing_else(made):
    _, result, _ = made("prores.mov")
    with result.path.open("rb") as file:
        boxes = read_boxes(file, result.bytes)
    assert (boxes.only_needed, boxes.index_in_front, boxes.brand) == (True, True, b"isom")
