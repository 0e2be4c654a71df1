"""Table 4 as dumbbells: what each run scores, and what it would without the positives that only it,
or its family, found."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.language import spoken
from metrics.charts.rows import defined, key_of, measures_in, where
from metrics.charts.shapes import across, percent_axis, rows_high, rows_of, two_marks
from metrics.charts.style import Style
from metrics.studies.headline import measure_named
from metrics.table import Table, drawn_table, percents, plain
from metrics.words import NEGLIGIBLE, is_negligible, percent


def charts(found: Found, tables: Sequence[Table]) -> Iterator[Chart]:
    for measure in measures_in(found["rows"]):
        known = measure_named(measure)
        rows = defined(where(found["rows"], measure=measure), "difference")
        if rows and known and known.kind.needs_positives and not known.kind.of_ranks:
            yield _chart(found, measure, sorted(rows, key=itemgetter("difference")))


def _chart(found: Found, measure: str, rows: Sequence[Found]) -> Chart:
    table = drawn_table(
        key_of("leave-one-out", measure),
        f"Left out in turn, by {measure}",
        rows,
        plain(run="Run"),
        percents(all="With all positives", new="Left out of the pool", difference="Difference"),
        plain(lost="Positives lost", n="n"),
    )
    group = spoken("run") if found["by"] == "run" else spoken("family of runs")
    return Chart(
        title=_title(measure, rows),
        subtitle=(
            f"{measure} with all positives, and without those that only this {group} found within"
            f" {found['depth']} ranks. n = {max(row['n'] for row in rows):,}."
        ),
        table=table,
        picture=lambda style: _picture(style, [row["run"] for row in rows]),
        height=rows_high(len(rows)),
    )


def _title(measure: str, rows: Sequence[Found]) -> str:
    least = rows[0]
    if least["difference"] >= 0:
        return f"Left out of the pool, no run would lose any {measure}"
    if is_negligible(least["difference"]):
        below = f"{100 * NEGLIGIBLE:g} points"
        return f"Left out of the pool, no run would lose any {measure} to speak of: below {below}"
    return (
        f"Left out of the pool, {least['run']} would lose most: {percent(-least['difference'])}"
        f" points of {measure}"
    )


def _picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    """Filled: all positives. Open: left out."""
    base, x = rows_of(style, runs), across(alt.Scale(zero=False, nice=True), percent_axis())
    marks = {
        "all": (spoken("all positives"), "circle", True, 90),
        "new": (spoken("left out"), "diamond", False, 90),
    }
    key = alt.Legend(title=None, symbolFillColor=style.surface, symbolStrokeColor=style.ink)
    rule = alt.X("new:Q", scale=alt.Scale(zero=False, nice=True))
    return alt.layer(base.mark_rule().encode(x=rule, x2="all:Q"), *two_marks(base, x, marks, key))
