"""Reports with witnesses: two lines for each corrected score, and the opinions that were used are
kept, whatever is heard later."""

import re

import pytest
from django.core.management import call_command

from jobs.running import run_job
from metrics.actions.start_evaluation import NOTHING_FOR_WITNESSES
from metrics.models import Report
from metrics.queries.reports import result_of
from metrics.queries.verified import verify_report
from metrics.readings import what_witnesses_save
from metrics.studies.asked import EvaluationAsked
from pooling.models import Pool
from tests.metrics.pages.test_evaluations import send
from tests.metrics.reporting import make_report
from tests.metrics.test_stored_opinions import hear, make_witness
from tests.metrics.test_witnessed_pools import stored, whole
from tests.metrics.worlds import make_world
from tests.pooling.api.conftest import api, script  # noqa: F401  (fixtures)
from tests.web.markup import squeezed
from witnesses.models import Witness

pytestmark = pytest.mark.django_db
SMALL = {"measures": ("C@1", "P@4", "AP"), "resamples": 100, "comparisons": False, "overlap": 0}


@pytest.fixture
def world():
    of = stored(whole(), {"A": 0, "B": 1})
    call_command("build_pool", "toy", "half", "--sample", "150", "--depth", "4")
    return of


def asked(world, **more) -> EvaluationAsked:
    pool = Pool.objects.get(benchmark=world, name="half")
    return EvaluationAsked(**SMALL, **{"estimate": pool.pk, "witnesses": ("gpt",)} | more)


def part_of(report) -> dict:
    found: dict = result_of(report)["parts"]["witnessed"]
    return found


def test_a_report_has_the_witness_below_people(world):
    report = make_report(world, asked(world))
    part = part_of(report)
    lines = part["tables"][0]["rows"]
    assert [line[:2] for line in lines[:2]] == [["A", "C@1"]] * 2
    assert [line[2] for line in lines[:2]] == ["People alone", "With gpt"]
    row = part["found"]["rows"][0]
    alone = result_of(report)["parts"]["estimate"]["found"]["rows"]
    (own,) = (one for one in alone
              if one["trusted"] and (one["run"], one["measure"]) == ("A", "C@1"))  # fmt: skip
    assert row["people_interval"] == own["interval"]
    assert row["witness_interval"] is not None
    assert "witnesses help C@K, P@K and RBP" in part["found"]["rows"][2]["witness_why"]
    assert report.inputs["witnesses"] == [
        {"id": one.pk, "name": "gpt", "digest": one.digest} for one in Witness.objects.all()
    ]


def test_it_is_computed_again_from_the_opinions_that_it_keeps(world):
    report = make_report(world, asked(world))
    gpt = Witness.objects.get()
    hear(gpt, {(query, 0, 7): 0.9 for query in range(0, 300, 2)})
    assert verify_report(report).same
    later = make_report(world, asked(world))
    assert part_of(later)["found"]["rows"] != part_of(report)["found"]["rows"]
    assert later.sha256 != report.sha256


def test_opinions_change_nothing_else_of_a_report(world):
    with_it, without = (
        make_report(world, asked(world)),
        make_report(world, asked(world, witnesses=())),
    )
    parts = [result_of(one)["parts"] for one in (with_it, without)]
    assert parts[0].pop("witnessed")
    assert parts[0] == parts[1]


def test_where_no_sample_was_drawn_the_reason_stands_in_its_place(world):
    report = make_report(world, asked(world, estimate=0))
    assert "no sample was drawn" in part_of(report)["nothing"]
    assert verify_report(report).same


def test_leads_choose_witnesses_in_the_form_and_by_the_api(signed_in, lead, world, api):  # noqa: F811
    browser, gpt = signed_in(lead), Witness.objects.get()
    page = browser.get(f"/evaluations/new/?benchmark={world.pk}").text
    assert "With witnesses" in page
    body = {"benchmark": world.pk, "estimate": Pool.objects.get().pk, "witnesses": [gpt.pk],
            "resamples": 100, "overlap": 0, "measures": ["C@1"]}  # fmt: skip
    run_job(api.post("evaluations", body).json()["job"]["id"], worker="w")
    report = Report.objects.get()
    assert report.asked["witnesses"] == ["gpt"]
    page = browser.get(f"/evaluations/{report.pk}/").text
    for words in ("Estimates with witnesses", "People alone", "With gpt", gpt.digest):
        assert words in page
    other = make_witness(make_world("other"), "claude")
    refused = api.post("evaluations", body | {"witnesses": [other.pk]})
    assert refused.status_code == 400
    assert "Expected witnesses of toy" in refused.text


def test_witnesses_of_nothing_are_refused_at_their_field(signed_in, lead, world, api):  # noqa: F811
    gpt, browser = Witness.objects.get().pk, signed_in(lead)
    body = {"benchmark": world.pk, "witnesses": [gpt], "measures": ["C@1"]}
    refused = api.post("evaluations", body)
    assert refused.status_code == 400
    (error,) = refused.json()["errors"]
    assert (error["pointer"], error["detail"]) == ("#/witnesses", NOTHING_FOR_WITNESSES)
    page = send(browser, world, sample_sizes="", witnesses=[gpt])
    assert "choose one under Estimate from" in page.text
    assert not Report.objects.exists()
    assert api.post("evaluations", body | {"sample_sizes": [100]}).status_code == 202


def test_a_report_says_first_what_the_witness_saves(signed_in, lead, world):
    report = make_report(world, asked(world))
    page = squeezed(signed_in(lead).get(f"/evaluations/{report.pk}/").text)
    said = re.search(
        r"With gpt, (\S+) of (\w) is known as if (\d+) instead of (\d+) (\w+) had been labelled\. A"
        r" saving is shown for (\d) of 4 figures\.", page
    )  # fmt: skip
    assert said
    measure, run, as_if, labelled, unit, shown = said.groups()
    rows = part_of(report)["found"]["rows"]
    row = next(row for row in rows if (row["run"], row["measure"]) == (run, measure))
    assert (f"{row['labels_as_if']:.0f}", str(row["sampled"])) == (as_if, labelled)
    assert row["unit"] == unit
    saves = [row for row in rows if row["worth_interval"] and row["worth_interval"][0] > 1]
    assert len(saves) == int(shown)
    assert said.start() < page.index(">With gpt</td>")


KNOWN_AS_IF = (
    "With gpt, C@1 of A is known as if 80 instead of 65 misses had been labelled. A saving is shown"
    " for 1 of 2 figures."
)


def row_of(worth: list[float] | None, as_if: float | None = 80.4, why: str = "", **more) -> dict:
    return {"run": "A", "measure": "C@1", "unit": "misses", "sampled": 65, "labels_as_if": as_if,
            "worth_interval": worth, "witness_why": why} | more  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([row_of([1.1, 2.0]), row_of([0.9, 2.0], measure="C@5")],
         KNOWN_AS_IF),
        ([row_of([1.1, 2.0], measure="C@5"), row_of([0.993, 1.2])],
         "With gpt no saving is shown for C@1 of A. A saving is shown for 1 of 2 figures."),
        ([row_of(None)],
         "With gpt no saving is shown for C@1 of A. A saving is shown for 0 of 1 figure."),
        ([row_of(None, None, "people alone: 3 positives, and it takes 10")],
         "gpt narrows nothing here: people alone: 3 positives, and it takes 10."),
    ],
)  # fmt: skip
def test_what_witnesses_save_is_a_sentence(rows, says):
    assert what_witnesses_save({"witnesses": ["gpt"], "rows": rows}, "A", "C@1") == says


def test_where_there_is_no_witness_the_form_asks_for_none(signed_in, lead):
    page = signed_in(lead).get(f"/evaluations/new/?benchmark={make_world().pk}").text
    assert "With witnesses" not in page


def test_two_reports_with_witnesses_are_compared_by_scores_and_settings_by_names(
    signed_in, lead, world
):
    call_command("build_pool", "toy", "more", "--sample", "200", "--depth", "4")
    other = Pool.objects.get(name="more").pk
    without = make_report(world, asked(world, estimate=0, witnesses=()))
    first = make_report(world, asked(world))
    hear(Witness.objects.get(), {(query, 0, 7): 0.9 for query in range(0, 300, 2)})
    second = make_report(world, asked(world, estimate=other))
    browser = signed_in(lead)
    page = squeezed(browser.get(f"/evaluations/{first.pk}/compare/{second.pk}/").text)
    assert '<option value="A">' in page
    assert "opinions</option>" not in page
    assert '<option value="0">' not in page
    assert "<td>half</td> <td>more</td>" in page or "<td>half</td><td>more</td>" in page
    page = squeezed(browser.get(f"/evaluations/{without.pk}/compare/{first.pk}/").text)
    for names in (("none", "half"), ("none", "gpt")):
        before, after = (f"<td>{name}</td>" for name in names)
        assert f"{before}{after}" in page or f"{before} {after}" in page
    address = f"/api/v1/evaluations/{first.pk}/compare/{second.pk}"
    assert {one["run"] for one in browser.get(address).json()["results"]} <= {"A", "B"}
