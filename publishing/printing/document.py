"""What is printed, before it has a shape: sections with text, tables and figures. Both shapes are
made from it, so that they say the same."""

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256

from foundation.finding.fields import Found, computed, found, unshown
from foundation.frozen import frozen
from metrics.table import Table
from metrics.words import format_cell, is_number

MOST_ROWS = 60  # of a table; all rows are in the report's own files


@frozen
class PrintedTable(Found):
    title: str = found()
    columns: Sequence[str] = found()
    numbers: Sequence[bool] = found()  # by columns: whether it is read from the right
    rows: Sequence[Sequence[str]] = found()
    notes: Sequence[str] = found(default=())

    @property
    def head(self) -> list[tuple[str, bool]]:
        return list(zip(self.columns, self.numbers, strict=True))

    @property
    def body(self) -> list[list[tuple[str, bool]]]:
        return [list(zip(row, self.numbers, strict=True)) for row in self.rows]

    @classmethod
    def of(cls, table: Table) -> "PrintedTable":
        shown = table.rows[:MOST_ROWS]
        rows = [[format_cell(cell) for cell in row] for row in shown]
        numbers = [
            bool(shown) and all(is_number(row[place]) for row in shown)
            for place in range(len(table.columns))
        ]
        left = len(table.rows) - len(shown)
        more = [f"The first {MOST_ROWS} of {len(table.rows):,} rows."] if left else []
        more += [] if shown else ["It has no rows."]
        titles = [column.title for column in table.columns]
        return cls(table.title, titles, numbers, rows, [*more, *table.notes])


@frozen
class PrintedFigure(Found):
    """A picture that needs nothing but itself, and has its title and what it shows in it. Browsers
    take it as SVG, with fonts of their own; on paper it is PDF, with its fonts in it."""

    title: str = found()
    caption: str = unshown()
    svg: bytes = unshown()
    pdf: bytes = unshown()
    file = computed(str, lambda one: f"figure-{sha256(one.pdf).hexdigest()}.pdf")

    @property
    def address(self) -> str:
        """The figure as an image of its own: the names within two pictures never meet."""
        return f"data:image/svg+xml;base64,{b64encode(self.svg).decode()}"


@frozen
class Section(Found):
    title: str = found()
    paragraphs: Sequence[str] = found(default=())
    facts: Sequence[tuple[str, str]] = found(default=())
    figures: Sequence[PrintedFigure] = found(default=())
    tables: Sequence[PrintedTable] = found(default=())


@frozen
class Document(Found):
    """lines: below the title. key: how it is found again. In its JSON, figures are files."""

    title: str = found()
    lines: Sequence[str] = found()
    key: str = found()
    sections: Sequence[Section] = found()
