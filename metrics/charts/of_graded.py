"""nDCG of the runs under a proxy, with a random order beside each."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import drawn, each, highest, n_by_direction, where
from metrics.charts.shapes import (
    INTERVAL,
    TWO_LINES,
    dot,
    interval,
    rows_high,
    rows_of_two,
    tips,
    to_one,
)
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent


def _chart(found: Found, table: Table) -> Chart | None:
    rows = [row for row in found["rows"] if row.get("ndcg") is not None]
    if not rows:
        return None
    runs = each(found["rows"], "run")
    depths = sorted({row["depth"] for row in rows})
    cut = f" Cut at {' or '.join(f'{depth:,}' for depth in depths)} ranks, where the run ends."
    return Chart(
        title=_title(found, rows),
        subtitle=(
            f"nDCG by the proxy {found['proxy']}, gain 2^s - 1, with its {INTERVAL} by source"
            f" video; the tick is a random order. {n_by_direction(rows)}"
            f"{cut if any(row['cut'] for row in rows) else ''}"
        ),
        table=table,
        picture=lambda style: _picture(style, runs),
        height=rows_high(len(found["rows"]), TWO_LINES),
    )


def _title(found: Found, rows: Sequence[Found]) -> str:
    """The best run of the direction that most runs have."""
    direction = max(
        each(rows, "direction"),
        key=lambda one: sum(row["direction"] == one for row in rows if one != "both"),
    )
    best = highest(where(rows, direction=direction), "ndcg")
    return (
        f"Under {found['proxy']}, {best['run']} has the highest nDCG, {percent(best['ndcg'])} %; a"
        f" random order has {percent(best['random'])} %"
    )


def _picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base, x = rows_of_two(style, runs, "datum.direction"), to_one()
    shown = tips(run="Run", direction="Direction"), tips(".1%", ndcg="nDCG", random="Random order")
    return alt.layer(
        interval(base, x),
        base.mark_tick(thickness=3, size=20, color=style.soft).encode(
            x=x("random:Q"), color=alt.value(style.soft)
        ),
        dot(style, base, "ndcg", x, *shown),
    )


charts = drawn(("graded", _chart))
