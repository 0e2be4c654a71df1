"""Charts of the studies under proxies: drawn from their tables, with a title that says what was
found."""

from dataclasses import replace

import pytest

from metrics.charts.chart import specification
from metrics.charts.files import written
from metrics.charts.registry import charts_of
from metrics.charts.style import Style
from metrics.studies.proxy_study import proxy_study
from metrics.studies.registry import tables_of
from metrics.words import format_rows
from tests.metrics.proxied import taken, with_backwards
from tests.metrics.test_study_versions import of_proxies, small_world


def charts_by_key(name):
    (found,) = of_proxies()[name]()
    return found, {one.key: one for one in charts_of(name, found.as_json(), tables_of(found))}


KEYS = {
    "graded": ["graded"],
    "thresholds": ["thresholds"],
    "ceiling": ["ceiling-c-1", "ceiling-c-5", "ceiling-c-10", "ceiling-gmr"],
    "hard_negatives": ["hard_negatives", "negatives_by_proxy"],
    "proxy_correlation": ["proxy_correlation"],
    "proxy_study": ["proxy_areas", "proxy_calibration", "proxy_thresholds", "proxy_orders"],
}


@pytest.mark.parametrize("name", KEYS)
def test_each_is_drawn_and_says_its_n(name):
    _, charts = charts_by_key(name)
    assert list(charts) == KEYS[name]
    for chart in charts.values():
        drawn = specification(chart, Style(), alone=True)
        assert len(drawn["data"]["values"]) == len(chart.table.rows) > 0
        assert any(letter.isdigit() for letter in chart.subtitle)
        assert written(chart, "svg").startswith(b"<svg")


def test_titles_state_what_was_found():
    graded, charts = charts_by_key("graded")
    best = max(
        (row for row in graded.rows if row.direction == "t2v"), key=lambda row: row.value.value
    )
    assert best.run in charts["graded"].title
    assert f"{100 * best.value.value:.1f} %" in charts["graded"].title
    study, charts = charts_by_key("proxy_study")
    areas = {row.proxy: row.auc.value for row in study.rows}
    assert charts["proxy_areas"].title.startswith(max(areas, key=areas.get))


def redrawn(name, **changes):
    """Of the same tables, with some of what was found as a test needs it."""
    (found,) = of_proxies()[name]()
    return charts_of(name, found.as_json() | changes, tables_of(found))


def of_runs(**opened):
    """kept has the narrower range; cut ends before all that is the same, so its least is 0."""
    shared = {"measure": "C@1", "reported": 0.2}
    kept = {"run": "kept", "direction": "t2v", "least": 0.1, "most": 0.3, "n": 300}
    cut = {"run": "cut", "direction": "v2t", "least": 0.0, "most": 0.4, "n": 60}
    return [shared | one | {"open": opened[one["run"]]} for one in (kept, cut)]


def test_a_range_is_of_a_run_whose_rankings_are_whole():
    (chart,) = redrawn("ceiling", rows=of_runs(kept=15, cut=52))
    assert chart.title == "C@1 of kept is 20.0 %, and could be 10.0 to 30.0 %"
    assert " n = 300 captions, 60 videos." in chart.subtitle
    assert chart.subtitle.endswith("not in the ranking: 52 of 60 of cut, or fewer.")


def test_a_range_says_that_the_rankings_end():
    (chart,) = redrawn("ceiling", rows=of_runs(kept=16, cut=52))
    assert chart.title.endswith(
        "could be 0.0 to 40.0 %, in part because 52 of 60 have some that are not in the ranking"
    )
    (chart,) = redrawn("ceiling", rows=of_runs(kept=0, cut=0))
    assert chart.title.endswith("0.0 to 40.0 %")
    assert chart.subtitle.endswith("n = 300 captions, 60 videos.")


def test_the_n_of_graded_scores_is_by_direction():
    found, charts = charts_by_key("graded")
    captions, videos = (
        max(row.n for row in found.rows if row.direction == way) for way in ("t2v", "v2t")
    )
    assert f" n = {captions} captions, {videos} videos." in charts["graded"].subtitle


def calibration(areas):
    """The chart of as many proxies, alike in all but their areas."""
    (found,) = of_proxies()["proxy_study"]()
    row = found.as_json()["rows"][0]
    rows = [row | {"proxy": f"p{n}", "auc": area} for n, area in enumerate(areas)]
    return next(one for one in redrawn("proxy_study", rows=rows) if one.key == "proxy_calibration")


def test_calibration_is_of_the_proxy_with_the_greatest_area():
    chart = calibration([0.5, 0.9, 0.8, None, 0.7, 0.6])
    assert chart.title.startswith("Of judged pairs with p1 (AUC 0.900, the greatest) at 0.9 or")
    assert "Drawn are the 4 proxies" in chart.subtitle
    assert chart.subtitle.endswith("only in the table: 2.")
    drawn = str(specification(chart, Style(), alone=True)["layer"])
    assert "'oneOf': ['p1', 'p2', 'p4', 'p5']" in drawn
    assert calibration([0.5, 0.6]).subtitle.endswith("would be a probability.")


def test_means_of_a_calibration_have_three_decimals():
    (found,) = of_proxies()["proxy_study"]()
    table = next(one for one in tables_of(found) if one.key == "proxy_calibration")
    place = [column.key for column in table.columns].index("mean")
    row = list(table.rows[0])
    row[place] = 0.000494
    assert format_rows(replace(table, rows=[row]))[0][place] == "0.000"


def test_what_is_undefined_is_not_drawn():
    snapshot = with_backwards(small_world().snapshot(6))
    only = replace(snapshot, collected=snapshot.judged, runs=snapshot.runs[:1])
    found = proxy_study(only, [taken(only)], seed=0, resamples=50)
    charts = charts_of("proxy_study", found.as_json(), tables_of(found))
    assert [one.key for one in charts] == ["proxy_calibration", "proxy_thresholds"]
