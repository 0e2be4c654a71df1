"""Instance-based scores between the least and the most that they could be (Wray et al., 2021,
Figure 5)."""

from collections.abc import Iterator, Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, key_of, measures_in, n_by_direction, where
from metrics.charts.shapes import TWO_LINES, dot, ranged, rows_high, rows_of_two, tips, to_one
from metrics.charts.style import Style
from metrics.table import Table, cell_of, drawn_table, plain
from metrics.tables.graded import WAYS
from metrics.words import percent, percent_span

# Of what a run ranks for, the share that may lack some of the same ones. Their least is 0 for no
# reason but where the run ends: with more of them, a range is about the run's depth.
WHOLE = 0.05


def charts(found: Found, tables: Sequence[Table]) -> Iterator[Chart]:
    for measure in measures_in(found["rows"]):
        rows = defined(where(found["rows"], measure=measure), "reported")
        if rows:
            yield _chart(found, measure, rows)


def _chart(found: Found, measure: str, rows: Sequence[Found]) -> Chart:
    runs = [row["run"] for row in rows]
    table = drawn_table(
        key_of("ceiling", measure),
        f"Least and most of {measure}",
        rows,
        plain(run="Run"),
        cell_of(lambda row: WAYS[row["direction"]], direction="Direction"),
        plain(least="Least", reported="Reported", most="Most", n="n", open="Not in the ranking"),
    )
    return Chart(
        title=_title(measure, rows),
        subtitle=(
            f"Dot: {measure} by each caption's own video. Line: from the lowest to the highest"
            f" ranked of all that {found['proxy']} has above {found['same_above']:g} in its place."
            f" {n_by_direction(rows)}{_unranked(rows)}"
        ),
        table=table,
        picture=lambda style: _picture(style, runs),
        height=rows_high(len(rows), TWO_LINES),
    )


def _title(measure: str, rows: Sequence[Found]) -> str:
    """The widest range among the runs whose rankings are whole enough to judge by."""
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
    """What the run that lacks most of them lacks."""
    most = max(rows, key=lambda row: row["open"] / row["n"])
    if not most["open"]:
        return ""
    return (
        f" The least is 0 where some are not in the ranking: {most['open']:,} of {most['n']:,} of"
        f" {most['run']}, or fewer."
    )


def _picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base, x = rows_of_two(style, runs, "datum.direction"), to_one()
    shares = tips(".1%", least="Least", reported="Reported", most="Most")
    return alt.layer(
        ranged(base, "least", "most", x), dot(style, base, "reported", x, tips(run="Run"), shares)
    )
