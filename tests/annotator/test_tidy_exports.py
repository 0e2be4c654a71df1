"""What a killed export leaves behind is removed; what is needed, or may be, is not."""

import os
import time
from datetime import timedelta

import pytest
from django.utils import timezone

from annotator.actions.tidy_exports import tidy_exports
from annotator.models import Export
from jobs.actions.attempt import claim_job
from jobs.actions.request import start_job
from jobs.inline import run_job_here
from jobs.models import Job, State
from people.actor import SYSTEM
from tests.annotator.breaking import file_lines
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db
DAYS = 86_400


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def leave(media):
    """leave(name, file, days): a file that an export wrote so many days ago, and nobody named."""

    def one(name: str, file: str, days: float):
        path = media / "exports" / name / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("caption_id,video_id,label\n")
        for touched in (path, *path.parents[: len(path.relative_to(media).parts) - 2]):
            os.utime(touched, (time.time() - days * DAYS,) * 2)

    return one


def exports_in(media) -> set[str]:
    return {path.name for path in (media / "exports").iterdir()}


def test_a_draft_of_a_killed_export_goes_and_so_do_files_that_were_named_but_never_told_of(
    media, leave
):
    leave("killed-early", "draft-0123/triplets.csv", days=2)
    leave("killed-late", "triplets.csv", days=2)
    leave("may-be-at-work", "draft-4567/triplets.csv", days=0.9)
    leave("at-it-for-long", "draft-89ab/triplets.csv", days=2)
    leave("at-it-for-long", "draft-89ab/queries.tsv", days=0.1)
    assert file_lines() == ["exports/killed-late/triplets.csv lies about: no row names it"]

    assert run_job_here("annotator.tidy_exports", actor=SYSTEM) == {"unfinished exports": 2}

    assert exports_in(media) == {"may-be-at-work", "at-it-for-long"}
    assert file_lines() == []


def test_what_a_finished_export_wrote_stays_however_old(media):
    benchmark = make_benchmark([("a text", "v0")])
    run_job_here("annotator.export", actor=SYSTEM, benchmark=benchmark.pk, format="triplets")
    for path in (media / "exports").rglob("*"):
        os.utime(path, (0, 0))
    os.utime(media / Export.objects.get().folder, (0, 0))
    assert tidy_exports() == 0
    assert file_lines() == []


def test_nothing_goes_that_is_younger_than_an_export_which_is_being_written(media, leave):
    leave("its-own", "draft-0123/log.csv", days=2)
    leave("older", "draft-4567/log.csv", days=4)
    job = start_job("annotator.export", actor=SYSTEM, benchmark=1, format="log")
    assert claim_job(job.pk, worker="w")
    Job.objects.filter(pk=job.pk).update(started_at=timezone.now() - timedelta(days=3))
    assert tidy_exports() == 1
    assert exports_in(media) == {"its-own"}
    Job.objects.filter(pk=job.pk).update(state=State.DONE, claim=None, finished_at=timezone.now())
    assert tidy_exports() == 1


def test_what_cannot_be_removed_keeps_nothing_else(media, leave, monkeypatch):
    for name in ("first", "stuck", "third"):
        leave(name, "draft-0123/triplets.csv", days=2)
    true_rmdir = os.rmdir

    def rmdir(path, *arguments, **options):
        if str(path).endswith("stuck"):
            raise PermissionError(1, "Operation not permitted")
        true_rmdir(path, *arguments, **options)

    monkeypatch.setattr(os, "rmdir", rmdir)
    result = run_job_here("annotator.tidy_exports", actor=SYSTEM)
    assert result == {
        "unfinished exports": 2,
        "failed": 1,
        "failures": ["stuck: This machine said: Operation not permitted."],
    }
    assert exports_in(media) == {"stuck"}
