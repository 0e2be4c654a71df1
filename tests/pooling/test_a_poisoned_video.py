"""One video that nobody can deal with: it fails, with its reason, and every other one is done."""

import logging
import os
import shutil
import struct
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from django.db import connection

from jobs.actions.request import start_job
from jobs.inline import run_job_here
from jobs.kinds import JobFailure
from jobs.models import Job, State
from jobs.running import run_job
from people.actor import SYSTEM
from pooling.demo.clips import draw_clips
from pooling.demo.world import write_clip
from pooling.models import Video
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def films(tmp_path_factory) -> list[Path]:
    folder = tmp_path_factory.mktemp("films")
    paths = []
    for number, clip in enumerate(draw_clips(np.random.default_rng(3), 3)):
        paths.append(folder / f"{number}.mp4")
        write_clip(replace(clip, frames=10), paths[-1])
    return paths


@pytest.fixture
def waiting(settings, tmp_path, films):
    """waiting(b"..."): three videos with their files, of which the second has these bytes
    instead."""
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "incoming").mkdir(parents=True)
    benchmark = make_benchmark([("one", "v0"), ("two", "v1"), ("three", "v2")])

    def put(poison: bytes | None = None):
        for number, film in enumerate(films):
            content = poison if poison is not None and number == 1 else film.read_bytes()
            (settings.MEDIA_ROOT / "incoming" / f"v{number}").write_bytes(content)
            Video.objects.filter(benchmark=benchmark, key=f"v{number}").update(
                state="waiting", source=f"incoming/v{number}"
            )
        return benchmark

    return put


def lying(film: Path) -> bytes:
    """Its pictures claim 2^62 bytes."""
    content = film.read_bytes()
    at = content.index(b"mdat") - 4
    return content[:at] + struct.pack(">I4sQ", 1, b"mdat", 2**62) + content[at + 8 :]


def states() -> list[str]:
    return list(Video.objects.order_by("number").values_list("state", flat=True))


def make_all(benchmark) -> Job:
    job = start_job("pooling.make_playable", actor=SYSTEM, benchmark=benchmark.pk)
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    return job


def when_opened(monkeypatch, name: str, call) -> None:
    """Faults that nobody foresaw come from nowhere: here, from the system call that opens one of
    the files."""
    true_fdopen = os.fdopen

    def fdopen(handle, *arguments, **options):
        if Path(f"/proc/self/fd/{handle}").readlink().name == name:
            call()
        return true_fdopen(handle, *arguments, **options)

    monkeypatch.setattr(os, "fdopen", fdopen)


def raiser(error: Exception):
    def call():
        raise error

    return call


def test_a_video_whose_box_claims_more_than_the_world_has_fails_alone(waiting, films):
    job = make_all(waiting(lying(films[1])))
    assert (job.state, job.result) == (State.DONE, {"ready": 2, "failed": 1}), job.error
    poisoned = Video.objects.get(key="v1")
    assert (poisoned.state, poisoned.reason) == ("failed", "broken")
    assert "claims 4,611,686,018,427,387,904 bytes" in poisoned.explanation


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (MemoryError(), "not enough memory"),
        (RecursionError("maximum recursion depth exceeded"), "nested too deeply"),
        (OSError(22, "Invalid argument"), "Invalid argument"),
        (ZeroDivisionError("a \0 in it"), "ZeroDivisionError"),
        (UnicodeEncodeError("utf-8", "\udc80", 0, 1, "no"), "UnicodeEncodeError"),
    ],
)
def test_whatever_one_video_raises_fails_that_video_alone(
    waiting, monkeypatch, caplog, error, says
):
    benchmark = waiting()
    when_opened(monkeypatch, "v1", raiser(error))
    with caplog.at_level(logging.ERROR):
        job = make_all(benchmark)
    assert (job.state, job.result) == (State.DONE, {"ready": 2, "failed": 1}), job.error
    poisoned = Video.objects.get(key="v1")
    assert (poisoned.state, poisoned.reason) == ("failed", "unexpected")
    assert says in poisoned.explanation
    assert type(error).__name__ in caplog.text
    assert "Traceback" in caplog.text


def test_a_row_that_the_database_refuses_is_that_videos_failure(waiting):
    benchmark = waiting()
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.key ="
            " 'v1' AND NEW.state = 'ready' THEN RAISE EXCEPTION 'poison'; END IF; RETURN NEW;"
            " END $$"
        )
        cursor.execute(
            "CREATE TRIGGER poison BEFORE UPDATE ON pooling_video FOR EACH ROW EXECUTE FUNCTION"
            " poison()"
        )
    try:
        job = make_all(benchmark)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION poison CASCADE")
    assert (job.state, job.result) == (State.DONE, {"ready": 2, "failed": 1}), job.error
    assert states() == ["ready", "failed", "ready"]
    assert Video.objects.get(key="v1").path == ""


def test_a_waiting_file_that_cannot_be_removed_afterwards_stops_nobody(
    waiting, settings, monkeypatch
):
    benchmark = waiting()
    true_unlink = Path.unlink

    def unlink(path, **options):
        if path.name == "v1":
            raise PermissionError(1, "Operation not permitted")
        true_unlink(path, **options)

    monkeypatch.setattr(Path, "unlink", unlink)
    job = make_all(benchmark)
    assert (job.state, job.result) == (State.DONE, {"ready": 3, "failed": 0}), job.error


def test_a_disk_that_takes_nothing_is_no_videos_fault_and_all_of_them_still_wait(waiting, settings):
    benchmark = waiting()
    (settings.MEDIA_ROOT / "videos").write_text("a file where the folder should be")
    job = make_all(benchmark)
    assert (job.state, job.error["type"]) == (State.FAILED, "JobFailure")
    assert str(settings.MEDIA_ROOT / "videos") in job.error["message"]
    assert "3 videos still wait" in job.error["message"]
    assert states() == ["waiting"] * 3
    (settings.MEDIA_ROOT / "videos").unlink()
    assert make_all(benchmark).result == {"ready": 3, "failed": 0}


def test_a_full_disk_stops_the_job_with_the_video_still_waiting(waiting, monkeypatch):
    """A full disk is played by the system call that meets it."""
    benchmark = waiting()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("media.playable.shutil.copyfile", full)
        patch.setattr(os, "posix_fallocate", full)
        job = make_all(benchmark)
    assert job.state == State.FAILED
    assert "No space left on device" in job.error["message"]
    assert states() == ["waiting"] * 3


def test_a_video_that_alone_is_too_large_for_the_disk_fails_alone(waiting, monkeypatch):
    benchmark = waiting()
    true_copy = shutil.copyfile

    def full_for_one(source, target, **options):
        if Path(source).name == "v1":
            raise OSError(28, "No space left on device")
        return true_copy(source, target, **options)

    monkeypatch.setattr("media.playable.shutil.copyfile", full_for_one)
    job = make_all(benchmark)
    assert (job.state, job.result) == (State.DONE, {"ready": 2, "failed": 1}), job.error
    assert Video.objects.get(key="v1").reason == "no_room"


def test_a_command_tells_of_the_poisoned_one_and_goes_on(waiting, films):
    benchmark = waiting(lying(films[1]))
    assert run_job_here("pooling.make_playable", actor=SYSTEM, benchmark=benchmark.pk) == {
        "ready": 2,
        "failed": 1,
    }


def test_a_lost_database_is_no_videos_fault(waiting, monkeypatch):
    benchmark = waiting()

    def lose():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")

    when_opened(monkeypatch, "v1", lose)
    with pytest.raises(JobFailure):
        run_job_here("pooling.make_playable", actor=SYSTEM, benchmark=benchmark.pk)
    assert states() == ["ready", "waiting", "waiting"]
