"""How often people found relevant what runs rank high, falling with the rank."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from metrics.charts.by_measure import INTERVAL, percent_axis
from metrics.charts.chart import Chart
from metrics.charts.panels import few_of, names, only, share
from metrics.charts.style import Style
from metrics.table import Table


def charts(found: Mapping[str, Any], tables: Sequence[Table]) -> list[Chart]:
    rows = [row for row in found["rows"] if row["share"] is not None]
    if not rows:
        return []
    table, (runs, left_out) = tables[0], few_of(list(dict.fromkeys(row["run"] for row in rows)))
    judged = sum(row["judged"] for row in rows)
    return [
        Chart(
            key="calibration",
            title=_title(rows),
            subtitle=(
                "The share that people found relevant of what a run has at these ranks and somebody"
                f" judged; n = {judged:,} judged pairs of {found['captions']:,} captions; thin"
                f" lines are 95 % intervals.{left_out}"
            ),
            table=table,
            picture=lambda style: _picture(style, runs, names(table, "ranks")),
        )
    ]


def _title(rows: Sequence[Mapping[str, Any]]) -> str:
    best = max(
        (row for row in rows if row["first"] == rows[0]["first"]), key=lambda row: row["share"]
    )
    last = [row for row in rows if row["run"] == best["run"]][-1]
    first = f"Of what {best['run']} ranks first, people found {share(best['share'])} relevant"
    return first if last is best else f"{first}, and {share(last['share'])} at rank {last['ranks']}"


def _picture(style: Style, runs: Sequence[str], bands: Sequence[str]) -> alt.TopLevelMixin:
    base = alt.Chart().transform_filter(only(runs))
    base = base.encode(
        x=alt.X("ranks:N", sort=list(bands), title="Ranks", axis=alt.Axis(labelAngle=0)),
        xOffset=alt.XOffset("run:N", sort=list(runs)),
        color=alt.Color("run:N", scale=style.of_models(runs), legend=alt.Legend(title=None)),
    )
    low, high = alt.Y("interval_low:Q", axis=percent_axis()), alt.Y2("interval_high:Q")
    return alt.layer(
        base.mark_rule(strokeWidth=1.5).encode(y=low, y2=high),
        base.mark_point(size=60, opacity=1).encode(
            y=alt.Y("share:Q", scale=alt.Scale(domain=[0, 1])),
            shape=alt.Shape("run:N", scale=style.shapes(runs), legend=alt.Legend(title=None)),
            tooltip=[
                alt.Tooltip("run:N", title="Run"),
                alt.Tooltip("ranks:N", title="Ranks"),
                alt.Tooltip("share:Q", title="Relevant", format=".1%"),
                alt.Tooltip("interval_low:Q", title=f"{INTERVAL}, from", format=".1%"),
                alt.Tooltip("interval_high:Q", title=f"{INTERVAL}, to", format=".1%"),
                alt.Tooltip("judged:Q", title="Judged", format=",d"),
            ],
        ),
    )
