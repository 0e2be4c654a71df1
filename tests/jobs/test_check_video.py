"""The video tools of this machine, really tried."""

import pytest

from jobs.actions.request import start_job
from jobs.models import State
from jobs.running import run_job
from media.ffmpeg import MediaTrouble, ffmpeg_version, make_test_clip
from media.probing import probe
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
    facts = probe(clip)
    assert (facts.codec, facts.width, facts.height, facts.frames_seen, facts.seconds) == (
        "h264",
        64,
        48,
        4,
        0.4,
    )
    assert facts.index_in_front


def test_what_ffmpeg_refuses_is_said_in_its_own_words(tmp_path):
    with pytest.raises(MediaTrouble, match="No such file or directory"):
        make_test_clip(tmp_path / "nowhere" / "clip.mp4")
