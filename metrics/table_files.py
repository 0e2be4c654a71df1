"""Tables as programs and papers take them: the same rows as JSON, CSV and LaTeX (booktabs)."""

import csv
import io
import math
import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

from measures.quantity import Quantity
from metrics.table import Cell, Corrected, Percent, Span, Table
from metrics.words import format_rows, numeric


def plain(cell: Cell) -> Any:
    """The cell for JSON: fractions as they are, None for what is undefined."""
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
    """As many as the column's kind has."""
    whole = plain(cell)
    parts = list(whole.values()) if isinstance(whole, dict) else whole
    # One alone: also of a measure that knows no positives, among others that do.
    every = parts if isinstance(parts, list) else [parts]
    for part, _ in zip_longest(every, ENDS.get(kind, ("",))):
        yield "" if part is None else part


# LaTeX

# Until a point before a capital, or at the end. The point after a single letter is of a short form.
FIRST_SENTENCE = re.compile(r".*?(?:\w\w|\W|\d)\.(?=\s+[A-Z]|\s*$)", re.DOTALL)

ESCAPES = {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"} | {
    c: f"\\{c}" for c in "&%$#_{}"
}


def as_latex(table: Table, *, label: str = "") -> str:
    """LaTeX for the booktabs package. The caption is short: the title, and the first sentence of
    the notes; all of these are comments, to take from.

    label: what the table is referred to by, after `tab:`; its key if empty.
    """
    first = FIRST_SENTENCE.match(table.notes[0]) if table.notes else None
    caption = [f"{table.title}.", *([first.group()] if first else [])]
    lines = [
        r"\begin{table}",
        *(f"% {' '.join(note.split())}" for note in table.notes),
        r"\centering",
        f"\\begin{{tabular}}{{{''.join('r' if right else 'l' for right in numeric(table))}}}",
        r"\toprule",
        _latex_row([column.title for column in table.columns]),
        r"\midrule",
        *map(_latex_row, format_rows(table)),
        r"\bottomrule",
        r"\end{tabular}",
        f"\\caption{{{' '.join(map(latex, caption))}}}",
        f"\\label{{tab:{label or table.key}}}",
        r"\end{table}",
        "",
    ]
    return "\n".join(lines)


def latex(text: str) -> str:
    return "".join(ESCAPES.get(letter, letter) for letter in text).replace("–", "--")


def _latex_row(cells: Sequence[str]) -> str:
    return f"{' & '.join(map(latex, cells))} \\\\"
