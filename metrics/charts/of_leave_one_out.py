"""Table 4 as dumbbells: what each run scores, and what it would without the positives that only it,
or its family, found."""

from collections.abc import Iterator, Sequence

import altair as alt

from metrics.charts.by_measure import (
    key_of,
    measures_in,
    percent_axis,
    rows_high,
)
from metrics.charts.chart import Chart, Found
from metrics.charts.shapes import across, rows_of, two_marks
from metrics.charts.style import Style
from metrics.studies.headline import measure_named
from metrics.table import Percent, Table, titled
from metrics.words import NEGLIGIBLE, is_negligible, percent

COLUMNS = titled(
    run="Run",
    all="With all positives",
    new="Left out of the pool",
    difference="Difference",
    lost="Positives lost",
    n="n",
)


def charts(found: Found, tables: Sequence[Table]) -> Iterator[Chart]:
    for measure in measures_in(found["rows"]):
        known = measure_named(measure)
        rows = [
            row
            for row in found["rows"]
            if row["measure"] == measure and row["difference"] is not None
        ]
        if rows and known and known.kind.needs_positives and not known.kind.of_ranks:
            yield _chart(found, measure, sorted(rows, key=lambda row: row["difference"]))


def _chart(found: Found, measure: str, rows: Sequence[Found]) -> Chart:
    key = key_of("leave-one-out", measure)
    cells = [
        [
            *(row["run"], Percent(row["all"]), Percent(row["new"]), Percent(row["difference"])),
            *(row["lost"], row["n"]),
        ]
        for row in rows
    ]
    group = "run" if found["by"] == "run" else "family of runs"
    return Chart(
        key=key,
        title=_title(measure, rows),
        subtitle=(
            f"{measure} with all positives, and without those that only this {group} found within"
            f" {found['depth']} ranks. n = {max(row['n'] for row in rows):,}."
        ),
        table=Table(key, f"Left out in turn, by {measure}", COLUMNS, cells),
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
        "all": ("all positives", "circle", True, 90),
        "new": ("left out", "diamond", False, 90),
    }
    key = alt.Legend(title=None, symbolFillColor=style.surface, symbolStrokeColor=style.ink)
    rule = alt.X("new:Q", scale=alt.Scale(zero=False, nice=True))
    return alt.layer(base.mark_rule().encode(x=rule, x2="all:Q"), *two_marks(base, x, marks, key))
