"""Lines of several rows of a grid in one picture, as its page draws them, from the numbers of its
table: a measure over what is varied, and curves over epochs."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from foundation.frozen import frozen
from retrieval.queries.curves import HEIGHT, WIDTH, scores_of
from retrieval.queries.grid_table import SEED, GridRow, GridTable
from retrieval.queries.grids import STATES, title_of

MOST_LINES = 8  # as many as there are colours
Points = Sequence[tuple[float, float]]


@frozen
class DrawnLine:
    """number: of its colour, from 1. level: a row without what is varied, the same all along."""

    name: str
    number: int
    points: str
    level: bool
    values: Points


@frozen
class LinesChart:
    """low, high: what the box's lower and upper edges stand for; left, right: its sides."""

    title: str
    across: str
    low: float
    high: float
    left: float
    right: float
    lines: Sequence[DrawnLine]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def rows(self) -> list[tuple[float, list[float | None]]]:
        """The same numbers as a table."""
        at = sorted({x for line in self.lines for x, _ in line.values})
        known = [dict(line.values) for line in self.lines]
        return [(x, [values.get(x) for values in known]) for x in at]


def drawn(title: str, across: str, series: Mapping[str, Points]) -> LinesChart | None:
    """None where there is nothing to draw. A series of one point is the same all along."""
    named = [(name, sorted(points)) for name, points in series.items() if points][:MOST_LINES]
    many = [x for _, points in named if len(points) > 1 for x, _ in points]
    if not many:
        return None
    left, right = min(many), max(many)
    ys = [y for _, points in named for _, y in points]
    low, high = min(ys), max(ys)
    lines = []
    for number, (name, points) in enumerate(named, start=1):
        level = len(points) == 1
        shown = [(left, points[0][1]), (right, points[0][1])] if level else points
        placed = " ".join(
            f"{WIDTH * (x - left) / (right - left):.1f},"
            f"{HEIGHT * (1 - (y - low) / ((high - low) or 1.0)):.1f}"
            for x, y in shown
        )
        lines.append(DrawnLine(name, number, placed, level, shown))
    return LinesChart(title, across, low, high, left, right, lines)


def over_axis(table: GridTable, varied: Sequence[str]) -> LinesChart | None:
    """The tested measure over the threshold, or over the first number that is varied."""
    if not (axis := _axis(table.rows, varied)):
        return None
    series: dict[str, list[tuple[float, float]]] = {}
    for row in table.rows:
        mean = row.scores[table.tested].mean if table.tested else None
        if mean is not None:
            rest = {name: value for name, value in row.values.items() if name != axis}
            # Where there is no such value, the mean is the same for all of them.
            at = float(row.values.get(axis, 0.0))
            series.setdefault(title_of(rest, varied) or table.tested, []).append((at, mean))
    return drawn(table.tested, axis, series)


def _axis(rows: Sequence[GridRow], varied: Sequence[str]) -> str:
    for name in sorted(varied, key=lambda one: one != "tau"):
        values = {row.values[name] for row in rows if name in row.values and name != SEED}
        if len(values) > 1 and all(_is_number(value) for value in values):
            return name
    return ""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def curves(table: GridTable, wanted: Sequence[int]) -> list[LinesChart]:
    """Loss, and each score on what was held back, by epoch, of the first done cell of each row."""
    chosen = [row for row in table.rows if not wanted or row.row in wanted]
    points = {f"{row.row}: {row.title}": curve for row in chosen if (curve := _curve(row))}
    names = dict.fromkeys(name for curve in points.values() for name in scores_of(curve[0]))
    found = [
        drawn(name, "epoch", {title: list(_read(curve, name)) for title, curve in points.items()})
        for name in ("loss", *names)
    ]
    return [one for one in found if one is not None]


def _curve(row: GridRow) -> Sequence[Mapping[str, Any]]:
    done = (cell.curve for cell in row.cells if cell.state == STATES.DONE and cell.curve)
    return next(done, [])


def _read(curve: Sequence[Mapping[str, Any]], name: str) -> Iterator[tuple[float, float]]:
    for point in curve:
        value = point["loss"] if name == "loss" else scores_of(point).get(name)
        if value is not None:
            yield point["epoch"], value
