"""Table 3 as a heat map: how much of their first ranks every two runs share."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, drawn, highest, lowest
from metrics.charts.shapes import cells_high, heat, names_axis
from metrics.charts.style import Style
from metrics.table import Table
from metrics.words import percent


def _chart(found: Found, table: Table) -> Chart | None:
    rows = defined(found["rows"], "overlap")
    if not rows:
        return None
    runs = list(dict.fromkeys(name for row in rows for name in (row["a"], row["b"])))
    return Chart(
        title=_title(rows, found["depth"]),
        subtitle=(
            f"The share of the first {found['depth']} videos that two runs have in common; mean of"
            f" {max(row['n'] for row in rows):,} captions."
        ),
        table=table,
        picture=lambda style: _picture(style, runs),
        height=cells_high(len(runs)),
    )


def _title(rows: Sequence[Found], depth: int) -> str:
    most, least = highest(rows, "overlap"), lowest(rows, "overlap")
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


charts = drawn(("overlap", _chart))
