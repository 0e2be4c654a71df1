"""The doctor's page: readers read it, leads let it look."""

import csv
import io

import pytest

from jobs.models import Job
from metrics.actions.doctor_kept import DoctorAsked
from tests.factories import make_run
from tests.metrics.test_doctor import toy  # noqa: F401  (a fixture)

pytestmark = pytest.mark.django_db


def address(benchmark, more: str = "") -> str:
    return f"/benchmarks/{benchmark.pk}/doctor/{more}"


@pytest.fixture
def examined(toy):  # noqa: F811
    make_run(toy, {n: [n % 7, (n + 1) % 7] for n in range(8)}, "one")
    make_run(toy, {n: [(n + 1) % 7, n % 7] for n in range(8)}, "two")
    return DoctorAsked(benchmark=toy).keep().result


def test_before_the_first_look_it_says_what_to_do(signed_in, lead, viewer, toy):  # noqa: F811
    page = signed_in(lead).get(address(toy))
    assert page.status_code == 200
    assert "The doctor has not looked at this benchmark yet." in page.text
    assert "Look now" in page.text
    page = signed_in(viewer).get(address(toy))
    assert "A lead can let it look." in page.text
    assert "Look now" not in page.text
    assert signed_in(viewer).get(address(toy, "tables/near.csv")).status_code == 404


def test_a_lead_starts_one_job_however_often_the_button_is_pressed(signed_in, lead, toy):  # noqa: F811
    browser = signed_in(lead)
    for _ in range(2):
        assert browser.post(address(toy)).url == address(toy)
    job = Job.objects.get()
    assert (job.kind, job.arguments) == ("metrics.doctor", {"benchmark": toy.pk, "runs": []})
    assert f'id="job-{job.pk}"' in browser.get(address(toy)).text


def test_a_viewer_reads_and_does_not_start(signed_in, viewer, rater, toy, examined):  # noqa: F811
    assert signed_in(viewer).get(address(toy)).status_code == 200
    assert signed_in(viewer).post(address(toy)).status_code == 403
    assert signed_in(rater).get(address(toy)).status_code == 403
    assert not Job.objects.exists()


def test_each_finding_has_its_sentence_its_meaning_and_its_next_step(
    signed_in,
    viewer,
    toy,  # noqa: F811
    examined,
):
    page = signed_in(viewer).get(address(toy)).text
    mend, know = len(examined.of("mend")), len(examined.of("know"))
    assert f"Before any label: {mend} things to mend, {know} to know." in page
    places = []
    for one in examined.findings:
        assert one.meaning in page.replace("&#x27;", "'")
        assert one.next_step in page.replace("&#x27;", "'")
        places.append(page.index(f'id="{one.kind}"'))
    assert places == sorted(places)
    assert f'href="/benchmarks/{toy.pk}/captions/2/"' in page


def test_its_charts_say_what_they_show_and_come_as_files(signed_in, viewer, toy, examined):  # noqa: F811
    browser = signed_in(viewer)
    page = browser.get(address(toy)).text
    assert "be told apart by C@1" in page
    drawing = browser.get(address(toy, "charts/differences.svg"))
    assert drawing.status_code == 200
    assert drawing.content.startswith(b"<svg")
    nearest = browser.get(address(toy, "charts/nearest.svg")).content.decode()
    assert all(word in nearest for word in ("Among captions of", "its own video", "other videos"))
    assert browser.get(address(toy, "charts/nearest.png")).content.startswith(b"\x89PNG")
    assert browser.get(address(toy, "charts/nothing.svg")).status_code == 404


def test_lists_come_as_files(signed_in, viewer, toy, examined):  # noqa: F811
    answer = signed_in(viewer).get(address(toy, "tables/near.csv"))
    rows = list(csv.DictReader(io.StringIO(answer.text.lstrip("\ufeff"))))
    assert [{row["a"], row["b"]} for row in rows] == [{"c2", "c3"}]


def test_it_says_when_something_has_changed_since(signed_in, viewer, toy, examined):  # noqa: F811
    browser = signed_in(viewer)
    assert "have changed since" not in browser.get(address(toy)).text
    make_run(toy, {0: [1]}, "three")
    assert "What it looked at has changed since." in browser.get(address(toy)).text


def test_the_benchmarks_page_leads_to_it(signed_in, viewer, toy):  # noqa: F811
    assert f'href="{address(toy)}"' in signed_in(viewer).get(f"/benchmarks/{toy.pk}/data/").text


def test_by_api_it_is_what_the_study_tells(signed_in, lead, viewer, toy):  # noqa: F811
    path = f"/api/v1/benchmarks/{toy.pk}/doctor"
    assert signed_in(viewer).get(path).status_code == 409
    assert signed_in(viewer).post(path, {}, "application/json").status_code == 403
    accepted = signed_in(lead).post(path, {}, "application/json")
    assert (accepted.status_code, accepted.json()["job"]["kind"]) == (202, "metrics.doctor")
    found = DoctorAsked(benchmark=toy).keep().result.as_json()
    told = signed_in(viewer).get(path).json()
    assert told.pop("current") is True
    told.pop("computed_at")
    assert told == found


def test_by_api_runs_may_be_named(signed_in, lead, toy):  # noqa: F811
    run = make_run(toy, {0: [0]}, "one")
    path = f"/api/v1/benchmarks/{toy.pk}/doctor"
    DoctorAsked(benchmark=toy, runs=(run,)).keep()
    assert signed_in(lead).get(path).status_code == 409
    assert signed_in(lead).get(path, {"runs": run.pk}).json()["runs"] == ["one"]
    answer = signed_in(lead).post(path, {"runs": [run.pk]}, "application/json")
    assert answer.status_code == 202
    assert Job.objects.get().arguments == {"benchmark": toy.pk, "runs": [run.pk]}
    assert signed_in(lead).post(path, {"runs": [10**6]}, "application/json").status_code == 400


def test_the_search_finds_it_by_its_name(signed_in, viewer, toy):  # noqa: F811
    found = signed_in(viewer).get("/search/", {"q": "doctor toy"}).text
    assert f'href="{address(toy)}"' in found
    assert "/doctor/" not in signed_in(viewer).get("/search/", {"q": "doctor nothing-like-it"}).text
