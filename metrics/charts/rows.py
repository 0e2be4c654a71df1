"""What charts read of the rows that a study found, and which charts are made of them."""

import re
from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from measures.measure import PRIME
from metrics.charts.chart import Chart, Found
from metrics.charts.style import MODELS
from metrics.table import NO_SPAN, Span, Table

Ends = Sequence[float] | None

Draw = Callable[[Found, Table], Chart | None]


def drawn(*pictures: tuple[str, Draw]) -> Callable[[Found, Sequence[Table]], list[Chart]]:
    """The charts of tables, by the tables' keys: of those that the study made and that have a row,
    where there is something to show."""

    def charts(found: Found, tables: Sequence[Table]) -> list[Chart]:
        there = {table.key: table for table in tables if table.rows}
        made = (draw(found, there[key]) for key, draw in pictures if key in there)
        return [chart for chart in made if chart is not None]

    return charts


def of_rows(needs: str, draw: Callable[[Found, Sequence[Found], Table], Chart]) -> Draw:
    """Of the rows in which something is defined; no chart where there are none."""

    def drawn(found: Found, table: Table) -> Chart | None:
        rows = [row for row in found["rows"] if row.get(needs) is not None]
        return draw(found, rows, table) if rows else None

    return drawn


def where(rows: Iterable[Found], **values: Any) -> list[Found]:
    """Those that have these values."""
    return [row for row in rows if all(row[key] == value for key, value in values.items())]


def defined(rows: Iterable[Found], key: str) -> list[Found]:
    """Those in which it is not undefined."""
    return [row for row in rows if row[key] is not None]


def each(rows: Iterable[Found], key: str) -> list[str]:
    """What they have under the key, each once, in their order."""
    return list(dict.fromkeys(row[key] for row in rows))


def highest(rows: Iterable[Found], key: str) -> Found:
    return max(rows, key=itemgetter(key))


def lowest(rows: Iterable[Found], key: str) -> Found:
    return min(rows, key=itemgetter(key))


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
    return each(rows, "measure")


def span(ends: Ends, *, percent: bool = True) -> Span:
    return NO_SPAN if ends is None else Span(ends[0], ends[1], percent)


def names(table: Table, key: str) -> list[str]:
    """The texts of a column, in the order of the rows."""
    place = [column.key for column in table.columns].index(key)
    return list(dict.fromkeys(str(row[place]) for row in table.rows))


def few_of(runs: Sequence[str]) -> tuple[Sequence[str], str]:
    """The first runs, as many as have a colour and a shape of their own, and what to note of it."""
    if len(runs) <= MODELS:
        return runs, ""
    return runs[:MODELS], f" Drawn are {MODELS} of {len(runs)} runs; the table has all."


def n_by_direction(rows: Sequence[Found]) -> str:
    """A run ranks for captions or for videos, and there are not as many of either."""
    most = [
        max((row["n"] for row in rows if row["direction"] in ways), default=0)
        for ways in (("t2v", "tt"), ("v2t", "vv"))
    ]
    captions, videos = (f"{count:,}" for count in most)
    if all(most):
        return f"n = {captions} captions, {videos} videos."
    if most[1]:
        return f"n = {videos} videos."
    return f"n = {captions} captions."


def share(value: float) -> str:
    """Text in per cent, for a sentence: whole above ten."""
    return f"{100 * value:.0f} %" if value >= 0.1 or value == 0 else f"{100 * value:.1f} %"
