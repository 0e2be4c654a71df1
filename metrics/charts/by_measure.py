"""What charts that come one for each measure share: their names, and what they are made of."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

import altair as alt

from measures.estimate import LEVEL
from measures.measure import PRIME
from metrics.charts.chart import Chart, Found
from metrics.table import NO_SPAN, Span

ROW = 28  # pixels of a row with one line of words
TWO_LINES = 38
FRAME = 20
LINES = "split(datum.label, '\\n')"  # what an axis makes of a name of two lines
INTERVAL = f"{LEVEL:.0%} interval"
Ends = Sequence[float] | None


def key_of(chart: str, measure: str) -> str:
    """A key like `scores-c-10`: fit for an address, and it ends in the measure's name."""
    return f"{chart}-{_slug(measure)}"


def of_one_measure(charts: Sequence[Chart], measure: str, measures: Sequence[str]) -> list[Chart]:
    """Those about this measure, and those that are about none of the report's. Where there is none
    about it, as no picture shows a median rank, those about the first that there are some about."""
    about = {chart.key: _measure_of(chart.key, measures) for chart in charts}
    there = [name for name in measures if name in about.values()]
    chosen = measure if measure in there else next(iter(there), "")
    return [chart for chart in charts if about[chart.key] in ("", chosen)]


def _measure_of(key: str, measures: Sequence[str]) -> str:
    found = [name for name in measures if key.endswith(f"-{_slug(name)}")]
    return max(found, key=lambda name: len(_slug(name)), default="")


def _slug(measure: str) -> str:
    spelled = measure.lower().replace(PRIME, "-prime-")  # or AP' would be called as AP is
    return re.sub(r"[^a-z0-9]+", "-", spelled).strip("-")


def measures_in(rows: Iterable[Found]) -> list[str]:
    return list(dict.fromkeys(row["measure"] for row in rows))


def span(ends: Ends, *, percent: bool = True) -> Span:
    return NO_SPAN if ends is None else Span(ends[0], ends[1], percent)


def rows_high(rows: int, row: int = ROW) -> int:
    return FRAME + row * rows


def percent_axis(values: Sequence[float] | None = None) -> alt.Axis:
    if values is None:
        return alt.Axis(format=".0%", title=None, tickCount=5)
    return alt.Axis(format=".0%", title=None, values=list(values))


def points_axis(title: str) -> alt.Axis:
    """Fractions read in points: they have no sign of percent."""
    return alt.Axis(title=title, tickCount=5, labelExpr="format(100 * datum.value, '+.3~g')")


def lines_axis() -> alt.Axis:
    """Names of two lines, which are hung up by the first."""
    return names_axis(labelExpr=LINES, labelOffset=-7)


def names_axis(**more: Any) -> alt.Axis:
    return alt.Axis(title=None, ticks=False, domain=False, **more)
