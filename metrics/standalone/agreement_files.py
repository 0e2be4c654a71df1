"""Files of labels, or of counts of labels: units and what was said of them, without a database.

The names of the columns, of the first line or given beside a file that has none, decide what they
are: `unit,rater,value` is a label a line; `unit` and `value` several times a label for each such
column, empty where there is none; `unit` and any other names how many labels have each of these
values. Several `unit` columns are one together; `video` and `text` say what a unit belongs to, and
are the unit where there is no other; `-` is not read. Commas or tabs are between columns, as in the
first line.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import accumulate
from math import nan
from pathlib import Path

import numpy as np

from foundation.frozen import frozen
from measures.agreement import count_values
from measures.agreement_score import LabelledUnits
from measures.arrays import Counts, Integers
from metrics.studies.study import NothingToStudy

VIDEO, TEXT, IGNORED = "video", "text", "-"
WHOLES = (VIDEO, TEXT)  # what units belong to
MOST_VALUES = 50
DAMAGE = "\ufffd\x00\xff"
LONGEST = 40
RANGE = re.compile(r"([0-9]{1,3})-([0-9]{1,3})", re.ASCII)


class Damaged(Exception):
    """A row, or a whole file, that cannot be read."""


@frozen
class LabelsRead:
    """counts: (units, values). values: what each column stands for, ascending. ordered: whether
    they have an order. clusters, texts: (units,), each unit's video and text; None where the file
    has none. labels: unit, rater and place of the value of each; None of counts, which do not tell
    them. skipped: rows left out as damaged."""

    counts: Counts
    values: tuple[str, ...]
    ordered: bool
    units: tuple[str, ...]
    clusters: Integers | None
    texts: Integers | None
    labels: tuple[Integers, Integers, Integers] | None
    skipped: int

    @property
    def raters(self) -> int | None:
        return None if self.labels is None else len(np.unique(self.labels[1]))

    @property
    def sample(self) -> LabelledUnits:
        alone = np.arange(len(self.counts))
        clusters = alone if self.clusters is None else self.clusters
        return LabelledUnits(self.counts, clusters, texts=self.texts)


@frozen
class FileRow:
    line: int
    cells: tuple[str, ...]
    starts: tuple[int, ...]  # columns of text at which the cells begin

    def wrong(self, cell: int, message: str) -> Damaged:
        return Damaged(f"{self.line}:{self.starts[min(cell, len(self.starts) - 1)]}: {message}")


def scale_of(text: str) -> tuple[str, ...]:
    """`0-4`, or words with commas between, lowest first. Raises NothingToStudy."""
    ends = RANGE.fullmatch(text.strip())
    words = tuple(word.strip() for word in text.split(","))
    if ends:
        words = tuple(map(str, range(int(ends[1]), int(ends[2]) + 1)))
    if not 2 <= len(words) <= MOST_VALUES or not all(words) or len(set(words)) < len(words):
        raise NothingToStudy(
            f"--scale {text}: expected 2 to {MOST_VALUES} different values, lowest first, as in 0-4"
            " or no,maybe,yes"
        )
    return words


def read_labels(
    path: Path,
    columns: Sequence[str] = (),
    scale: Sequence[str] = (),
    *,
    skip_damaged: bool = False,
) -> LabelsRead:
    """columns: their names, for a file whose first line does not tell them. scale: all that can be
    said, lowest first; without it, what the file says. Raises NothingToStudy, with
    file:line:column, for a row that is damaged; with skip_damaged such rows are counted and left
    out."""
    rows = _rows(path.read_bytes())
    try:
        header = FileRow(1, tuple(columns), (1,)) if columns else next(rows, None)
        if header is None:
            raise Damaged("1:1: the file is empty; expected a header line as unit,rater,value")
        table = _Table(_header(header, scale), scale)
        for row in rows:
            try:
                table.take(row)
            except Damaged:
                if not skip_damaged:
                    raise
                table.skipped += 1
        return table.read()
    except Damaged as wrong:
        raise NothingToStudy(f"{path}:{wrong}") from None


class _Table:
    """What the rows read so far say. wholes: by name, of each unit what it belongs to."""

    def __init__(self, names: Sequence[str], scale: Sequence[str]) -> None:
        self.names, self.scale, self.skipped = names, scale, 0
        self.wholes = {name: dict[str, str]() for name in WHOLES if name in names}
        self.labels: dict[tuple[str, str], str] = {}
        self.counts: dict[str, Sequence[int]] = {}
        own = ("unit",) if "unit" in names else WHOLES
        self.of_unit = [place for place, name in enumerate(names) if name in own]
        self.columns = _others(names)

    def take(self, row: FileRow) -> None:
        cells = _cells(row, self.names)
        shown = dict(zip(self.names, cells, strict=True))
        unit = " ".join(cells[place] for place in self.of_unit)
        for name, of in self.wholes.items():
            if of.get(unit, shown[name]) != shown[name]:
                raise row.wrong(
                    self.names.index(name),
                    f"{_short(unit)} is of {_short(of[unit])} before; found {_short(shown[name])},"
                    f" expected one {name} for a unit",
                )
        if "value" in shown:
            places = [place for place, name in enumerate(self.names) if name == "value"]
            for nth, place in enumerate(places):
                if cells[place]:
                    self._take_label(row, (unit, shown.get("rater", str(nth))), place, cells[place])
        else:
            self._take_counts(row, unit, shown)
        for name, of in self.wholes.items():
            of[unit] = shown[name]

    def _take_label(self, row: FileRow, key: tuple[str, str], place: int, value: str) -> None:
        if key in self.labels:
            named = self.names.index("rater") if "rater" in self.names else self.of_unit[0]
            unit, rater = map(_short, key)
            raise row.wrong(named, f"{rater} has a label of {unit} before; expected one of each")
        if self.scale and value not in self.scale:
            raise row.wrong(place, _off_scale(value, self.scale))
        self.labels[key] = value

    def _take_counts(self, row: FileRow, unit: str, found: dict[str, str]) -> None:
        if unit in self.counts:
            raise row.wrong(self.of_unit[0], f"{_short(unit)} stands twice; expected it once")
        given = {name: _count(row, self.names.index(name), found[name]) for name in self.columns}
        self.counts[unit] = [given.get(value, 0) for value in self.scale or self.columns]

    def read(self) -> LabelsRead:
        values = tuple(self.scale or self.columns)
        if self.labels:
            values = tuple(self.scale or sorted({*self.labels.values()}, key=_order))
        elif not self.counts:
            raise Damaged("2:1: no row is left after the header; expected a unit in each")
        if len(values) > MOST_VALUES:
            raise Damaged(f"1:1: {len(values):,} different values; expected {MOST_VALUES} at most")
        units = tuple(self.counts or dict.fromkeys(unit for unit, _ in self.labels))
        if self.labels:
            unit, rater = (_numbers([key[side] for key in self.labels]) for side in (0, 1))
            place = {value: number for number, value in enumerate(values)}
            value = np.array([place[one] for one in self.labels.values()], np.int64)
            labels, counts = (
                (unit, rater, value),
                count_values(unit, value, len(units), len(values)),
            )
        else:
            labels, counts = None, np.array([*self.counts.values()], np.int64)
        ordered = not self.labels or bool(self.scale) or are_numbers(values)
        wholes = {name: _numbers([of[one] for one in units]) for name, of in self.wholes.items()}
        video, text = (wholes.get(name) for name in WHOLES)
        if video is None:
            video, text = text, None
        return LabelsRead(counts, values, ordered, units, video, text, labels, self.skipped)


def _others(names: Sequence[str]) -> list[str]:
    """Of columns those that hold labels."""
    return [name for name in names if name not in ("unit", *WHOLES, IGNORED)]


def _numbers(names: Sequence[str]) -> Integers:
    """Of each its number, in the order of first naming."""
    number = {name: place for place, name in enumerate(dict.fromkeys(names))}
    return np.array([number[name] for name in names], np.int64)


def _rows(content: bytes) -> Iterator[FileRow]:
    """Lines that have anything in them. What is not UTF-8 is read as what stands for damage."""
    lines = content.decode("utf-8-sig", "replace").split("\n")
    separator = "\t" if "\t" in lines[0] else ","
    for line, whole in enumerate(lines, start=1):
        if shown := whole.removesuffix("\r"):
            yield _row(line, shown, separator)


def _row(line: int, found: str, separator: str) -> FileRow:
    if separator == "," and '"' in found:
        cells = next(csv.reader(StringIO(found)), [])
        return FileRow(line, tuple(cells), (1,) * max(1, len(cells)))
    cells = found.split(separator)
    starts = accumulate((len(cell) + 1 for cell in cells[:-1]), initial=1)
    return FileRow(line, tuple(cells), tuple(starts))


def _header(row: FileRow, scale: Sequence[str]) -> tuple[str, ...]:
    names = tuple(cell.strip() for cell in row.cells)
    for place, name in enumerate(names):
        if not name or (name in names[:place] and name not in ("unit", "value", IGNORED)):
            raise row.wrong(place, f"the column {_short(name)} is empty or stands twice")
    others = _others(names)
    found, many = _short(", ".join(names)), "unit, rater, value, or unit and two columns or more"
    rules = (
        ("unit" not in names and not {*WHOLES} <= {*names},
         f"a column unit, found {_short(row.cells[0])}"),
        ("rater" in others and sorted(others) != ["rater", "value"],
         f"the columns unit, rater and value; found {found}"),
        ("rater" not in others and "value" in others and set(others) != {"value"},
         f"unit and value, and no other column; found {found}"),
        (len(others) < 2, f"{many} of labels; found {found}"),
    )  # fmt: skip
    if wrong := next((expected for broken, expected in rules if broken), ""):
        raise row.wrong(0, f"expected {wrong}")
    for place, name in enumerate(names):
        if scale and "value" not in others and name in others and name not in scale:
            raise row.wrong(place, _off_scale(name, scale))
    return names


def _cells(row: FileRow, names: Sequence[str]) -> tuple[str, ...]:
    for place, cell in enumerate(row.cells):
        if any(sign in cell for sign in DAMAGE):
            raise row.wrong(place, f"damaged: {_short(cell)} is no text; expected UTF-8 without"
                            " NUL")  # fmt: skip
        if cell.strip() != cell.strip(" \t"):
            raise row.wrong(place, f"{_short(cell)} has a no-break space or another that is not"
                            " seen; expected none")  # fmt: skip
    if len(row.cells) != len(names):
        raise row.wrong(len(row.cells), f"{len(row.cells)} columns; expected {len(names)}")
    # Where a unit's labels are side by side, not every unit has as many.
    may_lack = "value" if names.count("value") > 1 else ""
    for place, (name, cell) in enumerate(zip(names, row.cells, strict=True)):
        if not cell.strip() and name != may_lack:
            raise row.wrong(place, f"{name} is empty; expected something")
    return tuple(cell.strip() for cell in row.cells)


def _count(row: FileRow, place: int, cell: str) -> int:
    if not cell.isascii() or not cell.isdigit() or len(cell) > 9:
        raise row.wrong(place, f"{_short(cell)} is no number of labels; expected 0, 1, 2, ...")
    return int(cell)


def _off_scale(value: str, scale: Sequence[str]) -> str:
    return f"{_short(value)} is not on the scale; expected one of {_short(', '.join(scale))}"


def are_numbers(values: Sequence[str]) -> bool:
    return all(_order(value)[0] == 0 for value in values)


def number_of(value: str) -> float:
    """nan for a name."""
    try:
        return float(value)
    except ValueError:
        return nan


def _order(value: str) -> tuple[int, float, str]:
    """Numbers by what they are, before names."""
    try:
        return 0, float(value), value
    except ValueError:
        return 1, 0.0, value


def _short(text: str) -> str:
    shown = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    return repr(shown)
