"""What is printed, before it has a shape: sections with text, tables and figures. Both shapes are
made from it, so that they say the same."""

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from metrics.table import Table
from metrics.words import format_cell, is_number

MOST_ROWS = 60  # of a table; all rows are in the report's own files


@dataclass(frozen=True, slots=True)
class PrintedTable:
    title: str
    columns: Sequence[str]
    numbers: Sequence[bool]  # by columns: whether it is read from the right
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()

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


@dataclass(frozen=True, slots=True)
class PrintedFigure:
    """A picture that needs nothing but itself, and has its title and what it shows in it. Browsers
    take it as SVG, with fonts of their own; on paper it is PDF, with its fonts in it."""

    title: str
    caption: str
    svg: bytes
    pdf: bytes

    @property
    def address(self) -> str:
        """The figure as an image of its own: the names within two pictures never meet."""
        return f"data:image/svg+xml;base64,{b64encode(self.svg).decode()}"


@dataclass(frozen=True, slots=True)
class Section:
    title: str
    paragraphs: Sequence[str] = ()
    facts: Sequence[tuple[str, str]] = ()
    figures: Sequence[PrintedFigure] = ()
    tables: Sequence[PrintedTable] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """lines: below the title. key: how it is found again."""

    title: str
    lines: Sequence[str]
    key: str
    sections: Sequence[Section]

    @property
    def figures(self) -> list[PrintedFigure]:
        return [figure for section in self.sections for figure in section.figures]

    def as_json(self) -> dict[str, Any]:
        """Figures are files of their own: `file_of` each of them."""
        return {
            "title": self.title,
            "lines": list(self.lines),
            "key": self.key,
            "sections": [self._section(one) for one in self.sections],
        }

    def _section(self, one: Section) -> dict[str, Any]:
        return {
            "title": one.title,
            "paragraphs": list(one.paragraphs),
            "facts": [list(fact) for fact in one.facts],
            "figures": [{"title": of.title, "file": self.file_of(of)} for of in one.figures],
            "tables": [
                {
                    "title": table.title,
                    "columns": list(table.columns),
                    "numbers": list(table.numbers),
                    "rows": [list(row) for row in table.rows],
                    "notes": list(table.notes),
                }
                for table in one.tables
            ],
        }

    def file_of(self, figure: PrintedFigure) -> str:
        return f"figure-{self.figures.index(figure)}.pdf"
