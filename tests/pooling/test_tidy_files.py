"""Files that no row needs are removed; files that are needed, or may be, are not."""

import os
import time
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from jobs.inline import run_job_here
from people.actor import SYSTEM
from pooling.actions.register_model import ModelAsked, register_model
from pooling.actions.tidy_files import tidy_files
from pooling.actions.uploads import keep_upload
from pooling.models import Upload, Video
from tests.factories import make_benchmark
from tests.poison import poisoned


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def make_old(path):
    two_days_ago = time.time() - 2 * 86_400
    os.utime(path, (two_days_ago, two_days_ago))


@pytest.mark.django_db(transaction=True)
def test_only_what_is_old_and_belongs_to_nobody_goes(media):
    waiting, forgotten = (
        keep_upload(SYSTEM, SimpleUploadedFile(name, b"x")) for name in ("new.csv", "old.csv")
    )
    Upload.objects.filter(pk=forgotten.pk).update(uploaded_at=timezone.now() - timedelta(days=8))
    for folder in ("uploads", "incoming"):
        (media / folder).mkdir(exist_ok=True)
        for name in ("stray", "young"):
            (media / folder / name).write_bytes(b"x")
        make_old(media / folder / "stray")
    (media / "incoming" / "needed").write_bytes(b"x")
    make_old(media / "incoming" / "needed")
    make_benchmark([("one", "v0")])
    Video.objects.update(state="waiting", source="incoming/needed")
    draft = media / "videos" / "draft-of-a-killed-process"
    draft.mkdir(parents=True)
    make_old(draft)

    done = tidy_files(lambda *_: None)

    assert (done.uploads, done.strays, done.drafts) == (1, 2, 1)
    left = {str(path.relative_to(media)) for path in media.rglob("*") if path.is_file()}
    assert left == {waiting.path, "uploads/young", "incoming/young", "incoming/needed"}
    assert Upload.objects.get(pk=forgotten.pk).path == ""


@pytest.mark.django_db(transaction=True)
def test_of_two_who_register_one_name_at_once_one_does():
    import threading

    from django.core.exceptions import ValidationError
    from django.db import connection

    start, ends = threading.Barrier(4), []

    def register():
        try:
            start.wait()
            register_model(SYSTEM, ModelAsked(name="CLIP"))
            ends.append("made")
        except ValidationError:
            ends.append("taken")
        finally:
            connection.close()

    racers = [threading.Thread(target=register) for _ in range(4)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(ends) == ["made", "taken", "taken", "taken"]


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_removed_keeps_nothing_else(media, monkeypatch):
    uploads = [keep_upload(SYSTEM, SimpleUploadedFile(f"{n}.csv", b"x")) for n in range(3)]
    Upload.objects.update(uploaded_at=timezone.now() - timedelta(days=8))
    for name in "abc":
        (media / "uploads" / name).write_bytes(b"x")
        make_old(media / "uploads" / name)
        draft = media / "videos" / f"draft-{name}"
        draft.mkdir(parents=True)
        make_old(draft)
    immovable = {"b", "draft-b"}
    true_unlink, true_rmdir = os.unlink, os.rmdir

    def refuse(true):
        def call(path, *arguments, **options):
            if os.path.basename(path) in immovable:  # noqa: PTH119  (as the system call is given it)
                raise PermissionError(1, "Operation not permitted")
            return true(path, *arguments, **options)

        return call

    monkeypatch.setattr(os, "unlink", refuse(true_unlink))
    monkeypatch.setattr(os, "rmdir", refuse(true_rmdir))
    with poisoned("pooling_upload", f"OLD.id = {uploads[0].pk}"):
        result = run_job_here("pooling.tidy_files", actor=SYSTEM)

    assert (result["uploads"], result["strays"], result["drafts"], result["failed"]) == (2, 2, 2, 2)
    assert result["failures"] == [
        "0.csv: Something unexpected went wrong (ProgrammingError); the log says more.",
        "b: This machine said: Operation not permitted.",
    ]
    assert {path.name for path in (media / "uploads").iterdir()} == {
        "b",
        os.path.basename(uploads[0].path),  # noqa: PTH119
    }
    assert [path.name for path in (media / "videos").iterdir()] == ["draft-b"]
