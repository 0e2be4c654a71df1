"""The order of the runs: each run's rank by original positives beside its rank by all of them."""

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
from metrics.table import Column, Table

Found = Mapping[str, Any]
COLUMNS = (
    Column("run", "Run"),
    Column("original", "Rank by original positives"),
    Column("all", "Rank by all positives"),
    Column("interval", INTERVAL),
)


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
