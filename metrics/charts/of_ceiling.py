"""Instance-based scores between the least and the most that they could be (000, Figure 5)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import altair as alt

from metrics.charts.by_measure import (
    TWO_LINES,
    key_of,
    lines_axis,
    measures_in,
    percent_axis,
    rows_high,
)
from metrics.charts.chart import Chart
from metrics.charts.panels import n_by_direction
from metrics.charts.style import Style
from metrics.table import Column, Table
from metrics.tables.graded import WAYS
from metrics.words import percent, percent_span

Found = Mapping[str, Any]
# Of what a run ranks for, the share that may lack some of the same ones. Their least is 0 for no
# reason but where the run ends: with more of them, a range is about the run's depth.
WHOLE = 0.05
COLUMNS = (
    Column("run", "Run"),
    Column("direction", "Direction"),
    Column("least", "Least"),
    Column("reported", "Reported"),
    Column("most", "Most"),
    Column("n", "n"),
    Column("open", "Not in the ranking"),
)


def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
    return list(_charts(found))


def _charts(found: Found) -> Iterator[Chart]:
    for measure in measures_in(found["rows"]):
        rows = [
            row
            for row in found["rows"]
            if row["measure"] == measure and row["reported"] is not None
        ]
        if rows:
            yield _chart(found, measure, rows)


def _chart(found: Found, measure: str, rows: Sequence[Found]) -> Chart:
    key, runs = key_of("ceiling", measure), [row["run"] for row in rows]
    cells = [
        [
            row["run"],
            WAYS[row["direction"]],
            row["least"],
            row["reported"],
            row["most"],
            row["n"],
            row["open"],
        ]
        for row in rows
    ]
    return Chart(
        key=key,
        title=_title(measure, rows),
        subtitle=(
            f"Dot: {measure} by each caption's own video. Line: from the lowest to the highest"
            f" ranked of all that {found['proxy']} has above {found['same_above']:g} in its place."
            f" {n_by_direction(rows)}{_unranked(rows)}"
        ),
        table=Table(key, f"Least and most of {measure}", COLUMNS, cells),
        picture=lambda style: _picture(style, runs),
        height=rows_high(len(rows), TWO_LINES),
    )


def _title(measure: str, rows: Sequence[Found]) -> str:
    """Of the widest range among the runs whose rankings are whole enough to speak of it."""
    whole = [row for row in rows if row["open"] <= WHOLE * row["n"]]
    widest = max(whole or rows, key=lambda row: row["most"] - row["least"])
    reported = percent(widest["reported"])
    ends = f"{percent_span(widest['least'], widest['most'])} %"
    if whole:
        return f"{measure} of {widest['run']} is {reported} %, and could be {ends}"
    return (
        f"{measure} of {widest['run']} is {reported} %, and could be {ends}, in part because"
        f" {widest['open']:,} of {widest['n']:,} have some that are not in the ranking"
    )


def _unranked(rows: Sequence[Found]) -> str:
    """Of the run that lacks most of them."""
    most = max(rows, key=lambda row: row["open"] / row["n"])
    if not most["open"]:
        return ""
    return (
        f" The least is 0 where some are not in the ranking: {most['open']:,} of {most['n']:,} of"
        f" {most['run']}, or fewer."
    )


def _picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = (
        alt.Chart()
        .transform_calculate(who="datum.run + '\\n' + datum.direction")
        .encode(
            y=alt.Y("who:N", sort=None, axis=lines_axis()),
            color=alt.Color("run:N", scale=style.of_models(runs), legend=None),
        )
    )
    scale, axis = alt.Scale(domain=[0, 1], nice=False), percent_axis()
    return alt.layer(
        base.mark_rule(strokeWidth=6, opacity=0.35).encode(
            x=alt.X("least:Q", scale=scale, axis=axis), x2="most:Q"
        ),
        base.mark_point(size=80, opacity=1, stroke=style.ink, strokeWidth=0.5).encode(
            x=alt.X("reported:Q", scale=scale, axis=axis),
            tooltip=[
                alt.Tooltip("run:N", title="Run"),
                alt.Tooltip("least:Q", title="Least", format=".1%"),
                alt.Tooltip("reported:Q", title="Reported", format=".1%"),
                alt.Tooltip("most:Q", title="Most", format=".1%"),
            ],
        ),
    )
