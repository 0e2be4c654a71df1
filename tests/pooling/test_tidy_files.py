"""Files that no row needs are removed; files that are needed, or may be, are not."""

import os
import time
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from people.actor import SYSTEM
from pooling.actions.keep_upload import keep_upload
from pooling.actions.register_model import register_model
from pooling.actions.tidy_files import tidy_files
from pooling.models import Upload, Video
from tests.factories import make_benchmark


@pytest.fixture
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


def make_old(path):
    two_days_ago = time.time() - 2 * 86_400
    os.utime(path, (two_days_ago, two_days_ago))


@pytest.mark.django_db(transaction=True)
def test_only_what_is_old_and_belongs_to_nobody_goes(media):
    waiting, forgotten = (keep_upload(SYSTEM, SimpleUploadedFile(name, b"x")) for name in ("new.csv", "old.csv"))
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
            register_model(SYSTEM, name="CLIP")
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
