"""How often ranks hold: what people found at the ranks of runs, by study, command, page and API."""

import json

import pytest
from django.core.management import call_command

from jobs.models import Job
from jobs.running import run_job
from metrics.actions.study_kept import StudyAsked
from metrics.charts.registry import charts_of
from metrics.studies.calibration import calibration
from metrics.studies.registry import PARTS, tables_of
from metrics.studies.study import NothingToStudy
from tests.factories import make_benchmark
from tests.metrics.worlds import Bare, make_world

# Three captions of three videos: query, video -> whether it is relevant.
VERDICTS = {(0, 0): True, (0, 1): False, (1, 1): True, (1, 2): True, (2, 0): False}


def world(verdicts=VERDICTS) -> Bare:
    return Bare(3, [0, 1, 2], [0, 1, 2], verdicts, [[[0, 1, 2], [2, 1, 0], [0, 2, 1]]], [4, 5, 6])


def test_each_band_counts_its_judged_pairs_and_those_found_relevant():
    found = calibration(world().snapshot(3), ((1, 1), (2, 3)))
    assert [(row.first, row.last, row.ranked, row.judged) for row in found.rows] == [
        (1, 1, 3, 3),
        (2, 3, 6, 2),
    ]
    assert [row.share.value for row in found.rows] == pytest.approx([2 / 3, 1 / 2])


def test_it_says_what_is_missing():
    with pytest.raises(NothingToStudy, match="label some first"):
        calibration(world({}).snapshot(3))


def test_its_picture_says_what_it_found():
    found = calibration(world().snapshot(3), ((1, 1), (2, 3)))
    (chart,) = charts_of("calibration", found.as_json(), tables_of(found))
    assert "people found 67 % relevant, and 50 % at rank 2 to 3" in chart.title


def test_no_report_has_it_unasked():
    assert "calibration" not in PARTS


@pytest.mark.django_db
def test_the_command_and_the_api_tell_the_same(capsys, signed_in, lead, viewer):
    made = make_world()
    address = f"/api/v1/benchmarks/{made.pk}/studies/calibration"
    assert signed_in(viewer).get(address).status_code == 409
    call_command("study", made.name, "calibration", "--json")
    told = json.loads(capsys.readouterr().out)
    answer = signed_in(viewer).get(address).json()
    assert answer.pop("current")
    assert answer.pop("computed_at")
    assert answer == told
    assert signed_in(viewer).post(address).status_code == 403
    assert signed_in(lead).post(address).status_code == 202


@pytest.mark.django_db
def test_a_lead_has_it_computed_from_its_page(signed_in, lead, viewer):
    made = make_world()
    browser, address = signed_in(lead), f"/benchmarks/{made.pk}/studies/calibration/"
    assert address in browser.get(f"/benchmarks/{made.pk}/scores/").text
    assert "has not been computed yet" in browser.get(address).text
    assert browser.get(f"{address}tables/calibration.csv").status_code == 404
    assert browser.post(address).url == address
    run_job(Job.objects.get().pk, worker="w")
    page = signed_in(viewer).get(address)
    assert "How often ranks hold" in page.text
    assert "chart-calibration" in page.text
    assert signed_in(viewer).get(f"{address}tables/calibration.csv").status_code == 200
    assert signed_in(viewer).get(f"{address}charts/calibration.svg").status_code == 200
    assert StudyAsked.named(made, "calibration").find().kept.current


@pytest.mark.django_db
def test_another_name_is_no_study(signed_in, lead):
    made = make_benchmark([("a dog runs", "v0")])
    assert signed_in(lead).get(f"/benchmarks/{made.pk}/studies/nothing/").status_code == 404
    assert signed_in(lead).get(f"/api/v1/benchmarks/{made.pk}/studies/nothing").status_code == 404
