"""Cells, tables and counts in the words and digits that people read."""

import math

from metrics.measures.quantity import Quantity
from metrics.table import Cell, Corrected, Percent, Span, Table


def format_cell(cell: Cell) -> str:
    """As on a terminal or a page."""
    if isinstance(cell, Quantity | Percent):
        return _of_one(cell)
    if isinstance(cell, Corrected):
        return _corrected(cell)
    if isinstance(cell, Span):
        if not (math.isfinite(cell.low) or math.isfinite(cell.high)):
            return "–"
        read, unit = (percent, " %") if cell.percent else (format_cell, "")
        return f"{read(cell.low)} to {read(cell.high)}{unit}"
    if cell is None or isinstance(cell, float):
        return "–" if cell is None or not math.isfinite(cell) else _number(cell)
    return f"{cell:,}" if isinstance(cell, int) else cell


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


def counted(number: int, noun: str) -> str:
    """1 report, 2 reports."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def sign(value: float) -> str:
    return "+" if value >= 0 else "-"


def is_number(cell: Cell) -> bool:
    return not isinstance(cell, str)


def as_text(table: Table) -> str:
    """Numbers to the right, words to the left."""
    head = [column.title for column in table.columns]
    body = [[format_cell(cell) for cell in row] for row in table.rows]
    widths = [max(map(len, column)) for column in zip(head, *body, strict=True)]
    right = [
        bool(table.rows) and all(is_number(row[n]) for row in table.rows) for n in range(len(head))
    ]
    lines = [
        "  ".join(
            cell.rjust(width) if to_right else cell.ljust(width)
            for cell, width, to_right in zip(line, widths, right, strict=True)
        )
        for line in (head, *body)
    ]
    return "\n".join(
        [
            table.title,
            "",
            *(line.rstrip() for line in lines),
            *(["", *table.notes] if table.notes else []),
        ]
    )
