"""Proxies on pages: made, imported and deleted by leads, read and downloaded by readers, not shown
to raters and submitters."""

import io
from pathlib import Path

import numpy as np
import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile

from jobs.models import Job
from jobs.running import run_job
from people.actor import Actor
from people.models import AuditEvent
from pooling.models import Upload
from semantics.models import Proxy
from semantics.queries.proxies import read_relevance
from semantics.queries.resting import _known, rests_on_proxies
from tests.semantics.made import make_proxy
from tests.semantics.matrices import as_npy, dense

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(benchmark) -> str:
    return f"/benchmarks/{benchmark.pk}/proxies/"


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def sent_file(name: str, content: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content)


def work() -> Job:
    job = Job.objects.latest("pk")
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    return job


USUAL = {"rho": 0.25, "seed": 0}


def test_a_lead_finds_the_page_from_the_benchmark_and_makes_one(browser, here, benchmark, lead):
    assert f'href="{here}"' in browser.get(f"/benchmarks/{benchmark.pk}/data/").text
    page = browser.get(here).text
    assert "No proxy yet." in page
    assert f'href="{here}new/"' in page
    assert "Wray et al. 2021 Eq. 8" in page
    answer = browser.post(f"{here}new/", {"kind": "pos"} | USUAL)
    assert answer.status_code == 302, answer.text
    assert work().state == "done"
    row = Proxy.objects.get()
    assert (row.name, row.kind, row.created_by) == ("pos", "pos", lead)
    assert f'href="{here}{row.pk}/"' in browser.get(answer.url, follow=True).text
    shown = browser.get(f"{here}{row.pk}/").text
    assert "half and half" in shown
    assert "Wray et al. 2021 Eq. 7" in shown
    assert row.sha256 in shown
    listed = browser.get(here).text
    assert "Parts of speech" in listed
    assert "Lena Lead" in listed


def test_files_come_by_the_form_and_go_when_they_are_read(
    browser, here, benchmark, django_capture_on_commit_callbacks
):
    vectors = sent_file("vectors.npy", as_npy(np.eye(7)).getvalue())
    browser.post(f"{here}new/", {"kind": "angular", "vectors": vectors} | USUAL)
    with django_capture_on_commit_callbacks(execute=True):
        assert work().state == "done"
    assert Proxy.objects.get().parameters["vectors"]["file"] == "vectors.npy"
    assert list(Upload.objects.values_list("path", flat=True)) == [""]
    assert not list((Path(settings.MEDIA_ROOT) / "uploads").iterdir())


@pytest.mark.parametrize(
    ("sent", "says"),
    [
        ({"kind": "nothing"}, "is not one of the available choices"),
        ({"kind": "bow", "name": "collected"}, "means another kind of relevance"),
        ({"kind": "bow", "rho": 7}, "less than or equal to 1"),
        ({"kind": "bow", "name": "theirs"}, "has a proxy called theirs"),
    ],
)
def test_a_form_that_cannot_be_done_says_why_and_starts_nothing(
    browser, here, benchmark, sent, says
):
    make_proxy(benchmark)
    answer = browser.post(f"{here}new/", USUAL | sent)
    assert answer.status_code == 422
    assert says in answer.text
    assert not Job.objects.exists()


def test_a_table_for_a_kind_that_does_not_look_at_it_is_refused(browser, here):
    table = sent_file("verbs.csv", b"class,instances\nrun,run\n")
    answer = browser.post(f"{here}new/", {"kind": "bow", "verbs": table} | USUAL)
    assert answer.status_code == 422
    assert "does not look at verbs: leave it out" in answer.text


def test_a_matrix_is_imported_by_the_form(browser, here, cells):
    file = sent_file("theirs.npy", as_npy(cells).getvalue())
    answer = browser.post(f"{here}import/", {"file": file, "name": "theirs"})
    assert answer.status_code == 302, answer.text
    work()
    row = Proxy.objects.get()
    assert (dense(read_relevance(row)) == cells).all()
    assert "9 pairs above 0" in browser.get(answer.url, follow=True).text


def test_a_matrix_with_a_warning_has_it_wherever_it_is_shown(browser, here, cells):
    content = as_npy(cells / 2).getvalue()
    warning = "theirs.npy:0:0: in 7 of 7 captions the own video has less than 1; it was kept"
    for name in ("theirs", "again"):
        sent = {"file": sent_file("theirs.npy", content), "name": name}
        answer = browser.post(f"{here}import/", sent)
        assert work().result["warnings"] == [warning]
        page = browser.get(answer.url, follow=True).text
        assert warning in page
        assert ("The name that was asked for, again, was not used." in page) == (name == "again")
    row = Proxy.objects.get()
    assert warning in browser.get(f"{here}{row.pk}/").text
    told = browser.get(f"/api/v1{here}{row.pk}/").json()
    assert told["parameters"]["warnings"] == [warning]


def test_a_matrix_without_a_warning_shows_none(browser, here, cells):
    for _ in range(2):
        sent = {"file": sent_file("theirs.npy", as_npy(cells).getvalue()), "name": "theirs"}
        answer = browser.post(f"{here}import/", sent)
        work()
        page = browser.get(answer.url, follow=True).text
        assert "message-warning" not in page
        assert "was not used" not in page
        main = page.partition("<main")[2]
        assert not [line for line in main.splitlines() if line.strip() == "none"]
    assert "was there already" in page


def test_a_bad_matrix_fails_plainly_and_leaves_nothing(browser, here, cells):
    file = sent_file("theirs.npy", as_npy(cells * 3).getvalue())
    answer = browser.post(f"{here}import/", {"file": file, "name": "theirs"})
    assert work().state == "failed"
    page = browser.get(answer.url).text
    assert "theirs.npy:0:0: 3 at row 0, column 0, counted from 0; 9 such values in all" in page
    assert f"{here}import/" in answer.url  # where it was begun, with what was answered
    assert 'value="theirs"' in page
    assert not Proxy.objects.exists()
    assert not (Path(settings.MEDIA_ROOT) / "proxies").exists()


def test_a_viewer_reads_and_downloads_and_changes_nothing(
    signed_in, viewer, lead, here, benchmark, cells
):
    row = make_proxy(benchmark, "theirs", cells, actor=Actor(lead, "page"))
    browser = signed_in(viewer)
    page = browser.get(here).text
    assert "theirs" in page
    assert "Lena" not in page
    assert "Make a proxy" not in page
    shown = browser.get(f"{here}{row.pk}/").text
    assert "Lena" not in shown
    assert "Delete" not in shown
    for ending in ("npy", "npz"):
        answer = browser.get(f"{here}{row.pk}/matrix.{ending}")
        assert f'filename="talk-theirs.{ending}"' in answer["Content-Disposition"]
        content = io.BytesIO(b"".join(answer.streaming_content))
        loaded = np.load(content)
        found = loaded if ending == "npy" else loaded["relevance"]
        assert (found == cells).all()
    assert browser.get(f"{here}{row.pk}/matrix.csv").status_code == 404
    for address in (f"{here}new/", f"{here}import/", f"{here}{row.pk}/delete/"):
        assert browser.post(address).status_code == 403
    assert Proxy.objects.exists()


@pytest.mark.parametrize("who", ["rater", "adjudicator", "submitter"])
def test_who_may_not_know_sees_nothing(request, signed_in, who, here, benchmark):
    row = make_proxy(benchmark)
    browser = signed_in(request.getfixturevalue(who))
    for address in (here, f"{here}{row.pk}/", f"{here}{row.pk}/matrix.npz"):
        assert browser.get(address).status_code == 403


def test_a_proxy_is_only_found_under_its_own_benchmark(browser, benchmark):
    from tests.factories import make_benchmark

    row = make_proxy(make_benchmark([("a cow", "field")]))
    assert browser.get(f"/benchmarks/{benchmark.pk}/proxies/{row.pk}/").status_code == 404


def test_a_proxy_is_deleted_with_its_file(
    browser, here, benchmark, django_capture_on_commit_callbacks
):
    row = make_proxy(benchmark)
    file = Path(settings.MEDIA_ROOT) / row.path
    assert "Keep it" in browser.get(f"{here}{row.pk}/delete/").text
    assert file.exists()
    with django_capture_on_commit_callbacks(execute=True):
        answer = browser.post(f"{here}{row.pk}/delete/", follow=True)
    assert "The proxy theirs was deleted." in answer.text
    assert (Proxy.objects.exists(), file.exists()) == (False, False)
    event = AuditEvent.objects.filter(object_type="proxy").latest("pk")
    assert (event.verb, event.before["sha256"]) == ("deleted", row.sha256)


@pytest.fixture
def rested_on():
    known = rests_on_proxies(lambda proxy: [f"report 7 about {proxy}"])
    yield
    _known.remove(known)


def test_a_proxy_on_which_something_rests_is_kept(browser, here, benchmark, rested_on):
    row = make_proxy(benchmark)
    page = browser.get(f"{here}{row.pk}/delete/").text
    assert "report 7 about theirs" in page
    assert "Proxy theirs cannot be deleted" in page
    assert "Delete proxy theirs?" not in page
    assert "This deletes proxy" not in page
    assert '<button class="button button-danger"' not in page
    answer = browser.post(f"{here}{row.pk}/delete/", follow=True)
    assert "These rest on the proxy: report 7 about theirs. Delete them first." in answer.text
    assert Proxy.objects.exists()
    assert (Path(settings.MEDIA_ROOT) / row.path).exists()


def test_an_outdated_proxy_says_so(browser, here, benchmark):
    row = make_proxy(benchmark)
    type(benchmark).objects.filter(pk=benchmark.pk).update(caption_count=9)
    assert "outdated" in browser.get(here).text
    assert "the benchmark has grown since" in browser.get(f"{here}{row.pk}/").text
