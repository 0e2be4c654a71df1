"""The order of the runs: each run's rank by original positives beside its rank by all of them, and
in which share of the resamples it has each rank."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import altair as alt

from metrics.charts.by_measure import (
    INTERVAL,
    key_of,
    measures_in,
    names_axis,
    rows_high,
    span,
)
from metrics.charts.chart import Chart
from metrics.charts.style import Style
from metrics.table import Column, Percent, Table
from metrics.words import percent

Found = Mapping[str, Any]
COLUMNS = (
    Column("run", "Run"),
    Column("original", "Rank by original positives"),
    Column("all", "Rank by all positives"),
    Column("interval", INTERVAL),
)

DISTRIBUTION = (
    Column("run", "Run"),
    Column("rank", "Rank"),
    Column("share", "Resamples"),
)
WORDS_FIT = 12  # runs, up to which a cell has room for its number


def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
    return list(_charts(found))


def _charts(found: Found) -> Iterator[Chart]:
    for measure in measures_in(found["ranks"]):
        rows = [
            row
            for row in found["ranks"]
            if row["measure"] == measure and row["all"] is not None and row["original"] is not None
        ]
        orders = [row for row in found["rows"] if row["measure"] == measure]
        if rows:
            in_order = sorted(rows, key=lambda row: (row["all"], row["original"]))
            yield _chart(found, measure, in_order, orders[0]["tau_b"] if orders else None)
            if all(row["distribution"] for row in in_order):
                yield _distribution(found, measure, in_order)


def _chart(found: Found, measure: str, rows: Sequence[Found], tau: float | None) -> Chart:
    key = key_of("order", measure)
    cells = [
        [row["run"], row["original"], row["all"], span(row["interval"], percent=False)]
        for row in rows
    ]
    agreeing = "" if tau is None else f" Kendall's tau-b of the two orders: {tau:.2f}."
    return Chart(
        key=key,
        title=_title(measure, rows),
        subtitle=(
            f"Rank of {len(rows)} runs by {measure}, 1 is best; the line is the {INTERVAL} of the"
            f" rank by all positives.{agreeing}"
        ),
        table=Table(key, f"Order of the runs by {measure}", COLUMNS, cells),
        picture=lambda style: _picture(style, [row["run"] for row in rows]),
        height=rows_high(len(rows)),
    )


def _distribution(found: Found, measure: str, rows: Sequence[Found]) -> Chart:
    key = key_of("ranks", measure)
    cells = [
        [row["run"], rank, Percent(share)]
        for row in rows
        for rank, share in enumerate(row["distribution"], start=1)
    ]
    return Chart(
        key=key,
        title=_sureness(measure, rows),
        subtitle=(
            f"The share of {found['resamples']:,} resamples in which a run has each rank by"
            f" {measure}, with all positives; 1 is best."
        ),
        table=Table(key, f"How sure the ranks by {measure} are", DISTRIBUTION, cells),
        picture=lambda style: _heat(style, [row["run"] for row in rows]),
        height=rows_high(len(rows), 34 if len(rows) <= WORDS_FIT else 20),
    )


def _sureness(measure: str, rows: Sequence[Found]) -> str:
    best = max(rows, key=lambda row: float(row["distribution"][0]))
    share = percent(best["distribution"][0])
    if best["distribution"][0] == 1:
        return f"By {measure}, {best['run']} is first in every resample"
    return f"By {measure}, {best['run']} is first in {share} % of the resamples"


def _heat(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = alt.Chart().encode(
        x=alt.X("rank:O", axis=alt.Axis(title="rank", labelAngle=0, ticks=False, domain=False)),
        y=alt.Y("run:N", sort=list(runs), axis=names_axis(labelLimit=160)),
    )
    cells = base.mark_rect(stroke=style.surface, strokeWidth=2).encode(
        color=alt.Color(
            "share:Q",
            scale=alt.Scale(domain=[0, 1], range=list(style.ramp)),
            legend=alt.Legend(title=None, format=".0%", gradientLength=140, tickCount=3),
        )
    )
    if len(runs) > WORDS_FIT:
        return alt.layer(cells)
    ink = alt.condition("datum.share > 0.58", alt.value(style.surface), alt.value(style.ink))
    words = (
        base.transform_filter("datum.share >= 0.005")
        .mark_text()
        .encode(text=alt.Text("share:Q", format=".0%"), color=ink)
    )
    return alt.layer(cells, words)


def _title(measure: str, rows: Sequence[Found]) -> str:
    moved = [row for row in rows if row["all"] != row["original"]]
    if not moved:
        return f"By {measure}, collected positives do not change the order of the runs"
    most = max(moved, key=lambda row: abs(row["all"] - row["original"]))
    way = "rises" if most["all"] < most["original"] else "falls"
    return (
        f"By {measure}, {len(moved)} of {len(rows)} runs change places: {most['run']} {way} from"
        f" {most['original']} to {most['all']}"
    )


def _picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = alt.Chart().encode(
        y=alt.Y("run:N", sort=list(runs), axis=names_axis(labelLimit=160)),
        color=alt.Color("run:N", scale=style.of_models(runs), legend=None),
    )
    scale = alt.Scale(domain=[0.5, len(runs) + 0.5], nice=False, zero=False)
    places = [place for place in range(1, len(runs) + 1) if place % (1 + len(runs) // 12) == 0]
    axis = alt.Axis(title="rank", values=places, format="d")
    names = ["by original positives", "by all positives"]
    shapes = alt.Scale(domain=names, range=["diamond", "circle"])
    points = {"original": (names[0], False, 150), "all": (names[1], True, 80)}
    return alt.layer(
        base.mark_rule(strokeWidth=6, opacity=0.35).encode(
            x=alt.X("interval_low:Q", scale=scale, axis=axis), x2="interval_high:Q"
        ),
        base.mark_rule(strokeWidth=1).encode(x="original:Q", x2="all:Q"),
        *(
            base.transform_calculate(what=f"'{name}'")
            .mark_point(size=size, filled=filled, opacity=1, strokeWidth=2)
            .encode(
                x=alt.X(f"{field}:Q", scale=scale, axis=axis),
                shape=alt.Shape("what:N", scale=shapes, legend=alt.Legend(title=None)),
            )
            for field, (name, filled, size) in points.items()
        ),
    )
