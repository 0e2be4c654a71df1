"""Comma-separated rows, strictly: a lenient reader turns everything after an unclosed quote into
one caption."""

import csv
from collections.abc import Iterator
from typing import Never

from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.text import Text

_OTHER_DELIMITERS = {";": "semicolons", "\t": "tabs", "|": "bars"}


def read_rows(
    text: Text, columns: tuple[str, ...], problems: Problems
) -> Iterator[tuple[int, list[str]]]:
    """The physical line on which each row starts, and its fields in the order of `columns`,
    whatever the file's own order."""
    source = _Remembering(text.lines())
    reader = csv.reader(source, strict=True)
    header = _next(reader, source)
    if header is None:
        refuse("empty", "the file has no rows, not even a header")
    places = _places(header, columns)
    while (fields := _next(reader, source)) is not None:
        line = source.first
        if len(fields) == len(columns):
            yield line, [fields[place] for place in places]
        elif fields:
            problems.error(
                "columns",
                f"expected {len(columns)} columns, found"
                f" {len(fields)}{_comma_hint(fields, columns)}",
                line,
            )
        elif not source.at_end():
            problems.warn("blank", "a blank line; it was left out", line, 0)


def read_table(
    text: Text, columns: tuple[str, ...], problems: Problems
) -> Iterator[tuple[int, dict[str, str]]]:
    """Rows by column, of a table that has these columns and others. A row of another length ends
    the reading: what stands in which column can no longer be told."""
    source = _Remembering(text.lines())
    reader = csv.reader(source, strict=True)
    header = _next(reader, source) or []
    _check_header(header, columns)
    while (fields := _next(reader, source)) is not None:
        line = source.first
        if len(fields) == len(header):
            yield line, dict(zip(header, fields, strict=True))
        elif fields:
            refuse("columns", f"expected {len(header)} columns, found {len(fields)}", line)
        elif not source.at_end():
            problems.warn("blank", "a blank line; it was left out", line, 0)


def _check_header(header: list[str], columns: tuple[str, ...]) -> None:
    if missing := [name for name in columns if name not in header]:
        refuse("header", f"expected the columns {', '.join(columns)}; missed {missing[0]}", 1)
    nameless = sum(not name.strip() for name in header)
    if nameless:
        refuse(
            "header",
            f"{nameless} columns have no name; a spreadsheet has split cells into columns: use the"
            " file as it was published",
            1,
        )
    if twice := [name for name in header if header.count(name) > 1]:
        refuse("header", f"the column {excerpt(twice[0])} stands twice", 1)


def header_of(first_line: str) -> frozenset[str]:
    """The column names on a file's first line, for guessing; empty if it is no header."""
    try:
        return frozenset(next(csv.reader([first_line], strict=True), []))
    except csv.Error:
        return frozenset()


class _Remembering:
    """Hands lines to the csv module and keeps those of the present row, because its errors do not
    say where they are."""

    def __init__(self, lines: Iterator[str]) -> None:
        self.lines = lines
        self.number = 0
        self.row: list[str] = []
        self.ahead: str | None = None

    def __iter__(self) -> "_Remembering":
        return self

    def __next__(self) -> str:
        line = self.ahead if self.ahead is not None else next(self.lines)
        self.ahead = None
        self.number += 1
        self.row.append(line)
        return line

    @property
    def first(self) -> int:
        return self.number - len(self.row) + 1

    def at_end(self) -> bool:
        if self.ahead is None:
            self.ahead = next(self.lines, None)
        return self.ahead is None


def _next(reader: Iterator[list[str]], source: _Remembering) -> list[str] | None:
    source.row = []
    try:
        return next(reader, None)
    except csv.Error as error:
        _explain(str(error), source)


def _explain(error: str, source: _Remembering) -> Never:
    line, column = _quote(source.row)
    line += source.first
    if "unexpected end" in error:
        refuse("quote", f"the quote opened at line {line} is never closed", line, column)
    if "larger than field limit" in error:
        limit = csv.field_size_limit()
        refuse(
            "length",
            f"a field longer than {limit:,} characters; or a quote opened in this row is never"
            " closed",
            source.first,
            0,
        )
    refuse(
        "quote",
        "after a closing quote, expected a comma or the end of the row; a quote within a field is"
        ' written ""',
        line,
        column,
    )


def _quote(row: list[str]) -> tuple[int, int]:
    """Where a row's quotes go wrong: the character after a quote that closes too early, or the
    quote that stays open.

    0-based line within the row, 1-based column.
    """
    opened, state = (0, 1), "start"
    for number, line in enumerate(row):
        for column, character in enumerate(line, start=1):
            if state == "closing" and character not in ',"\r\n':
                return number, column
            if state == "start" and character == '"':
                opened = (number, column)
            state = _NEXT[state].get(character, _OTHERWISE[state])
    return opened


_NEXT = {
    "start": {'"': "quoted", ",": "start", "\n": "start", "\r": "start"},
    "plain": {",": "start", "\n": "start", "\r": "start"},
    "quoted": {'"': "closing"},
    "closing": {'"': "quoted", ",": "start", "\n": "start", "\r": "start"},
}
_OTHERWISE = {"start": "plain", "plain": "plain", "quoted": "quoted", "closing": "plain"}


def _places(header: list[str], columns: tuple[str, ...]) -> list[int]:
    """Where each wanted column stands in the file."""
    wanted = ",".join(columns)
    if len(header) == 1:
        for delimiter, name in _OTHER_DELIMITERS.items():
            if delimiter in header[0]:
                refuse(
                    "delimiter",
                    f"columns are separated by {name}; expected commas",
                    1,
                    header[0].index(delimiter) + 1,
                )
    if sorted(header) != sorted(columns):
        refuse("header", f"expected the header {wanted}, {_difference(header, columns)}", 1)
    return [header.index(column) for column in columns]


def _difference(header: list[str], columns: tuple[str, ...]) -> str:
    sentence = []
    for name in dict.fromkeys(header):
        if name not in columns:
            meant = name.strip().lower()
            sentence.append(
                f"found {excerpt(name)}" + (f" (write {meant})" if meant in columns else "")
            )
        elif header.count(name) > 1:
            sentence.append(f"found {name} {header.count(name)} times")
    sentence += [f"missed {name}" for name in columns if name not in header]
    return "; ".join(sentence[:8])


def _comma_hint(fields: list[str], columns: tuple[str, ...]) -> str:
    if columns[-1] == "score" and len(fields) == len(columns) + 1 and fields[-1].isdigit():
        return "; is there a decimal comma? write 0.5, not 0,5"
    return "; a field with a comma in it must be quoted" if len(fields) > len(columns) else ""
