"""After a file was refused, the form is a step away and remembers its answers; the same bad file is
not tried again."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from jobs.models import Job
from jobs.running import run_job
from pooling.models import Benchmark, Video
from tests.web.markup import Markup

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def after(browser, address: str, told: dict, content: bytes = b"nothing,that,is,known\n"):
    """The page on which the job is waited for, once it is over."""
    sent = browser.post(address, told | {"file": SimpleUploadedFile("f.csv", content)})
    assert sent.status_code == 302, sent.text
    run_job(Job.objects.latest("pk").pk, worker="w")
    assert sent.url.startswith(address)
    return browser.get(sent.url)


def links_on(page) -> list[str]:
    return [
        each["href"]
        for each in Markup(page.text).all("a")
        if each.get("class") == "button button-primary"
    ]


def filled_in(page) -> dict[str, object]:
    assert page.status_code == 200
    return {
        field.name: field.value()
        for field in page.context["form"]
        if field.value() not in (None, "", False)
    }


def test_captions_begin_again_with_the_same_answers(browser):
    told = {"name": "new", "format": "csv", "split": "val", "training": "on"}
    page = after(browser, "/benchmarks/import/", told)
    assert "Try again" not in page.text
    found = filled_in(page)
    assert (found["name"], found["format"], found["split"]) == ("new", "csv", "val")
    assert found["training"]


@pytest.mark.parametrize("which", ["model", "new_model"])
def test_a_run_begins_again_with_the_same_answers(browser, strong, which):
    model = strong.model.pk if which == "model" else "fresh & new"
    at = f"/benchmarks/{strong.benchmark.pk}/runs/import/"
    told = {which: model, "name": "second", "depth": 7, "direction": "v2t", "format": "csv"}
    page = after(browser, at, told)
    assert "Try again" not in page.text
    assert filled_in(page) == {name: str(value) for name, value in told.items()}


def test_labels_begin_again_with_the_same_answers(browser, benchmark_of_five):
    told = {"benchmark": benchmark_of_five.pk, "format": "qrels", "dataset": "MSVD"}
    page = after(browser, "/exports/labels/", told)
    assert "Try again" not in page.text
    usual = {"relevant_from": "1"}
    assert filled_in(page) == {name: str(value) for name, value in told.items()} | usual


def test_what_failed_by_itself_may_be_tried_again_as_it_stands(browser, lead, benchmark_of_five):
    after(browser, "/exports/labels/", {"benchmark": benchmark_of_five.pk, "format": "qrels"})
    job = Job.objects.get()
    job.error["traceback"] = "Traceback: the disk was full"
    job.save()
    again = browser.get(f"/jobs/{job.pk}/").text
    assert "Try again" in again


def test_the_end_of_an_import_leads_to_what_was_made(browser):
    captions = b"caption_id,video_id,caption\nc1,v1,a dog\n"
    page = after(
        browser, "/benchmarks/import/", {"name": "new", "format": "", "split": "test"}, captions
    )
    of = Benchmark.objects.get(name="new").pk
    assert links_on(page) == [f"/benchmarks/{of}/videos/import/"]
    Video.objects.update(state=Video.State.WAITING)
    told = {"name": "new", "format": "", "split": "test"}
    page = after(browser, "/benchmarks/import/", told, captions.replace(b"c1", b"c2"))
    assert links_on(page) == [f"/benchmarks/{of}/"]
    run = b"caption_id,video_id,score\nc1,v1,1\n"
    told = {"new_model": "clip", "depth": 1, "direction": "t2v"}
    page = after(browser, f"/benchmarks/{of}/runs/import/", told, run)
    assert links_on(page) == [f"/runs/{Job.objects.latest('pk').result['run']}/"]
