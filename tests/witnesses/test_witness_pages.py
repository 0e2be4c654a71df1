"""Witnesses on pages and by API: imported by leads, read by readers, not shown to raters and
submitters."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from jobs.models import Job
from jobs.running import run_job
from people.models import Scope
from pooling.models import Upload
from tests.factories import make_benchmark, make_run
from tests.pooling.api.conftest import a_file, work_on
from tests.semantics.made import make_proxy
from tests.witnesses.conftest import imported, said
from tests.witnesses.test_import_witness import EXPECTED, TABLE
from witnesses.models import Witness

pytestmark = pytest.mark.django_db


@pytest.fixture
def here(benchmark) -> str:
    return f"/benchmarks/{benchmark.pk}/witnesses/"


@pytest.fixture
def there(benchmark) -> str:
    return f"benchmarks/{benchmark.pk}/witnesses"


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def work() -> Job:
    job = Job.objects.latest("pk")
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    return job


def test_a_lead_finds_the_page_from_the_benchmark_and_imports_one(
    browser, here, benchmark, pool, lead
):
    assert f'href="{here}"' in browser.get(f"/benchmarks/{benchmark.pk}/data/").text
    page = browser.get(here).text
    assert "No witness yet." in page
    assert f'href="{here}import/"' in page
    sent = {"name": "gpt", "kind": "judge", "family": "GPT"}
    sent |= {"file": SimpleUploadedFile("a.csv", TABLE.encode())}
    answer = browser.post(f"{here}import/", sent)
    assert answer.status_code == 302, answer.text
    assert work().state == "done"
    row = Witness.objects.get()
    assert (row.name, row.family, row.source, row.created_by) == ("gpt", "GPT", "a.csv", lead)
    assert said(row) == EXPECTED
    came = browser.get(answer.url, follow=True).text
    assert f'href="{here}{row.pk}/"' in came
    assert "expected 80 %" in came
    waited = browser.get(f"{here}{row.pk}/?job={Job.objects.latest('pk').pk}").text
    assert waited.count("expected 80 %") == 1
    assert "See what came of it" in came
    assert "See what came of it" not in waited
    shown = browser.get(f"{here}{row.pk}/").text
    assert row.digest in shown
    assert "3 of 6 pairs" in shown
    assert "Its values run from -1,000.000 to 0.900, mean -332.950" in shown.replace("−", "-")
    assert 'class="chart-bars chart-framed"' in shown
    assert "3 opinions by their value, in 20 bins; the highest bar is 2." in shown
    assert "SHA-256 of its source" in shown
    listed = browser.get(here).text
    assert "few opinions" in listed
    assert "Lena Lead" in listed


def test_the_form_offers_what_the_benchmark_has(browser, here, benchmark, pool):
    make_run(make_benchmark([("one", "v")]), {0: [0]}, "foreign", depth=1)
    make_proxy(benchmark, "theirs")
    form = browser.get(f"{here}import/").text
    assert "top two" in form
    assert "CLIP" in form
    assert "theirs" in form
    assert "foreign" not in form
    answer = browser.post(f"{here}import/", {"name": "x", "kind": "judge"})
    assert answer.status_code == 422
    assert "Expected one of a file, a proxy and a run." in answer.text
    run = benchmark.runs.get()
    browser.post(f"{here}import/", {"name": "clip", "kind": "judge", "run": run.pk})
    assert work().state == "done"
    row = Witness.objects.get()
    assert "circular" in browser.get(here).text
    assert "never held against that run" in browser.get(f"{here}{row.pk}/").text


def test_where_nothing_is_pooled_or_judged_there_is_nothing_to_cover(
    browser, here, benchmark, file
):
    told = imported("talk", "gpt", file("a.csv", TABLE))
    assert told["coverage"]["pooled"] == {"pairs": 0, "covered": 0, "share": None}
    assert told["warnings"] == []
    assert "few opinions" not in browser.get(here).text
    assert "0 of 0 pairs" in browser.get(f"{here}{told['id']}/").text


def test_a_refused_file_goes_with_its_reason(
    browser, here, pool, django_capture_on_commit_callbacks
):
    wrong = SimpleUploadedFile("a.csv", (TABLE + "c0,sofa,?\n").encode())
    answer = browser.post(f"{here}import/", {"name": "gpt", "kind": "judge", "file": wrong})
    with django_capture_on_commit_callbacks(execute=True):
        assert work().state == "failed"
    assert "a.csv:5:3: score: &#x27;?&#x27; is no score" in browser.get(
        answer.url, follow=True
    ).text.replace("&#39;", "&#x27;")
    assert list(Upload.objects.values_list("path", flat=True)) == [""]
    assert not Witness.objects.exists()


def test_one_is_imported_and_read_back_by_api(api, there, pool):
    file = a_file("a.csv", TABLE.encode())
    job = work_on(api.post(f"{there}/import", file=file, name="gpt", kind="labels"))
    assert (job["state"], job["result"]["given"], job["result"]["already"]) == ("done", 3, False)
    (row,) = api.rows(there)
    assert (row["name"], row["kind"], row["circular"]) == ("gpt", "labels", False)
    assert row["coverage"]["pooled"] == {"pairs": 6, "covered": 3, "share": 0.5}
    assert row["warning"].startswith("It has an opinion on 50 % of the pooled pairs")
    one = api.get(f"{there}/{row['id']}").json()
    opinions = one.pop("opinions")
    assert one == row | {"hearings": []}
    assert (opinions["given"], opinions["failed"], opinions["lowest"]) == (3, 0, -1000.0)
    again = api.post(f"{there}/import", run=pool.parameters["runs"][0], name="gpt")
    assert again.status_code == 400
    assert "has a witness called gpt" in again.text


def test_what_is_of_another_benchmark_is_refused(api, there, pool):
    other = make_run(make_benchmark([("one", "v")]), {0: [0]}, "foreign", depth=1)
    answer = api.post(f"{there}/import", run=other.pk, name="x")
    assert answer.status_code == 400
    assert "Expected a run of talk." in answer.text


@pytest.fixture
def witness(pool, file) -> Witness:
    imported("talk", "gpt", file("a.csv", TABLE))
    return Witness.objects.get()


@pytest.fixture
def outsiders(rater, submitter):
    return rater, submitter


def test_raters_and_submitters_see_nothing_of_them(
    signed_in, script, viewer, outsiders, here, there, witness
):
    one = f"{there}/{witness.pk}"
    reading = script(viewer, Scope.READ)
    assert [row["name"] for row in reading.rows(there)] == ["gpt"]
    assert reading.get(one).json()["created_by"] is None
    assert reading.post(f"{there}/import", name="x").status_code == 403
    for person in outsiders:
        theirs = script(person, Scope.READ)
        assert {theirs.get(address).status_code for address in (there, one)} == {403}
        assert signed_in(person).get(here).status_code == 403
    assert signed_in(viewer).get(f"{here}import/").status_code == 403
    assert "Import a witness" not in signed_in(viewer).get(here).text
