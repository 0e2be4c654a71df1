"""How often people found relevant what runs rank high, falling with the rank."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import drawn, each, few_of, highest, names, of_rows, share, where
from metrics.charts.shapes import only, percent_axis, tips
from metrics.charts.style import Style
from metrics.table import Table


def _chart(found: Found, rows: Sequence[Found], table: Table) -> Chart:
    runs, left_out = few_of(each(rows, "run"))
    judged = sum(row["judged"] for row in rows)
    return Chart(
        title=_title(rows),
        subtitle=(
            "The share that people found relevant of what a run has at these ranks and somebody"
            f" judged; n = {judged:,} judged pairs of {found['captions']:,} captions; thin lines"
            f" are 95 % intervals.{left_out}"
        ),
        table=table,
        picture=lambda style: _picture(style, runs, names(table, "ranks")),
    )


def _title(rows: Sequence[Found]) -> str:
    best = highest(where(rows, first=rows[0]["first"]), "share")
    last = where(rows, run=best["run"])[-1]
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
                *tips(run="Run", ranks="Ranks"),
                *tips(".1%", share="Relevant"),
                *tips(".1%", interval_low="95% interval, from", interval_high="95% interval, to"),
                *tips(",d", judged="Judged"),
            ],
        ),
    )


charts = drawn(("calibration", of_rows("share", _chart)))
