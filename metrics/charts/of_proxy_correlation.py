"""How alike proxies are, as a heat map (Wray et al., 2021, Figure 8)."""

from collections.abc import Sequence

import altair as alt

from metrics.charts.chart import Chart, Found
from metrics.charts.rows import defined, drawn, highest, lowest
from metrics.charts.shapes import cells_high, heat, names_axis
from metrics.charts.style import Style
from metrics.table import Table


def _chart(found: Found, table: Table) -> Chart | None:
    rows = defined(found["rows"], "pearson")
    if not rows:
        return None
    proxies = list(dict.fromkeys(name for row in rows for name in (row["a"], row["b"])))
    return Chart(
        title=_title(rows),
        subtitle=(
            "Pearson's correlation of two proxies over all captions of a video, mean of"
            f" {max(row['n'] for row in rows):,} videos (Wray et al., 2021, Figure 8)."
        ),
        table=table,
        picture=lambda style: _picture(style, proxies),
        height=cells_high(len(proxies)),
    )


def _title(rows: Sequence[Found]) -> str:
    most, least = highest(rows, "pearson"), lowest(rows, "pearson")
    high = f"{most['pearson']:.2f}"
    if len(rows) == 1:
        return f"{most['a']} and {most['b']} correlate by {high}"
    return (
        f"{most['a']} and {most['b']} are most alike ({high}), {least['a']} and {least['b']} least"
        f" ({least['pearson']:.2f})"
    )


def _picture(style: Style, proxies: Sequence[str]) -> alt.TopLevelMixin:
    base = alt.Chart().encode(
        x=alt.X("a:N", sort=proxies[:-1], axis=names_axis(labelAngle=-30, labelLimit=120)),
        y=alt.Y("b:N", sort=proxies[1:], axis=names_axis(labelLimit=120)),
    )
    return heat(style, base, "pearson", len(proxies), shown_as=".2f")


charts = drawn(("proxy_correlation", _chart))
