"""Files of labels, or of counts of labels: units and what was said of them, without a database.

The names of the columns, of the first line or given beside a file that has none, decide what they
are: `unit,rater,value` is a label a line; `unit` and `value` several times a label for each such
column; `unit` and any other names how many labels have each of these values. Several `unit` columns
are one together; `video` says what a unit belongs to; `-` is not read. Commas or tabs are between
columns, as in the first line.
"""

import csv
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Counts, Integers
from metrics.studies.study import NothingToStudy

VIDEO, IGNORED = "video", "-"
MOST_VALUES = 50
DAMAGE = "�\x00\xff"
LONGEST = 40


class Damaged(Exception):
    """A row, or a whole file, that cannot be read."""


@frozen
class LabelsRead:
    """counts: (units, values). values: what each column stands for, ascending. clusters: (units,),
    each unit's video; None where the file has none. skipped: rows left out as damaged. raters: how
    many gave labels; None of counts, which do not tell."""

    counts: Counts
    values: tuple[str, ...]
    units: tuple[str, ...]
    clusters: Integers | None
    skipped: int
    raters: int | None


@frozen
class FileRow:
    line: int
    cells: tuple[str, ...]
    starts: tuple[int, ...]  # columns of text at which the cells begin

    def wrong(self, cell: int, message: str) -> Damaged:
        return Damaged(f"{self.line}:{self.starts[min(cell, len(self.starts) - 1)]}: {message}")


def read_labels(
    path: Path, columns: Sequence[str] = (), *, skip_damaged: bool = False
) -> LabelsRead:
    """columns: their names, for a file whose first line does not tell them. Raises NothingToStudy,
    with file:line:column, for a row that is damaged; with skip_damaged such rows are counted and
    left out."""
    rows = _rows(path.read_bytes())
    try:
        header = FileRow(1, tuple(columns), (1,)) if columns else next(rows, None)
        if header is None:
            raise Damaged("1:1: the file is empty; expected a header line as unit,rater,value")
        names = _header(header)
        table = _Table(names, skip_damaged)
        for row in rows:
            table.take(row)
        return table.read()
    except Damaged as wrong:
        raise NothingToStudy(f"{path}:{wrong}") from None


class _Table:
    def __init__(self, names: Sequence[str], skip_damaged: bool) -> None:
        self.names, self.skip = names, skip_damaged
        self.skipped = 0
        self.videos: dict[str, str] = {}
        self.labels: dict[tuple[str, str], str] = {}
        self.counts: dict[str, tuple[int, ...]] = {}
        self.columns = [name for name in names if name not in ("unit", VIDEO, IGNORED)]

    def take(self, row: FileRow) -> None:
        try:
            self._take(row)
        except Damaged:
            if not self.skip:
                raise
            self.skipped += 1

    def _take(self, row: FileRow) -> None:
        cells = _cells(row, self.names)
        shown = dict(zip(self.names, cells, strict=True))
        unit = " ".join(
            cell for name, cell in zip(self.names, cells, strict=True) if name == "unit"
        )
        video = shown.get(VIDEO)
        if video is not None and self.videos.get(unit, video) != video:
            first = self.videos[unit]
            raise row.wrong(
                self.names.index(VIDEO), f"{_short(unit)} is of {_short(first)} before; found"
                f" {_short(video)}, expected one video for a unit"
            )  # fmt: skip
        if "rater" in shown:
            self._take_label(row, unit, shown["rater"], shown["value"])
        elif "value" in shown:
            named = zip(self.names, cells, strict=True)
            values = [cell for name, cell in named if name == "value"]
            for rater, value in enumerate(values):
                self._take_label(row, unit, str(rater), value)
        else:
            self._take_counts(row, unit, shown)
        if video is not None:
            self.videos[unit] = video

    def _take_label(self, row: FileRow, unit: str, rater: str, value: str) -> None:
        if (unit, rater) in self.labels:
            named = "rater" if "rater" in self.names else "unit"
            raise row.wrong(
                self.names.index(named),
                f"{_short(rater)} has a label of {_short(unit)} before; expected one of each",
            )
        self.labels[unit, rater] = value

    def _take_counts(self, row: FileRow, unit: str, found: dict[str, str]) -> None:
        if unit in self.counts:
            raise row.wrong(
                self.names.index("unit"), f"{_short(unit)} stands twice; expected it once"
            )
        self.counts[unit] = tuple(
            _count(row, self.names.index(name), found[name]) for name in self.columns
        )

    def read(self) -> LabelsRead:
        if self.counts:
            return self._read(self.counts, tuple(self.columns))
        values = tuple(sorted(set(self.labels.values()), key=_order))
        if len(values) > MOST_VALUES:
            raise Damaged(f"1:1: {len(values):,} different values; expected {MOST_VALUES} at most")
        place = {value: number for number, value in enumerate(values)}
        counts: dict[str, list[int]] = {}
        for (unit, _), value in self.labels.items():
            counts.setdefault(unit, [0] * len(values))[place[value]] += 1
        return self._read(counts, values)

    def _read(self, counts: "dict[str, tuple[int, ...]] | dict[str, list[int]]",
              values: tuple[str, ...]) -> LabelsRead:  # fmt: skip
        if not counts:
            raise Damaged("2:1: no row is left after the header; expected a unit in each")
        units = tuple(counts)
        clusters = None
        if VIDEO in self.names:
            number = {video: place for place, video in enumerate(dict.fromkeys(
                self.videos.values()))}  # fmt: skip
            clusters = np.array([number[self.videos[unit]] for unit in units], np.int64)
        table = np.array([counts[unit] for unit in units], np.int64)
        raters = len({rater for _, rater in self.labels}) or None
        return LabelsRead(table, values, units, clusters, self.skipped, raters)


def _rows(content: bytes) -> Iterator[FileRow]:
    """Lines that have anything in them. What is not UTF-8 is read as what stands for damage."""
    text = content.decode("utf-8-sig", "replace")
    lines = text.split("\n")
    separator = "\t" if "\t" in lines[0] else ","
    for line, whole in enumerate(lines, start=1):
        shown = whole.removesuffix("\r")
        if not shown:
            continue
        yield _row(line, shown, separator)


def _row(line: int, found: str, separator: str) -> FileRow:
    if separator == "," and '"' in found:
        cells = next(csv.reader(StringIO(found)), [])
        return FileRow(line, tuple(cells), (1,) * max(1, len(cells)))
    cells, starts = found.split(separator), [1]
    for cell in cells[:-1]:
        starts.append(starts[-1] + len(cell) + 1)
    return FileRow(line, tuple(cells), tuple(starts))


def _header(row: FileRow) -> tuple[str, ...]:
    names = tuple(cell.strip() for cell in row.cells)
    for place, name in enumerate(names):
        if not name or (name in names[:place] and name not in ("unit", "value", IGNORED)):
            raise row.wrong(place, f"the column {_short(name)} is empty or stands twice")
    if "unit" not in names:
        raise row.wrong(0, f"expected a column unit, found {_short(row.cells[0])}")
    others = [name for name in names if name not in ("unit", VIDEO, IGNORED)]
    found = _short(", ".join(names))
    if "rater" in others and sorted(others) != ["rater", "value"]:
        raise row.wrong(0, f"expected the columns unit, rater and value; found {found}")
    if "rater" not in others and "value" in others and set(others) != {"value"}:
        raise row.wrong(0, f"expected unit and value, and no other column; found {found}")
    if len(others) < 2:
        raise row.wrong(
            0,
            "expected unit, rater, value, or unit and two columns or more of labels; found"
            f" {found}",
        )
    return names


def _cells(row: FileRow, names: Sequence[str]) -> tuple[str, ...]:
    for place, cell in enumerate(row.cells):
        if any(sign in cell for sign in DAMAGE):
            raise row.wrong(place, f"damaged: {_short(cell)} is no text; expected UTF-8 without"
                            " NUL")  # fmt: skip
    if len(row.cells) != len(names):
        raise row.wrong(len(row.cells), f"{len(row.cells)} columns; expected {len(names)}")
    for place, (name, cell) in enumerate(zip(names, row.cells, strict=True)):
        if not cell.strip():
            raise row.wrong(place, f"{name} is empty; expected something")
    return tuple(cell.strip() for cell in row.cells)


def _count(row: FileRow, place: int, cell: str) -> int:
    if not cell.isascii() or not cell.isdigit() or len(cell) > 9:
        raise row.wrong(place, f"{_short(cell)} is no number of labels; expected 0, 1, 2, ...")
    return int(cell)


def _order(value: str) -> tuple[int, float, str]:
    """Numbers by what they are, before names."""
    try:
        return 0, float(value), value
    except ValueError:
        return 1, 0.0, value


def _short(text: str) -> str:
    shown = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    return repr(shown)
