"""Handing in captions, videos and runs: what is kept, which job reads it, and what its page then
says."""

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from jobs.actions.request import start_job
from jobs.models import Job, State
from jobs.running import run_job
from people.actor import Actor
from pooling.models import Benchmark, RetrievalModel, Run, Upload
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db
CAPTIONS = b"caption_id,video_id,caption\nc1,v1,a dog runs\nc2,v2, a cat sleeps\n"


def file_of(content: bytes, name: str = "captions.csv") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def hand_in(browser, **fields):
    """The page that follows, after a worker has done what was asked."""
    answer = browser.post("/benchmarks/import/", {"name": "new", **fields})
    assert answer.status_code == 302
    run_job(Job.objects.latest("pk").pk, worker="w")
    return browser.get(answer.url)


# Captions


def test_captions_are_kept_and_read_by_a_job_that_says_what_it_added(signed_in, lead):
    answer = hand_in(signed_in(lead), file=file_of(CAPTIONS))
    assert "Added 2 captions, 2 queries and 2 videos to new (read as csv)." in answer.text
    assert "1 warning" in answer.text
    assert "white space" in answer.text
    benchmark = Benchmark.objects.get()
    assert (benchmark.name, benchmark.caption_count) == ("new", 2)
    upload = Upload.objects.get()
    assert (upload.name, upload.uploaded_by) == ("captions.csv", lead)


def test_a_dry_run_writes_nothing_and_offers_to_import_the_same_file(signed_in, lead):
    browser = signed_in(lead)
    answer = hand_in(browser, file=file_of(CAPTIONS), **{"try": ""})
    trial = Job.objects.get()
    assert "It would add 2 captions, 2 queries and 2 videos to new" in answer.text
    assert (Benchmark.objects.count(), trial.title) == (0, "Try importing captions into new")
    assert f'action="/benchmarks/import/{trial.pk}/"' in answer.text
    browser.post(f"/benchmarks/import/{trial.pk}/")
    run_job(Job.objects.latest("pk").pk, worker="w")
    assert Benchmark.objects.get().caption_count == 2


def test_the_same_file_again_is_recognised(signed_in, lead):
    browser = signed_in(lead)
    hand_in(browser, file=file_of(CAPTIONS))
    assert (
        "This very file was imported into new before: nothing was changed."
        in hand_in(browser, file=file_of(CAPTIONS)).text
    )


def test_training_captions_are_kept_apart(signed_in, lead):
    hand_in(signed_in(lead), file=file_of(CAPTIONS), training="on")
    benchmark = Benchmark.objects.get()
    assert (benchmark.caption_count, benchmark.training_count) == (0, 2)


def test_every_error_of_a_file_is_shown_with_its_place(signed_in, lead):
    answer = hand_in(
        signed_in(lead), file=file_of(b"caption_id,video_id,caption\nc1,v1\nc2,,x\n", "b<a>d.csv")
    )
    assert "2 errors in b&lt;a&gt;d.csv: nothing was imported" in answer.text
    assert "<li>b&lt;a&gt;d.csv:2:1: " in answer.text
    assert "<li>b&lt;a&gt;d.csv:3:1: " in answer.text
    assert Benchmark.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_the_file_of_a_refused_import_goes_with_the_refusal(signed_in, lead):
    before = kept_files()
    hand_in(
        signed_in(lead),
        file=file_of(b"caption_id,video_id,caption\nc1,v1\n"),
        keep=file_of(b"v1\n", "list.txt"),
    )
    assert kept_files() == before
    assert [upload.path for upload in Upload.objects.all()] == ["", ""]


def kept_files() -> set[str]:
    return {path.name for path in (settings.MEDIA_ROOT / "uploads").glob("*")}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": "Upper Case", "file": file_of(CAPTIONS)}, "Small letters, digits"),
        ({"name": "new"}, "This field is required."),
        ({"name": "new", "file": file_of(b"")}, "The submitted file is empty."),
        ({"name": "new", "file": file_of(CAPTIONS), "format": "xml"}, "Select a valid choice."),
    ],
)
def test_a_form_that_says_too_little_keeps_nothing(signed_in, lead, fields, words):
    answer = signed_in(lead).post("/benchmarks/import/", fields)
    assert (answer.status_code, Upload.objects.count(), Job.objects.count()) == (422, 0, 0)
    assert words in answer.text


def test_only_a_dry_run_that_went_well_is_done_for_good(signed_in, lead):
    browser, actor = signed_in(lead), Actor(lead, "page")
    waiting = start_job(
        "pooling.import_captions", actor=actor, upload=1, benchmark="new", dry_run=True
    )
    for_good = start_job("pooling.import_captions", actor=actor, upload=1, benchmark="new")
    other = start_job("pooling.make_playable", actor=actor, benchmark=1)
    Job.objects.filter(pk__in=(for_good.pk, other.pk)).update(
        state=State.DONE, finished_at=waiting.created_at
    )
    for job in (waiting, for_good, other):
        assert (
            "there is nothing to do for good"
            in browser.post(f"/benchmarks/import/{job.pk}/", follow=True).text
        )
    assert Job.objects.count() == 3


# Videos


def test_several_videos_and_a_list_of_links_are_handed_in_together(signed_in, lead):
    benchmark = make_benchmark([("a dog", "v0"), ("a cat", "v1")])
    files = [file_of(b"not a film", "v0.mp4"), file_of(b"nor this", "v1.avi")]
    links = file_of(b"key,url\nv1,https://example.org/v1.mp4\n", "links.csv")
    answer = signed_in(lead).post(
        f"/benchmarks/{benchmark.pk}/videos/import/", {"videos": files, "links": links}
    )
    job = Job.objects.get(kind="pooling.import_videos")
    assert answer.url.endswith(f"/videos/import/?job={job.pk}")
    assert Upload.objects.filter(pk__in=job.arguments["uploads"]).count() == 2
    assert Upload.objects.get(pk=job.arguments["links"]).name == "links.csv"
    assert job.arguments["benchmark"] == benchmark.pk


def test_what_came_of_handed_in_videos_is_said(signed_in, lead):
    benchmark = make_benchmark([("a dog", "v0")])
    browser = signed_in(lead)
    files = [file_of(b"whatever it is", "v0.mp4"), file_of(b"of nothing known", "v9.mp4")]
    answer = browser.post(f"/benchmarks/{benchmark.pk}/videos/import/", {"videos": files})
    run_job(Job.objects.get(kind="pooling.import_videos").pk, worker="w")
    text = browser.get(answer.url).text
    assert "1 video taken, 0 there already, 1 refused." in text
    assert "<li>v9.mp4: " in text


def test_handing_in_no_video_says_what_was_expected(signed_in, lead):
    benchmark = make_benchmark([("a dog", "v0")])
    answer = signed_in(lead).post(f"/benchmarks/{benchmark.pk}/videos/import/")
    assert (answer.status_code, Job.objects.count()) == (422, 0)
    assert "Expected videos, an archive of them, or a list of links." in answer.text


# Runs


@pytest.fixture
def benchmark_of_two(db):
    RetrievalModel.objects.create(name="clip")
    return make_benchmark([("a dog", "v0"), ("a cat", "v1")])


def test_a_run_is_read_by_a_job_whose_page_leads_to_it(signed_in, lead, benchmark_of_two):
    browser, model = signed_in(lead), RetrievalModel.objects.get()
    scores = file_of(b"caption_id,video_id,score\nc0,v0,0.9\nc0,v1,0.1\nc1,v0,0.5\n", "scores.csv")
    told = {"file": scores, "model": model.pk, "depth": 10, "direction": "t2v"}
    answer = browser.post(f"/benchmarks/{benchmark_of_two.pk}/runs/import/", told)
    run_job(Job.objects.get().pk, worker="w")
    run = Run.objects.get()
    assert (run.name, run.items, run.depth, run.created_by) == ("clip", 2, 10, lead)
    page = browser.get(answer.url).text
    assert "2 rankings to rank 10, read as csv" in page
    scores.seek(0)
    browser.post(f"/benchmarks/{benchmark_of_two.pk}/runs/import/", told | {"name": "again"})
    run_job(Job.objects.latest("pk").pk, worker="w")
    assert Job.objects.latest("pk").result["already"] is True
    assert [upload.path for upload in Upload.objects.all()] == ["", ""]
    assert f'href="/runs/{run.pk}/"' in page


def test_a_name_that_is_taken_is_refused_before_anything_is_kept(signed_in, lead, benchmark_of_two):
    from tests.factories import make_run

    make_run(benchmark_of_two, {0: [0]}, name="CLIP", model="clip")
    told = {
        "file": file_of(b"x"),
        "model": RetrievalModel.objects.get().pk,
        "depth": 10,
        "direction": "t2v",
    }
    answer = signed_in(lead).post(f"/benchmarks/{benchmark_of_two.pk}/runs/import/", told)
    assert (answer.status_code, Upload.objects.count()) == (422, 0)
    assert "has a run called clip: expected another name." in answer.text


SCORES = b"caption_id,video_id,score\nc0,v0,0.9\nc0,v1,0.1\nc1,v0,0.5\n"


def hand_in_run(browser, benchmark, content: bytes = SCORES, **told):
    told = {"file": file_of(content, "scores.csv"), "depth": 10, "direction": "t2v"} | told
    answer = browser.post(f"/benchmarks/{benchmark.pk}/runs/import/", told)
    if answer.status_code == 302:
        run_job(Job.objects.latest("pk").pk, worker="w")
    return answer


def test_a_new_model_is_named_in_the_form_and_registered_with_its_run(signed_in, lead):
    benchmark, browser = make_benchmark([("a dog", "v0"), ("a cat", "v1")]), signed_in(lead)
    page = browser.get(f"/benchmarks/{benchmark.pk}/runs/import/").text
    assert 'href="/models/register/"' in page
    assert "Name of the new model" in page
    assert hand_in_run(browser, benchmark, new_model="blip").status_code == 302
    run = Run.objects.get()
    assert (run.name, run.model.name, run.model.created_by) == ("blip", "blip", lead)
    assert Job.objects.get().title == f"Import run blip into {benchmark}"


def test_a_file_that_is_refused_registers_no_model(signed_in, lead):
    benchmark = make_benchmark([("a dog", "v0")])
    hand_in_run(
        signed_in(lead), benchmark, b"caption_id,video_id,score\nc0,v9,1\n", new_model="blip"
    )
    assert Job.objects.get().state == "failed"
    assert not RetrievalModel.objects.exists()


def test_the_name_of_a_registered_model_means_that_model(signed_in, lead, benchmark_of_two):
    hand_in_run(signed_in(lead), benchmark_of_two, new_model="CLIP")
    assert (Run.objects.get().model.name, Run.objects.get().name) == ("clip", "clip")


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({}, "Expected a model, or the name of a new one."),
        ({"model": "known", "new_model": "blip"}, "Expected either clip or a new model, not both."),
        ({"new_model": "a,b"}, "no comma"),
        ({"new_model": "x" * 81}, "80"),
    ],
)
def test_which_model_it_is_has_to_be_clear(signed_in, lead, benchmark_of_two, told, said):
    told = {
        name: RetrievalModel.objects.get().pk if value == "known" else value
        for name, value in told.items()
    }
    answer = hand_in_run(signed_in(lead), benchmark_of_two, **told)
    assert (answer.status_code, Job.objects.count(), Upload.objects.count()) == (422, 0, 0)
    assert said in answer.text
