"""Table 4 as dumbbells: what each run scores, and what it would without the positives that only it,
or its family, found."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import altair as alt

from metrics.charts.by_measure import (
    key_of,
    measures_in,
    names_axis,
    percent_axis,
    rows_high,
)
from metrics.charts.chart import Chart
from metrics.charts.style import Style
from metrics.studies.headline import measure_named
from metrics.table import Column, Percent, Table
from metrics.words import NEGLIGIBLE, is_negligible, percent

Found = Mapping[str, Any]
COLUMNS = (
    Column("run", "Run"),
    Column("all", "With all positives"),
    Column("new", "Left out of the pool"),
    Column("difference", "Difference"),
    Column("lost", "Positives lost"),
    Column("n", "n"),
)


def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
    return list(_charts(found))


def _charts(found: Found) -> Iterator[Chart]:
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
    base = alt.Chart().encode(
        y=alt.Y("run:N", sort=list(runs), axis=names_axis(labelLimit=160)),
        color=alt.Color("run:N", scale=style.of_models(runs), legend=None),
    )
    zero = alt.Scale(zero=False, nice=True)
    shapes = alt.Scale(domain=["all positives", "left out"], range=["circle", "diamond"])
    ends = {"all": ("all positives", True), "new": ("left out", False)}
    return alt.layer(
        base.mark_rule().encode(x=alt.X("new:Q", scale=zero), x2="all:Q"),
        *(
            base.transform_calculate(what=f"'{name}'")
            .mark_point(size=90, filled=filled, opacity=1, strokeWidth=2)
            .encode(
                x=alt.X(f"{field}:Q", scale=zero, axis=percent_axis()),
                shape=alt.Shape(
                    "what:N",
                    scale=shapes,
                    legend=alt.Legend(
                        title=None, symbolFillColor=style.surface, symbolStrokeColor=style.ink
                    ),
                ),
            )
            for field, (name, filled) in ends.items()
        ),
    )
