"""Table 3 as a heat map: how much of their first ranks every two runs share."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt

from metrics.charts.by_measure import names_axis, rows_high
from metrics.charts.chart import Chart
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent

WORDS_FIT = 12  # runs, up to which a cell has room for its number


def charts(found: Mapping[str, Any], tables: Sequence[Table]) -> list[Chart]:
    rows = [row for row in found["rows"] if row["overlap"] is not None]
    if not rows:
        return []
    runs = list(dict.fromkeys(name for row in rows for name in (row["a"], row["b"])))
    return [
        Chart(
            key="overlap",
            title=_title(rows, found["depth"]),
            subtitle=(
                f"The share of the first {found['depth']} videos that two runs have in common; mean"
                f" of {max(row['n'] for row in rows):,} captions."
            ),
            table=tables[0],
            picture=lambda style: _picture(style, runs),
            height=rows_high(len(runs), 34 if len(runs) <= WORDS_FIT else 20),
        )
    ]


def _title(rows: Sequence[Mapping[str, Any]], depth: int) -> str:
    most, least = (end(rows, key=lambda row: row["overlap"]) for end in (max, min))
    high = percent(most["overlap"])
    if len(rows) == 1:
        return f"{most['a']} and {most['b']} share {high} % of their first {depth}"
    return (
        f"{most['a']} and {most['b']} share most of their first {depth} ({high} %), {least['a']}"
        f" and {least['b']} least ({percent(least['overlap'])} %)"
    )


def _picture(style: Style, runs: Sequence[str]) -> alt.TopLevelMixin:
    base = alt.Chart().encode(
        x=alt.X("a:N", sort=runs[:-1], axis=names_axis(labelAngle=-30, labelLimit=120)),
        y=alt.Y("b:N", sort=runs[1:], axis=names_axis(labelLimit=120)),
    )
    cells = base.mark_rect(stroke=style.surface, strokeWidth=2).encode(
        color=alt.Color(
            "overlap:Q",
            scale=alt.Scale(domain=[0, 1], range=list(style.ramp)),
            legend=alt.Legend(title=None, format=".0%", gradientLength=140, tickCount=3),
        )
    )
    if len(runs) > WORDS_FIT:
        return alt.layer(cells)
    # The ground turns about half way: the words on it are the ground's contrary in either theme.
    ink = alt.condition("datum.overlap > 0.58", alt.value(style.surface), alt.value(style.ink))
    words = base.mark_text().encode(text=alt.Text("overlap:Q", format=".0%"), color=ink)
    return alt.layer(cells, words)
