"""Videos come from many files: those that are good are taken, whatever the others are."""

import errno
import os
import zipfile
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from jobs.actions.request import start_job
from jobs.models import Job, State
from jobs.running import run_job
from people.actor import SYSTEM
from pooling.actions.uploads import keep_upload
from pooling.models import Video
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def toy(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return make_benchmark([("one", "v0"), ("two", "v1"), ("three", "v2")], name="toy")


@pytest.fixture
def folder(tmp_path) -> Path:
    path = tmp_path / "videos"
    path.mkdir()
    for number in range(3):
        (path / f"v{number}.mp4").write_bytes(b"a video, for all that matters here")
    return path


def take(benchmark, *uploads, links=None) -> Job:
    job = start_job(
        "pooling.import_videos",
        actor=SYSTEM,
        benchmark=benchmark.pk,
        uploads=list(uploads),
        links=links,
        then_make=False,
    )
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    return job


def upload(name: str, content: bytes) -> int:
    return keep_upload(SYSTEM, SimpleUploadedFile(name, content)).pk


def waiting() -> list[str]:
    return list(
        Video.objects.filter(state="waiting").order_by("number").values_list("key", flat=True)
    )


def test_a_link_out_of_the_folder_is_refused_by_name_and_the_others_are_taken(
    toy, folder, tmp_path
):
    (folder / "v1.mp4").unlink()
    (folder / "v1.mp4").symlink_to("/etc/passwd")
    job = take(toy, str(folder))
    assert job.state == State.DONE, job.error
    assert (job.result["taken"], job.result["refused_count"]) == (2, 1)
    assert job.result["refused"] == ["v1.mp4: It is a link that leads out of the folder."]
    assert waiting() == ["v0", "v2"]


def test_the_command_says_so_too(toy, folder, tmp_path, capsys):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "v1.mp4").write_bytes(b"not yours")
    (folder / "v1.mp4").unlink()
    (folder / "sub").symlink_to(tmp_path / "elsewhere")
    call_command("import_benchmark", "toy", "--videos", str(folder))
    assert "refused: sub: It is a link that leads out of the folder." in capsys.readouterr().out
    assert Video.objects.get(key="v1").state == "missing"


def test_a_pipe_in_the_folder_keeps_nobody_waiting(toy, folder):
    (folder / "v1.mp4").unlink()
    os.mkfifo(folder / "v1.mp4")
    assert take(toy, str(folder)).result["refused"] == ["v1.mp4: It is a pipe, not a file."]
    assert waiting() == ["v0", "v2"]


def test_a_name_that_is_no_text_is_refused_alone(toy, folder):
    Path(os.fsdecode(bytes(folder) + b"/v\xff1.mp4")).write_bytes(b"x")
    job = take(toy, str(folder))
    assert job.state == State.DONE, job.error
    assert (job.result["taken"], job.result["refused_count"]) == (3, 1)


@pytest.mark.parametrize(
    "error",
    [MemoryError(), RecursionError(), OSError(errno.EIO, "Input/output error"), ValueError("odd")],
)
def test_whatever_one_file_raises_is_its_own_failure(toy, folder, monkeypatch, caplog, error):
    """A disk with a bad block, and worse: played by the system call that opens the file."""
    true_open = os.open

    def faulty(path, *arguments, **options):
        if path == "v1.mp4":
            raise error
        return true_open(path, *arguments, **options)

    monkeypatch.setattr(os, "open", faulty)
    job = take(toy, str(folder))
    assert job.state == State.DONE, job.error
    assert (job.result["taken"], job.result["refused_count"]) == (2, 1)
    assert job.result["refused"][0].startswith("v1.mp4: ")
    assert waiting() == ["v0", "v2"]
    assert "Traceback" in caplog.text


def test_an_unsafe_archive_among_other_uploads_is_reported_and_the_others_are_read(toy, tmp_path):
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr("v1.mp4", b"x")
        archive.writestr("../v2.mp4", b"x")
    bad = upload("bad.zip", (tmp_path / "bad.zip").read_bytes())
    job = take(toy, upload("v0.mp4", b"video"), bad, upload("v2.mp4", b"video"))
    assert job.state == State.DONE, job.error
    assert (job.result["taken"], job.result["refused_count"]) == (2, 1)
    assert job.result["refused"] == ["bad.zip: “../v2.mp4” leads out of the archive."]
    assert waiting() == ["v0", "v2"]


def test_a_damaged_member_of_an_archive_is_reported_and_the_others_are_read(toy, tmp_path):
    path = tmp_path / "videos.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(3):
            archive.writestr(f"v{number}.mp4", 200_000 * " " + f"the pictures of {number}")
    path.write_bytes(path.read_bytes().replace(b"the pictures of 1", b"the pictures of X"))
    job = take(toy, upload("videos.zip", path.read_bytes()))
    assert (job.result["taken"], job.result["refused_count"]) == (2, 1)
    assert "v1.mp4: " in job.result["refused"][0]
    assert waiting() == ["v0", "v2"]


def test_a_wrong_row_of_links_is_refused_by_its_line_and_the_others_have_their_turn(toy):
    """None of these addresses may be fetched, which is said of each."""
    rows = 'key,url\nv0,http://127.0.0.1/a\nv1\nv1,"http://127.0.0.1/b\nv2,http://127.0.0.1/c\n'
    job = take(toy, links=upload("links.csv", rows.encode()))
    assert job.state == State.DONE, job.error
    refused = job.result["refused"]
    assert refused[0].startswith("http://127.0.0.1/a: ")
    assert refused[1] == "links.csv:3:1: expected 2 fields, found 1"
    assert (
        job.result["refused_count"] == len(refused) == 3
    )  # the quotation mark that nobody closed takes the rest


def test_links_that_are_no_text_are_refused_before_anything_is_fetched(toy):
    job = take(toy, links=upload("links.csv", b"key,url\nv0,http://127.0.0.1/\xff\n"))
    assert (job.state, job.error["type"]) == (State.FAILED, "JobFailure")
    assert "links.csv:2:0: byte 0xFF" in job.error["details"]["problems"][0]


def test_what_alone_was_offered_and_cannot_be_read_fails_the_job(toy, tmp_path):
    with zipfile.ZipFile(tmp_path / "bad.zip", "w") as archive:
        archive.writestr("/v1.mp4", b"x")
    job = take(toy, upload("bad.zip", (tmp_path / "bad.zip").read_bytes()))
    assert (job.state, job.error["message"]) == (State.FAILED, "“/v1.mp4” is an absolute path.")
    with pytest.raises(CommandError, match="absolute path"):
        call_command("import_benchmark", "toy", "--videos", str(tmp_path / "bad.zip"))


def test_a_full_disk_is_no_files_fault(toy, folder, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    job = take(toy, str(folder))
    assert job.state == State.FAILED
    assert "takes no more files (No space left on device)" in job.error["message"]
    assert waiting() == []
