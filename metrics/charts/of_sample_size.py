"""A chart of how sure the mean of N labelled captions is: Figures 4, 9 and 10 of the paper."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, drawn, few_of, names
from metrics.charts.shapes import NO_DATA, coloured, only, shape_of, tips
from metrics.charts.style import Style
from metrics.table import Table

NEAR = 1_000  # captions, of which the title speaks if there is a choice


def _chart(found: Found, table: Table) -> Chart | None:
    rows = found["rows"]
    known = defined(rows, "detectable")  # half-widths, in every version
    if not known:
        return None
    size = min({row["n"] for row in known}, key=lambda n: (abs(n - NEAR), n))
    measure = known[0]["measure"]
    shown = sorted(
        100 * row["detectable"] for row in known if (row["n"], row["measure"]) == (size, measure)
    )
    points = shown or [100 * known[0]["detectable"]]
    low, high = f"{points[0]:.1f}", f"{points[-1]:.1f}"
    runs, few = few_of(names(table, "run"))
    return Chart(
        title=(
            f"The mean {measure} of {size:,} captions is within"
            f" {low if low == high else f'{low} to {high}'} points of that of all captions, 19"
            " times of 20"
        ),
        subtitle=(
            "Figures 4, 9 and 10 of the paper: how far the mean of N captions, drawn"
            f" {found['resamples']:,} times, is from the mean of all"
            f" {max(row['captions'] for row in known):,}. Box: from 25 to 75 % of the means; line:"
            " from 5 to 95 %; mark: the median. This is of one run alone and says nothing of the"
            f" difference of two.{few}"
        ),
        table=table,
        picture=lambda style: _boxes(
            style, runs, names(table, "measure"), len({row["n"] for row in rows})
        ),
    )


def _boxes(
    style: Style, runs: Sequence[str], measures: Sequence[str], sizes: int
) -> alt.TopLevelMixin:
    row = max(12, 30 - 6 * len(runs))  # high
    base = _base(style, runs)
    axis = alt.Axis(format=".1%", tickCount=5, labelSeparation=8)
    shapes = shape_of(style, runs)
    medians = base.mark_point(size=45, opacity=1, stroke=style.ink, strokeWidth=1)
    ends = base.mark_text(align="left", dx=4, fontSize=10)
    return (
        alt.layer(
            base.mark_rule(strokeWidth=1.5).encode(
                x=alt.X("q05:Q", title="Distance from the mean of all", axis=axis), x2="q95:Q"
            ),
            base.mark_bar(size=max(4, row // 2), opacity=0.6).encode(x=alt.X("q25:Q"), x2="q75:Q"),
            medians.encode(x="q50:Q", shape=shapes),
            ends.encode(
                x="q95:Q", text=alt.Text("q95:Q", format=".1%"), color=alt.value(style.soft)
            ),
        )
        .properties(width=290, height=max(60, sizes * row * len(runs)))
        .facet(
            facet=alt.Facet("measure:N", sort=list(measures), header=alt.Header(title=None)),
            columns=2,
            data=NO_DATA,
        )
        .resolve_scale(x="independent")
    )


def _base(style: Style, runs: Sequence[str]) -> alt.Chart:
    return (
        coloured(style, runs)
        .transform_filter("isValid(datum.q95)")
        .transform_filter(only(runs))
        .encode(
            y=alt.Y("n:O", title="N", axis=alt.Axis(format=",")),
            yOffset=alt.YOffset("run:N", sort=list(runs)),
            tooltip=[
                *tips(run="Run"),
                *tips(",", n="N"),
                *tips(".2%", **{f"q{at}": f"{int(at)} %" for at in ("05", "25", "50", "75", "95")}),
            ],
        )
    )


charts = drawn(("distances", _chart))
