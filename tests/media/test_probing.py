"""A file is what it holds, whatever it is called; and what is no video says which other thing it
is."""

import os
import shutil
import struct
import subprocess
import sys

import pytest

from foundation.home import CHECKOUT
from media.confining import Bounds, run_confined
from media.containers import CONTAINERS
from media.probing import Limits, probe
from media.reasons import Unplayable
from tests.media.clips import FFMPEG, GOOD, H264, PLAYABLE, pictures, sound


def refusal(path, limits=None) -> Unplayable:
    with pytest.raises(Unplayable) as refused:
        probe(path, limits)
    return refused.value


# What is no video


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty"),
        (b"\x00", "fragment"),
        (b"ftypisom", "fragment"),
        (b"<!DOCTYPE html><html><title>Sign in</title></html>", "html"),
        (b"\xef\xbb\xbf\r\n  <HTML><body>403 Forbidden</body></HTML>", "html"),
        (b'<?xml version="1.0"?><!DOCTYPE html><html></html>', "html"),
        ("<html><body>Sign in, please</body></html>".encode("utf-16"), "html"),
        (b"#EXTM3U\n#EXTINF:10,\nhttp://127.0.0.1/secret.ts\n", "playlist"),
        (b"ffconcat version 1.0\nfile '/etc/passwd'\n", "playlist"),
        (b"file '/etc/passwd'\nfile '/etc/hosts'\n", "playlist"),
        (b'<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"></MPD>', "playlist"),
        (b"[playlist]\nFile1=http://10.0.0.1/a.avi\n", "playlist"),
        (b"v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 10.0.0.1\n", "playlist"),
        (b"a text that has been given another name\n", "text"),
        ("ein Text mit Ümläuten, in UTF-8".encode(), "text"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(20), "image"),
        (b"GIF89a\1\0\1\0" + bytes(20), "image"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF" + bytes(20), "image"),
        (b"\0\0\0\x1cftypheic\0\0\0\0" + bytes(20), "image"),
        (b"RIFF\x10\0\0\0WEBPVP8 " + bytes(20), "image"),
        (
            b'<svg xmlns="http://www.w3.org/2000/svg"><image href="http://10.0.0.1/"/></svg>',
            "image",
        ),
        (b"PK\x03\x04" + bytes(40), "archive"),
        (b"\x1f\x8b\x08\0" + bytes(40), "archive"),
        (b"ID3\x03\0\0\0\0\0\0" + bytes(40), "sound"),
        (b"RIFF\x10\0\0\0WAVEfmt " + bytes(40), "sound"),
        (b"fLaC" + bytes(40), "sound"),
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n\0\0\0\0", "unknown"),
        (bytes(500), "unknown"),
    ],
)
@pytest.mark.parametrize("name", ["clip.mp4", "no suffix"])
def test_what_is_no_video_is_told_by_its_content(tmp_path, content, code, name):
    path = tmp_path / name
    path.write_bytes(content)
    assert refusal(path).code == code


def test_a_web_page_hints_at_a_login(tmp_path):
    path = tmp_path / "video.mp4"
    path.write_text("<html>Please sign in</html>")
    assert str(refusal(path)) == "Not a video: it looks like HTML. Maybe the link needs a login."


def test_only_real_files_are_opened(tmp_path, clip):
    os.mkfifo(tmp_path / "pipe.mp4")
    (tmp_path / "link.mp4").symlink_to(clip("msvd.avi"))
    for path in (tmp_path, tmp_path / "pipe.mp4", tmp_path / "link.mp4", tmp_path / "nowhere.mp4"):
        assert refusal(path).code == "missing"


# What has no video, or not enough of it


def test_sound_alone_is_no_video(clip):
    assert refusal(clip("sound.mp4", [*sound(), "-c:a", "aac"])).code == "audio_only"


def test_a_cover_picture_does_not_make_a_song_a_video(clips, clip):
    cover = clips / "sleeve.png"
    subprocess.run([*FFMPEG, *pictures(size="64x64"), "-frames:v", "1", str(cover)], check=True)
    song = [
        "-i",
        str(cover),
        *sound(),
        "-map",
        "0",
        "-map",
        "1",
        "-c:v",
        "png",
        "-disposition:v:0",
        "attached_pic",
        "-c:a",
        "aac",
    ]
    refused = refusal(clip("song.mp4", song))
    assert (refused.code, str(refused)) == (
        "audio_only",
        "Audio only, with a cover picture, which is not a video.",
    )


def test_one_picture_is_a_still(clip):
    assert refusal(clip("still.mp4", [*pictures(), "-frames:v", "1", *H264])).code == "still"


def test_one_picture_with_sound_is_a_still(clip):
    assert (
        refusal(clip("slide.mkv", [*pictures(0.04), *sound(), *H264, "-c:a", "aac"])).code
        == "still"
    )


def test_a_blink_is_too_short(clip):
    assert refusal(clip("blink.mp4", [*pictures(0.12), *H264])).code == "too_short"


def test_no_pictures_at_all_is_said(clip, tmp_path):
    content = clip("kept.mp4").read_bytes()
    start = content.index(b"mdat") + 4
    path = tmp_path / "blank.mp4"
    path.write_bytes(content[:start] + bytes(len(content) - start))
    assert refusal(path).code in ("no_frames", "defective")


def test_a_video_that_declares_to_be_too_long_is_not_decoded(clip):
    refused = refusal(clip("long.mp4", [*pictures(3), *H264]), Limits(longest=1, frames=1))
    assert (refused.code, str(refused)) == ("too_long", "It lasts 00:03; at most 00:01 is allowed.")


def test_a_video_with_too_many_pictures_is_refused(clip):
    assert refusal(clip("kept.mp4"), Limits(frames=29)).code == "too_many_frames"


def test_a_video_is_too_long_even_if_it_declares_nothing(clip, tmp_path):
    content = bytearray(clip("long.mkv", [*pictures(3), *H264]).read_bytes())
    place = content.index(b"\x44\x89\x88")  # Duration, a float of eight bytes
    content[place + 3 : place + 11] = struct.pack(">d", 1000.0)
    path = tmp_path / "modest.mkv"
    path.write_bytes(content)
    assert refusal(path, Limits(longest=1)).code == "too_long"


# Size


def boasting(content: bytes) -> bytes:
    """Matroska's header says 60,000 × 60,000 instead of 160 × 120."""
    small, giant = bytes.fromhex("b081a0 ba8178 9a8102"), bytes.fromhex("b08300ea60 ba82ea60")
    assert content.count(small) == 1
    return content.replace(small, giant)


def giant(content: bytes) -> bytes:
    """The head of VP8's first picture says 16,000 × 16,000: close to a gigabyte, if anybody began
    to decode."""
    head, size = bytes.fromhex("9d012a"), bytes.fromhex("a0007800")
    assert content.count(head + size) == 1
    return content.replace(head + size, head + struct.pack("<HH", 16000, 16000))


def test_a_giant_picture_is_refused_by_what_it_declares(clip, tmp_path):
    path = tmp_path / "giant.webm"
    path.write_bytes(boasting(giant(clip("vp8.webm").read_bytes())))
    refused = refusal(path)
    assert refused.code == "too_large_picture"
    assert str(refused).startswith("Its picture is 16000 × 16000; at most 35,389,440 pixels")


def test_a_giant_picture_behind_a_modest_header_is_never_decoded(clip, tmp_path):
    path = tmp_path / "trap.webm"
    path.write_bytes(giant(clip("vp8.webm").read_bytes()))
    assert refusal(path).code == "no_frames"


def test_only_the_pictures_themselves_say_how_large_they_are(clip, tmp_path):
    path = tmp_path / "boast.webm"
    path.write_bytes(boasting(clip("vp8.webm").read_bytes()))
    assert (probe(path).width, probe(path).height) == (160, 120)


def test_the_pixel_limit_holds_for_a_real_picture(clip):
    refused = refusal(clip("msvd.avi"), Limits(pixels=160 * 120 - 1))
    assert refused.code == "too_large_picture"


def test_a_speck_is_too_small(clip):
    refused = refusal(clip("speck.avi", [*pictures(size="8x8"), "-c:v", "mpeg4"]))
    assert (refused.code, str(refused)) == (
        "too_small_picture",
        "Its picture is 8 × 8; at least 16 on a side is needed.",
    )


def test_too_many_tracks_are_refused(clip):
    inputs = [*pictures(), *(["-map", "0"] * 6), *H264]
    refused = refusal(clip("tracks.mp4", inputs), Limits(tracks=5))
    assert (refused.code, str(refused)) == (
        "too_many_tracks",
        "It has 6 tracks; at most 5 are allowed.",
    )


# Whole or not


def test_an_upload_that_was_cut_before_its_index_is_said(clip, tmp_path):
    content = clip("index-last.mp4").read_bytes()
    for share in (0.1, 0.5, 0.99):
        path = tmp_path / "cut.mp4"
        path.write_bytes(content[: int(len(content) * share)])
        assert refusal(path).code == "truncated"


def test_a_video_that_stops_early_plays_until_there(clip, tmp_path):
    whole = clip(
        "half.mp4", [*pictures(3), *H264, "-g", "5", "-movflags", "+faststart"]
    ).read_bytes()
    path = tmp_path / "half.mp4"
    path.write_bytes(whole[: len(whole) // 2])
    probed = probe(path)
    assert probed.declared_seconds == pytest.approx(3.0, abs=0.05)
    assert probed.seconds < 2.5
    assert f"ends at 00:0{int(probed.seconds)} of 00:03" in probed.warnings


def test_a_video_with_more_damage_than_is_allowed_is_refused(damaged):
    refused = refusal(damaged, Limits(damaged_share=0.01))
    assert refused.code == "defective"
    assert "pictures are damaged" in str(refused)


def test_an_encrypted_video_says_so(clip):
    keys = [
        "-encryption_key",
        "76a6c65c5ea762046bd749a2e632ccbb",
        "-encryption_kid",
        "a7e61c373e219033c21091fa607bf3b8",
    ]
    refused = refusal(
        clip("locked.mp4", [*pictures(), *H264, "-encryption_scheme", "cenc-aes-ctr", *keys])
    )
    assert refused.code == "encrypted"


def test_pictures_in_other_files_are_not_fetched(clip, tmp_path):
    """The reference in the index loses the flag that says: in this same file."""
    content = clip("kept.mp4").read_bytes()
    path = tmp_path / "elsewhere.mp4"
    path.write_bytes(content.replace(b"url \0\0\0\1", b"url \0\0\0\0"))
    assert refusal(path).code == "external"


def test_rubbish_behind_a_good_beginning_is_refused(tmp_path):
    for name, head in {
        "a.avi": b"RIFF\0\1\0\0AVI LIST",
        "b.webm": b"\x1a\x45\xdf\xa3",
        "c.flv": b"FLV\1\5\0\0\0\x09",
    }.items():
        (tmp_path / name).write_bytes(head + bytes(range(256)) * 8)
        assert refusal(tmp_path / name).code in ("broken", "no_video", "no_frames", "unknown_codec")


# What is accepted


@pytest.mark.parametrize("name", PLAYABLE)
def test_each_container_is_known_by_its_content(made, name):
    source, *_ = made(name)
    assert "." + name.rpartition(".")[2] in source.container.suffixes
    assert source.warnings == ()


def test_every_container_that_is_accepted_has_been_tried(made):
    assert {made(name)[0].container for name in PLAYABLE} == set(CONTAINERS)


def test_a_wrong_name_is_accepted_and_said(clip, tmp_path):
    shutil.copy(clip("vp9.webm"), tmp_path / "clip.mp4")
    assert probe(tmp_path / "clip.mp4").warnings == (
        "named .mp4, but its content is WebM or Matroska",
    )


@pytest.mark.parametrize(
    "name", ["-i.mp4", "a b'c\".mp4", "http:x.mp4", "%d.mp4", "🎬\u202e4pm.avi", "file:x"]
)
def test_names_are_data(clip, tmp_path, name):
    shutil.copy(clip("kept.mp4"), tmp_path / name)
    assert probe(tmp_path / name).frames_seen == 30


def test_what_is_found_is_what_was_made(made):
    found, *_ = made("uneven.mp4")
    assert found.variable_rate
    found, *_ = made("interlaced.ts")
    assert found.interlaced
    found, *_ = made("wide-pixels.avi")
    assert found.sample_aspect == (16, 11)
    found, *_ = made("hdr.mkv")
    assert (found.hdr, found.bits) == (True, 10)
    found, *_ = made("msvd-with-sound.avi")
    assert (found.codec, found.audio_codec, found.audio_tracks) == ("mpeg4", "mp3", 1)


# The child


def test_a_decoder_without_memory_is_a_refusal_not_a_crash(clip):
    assert refusal(clip("kept.mp4"), Limits(memory=20 * 1024**2)).code == "probe_crashed"


def test_a_decoder_without_time_is_a_refusal_that_may_pass_later(clip):
    refused = refusal(clip("kept.mp4"), Limits(seconds=0.001))
    assert (refused.code, refused.may_pass_later) == ("probe_slow", True)


GENEROUS = Bounds(seconds=20, cpu_seconds=20, memory=2 * 1024**3, file_bytes=1000)


def confined(program: str, bounds: Bounds = GENEROUS):
    return run_confined([sys.executable, "-I", "-S", "-c", program], bounds)


def test_a_confined_program_sees_nothing_of_its_callers_surroundings(monkeypatch):
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("TRUEPOOL_SECRET", "hush")
    ended = confined("import os; print(sorted(os.environ), os.getcwd())")
    assert (
        ended.output.decode().strip()
        == "['LANG', 'MALLOC_ARENA_MAX', 'OPENBLAS_NUM_THREADS', 'PATH'] /"
    )


def test_a_confined_program_can_write_only_so_much(tmp_path):
    confined(f"open({str(tmp_path / 'x')!r}, 'wb').write(bytes(2000))")
    assert (tmp_path / "x").stat().st_size == 1000


def test_a_confined_program_can_take_only_so_much_memory():
    assert confined("bytearray(10 ** 8)").status == 0
    assert confined("bytearray(3 * 10 ** 9)").status != 0


def test_a_confined_program_can_think_only_so_long():
    ended = confined(
        "while True: pass", Bounds(seconds=20, cpu_seconds=1, memory=2 * 1024**3, file_bytes=0)
    )
    assert ended.late or ended.status < 0


def test_a_confined_program_is_stopped_by_the_clock():
    ended = confined(
        "import time; time.sleep(60)",
        Bounds(seconds=0.3, cpu_seconds=5, memory=2 * 1024**3, file_bytes=0),
    )
    assert ended.late


def test_a_confined_program_does_not_outlive_its_caller(tmp_path):
    caller = f"""
import os, sys
sys.path.insert(0, {str(CHECKOUT)!r})
from media.confining import Bounds, run_confined
pid = os.fork()
if pid == 0:
    program = "import os, time; print(os.getpid(), file=open({str(tmp_path / "pid")!r}, 'w'),"
    program += " flush=True); time.sleep(60)"
    run_confined([sys.executable, "-I", "-S", "-c", program], Bounds(50, 50, 2 * 1024**3, 1000))
import time, signal
pid_file = {str(tmp_path / "pid")!r}
while not (os.path.exists(pid_file) and os.path.getsize(pid_file)): time.sleep(0.02)
os.kill(pid, signal.SIGKILL)
os.waitpid(pid, 0)
"""
    subprocess.run([sys.executable, "-c", caller], check=True, timeout=30)
    child = int((tmp_path / "pid").read_text())
    for _ in range(200):
        if not is_running(child):
            return
        subprocess.run(["sleep", "0.05"], check=True)
    pytest.fail("it still runs")


def is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
            return stat.read().rpartition(")")[2].split()[0] not in "ZX"
    except FileNotFoundError:
        return False


def test_a_good_clip_has_no_warnings(clip):
    assert probe(clip("good.mp4", GOOD)).warnings == ()
