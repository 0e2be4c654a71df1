"""CSV for people's spreadsheets, sent row by row."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

# A spreadsheet would take a cell that begins like this for a formula, and run what somebody else
# wrote.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def safe_cell(value: object) -> str:
    """What a spreadsheet shows as it is. A text that looks escaped is escaped as well: no two texts
    become the same cell."""
    text = "" if value is None else str(value)
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def plain_cell(cell: str) -> str:
    """The text from which `safe_cell` made this cell."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(FORMULA) else cell


class _Line:
    """What csv.writer writes to: hands each line back instead of keeping it."""

    def write(self, line: str) -> str:
        return line


def spreadsheet_rows(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Lines of CSV, the header first. The mark at the start tells a spreadsheet that this is
    UTF-8."""
    writer = csv.writer(_Line())
    yield "\ufeff" + writer.writerow(header)
    for row in rows:
        yield writer.writerow([safe_cell(value) for value in row])
