"""A witness against people: the share that people found relevant by its opinion, and which runs it
flatters."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, drawn, each, highest
from metrics.charts.shapes import (
    INTERVAL,
    SHARES,
    across,
    diagonal,
    dot,
    interval,
    points_axis,
    rows_high,
    rows_of,
    tips,
    upright,
)
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent


def _calibration(found: Found, table: Table) -> Chart:
    rows, error = found["agreement"]["calibration"], found["agreement"]["calibration_error"]
    top = rows[-1]
    line = " On the dashed line an opinion would be a probability." if error is not None else ""
    return Chart(
        title=(
            f"Of the pairs that {found['witness']} thinks most of ({table.rows[-1][0]}), people"
            f" found {percent(top['share'])} % relevant"
        ),
        subtitle=(
            f"The share that people found relevant by the mean of its opinion; n ="
            f" {found['pairs']:,} labelled pairs of {found['clusters']:,} videos, with"
            f" {INTERVAL}s.{line}"
        ),
        table=table,
        picture=lambda style: _calibration_picture(style, error is not None),
    )


def _calibration_picture(style: Style, probabilities: bool) -> alt.TopLevelMixin:
    scale = SHARES if probabilities else alt.Scale(zero=False)
    base = alt.Chart().encode(
        x=alt.X("mean:Q", title="Mean opinion", scale=scale),
        y=alt.Y("share:Q", title="Found relevant", scale=SHARES, axis=alt.Axis(format=".0%")),
        color=alt.value(style.quantity),
    )
    spans = upright(base, SHARES)
    shown = [
        *tips(bin="Opinion"),
        *tips(".3f", mean="Mean opinion"),
        *tips(".1%", share="Found relevant"),
        *tips(",", n="Pairs"),
    ]
    points = base.mark_point(size=70, opacity=1).encode(tooltip=shown)
    line = base.mark_line(strokeWidth=1, opacity=0.5)
    if not probabilities:
        return alt.layer(spans, line, points)
    return alt.layer(diagonal(style, SHARES), spans, line, points)


def _flattery(found: Found, table: Table) -> Chart | None:
    rows = defined(found["flattery"], "flattery")
    if not rows:
        return None
    diamonds = " Diamonds are runs of its own family." if any(row["own"] for row in rows) else ""
    return Chart(
        title=_title_of_flattery(found, rows),
        subtitle=(
            f"The mean of opinion less verdict over labelled pairs in each run's first"
            f" {found['depth']}, in points, with {INTERVAL}s by video and text; right of the line"
            f" the witness is kinder than people.{diamonds}"
        ),
        table=table,
        picture=lambda style: _flattery_picture(style, each(found["flattery"], "run")),
        height=rows_high(len(found["flattery"])),
    )


def _title_of_flattery(found: Found, rows: Sequence[Found]) -> str:
    own = found["own_family_interval"]
    if own and (own[0] > 0 or own[1] < 0):
        return (
            f"{found['witness']} flatters runs of its own family"
            f" {100 * found['own_family']:+.1f} points beyond the others"
        )
    most = highest(rows, "flattery")
    points = f"{100 * most['flattery']:+.1f} points"
    if all(row["flattery"] <= 0 for row in rows):
        return f"{found['witness']} flatters no run; it is mildest with {most['run']}, {points}"
    return f"{found['witness']} flatters {most['run']} most: {points}"


def _flattery_picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = rows_of(style, runs)
    x = across(alt.Scale(zero=True), points_axis("Opinion less verdict, points"))
    shown = tips(run="Run", family="Family"), tips("+.1%", flattery="Flattery")
    counts = tips(",", labelled="Labelled pairs")
    shape = alt.condition("datum.own == 'yes'", alt.value("diamond"), alt.value("circle"))
    return alt.layer(
        alt.Chart().mark_rule(strokeDash=[4, 4], color=style.soft).encode(x=alt.datum(0)),
        interval(base, x),
        dot(style, base, "flattery", x, *shown, counts).encode(shape=shape),
    )


charts = drawn(("witness_calibration", _calibration), ("witness_flattery", _flattery))
