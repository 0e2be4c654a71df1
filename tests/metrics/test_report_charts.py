"""The charts of reports: drawn from the numbers that the report froze, for one run, eight and
thirty; and not at all where there is nothing to draw."""

import json
from dataclasses import replace
from random import Random
from xml.etree import ElementTree as ET

import pytest

from foundation.words import unbroken
from metrics.charts.chart import LETTERS_ACROSS, records, remembered, specification
from metrics.charts.files import written
from metrics.charts.of_changes import charts as charts_of_changes
from metrics.charts.registry import charts_of
from metrics.charts.rows import of_one_measure
from metrics.charts.style import Style
from metrics.frozen import unpack_table
from metrics.studies.asked import EvaluationAsked
from metrics.studies.changes import RunChange, ScoreName
from metrics.studies.report import find_out
from tests.metrics.charted import a_chart
from tests.metrics.worlds import Bare

ASKED = EvaluationAsked(
    measures=("C@1", "C@10", "AP", "MedR"),
    resamples=100,
    leave_out="run",
    unjudged=10,
    stability=True,
)
OWN = ("evaluation", "comparison", "overlap", "leave_one_out", "stability", "unjudged")


def some_world(runs: int) -> Bare:
    draw = Random(runs)
    captions, videos = 40, 30
    own = [int(videos * draw.random()) for _ in range(captions)]
    rankings = []
    for run in range(runs):
        of_run = []
        for video in own:
            order = sorted(range(videos), key=lambda _: draw.random())[:12]
            if draw.random() < (run + 1) / (runs + 1):
                order = [video, *(other for other in order if other != video)][:12]
            of_run.append(order)
        rankings.append(of_run)
    verdicts = {
        (n, video): draw.random() < 0.3
        for of_run in rankings
        for n, order in enumerate(of_run)
        for video in order[:3]
        if draw.random() < 0.5
    }
    return Bare(videos, list(range(captions)), own, verdicts, rankings)


def charts_by_part(runs: int, asked: EvaluationAsked = ASKED) -> dict[str, tuple[dict, list]]:
    parts = json.loads(find_out(some_world(runs).snapshot(12), asked).result)["parts"]
    return {
        name: (
            part["found"],
            charts_of(name, part["found"], [unpack_table(one) for one in part["tables"]]),
        )
        for name, part in parts.items()
        if "found" in part and name in OWN
    }


@pytest.fixture(scope="module")
def four() -> dict[str, tuple[dict, list]]:
    return charts_by_part(4)


def test_every_part_has_its_charts_one_for_each_measure_of_scores(four):
    keys = {name: [chart.key for chart in charts] for name, (_, charts) in four.items()}
    measures = ["c-1", "c-10", "ap"]  # and none for a median rank
    assert keys["evaluation"] == [f"scores-{name}" for name in measures]
    assert keys["overlap"] == ["overlap"]
    assert keys["leave_one_out"] == [f"leave-one-out-{name}" for name in measures]
    assert keys["stability"] == [
        f"{kind}-{name}" for name in measures for kind in ("order", "ranks")
    ]
    assert keys["unjudged"] == ["unjudged", "bounds"]
    assert {key for key in keys["comparison"] if key.startswith("comparison-")} == {
        f"comparison-{name}" for name in measures
    }
    every = [key for of_part in keys.values() for key in of_part]
    assert len(every) == len(set(every))


def test_bars_are_the_scores_and_judged_is_beside_each(four):
    told, charts = four["evaluation"]
    judged = {one["run"]: one["share"] for one in told["judged"]}
    for chart, measure in zip(charts, ("C@1", "C@10", "AP"), strict=True):
        wanted = {row["run"]: row for row in told["rows"] if row["measure"] == measure}
        drawn = records(chart.table)
        assert [one["run"] for one in drawn] == sorted(wanted, key=lambda run: -wanted[run]["all"])
        for one in drawn:
            row = wanted[one["run"]]
            assert (one["score_all"], one["score_original"]) == (row["all"], row["original"])
            assert [one["interval_low"], one["interval_high"]] == row["interval"]
            assert (one["judged"], one["n"]) == (judged[one["run"]], row["n"])
        assert f"{100 * drawn[0]['score_all']:.1f} %" in chart.title
        assert drawn[0]["run"] in chart.title


def test_the_forest_and_the_wanting_captions_are_those_of_the_comparison(four):
    told, charts = four["comparison"]
    for measure, key in (("C@1", "c-1"), ("AP", "ap")):
        rows = {
            frozenset((row["a"], row["b"])): row
            for row in told["rows"]
            if row["measure"] == measure
        }
        by_key = {chart.key: chart for chart in charts}
        forest = by_key[f"comparison-{key}"]
        for one in records(forest.table):
            row = rows[frozenset((one["better"], one["other"]))]
            assert one["difference"] == abs(row["difference"])
            assert (one["p_holm"], one["detectable"]) == (row["p_holm"], row["detectable"])
            assert (one["outcome"] == "told apart") == (row["p_holm"] <= 0.05)
        apart = sum(row["p_holm"] <= 0.05 for row in rows.values())
        assert forest.title.split()[0] in (str(apart), "None", "All")
        wanting = by_key.get(f"more-captions-{key}")
        more = sorted(row["more_captions"] for row in rows.values() if row["more_captions"])
        assert more == (
            [] if wanting is None else [one["more_captions"] for one in records(wanting.table)]
        )


def test_the_order_and_what_is_left_out_are_those_of_the_studies(four):
    told, charts = four["stability"]
    for one in records(charts[0].table):
        (row,) = [
            row for row in told["ranks"] if (row["run"], row["measure"]) == (one["run"], "C@1")
        ]
        assert (one["original"], one["all"]) == (row["original"], row["all"])
        assert [one["interval_low"], one["interval_high"]] == (row["interval"] or [None, None])
    told, charts = four["leave_one_out"]
    for one in records(charts[-1].table):
        (row,) = [row for row in told["rows"] if (row["run"], row["measure"]) == (one["run"], "AP")]
        assert (one["all"], one["new"], one["lost"]) == (row["all"], row["new"], row["lost"])


def test_pictures_of_whole_tables_are_of_the_reports_own(four):
    told, (overlap,) = four["overlap"]
    assert [(one["a"], one["b"], one["overlap"]) for one in records(overlap.table)] == [
        (row["a"], row["b"], row["overlap"]) for row in told["rows"]
    ]
    told, (cost, bounds) = four["unjudged"]
    assert [(one["run"], one["unjudged"], one["hours"]) for one in records(cost.table)] == [
        (row["run"], row["unjudged"], row["hours"]) for row in told["rows"]
    ]
    assert [(one["bounds_low"], one["bounds_high"]) for one in records(bounds.table)] == [
        (one["low"], one["high"]) for row in told["rows"] for one in row["bounds"]
    ]


@pytest.mark.parametrize("runs", [1, 8, 30])
def test_each_chart_is_drawn_with_its_n_and_rule(runs):
    parts = charts_by_part(runs, EvaluationAsked(**{**as_asked(ASKED), "measures": ("C@1",)}))
    assert set(parts) == ({"evaluation", "unjudged"} if runs == 1 else set(OWN))
    for _, charts in parts.values():
        for chart in charts:
            assert chart.table.rows
            assert len(chart.subtitle) > 20
            drawn = ET.fromstring(written(chart, "svg").decode())
            words = {text.strip() for text in drawn.itertext()}
            assert any(word in unbroken(chart.title) for word in words if len(word) > 10)
            lines = specification(chart, Style(), alone=True)["title"]
            assert not any(line.startswith("%") for part in lines.values() for line in part)


LOST = "Left out of the pool, run0 would lose most: 0.1 points of AP"
NOTHING_LOST = "Left out of the pool, no run would lose any AP"


@pytest.mark.parametrize(
    ("difference", "title"),
    [
        (-0.001, LOST),
        (-0.0000822, f"{NOTHING_LOST} to speak of: below 0.05 points"),
        (0.0, NOTHING_LOST),
        (0.02, NOTHING_LOST),
    ],
)
def test_a_title_makes_nothing_of_a_loss_that_reads_as_none(difference, title):
    row = {"run": "run0", "measure": "AP", "all": 0.5, "new": 0.5 + difference}
    row |= {"difference": difference, "lost": 3, "n": 40}
    found = {"by": "run", "depth": 10, "rows": [row]}
    (chart,) = charts_of("leave_one_out", found, [])
    assert chart.title == title
    score = {"run": "run0", "measure": "AP", "all": 0.5, "original": 0.5 - difference, "n": 40}
    score |= {"delta": difference, "interval": None}
    (of_scores,) = charts_of(
        "evaluation", {"rows": [score], "positives": {"rule": "both"}, "level": None}, []
    )
    assert ("original score" in of_scores.title) == (abs(difference) >= 0.0005)
    (of_changes,) = charts_of_changes(
        [RunChange(ScoreName("run0", "AP", "all"), 0.5, 0.5 + difference, 2, 1, 40)]
    )
    assert ("changes most" in of_changes.title) == (abs(difference) >= 0.0005)


def as_asked(asked: EvaluationAsked) -> dict:
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in asked.as_json().items()
    }


def test_of_many_runs_neighbours_are_compared_and_all_pairs_are_counted():
    told, charts = charts_by_part(9)["comparison"]
    (forest, *_) = charts
    assert sum(row["measure"] == "C@1" for row in told["rows"]) == 36
    assert "36" in forest.title
    assert "all 36 pairs" in forest.subtitle
    assert len(forest.table.rows) == 8


def test_without_rows_there_is_no_chart():
    empty = {"rows": [], "ranks": [], "depth": 3, "by": "run", "positives": {"rule": "both"}}
    for name in OWN:
        assert list(charts_of(name, empty, [])) == [], name


def test_scores_by_one_kind_of_positives_are_bars_of_one_part():
    for rule in ("all", "original"):
        asked = EvaluationAsked(**{**as_asked(ASKED), "positives": rule, "measures": ("C@1",)})
        told, (chart,) = charts_by_part(2, asked)["evaluation"]
        values = {row["run"]: row[rule] for row in told["rows"]}
        assert {one["run"]: one["score"] for one in records(chart.table)} == values
        assert written(chart, "svg").startswith(b"<svg")


def test_the_charts_of_one_measure_are_found_by_their_names(four):
    measures = ["C@1", "C@10", "AP", "MedR"]
    charts = [chart for _, of_part in four.values() for chart in of_part]
    for measure, end in (("C@1", "-c-1"), ("C@10", "-c-10"), ("AP", "-ap"), ("MedR", "-c-1")):
        chosen = [chart.key for chart in of_one_measure(charts, measure, measures)]
        assert {"overlap", "unjudged", "bounds"} < set(chosen)
        assert all(
            key.endswith(end) for key in chosen if key not in ("overlap", "unjudged", "bounds")
        )


def test_a_remembered_picture_is_the_same_picture(four):
    _, charts = four["evaluation"]
    for style in (Style(), Style({"run0": 4})):
        plain = specification(charts[0], style)
        for _ in range(2):
            assert specification(remembered(charts[0], "a report"), style) == plain
    assert specification(remembered(charts[1], "a report"), Style()) == specification(
        charts[1], Style()
    )


def test_changes_are_drawn_for_each_measure_with_all_positives():
    changed = [
        RunChange(ScoreName(run, measure, rule), 0.5, after, 3, 1, 40)
        for measure in ("C@1", "AP")
        for rule in ("all", "original")
        for run, after in (("a", 0.6), ("b", 0.4))
    ]
    charts = charts_of_changes(changed)
    assert [chart.key for chart in charts] == ["changes-c-1", "changes-ap"]
    rows = records(charts[0].table)
    assert [(one["run"], one["positives"], one["after"]) for one in rows] == [
        ("a", "all", 0.6),
        ("b", "all", 0.4),
    ]
    assert "rises by 10.0 points" in charts[0].title
    assert written(charts[0], "svg").startswith(b"<svg")
    assert charts_of_changes([]) == []


def test_no_line_of_a_title_begins_with_its_sign_of_percent():
    assert (
        unbroken("alpha is at 12.5 %, beta at 9 % of 3")
        == "alpha is at 12.5\u00a0%, beta at 9\u00a0% of 3"
    )
    wide = replace(a_chart(), title=f"{'x' * (LETTERS_ACROSS - 5)} 61.5 % of all")
    first, second = specification(wide, Style(), alone=True)["title"]["text"]
    assert (len(first), second) == (LETTERS_ACROSS - 5, "61.5\u00a0% of all")
