"""Tables of labels as CSV, twice: exact for tools, and safe for spreadsheets. Either is read back as what was written.

In the safe one, a cell that a spreadsheet would take for a formula begins with one quote more (escaped.py). Nothing in such a
cell tells that it was not written so at first, so the file says what it is: in its header the first name, and no other, stands
in quotes. Every reader of CSV sees the same header; writers of CSV quote all names or none. A table in which no cell had to be
escaped is the same in both files, and bears no mark.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import TextIO

from annotator.formats.escaped import plain_cell, safe_cell
from pooling.formats.csv_rows import read_rows
from pooling.formats.problem import Problems
from pooling.formats.text import Text

Cells = Sequence[str | None]


def write_tables(columns: Sequence[str], rows: Iterable[Cells], exact: TextIO, safe: TextIO) -> bool:
    """Whether a cell was escaped. If none was, the exact file is safe too, and the other is to be replaced by it."""
    escaped = False
    exact.write(_line(columns))
    safe.write(_marked(columns))
    for row in rows:
        line, safe_row = _line(row), [safe_cell(cell or "") for cell in row]
        exact.write(line)
        if changed := safe_row != [cell or "" for cell in row]:
            line = _line(safe_row)
        safe.write(line)
        escaped = escaped or changed
    return escaped


def is_escaped(text: Text, columns: Sequence[str]) -> bool:
    """Whether this is the file for spreadsheets, as it was written."""
    with closing(text.lines()) as lines:
        return next(lines, "").rstrip("\r\n") == _marked(columns).rstrip()


def read_tables(text: Text, columns: tuple[str, ...], problems: Problems) -> Iterator[tuple[int, list[str]]]:
    """Each row with the line on which it starts, as it was before it was made safe."""
    rows = read_rows(text, columns, problems)
    if not is_escaped(text, columns):
        return rows
    return ((line, [plain_cell(cell) for cell in row]) for line, row in rows)


def _line(cells: Cells) -> str:
    """Ends in LF. Written with CR LF at first, because only then is a field with a lone CR quoted."""
    out = io.StringIO(newline="")
    csv.writer(out).writerow(cells)
    return f"{out.getvalue()[:-2]}\n"


def _marked(columns: Sequence[str]) -> str:
    first, *others = columns
    return f'"{first}",{_line(others)}'
