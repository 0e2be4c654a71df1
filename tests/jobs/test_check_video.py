"""The video tools of this machine, really tried."""

import pytest

from jobs.actions.request import start_job
from jobs.models import State
from jobs.running import run_job
from media.ffmpeg import (
    MediaTrouble,
    ffmpeg_version,
    index_is_in_front,
    make_test_clip,
    probe_video,
)
from people.actor import SYSTEM


@pytest.mark.django_db(transaction=True)
def test_checking_the_video_tools_makes_a_clip_reads_it_and_leaves_nothing(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    job = start_job("pooling.check_video", actor=SYSTEM)
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert job.state == State.DONE, job.error
    confined = job.result.pop("confined")
    assert job.result == {
        "ffmpeg": ffmpeg_version(),
        "codec": "h264",
        "pixel_format": "yuv420p",
        "frames": 25,
        "seconds": 1.0,
    }
    assert confined.keys() == {
        "no_network",
        "no_sockets",
        "no_new_processes",
        "no_new_privileges",
        "few_threads",
    }
    assert confined["no_new_privileges"]
    assert list(settings.MEDIA_ROOT.iterdir()) == []


@pytest.mark.django_db(transaction=True)
def test_media_that_cannot_be_written_fail_the_check_with_the_reason(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    settings.MEDIA_ROOT.write_text("a file where a folder should be")
    job = start_job("pooling.check_video", actor=SYSTEM)
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert (job.state, job.error["type"]) == (State.FAILED, "JobFailure")
    assert str(settings.MEDIA_ROOT) in job.error["message"]


def test_a_clip_has_what_was_asked_for(tmp_path):
    clip = tmp_path / "clip.mp4"
    make_test_clip(clip, seconds=0.4, rate=10, width=64, height=48)
    facts = probe_video(clip)
    assert (facts.codec, facts.width, facts.height, facts.frames, facts.seconds) == (
        "h264",
        64,
        48,
        4,
        0.4,
    )
    assert index_is_in_front(clip)


def test_what_ffmpeg_refuses_is_said_in_its_own_words(tmp_path):
    with pytest.raises(MediaTrouble, match="No such file or directory"):
        make_test_clip(tmp_path / "nowhere" / "clip.mp4")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("empty.mp4", b""),
        ("page.mp4", b"<!doctype html><title>Sign in</title>"),
        ("list.mp4", b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n"),
        ("list.ffconcat", b"ffconcat version 1.0\nfile /etc/passwd\n"),
    ],
)
def test_what_is_no_video_is_refused_by_name_and_nothing_is_fetched(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(MediaTrouble, match=name):
        probe_video(path)
    assert not index_is_in_front(path)


def test_an_index_behind_the_pictures_is_noticed(tmp_path):
    path = tmp_path / "late.mp4"
    path.write_bytes(b"\0\0\0\x10ftypisom\0\0\0\0" + b"\0\0\0\x0cmdat\0\0\0\0" + b"\0\0\0\x08moov")
    assert not index_is_in_front(path)
