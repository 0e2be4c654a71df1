"""A chart as any study could have it, for tests."""

import altair as alt

from metrics.charts.chart import Chart
from metrics.table import NO_SPAN, Column, Corrected, Span, Table

TABLE = Table(
    "scores",
    "Scores",
    [
        Column("run", "Run"),
        Column("score", "C@1"),
        Column("interval", "95 %"),
        Column("n", "n"),
    ],
    [
        ["magpie", Corrected(0.453, 0.2371828182845), Span(0.41, 0.49, percent=True), 1000],
        ["heron", Corrected(0.607, 0.343), NO_SPAN, 999],
    ],
)


def bars(style):
    base = alt.Chart().encode(y=alt.Y("run:N", sort=None))
    return alt.layer(
        base.mark_bar().encode(
            x=alt.X("score_all:Q", axis=alt.Axis(format=".0%")),
            color=alt.Color("run:N", scale=style.of_models(["magpie", "heron"])),
        ),
        base.mark_rule().encode(x="interval_low:Q", x2="interval_high:Q"),
    )


def a_chart(table=TABLE, picture=bars):
    return Chart(
        key="scores",
        title="heron finds more than magpie",
        subtitle="C@1 of 1,000 captions, 95 % intervals by source video",
        table=table,
        picture=picture,
    )
