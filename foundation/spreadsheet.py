"""CSV for people's spreadsheets, sent in blocks."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

BLOCK = 128 * 1024  # characters: what is sent at once, and about all that is held
AT_ONCE = 100  # rows
# A spreadsheet would take a cell that begins like this for a formula, and run what somebody else
# wrote.
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_SUSPECT = frozenset((*FORMULA, "'"))  # only a text that begins so needs a closer look


def safe_cell(value: object) -> str:
    """What a spreadsheet shows as it is. A text that looks escaped is escaped as well: no two texts
    become the same cell."""
    text = "" if value is None else str(value)
    if text[:1] not in _SUSPECT:
        return text
    return f"'{text}" if text.lstrip("'").startswith(FORMULA) else text


def plain_cell(cell: str) -> str:
    """The text from which `safe_cell` made this cell."""
    return cell[1:] if cell.startswith("'") and cell.lstrip("'").startswith(FORMULA) else cell


def spreadsheet_rows(header: Sequence[str], rows: Iterable[Sequence[Any]]) -> Iterator[str]:
    """Lines of CSV in blocks, the header first. The mark at the start tells a spreadsheet that this
    is UTF-8.

    A row is asked for when its block is wanted. Sent one by one, each would cost more on its way
    through Django and the server than it takes to make.
    """
    block = io.StringIO("\ufeff", newline="")
    block.seek(1)
    writer = csv.writer(block)
    writer.writerow(header)
    coming = iter(rows)
    while some := [[safe_cell(value) for value in row] for row in islice(coming, AT_ONCE)]:
        writer.writerows(some)
        if block.tell() >= BLOCK:
            yield block.getvalue()
            block.seek(0)
            block.truncate()
    if block.tell():
        yield block.getvalue()
