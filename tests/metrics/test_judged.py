"""How much was judged stands beside every score, and what people found has one definition wherever
it is counted."""

import csv
import io
import json
from dataclasses import replace

import pytest
from django.core.management import call_command
from hypothesis import assume, given
from hypothesis import strategies as st

from measures.names import parse_all
from metrics.models import Report
from metrics.studies.evaluation import evaluate
from metrics.studies.judged import judged_depth
from metrics.studies.leave_one_out import leave_one_out
from metrics.studies.registry import tables_of
from metrics.studies.unjudged import unjudged_runs
from metrics.table_files import as_csv, as_latex
from metrics.words import as_text
from tests.metrics.reporting import ASKED, make_report
from tests.metrics.test_evaluation import WORLD
from tests.metrics.worlds import Bare, bare_worlds, judge, make_world

RELEVANT = "relevant"


@given(bare_worlds(), st.integers(1, 6))
def test_each_run_has_the_share_of_its_first_ranks_that_was_judged(world, k):
    assume(all(any(rankings) for rankings in world.rankings))
    assume(any(world.positives(n) for n in range(len(world.queries))))
    told = evaluate(world.snapshot(), parse_all(f"C@{k},C@1")).as_json()
    for number, row in enumerate(told["judged"]):
        tops = [(ranking[:k], world.judged(n)) for n, ranking in enumerate(world.rankings[number])]
        wanted = sum(
            sum(video in judged for video in top) / max(len(top), 1) for top, judged in tops
        ) / len(tops)
        assert (row["run"], row["k"]) == (f"run{number}", k)
        assert row["share"] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(
    ("measures", "k"),
    [
        ("C@1,C@5,AP", 5),
        ("P@20,GMR", 20),
        ("GMR", 10),
        ("AP,MedR", 10),
        ("C@5,Judged@20", 5),
        ("Judged@3", 3),
        ("AP,Judged@3", 3),
    ],
)
def test_it_is_told_at_the_deepest_cut_of_the_measures(measures, k):
    assert judged_depth(parse_all(measures)) == k
    assert {
        row["k"] for row in evaluate(WORLD.snapshot(), parse_all(measures)).as_json()["judged"]
    } == {k}


def test_table_1_has_it_as_its_last_row_once():
    for measures, rows in (
        ("C@1,AP", ["C@1", "AP", "Judged@1"]),
        ("Judged@2,C@2", ["Judged@2", "C@2"]),
    ):
        table = tables_of(evaluate(WORLD.snapshot(), parse_all(measures)))[0]
        assert [row[0] for row in table.rows] == rows
        text = as_text(table)
        assert text.count("share of the first K, or of a shorter ranking, with a verdict") == 1
        assert as_latex(table).count(r" \% \\") == len(rows)
        found = {row["measure"]: row for row in csv.DictReader(io.StringIO(as_csv(table)))}
        judged = found[next(name for name in rows if name.startswith("Judged"))]
        assert 0 < float(judged["run0_all"]) < 1
        assert (judged["run0_original"], judged["run0_delta"]) == ("", "")


def test_scores_that_rest_on_few_verdicts_come_with_a_warning():
    study = evaluate(WORLD.snapshot(), parse_all("C@3"))
    (warning,) = study.as_json()["warnings"]
    low = [row["run"] for row in study.as_json()["judged"] if row["share"] < 0.95]
    assert low == ["run0", "run1"]
    assert warning.startswith("Warning: Judged@3 is below 95.0 % for run0 ")
    assert as_text(tables_of(study)[0]).split("\n\n")[2].startswith(warning)
    every = {
        (query, video): (query, video) in WORLD.verdicts for query in range(5) for video in range(9)
    }
    judged = replace(WORLD, verdicts=every, rankings=WORLD.rankings[:1])
    study = evaluate(judged.snapshot(), parse_all("C@3"))
    assert study.as_json()["judged"] == [{"run": "run0", "k": 3, "share": 1.0}]
    assert study.as_json()["warnings"] == []
    assert "Warning" not in as_text(tables_of(study)[0])


@given(bare_worlds(), st.integers(1, 6))
def test_the_bounds_beside_the_scores_are_those_that_judging_would_leave(world, k):
    """As the study of what is not judged finds them, run by run, and around the scores."""
    assume(all(any(rankings) for rankings in world.rankings))
    assume(any(world.positives(n) for n in range(len(world.queries))))
    snapshot = world.snapshot()
    told = evaluate(snapshot, parse_all(f"C@{k},P@{k}"), "all").as_json()
    scores = {(row["run"], row["measure"]): row["all"] for row in told["rows"]}
    rows = unjudged_runs(snapshot, k, pace=180.0, pace_from="assumed").rows
    apart = {row.run: row.as_json()["bounds"] for row in rows}
    assert told["bounds"] == [{"run": run, **one} for run, of in apart.items() for one in of]
    for one in told["bounds"]:
        assert (one["low"] is None) == (one["reason"] is not None)
        if one["low"] is not None:
            assert one["low"] == pytest.approx(scores[one["run"], one["measure"]], abs=1e-12)
            assert one["low"] <= one["high"]


def test_collected_positives_are_those_found_that_are_not_original():
    """Of three pairs that people found one is its caption's own; captions 0 and 1 have the same
    text and other videos."""
    world = Bare(
        5,
        [0, 0, 1],
        [0, 1, 2],
        {(0, 0): True, (0, 3): True, (1, 2): True, (1, 4): False},
        [[[3], [3], [2]], [[0], [1], [4]]],
    )
    told = evaluate(world.snapshot(), parse_all("C@1")).as_json()
    assert told["found"] == {
        "relevant": 3,
        "collected": 2,
    }  # (0, 0) is original for caption 0, and collected for caption 1
    assert (told["positives"]["original"], told["positives"]["collected"]) == (
        3,
        3,
    )  # of captions: (1, 0), (0, 3), (1, 3)
    text = as_text(tables_of(evaluate(world.snapshot(), parse_all("C@1")))[0])
    assert (
        "People found 3 pairs of query and video relevant; 2 of them are not original and so"
        " collected." in text
    )
    study = leave_one_out(world.snapshot(), parse_all("C@1"), depth=1)
    assert study.as_json()["positives"]["found"] == 3
    assert study.as_json()["positives"]["collected"] == 2
    assert (
        "People found 3 pairs of query and video relevant; 2 of them are not original"
        in as_text(tables_of(study)[0])
    )
    assert {row["run"]: row["lost"] for row in study.as_json()["rows"]} == {"run0": 1, "run1": 1}


@pytest.mark.django_db
def test_the_command_prints_it_unasked(capsys):
    make_world()
    call_command("evaluate", "toy", "--measures", "C@3")
    printed = capsys.readouterr().out
    assert "Judged@3" in printed
    assert "Warning: Judged@3 is below 95.0 %" in printed
    call_command("evaluate", "toy", "--measures", "C@3", "--json")
    told = json.loads(capsys.readouterr().out)
    assert [row["run"] for row in told["judged"]] == ["strong", "weak", "weak again"]
    call_command("evaluate", "toy", "--measures", "C@1,Judged@3", "--csv")
    assert "Judged@3" in capsys.readouterr().out


@pytest.mark.django_db
def test_a_reports_first_sentence_says_it_and_counts_as_the_list_does(signed_in, lead):
    world = make_world()
    judge(world, {("a red ball", 1): RELEVANT})  # its own video
    report = make_report(world, replace(ASKED, measures=("C@3",), leave_out=""))
    assert (report.inputs["found_relevant"], report.inputs["pairs"]["collected"]) == (5, 4)
    browser = signed_in(lead)
    page = browser.get(f"/evaluations/{report.pk}/").text
    told = browser.get(f"/api/v1/evaluations/{report.pk}").json()["result"]["parts"]["evaluation"][
        "found"
    ]
    shares = sorted(row["share"] for row in told["judged"])
    assert "people found 5 pairs relevant, 4 of them not original." in page
    assert told["positives"]["collected"] == 5
    assert "For the scores these are 5 positives of captions, as captions with the same" in page
    assert f"Judged@3 of the runs is {100 * shares[0]:.1f} to" in page
    assert "and below 95 % for all" in page
    assert told["found"] == {"relevant": 5, "collected": 4}
    listed = browser.get("/evaluations/").text
    assert '<td class="number">5</td>\n        <td class="number">4</td>' in listed


@pytest.mark.django_db
def test_a_report_from_before_says_that_it_was_not_recorded(signed_in, lead):
    report = make_report(make_world(), replace(ASKED, leave_out="", overlap=0, sample_sizes=()))
    inputs = {name: value for name, value in report.inputs.items() if name != "found_relevant"}
    result = json.loads(bytes(report.result))
    del (
        result["parts"]["evaluation"]["found"]["judged"],
        result["parts"]["evaluation"]["found"]["warnings"],
    )
    facts = {
        "benchmark": report.benchmark,
        "kind": report.kind,
        "title": "Old",
        "asked": report.asked,
        "sha256": report.sha256,
    }
    old = Report.objects.create(**facts, inputs=inputs, result=json.dumps(result).encode())
    browser = signed_in(lead)
    page = browser.get(f"/evaluations/{old.pk}/").text
    assert "people found 4 pairs relevant." in page
    assert "how much of its first ranks was judged was not recorded" in page
    assert "Not recorded when this report was frozen" in browser.get("/evaluations/").text
