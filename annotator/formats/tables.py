"""Tables of labels as CSV, twice: exact for tools, and safe for spreadsheets. Either is read back
as what was written.

In the safe one, a cell that a spreadsheet would take for a formula begins with one quote more
(escaped.py). Nothing in such a cell tells that it was not written so at first, so the file says
what it is: in its header the first name, and no other, stands in quotes. Every reader of CSV sees
the same header; writers of CSV quote all names or none. A table in which no cell had to be escaped
is the same in both files, and bears no mark.
"""

import csv
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from typing import Any, TextIO

from foundation.spreadsheet import FORMULA, plain_cell, safe_cell
from pooling.formats.csv_rows import read_rows
from pooling.formats.problem import Problems
from pooling.formats.text import Text

Cells = Sequence[str | None]
FORMULA_OR_QUOTE = (*FORMULA, "'")  # only cells that begin so need a closer look


def write_tables(
    columns: Sequence[str], rows: Iterable[Cells], exact: TextIO, safe: TextIO
) -> bool:
    """Whether a cell was escaped. If none was, the exact file is safe too, and the other is to be
    replaced by it."""
    escaped, write = False, _writer()
    exact.write(write(columns))
    safe.write(_marked(columns))
    for row in rows:
        line = write(row)
        exact.write(line)
        if any(cell and cell.startswith(FORMULA_OR_QUOTE) for cell in row):
            safe_line = write([safe_cell(cell or "") for cell in row])
            escaped = escaped or safe_line != line
            line = safe_line
        safe.write(line)
    return escaped


def is_escaped(text: Text, columns: Sequence[str]) -> bool:
    """Whether this is the file for spreadsheets, as it was written."""
    with closing(text.lines()) as lines:
        return next(lines, "").rstrip("\r\n") == _marked(columns).rstrip()


def read_tables(
    text: Text, columns: tuple[str, ...], problems: Problems
) -> Iterator[tuple[int, list[str]]]:
    """Each row with the line on which it starts, as it was before it was made safe."""
    rows = read_rows(text, columns, problems)
    if not is_escaped(text, columns):
        return rows
    return ((line, [plain_cell(cell) for cell in row]) for line, row in rows)


class _Line:
    """What csv.writer writes to: hands each line back instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def _writer() -> Callable[[Cells], str]:
    """Makes lines that end in LF. They end in CR LF at first, because only then is a field with a
    lone CR quoted."""
    made: Callable[[Cells], Any] = csv.writer(_Line()).writerow
    return lambda cells: f"{made(cells)[:-2]}\n"


def _marked(columns: Sequence[str]) -> str:
    first, *others = columns
    return f'"{first}",{_writer()(others)}'
