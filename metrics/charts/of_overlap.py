"""Table 3 as a heat map: how much of their first ranks every two runs share."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.by_measure import names_axis
from metrics.charts.chart import Chart, Found
from metrics.charts.shapes import cells_high, heat
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent


def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
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
            height=cells_high(len(runs)),
        )
    ]


def _title(rows: Sequence[Found], depth: int) -> str:
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
    return heat(style, base, "overlap", len(runs))
