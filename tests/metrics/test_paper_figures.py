"""The paper's figures as charts: the numbers that are drawn are those of the studies."""

import csv
import html
import io
import json
import re
from collections import Counter
from dataclasses import replace

import pytest

from metrics.charts.chart import records, specification
from metrics.charts.files import written
from metrics.charts.registry import charts_of
from metrics.charts.style import MODELS, Style
from metrics.queries.reports import result_of
from metrics.studies import registry
from metrics.studies.asked import EvaluationAsked
from metrics.studies.reuse import reuse
from metrics.studies.slices import slices
from metrics.table_files import as_csv
from pooling.models import TrainingCaption
from tests.metrics.figures import MEASURES, figure_studies, figure_world
from tests.metrics.reporting import make_report, tables_of
from tests.metrics.worlds import make_world

KEYS = {
    "reuse": [
        "positives_per_query",
        "positives_by_words",
        "right_by_characters",
        "ranks_of_positives",
        "right_by_similarity",
        "right_by_similarity_released",
    ],
    "sample_size": ["distances"],
    "slices": ["slices_length", "slices_positives", "slices_source"],
}


def drawn(name, found):
    return charts_of(name, json.loads(json.dumps(found.as_json())), registry.tables_of(found))


def marks(chart, role: str) -> list[dict[str, str]]:
    """What Vega says of each mark that it drew."""
    shown = written(chart, "svg").decode()
    pattern = rf'aria-label="([^"]*)" role="graphics-symbol" aria-roledescription="{role}"'
    return [
        dict(part.rsplit(": ", 1) for part in html.unescape(label).split("; "))
        for label in re.findall(pattern, shown)
    ]


@pytest.mark.parametrize("name", KEYS)
def test_each_figure_is_drawn_from_its_studys_own_table(name):
    found = figure_studies()[name]
    tables = {table.key: table for table in registry.tables_of(found)}
    charts = drawn(name, found)
    assert [chart.key for chart in charts] == KEYS[name]
    for chart in charts:
        assert chart.table == tables[chart.table.key]
        values = specification(chart, Style())["data"]["values"]
        assert values == records(chart.table)
        rows = list(csv.DictReader(io.StringIO(as_csv(chart.table))))
        for row, fields in zip(rows, values, strict=True):
            for key, value in fields.items():
                # Judged@K knows no positives, and has one score in the place of three.
                told = row[f"{key}_all" if key == "score" else key]
                assert told == ("" if value is None else str(value))


@pytest.mark.parametrize("runs", [1, 3, 8, 30])
def test_figures_are_drawn_of_any_number_of_runs(runs):
    for name, found in figure_studies(runs).items():
        charts = drawn(name, found)
        pairs = [key for key in KEYS[name] if runs > 1 or not key.startswith("right")]
        assert [chart.key for chart in charts] == pairs
        for chart in charts:
            assert written(chart, "svg").startswith(b"<svg")
            assert re.search(r"\d", chart.subtitle)
            said = f"Drawn are {MODELS} of {runs} runs; the table has all." in chart.subtitle
            assert said == (runs > MODELS and not chart.key.startswith(("right", "positives")))


def test_bars_of_who_is_right_are_as_high_as_the_captions_counted():
    found = figure_studies()["reuse"]
    for chart in drawn("reuse", found):
        if not chart.key.startswith("right"):
            continue
        words = {"both": "Both", "only_first": "Only run0", "only_second": "Only run1"}
        wanted = Counter(
            (words.get(part, "Neither"), row[part], row["n"], f"{100 * row[part] / row['n']:.1f}%")
            for row in found.listings()[chart.key]
            for part in (*words, "neither")
            if row["n"]
        )
        shown = Counter(
            (mark["Right"], int(mark["Captions"]), int(mark["n"]), mark["Share"])
            for mark in marks(chart, "bar")
        )
        assert shown == wanted
        ends = [float(mark["end"]) for mark in marks(chart, "bar") if mark["Right"] == "Neither"]
        assert ends == pytest.approx([1] * len(ends))


def test_intervals_of_slices_are_drawn_where_there_is_one():
    found = figure_studies()["slices"]
    for chart, by in zip(drawn("slices", found), found.by, strict=True):
        wanted = sorted(
            (row.group, row.run, round(row.all.ends()[0], 6), round(row.all.ends()[1], 6))
            for row in found.rows
            if row.by == by and row.all.ends()
        )
        shown = sorted(
            (
                mark["group"],
                mark["run"],
                round(float(mark["interval_low"]), 6),
                round(float(mark["interval_high"]), 6),
            )
            for mark in marks(chart, "rule mark")
        )
        assert [one[:2] for one in shown] == [one[:2] for one in wanted]
        for a, b in zip(shown, wanted, strict=True):
            assert a[2:] == pytest.approx(b[2:], abs=1e-6)


def test_boxes_of_sample_sizes_are_their_quantiles():
    found = figure_studies()["sample_size"]
    (chart,) = drawn("sample_size", found)
    wanted = sorted(
        (row.run, row.size, round(row.quantiles["q25"], 9), round(row.quantiles["q75"], 9))
        for row in found.rows
    )
    shown = sorted(
        (m["run"], int(m["N"]), round(float(m["q25"]), 9), round(float(m["q75"]), 9))
        for m in marks(chart, "bar")
    )
    assert shown == wanted


@pytest.mark.django_db(transaction=True)  # the job is longer than from one sign of life to the next
def test_titles_say_what_the_numbers_say():
    """The benchmark whose numbers are worked out in test_reuse."""
    world = make_world()
    training = [
        TrainingCaption(benchmark=world, key=f"t{n}", video_key="t", text="A dog runs")
        for n in range(10)
    ]
    TrainingCaption.objects.bulk_create(training)
    asking = EvaluationAsked(
        resamples=100, overlap=0, reuse=True, slices=True, sample_sizes=(3,), measures=("C@1",)
    )
    result = result_of(make_report(world, asking))
    titles = {
        chart.key: chart.title
        for name, tables, _ in tables_of(result)
        for chart in charts_of(name, result["parts"][name].get("found", {}), tables)
    }
    assert titles["positives_per_query"] == (
        "60 % of queries have more than one positive, and 20 % have more than one original positive"
    )
    assert titles["positives_by_words"] == (
        "Captions of up to 3 words have 1.6 positives on average, longer ones 2.0"
    )
    # Strong and weak have a positive of each caption within three ranks.
    assert titles["right_by_characters"] == (
        "Neither run is right for 0 % of captions, 0 % by original positives"
    )
    assert titles["slices_length"] == (
        "C@1 of strong lies between 0.0 % and 100.0 % by group; no group stands apart"
    )
    assert titles.keys() >= {"ranks_of_positives", "right_by_similarity", "distances"}


def test_a_report_of_earlier_days_has_the_charts_that_its_numbers_allow():
    found = figure_studies()["reuse"].as_json()
    tables = registry.tables_of(figure_studies()["reuse"])
    found["positives_per_query"] = [
        {"positives": row["positives"], "queries": row["queries"]}
        for row in found["positives_per_query"]
    ]
    for key in ("right_by_characters", "right_by_similarity"):
        found[key] = [{k: v for k, v in row.items() if k != "n"} for row in found[key]]
    keys = [chart.key for chart in charts_of("reuse", found, tables)]
    assert keys == ["positives_by_words", "ranks_of_positives", "right_by_similarity_released"]
    sizes = figure_studies()["sample_size"]
    assert charts_of("sample_size", sizes.as_json(), registry.tables_of(sizes)[:1]) == []
    bare = [replace(table, rows=[]) for table in tables]
    assert charts_of("reuse", found, bare) == []


def test_a_runs_name_may_have_any_letters():
    snapshot, texts = figure_world(2)
    names = ["O'Brien's \\ \"best\" </script>", "ä & b; c: d"]
    runs = [replace(run, name=name) for run, name in zip(snapshot.runs, names, strict=True)]
    snapshot = replace(snapshot, runs=tuple(runs))
    for name, found in (
        ("reuse", reuse(snapshot, texts, 3)),
        ("slices", slices(snapshot, MEASURES, resamples=20)),
    ):
        for chart in drawn(name, found):
            shown = html.unescape(written(chart, "svg").decode())
            if chart.key.startswith(("right", "slices", "ranks")):
                assert names[0] in shown
                assert names[1] in shown
