"""Cells, tables and counts in the words and digits that people read."""

import math
from collections.abc import Sequence

from measures.quantity import Quantity
from metrics.table import MARK, Cell, Column, Corrected, Marked, Percent, Span, Table

# Differences of shares, which are read in points, and times. By the keys of columns, so that tables
# that were frozen in reports long ago are read alike.
POINTS = frozenset({
    "difference", "delta", "delta_interval", "detectable", "detectable_corrected", "expected",
    "half_width", "headroom",
})  # fmt: skip
POINTS_OF = {
    ("comparison", "interval"),
    ("label_errors", "label_delta_estimate"),
    ("label_errors", "label_delta_labels"),
    ("witness_flattery", "flattery"),
    ("witness_flattery", "interval"),
}
HOURS = "hours"
# Read beside others of their column, of which most are far from 0.
THOUSANDTHS = {("proxy_calibration", "mean")}
# In tenths of a point, however small: beside others of their column.
TENTHS = {("label_errors", "label_flat_moves")}
TERMINAL, GAP = 100, "  "  # letters across
# Below it a difference of two shares reads as 0.0 points: no sentence makes anything of it.
NEGLIGIBLE = 0.0005


def format_in(table: Table, column: Column, cell: Cell) -> str:
    """A cell with the unit of its column."""
    if column.key == HOURS and isinstance(cell, int | float):
        return hours(cell)
    if (table.key, column.key) in THOUSANDTHS and isinstance(cell, float):
        return f"{cell:.3f}"
    # The table behind a picture is called like the study's own, and then what it is of.
    family = table.key.partition("-")[0]
    if (family, column.key) in TENTHS and isinstance(cell, Percent) and cell.value is not None:
        return f"{100 * cell.value:z.1f} points"
    of_points = column.key in POINTS or (family, column.key) in POINTS_OF
    text = format_cell(cell)
    if of_points and isinstance(cell, Percent | Span) and text.endswith(" %"):
        return f"{text.removesuffix(' %')} points"
    return text


def format_rows(table: Table) -> list[list[str]]:
    return [
        [format_in(table, column, cell) for column, cell in zip(table.columns, row, strict=True)]
        for row in table.rows
    ]


def format_cell(cell: Cell) -> str:
    """The cell as text for a terminal or a page."""
    if isinstance(cell, Quantity | Percent):
        return _of_one(cell)
    if isinstance(cell, Corrected):
        return _corrected(cell)
    if isinstance(cell, Span):
        return _span(cell)
    if cell is None or isinstance(cell, float):
        return "–" if cell is None or not math.isfinite(cell) else _number(cell)
    if isinstance(cell, int):
        return f"{cell:,}"
    return f"{cell} {MARK}" if isinstance(cell, Marked) else cell


def _span(cell: Span) -> str:
    if not (math.isfinite(cell.low) or math.isfinite(cell.high)):
        return "–"
    if cell.percent:
        return f"{percent_span(cell.low, cell.high)} %"
    return f"{format_cell(cell.low)} to {format_cell(cell.high)}"


def _of_one(cell: Quantity | Percent) -> str:
    if cell.value is None:
        return "–"
    return f"{percent(cell.value)} %" if isinstance(cell, Percent) else _number(cell.value)


def _corrected(cell: Corrected) -> str:
    read, unit = (format_cell, "") if cell.ranks else (percent, " %")
    if cell.original is None:
        return read(cell.all) + ("" if cell.all is None else unit)
    if cell.delta is None:
        return f"– ({read(cell.original)}){unit}"
    return (
        f"{read(cell.all)} ({read(cell.original)} {sign(cell.delta)} {read(abs(cell.delta))}){unit}"
    )


def _number(value: float) -> str:
    """Three digits after the point; small ones by their significant digits, large ones whole."""
    if value and abs(value) < 0.001:
        return f"{value:.3g}"
    return f"{value:.3f}" if abs(value) < 1000 else f"{value:,.0f}"


def percent(value: float | None) -> str:
    """One digit after the point, as in the paper's tables; three significant ones below a tenth of
    a percent."""
    if value is None or not math.isfinite(value):
        return "–"
    hundredfold = 100 * value
    return f"{hundredfold:.3g}" if 0 < abs(hundredfold) < 0.1 else f"{hundredfold:.1f}"


def percent_span(low: float, high: float) -> str:
    """Both ends to the same digit, where the higher one has no more than one after the point."""
    if 0 < 100 * low < 0.1 <= 100 * high:
        return f"<0.1 to {percent(high)}"
    return f"{percent(low)} to {percent(high)}"


def points(value: float | None) -> str:
    """A difference of two shares, in percentage points, with its sign."""
    if value is None or not math.isfinite(value):
        return "–"
    return f"{sign(value)}{percent(abs(value))}"


def is_negligible(difference: float | None) -> bool:
    return difference is None or abs(difference) < NEGLIGIBLE


def hours(value: float) -> str:
    """10.3 h; below an hour in minutes."""
    if not math.isfinite(value):
        return "–"
    if 0 < value < 1:
        return f"{max(1, round(60 * value))} min"
    return f"{value:,.1f} h"


def counted(number: int, noun: str) -> str:
    """1 report, 2 reports."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def sign(value: float) -> str:
    return "+" if value >= 0 else "-"


def is_number(cell: Cell) -> bool:
    return not isinstance(cell, str)


def numeric(table: Table) -> list[bool]:
    """Which columns have nothing but numbers."""
    places = range(len(table.columns))
    return [bool(table.rows) and all(is_number(row[n]) for row in table.rows) for n in places]


def as_text(table: Table) -> str:
    """Numbers to the right, words to the left. What is wider than a terminal is cut into parts, one
    below the other, each beginning with the names of its rows."""
    head = [column.title for column in table.columns]
    body = format_rows(table)
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    right = numeric(table)
    parts = [
        "\n".join(_aligned([line[n] for n in part], part, widths, right) for line in (head, *body))
        for part in _parts(widths, body, right.index(True) if True in right else 1)
    ]
    notes = ["\n".join(table.notes)] if table.notes else []
    return "\n\n".join([table.title, *parts, *notes])


def _aligned(
    cells: Sequence[str], part: Sequence[int], widths: Sequence[int], right: Sequence[bool]
) -> str:
    return GAP.join(
        cell.rjust(widths[n]) if right[n] else cell.ljust(widths[n])
        for cell, n in zip(cells, part, strict=True)
    ).rstrip()


def _parts(widths: Sequence[int], body: Sequence[Sequence[str]], names: int) -> list[list[int]]:
    """The places of the columns of each part. names: how many columns at the left name a row; each
    part has them, or where they leave little room for others as many as tell rows apart."""
    if _across(range(len(widths)), widths) <= TERMINAL:
        return [list(range(len(widths)))]
    if _across(range(names), widths) > TERMINAL // 2:
        apart = (n for n in range(1, names) if len({tuple(row[:n]) for row in body}) == len(body))
        names = next(apart, names)
    named = list(range(names))
    parts = [list(named)]
    for n in range(names, len(widths)):
        if len(parts[-1]) > names and _across([*parts[-1], n], widths) > TERMINAL:
            parts.append(list(named))
        parts[-1].append(n)
    return parts


def _across(part: Sequence[int], widths: Sequence[int]) -> int:
    return sum(widths[n] for n in part) + len(GAP) * (len(part) - 1)
