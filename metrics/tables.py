"""Tables as people read them and programs take them: the same rows as text, CSV, LaTeX (booktabs)
and JSON.

A cell is a value, not a text: what a place can show of it (percent or fraction, three digits or
seventeen) is its matter.
"""

import csv
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from metrics.measures.quantity import Quantity


@dataclass(frozen=True, slots=True)
class Corrected:
    """The paper's "A (B + C)": with all positives, with the original ones only, and the difference,
    as fractions."""

    all: float | None
    original: float | None
    ranks: bool = False  # ranks take the place of the fractions: they are not read in percent

    @property
    def delta(self) -> float | None:
        return None if self.all is None or self.original is None else self.all - self.original


@dataclass(frozen=True, slots=True)
class Span:
    """An interval's ends; both nan where there is none, so that its column keeps its kind whatever
    its cells hold."""

    low: float
    high: float
    percent: bool = False  # fractions that people read in percent


NO_SPAN = Span(math.nan, math.nan)


@dataclass(frozen=True, slots=True)
class Percent:
    """A fraction that people read in percent; None where it is undefined."""

    value: float | None


Cell = str | int | float | None | Corrected | Span | Percent | Quantity


@dataclass(frozen=True, slots=True)
class Column:
    """`key` for programs, `title` for people."""

    key: str
    title: str


@dataclass(frozen=True, slots=True)
class Table:
    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = field(
        default=()
    )  # definitions and conventions: what has to be known to read it

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"a row of {self.key} has {len(row)} cells, not {len(self.columns)}"
                )


# What people read


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


# What programs take


def plain(cell: Cell) -> Any:
    """For JSON: fractions as they are, None for what is undefined."""
    if isinstance(cell, Quantity | Percent):
        return cell.value
    if isinstance(cell, Corrected):
        return {"all": cell.all, "original": cell.original, "delta": cell.delta}
    if isinstance(cell, Span):
        return (
            [cell.low, cell.high] if math.isfinite(cell.low) and math.isfinite(cell.high) else None
        )
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def as_json(table: Table) -> dict[str, Any]:
    rows = [
        {column.key: plain(cell) for column, cell in zip(table.columns, row, strict=True)}
        for row in table.rows
    ]
    return {"key": table.key, "title": table.title, "rows": rows, "notes": list(table.notes)}


def as_csv(table: Table) -> str:
    """All digits; a cell of several numbers takes a column for each. Nothing undefined is a number:
    its field is empty."""
    kinds = [_kind([row[n] for row in table.rows]) for n in range(len(table.columns))]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        [
            f"{column.key}{end}"
            for column, kind in zip(table.columns, kinds, strict=True)
            for end in ENDS.get(kind, ("",))
        ]
    )
    for row in table.rows:
        writer.writerow(
            [part for cell, kind in zip(row, kinds, strict=True) for part in _parts(cell, kind)]
        )
    return out.getvalue()


ENDS: dict[type, tuple[str, ...]] = {
    Corrected: ("_all", "_original", "_delta"),
    Span: ("_low", "_high"),
}


def _kind(cells: Sequence[Cell]) -> type:
    return next((type(cell) for cell in cells if isinstance(cell, Corrected | Span)), object)


def _parts(cell: Cell, kind: type) -> Iterator[Any]:
    whole = plain(cell)
    if kind is Corrected and isinstance(
        cell, Percent
    ):  # a measure that knows no positives, among others that do
        yield from ("" if whole is None else whole, "", "")
    elif kind is Corrected:
        yield from (
            ("" if part is None else part)
            for part in (whole or dict.fromkeys(("all", "original", "delta"))).values()
        )
    elif kind is Span:
        yield from (whole or ("", ""))
    else:
        yield "" if whole is None else whole


# LaTeX

ESCAPES = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"} | {
    c: f"\\{c}" for c in "&%$#_{}"
}


def as_latex(table: Table) -> str:
    """For the booktabs package; the notes become the caption's second part."""
    right = [
        bool(table.rows) and all(is_number(row[n]) for row in table.rows)
        for n in range(len(table.columns))
    ]
    lines = [
        r"\begin{table}",
        r"\centering",
        f"\\begin{{tabular}}{{{''.join('r' if to_right else 'l' for to_right in right)}}}",
        r"\toprule",
    ]
    lines += [_latex_row([column.title for column in table.columns]), r"\midrule"]
    lines += [_latex_row([format_cell(cell) for cell in row]) for row in table.rows]
    lines += [
        r"\bottomrule",
        r"\end{tabular}",
        f"\\caption{{{' '.join(latex(part) for part in (f'{table.title}.', *table.notes))}}}",
    ]
    return "\n".join([*lines, f"\\label{{tab:{table.key}}}", r"\end{table}", ""])


def latex(text: str) -> str:
    return "".join(ESCAPES.get(letter, letter) for letter in text).replace("–", "--")


def _latex_row(cells: Sequence[str]) -> str:
    return f"{' & '.join(map(latex, cells))} \\\\"
