"""Tables of what rows have: each column is described once, with its title and what is in it.

Estimates have a column for each kind of interval, whatever its name: a new kind of interval is
drawn by being there.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple

from measures.estimate import USUAL, Estimate
from measures.measure import Measure
from metrics.table import NO_SPAN, Cell, Column, Percent, Span, titled

# What people call a kind of interval; its own name with a capital, if it is not here.
TITLES = {"interval": "95 %", "bounds": "Between"}


class Of(NamedTuple):
    """A column whose key is not the name of what it shows."""

    name: str
    title: str


Title = str | Of
Listed = tuple[list[Column], list[list[Cell]]]  # columns and rows


@dataclass(frozen=True, slots=True)
class Drawn:
    """Columns, and what a row has in them."""

    columns: Sequence[Column]
    cells: Callable[[Any], Iterable[Cell]]


def listed(rows: Iterable[Any], *drawn: Drawn) -> Listed:
    """The columns and rows of a table."""
    columns = [column for one in drawn for column in one.columns]
    return columns, [[cell for one in drawn for cell in one.cells(row)] for row in rows]


def plain(**titles: Title) -> Drawn:
    """What rows have under these names: a measure by its name, an estimate by its value."""
    columns, paths = _described(titles)
    return Drawn(columns, lambda row: [_plain(path(row)) for path in paths])


def percents(**titles: Title) -> Drawn:
    columns, paths = _described(titles)
    return Drawn(columns, lambda row: [Percent(_plain(path(row))) for path in paths])


def _described(titles: Mapping[str, Title]) -> tuple[Sequence[Column], list[Callable[[Any], Any]]]:
    both = {key: Of(key, of) if isinstance(of, str) else of for key, of in titles.items()}
    named = titled(**{key: title for key, (_, title) in both.items()})
    return named, [attrgetter(name) for name, _ in both.values()]


def cells_of(cells: Callable[[Any], Iterable[Cell]], **titles: str) -> Drawn:
    """What follows from a row."""
    return Drawn(titled(**titles), cells)


def with_ends(
    name: str,
    title: str,
    interval: str = "95 %",
    names: Sequence[str] = (USUAL,),
    *,
    percent: bool = True,
) -> Drawn:
    """The value of an estimate, and its intervals. interval: the title of the usual one."""

    def cells(row: Any) -> list[Cell]:
        one = getattr(row, name)
        value = Percent(one.value) if percent else one.value
        return [value, *interval_cells(one, names, percent=percent)]

    columns = interval_columns(names, f"{name}_", titles={USUAL: interval})
    return Drawn([Column(name, title), *columns], cells)


def ends(
    name: str,
    names: Sequence[str] = (USUAL,),
    key: str = "",
    of: str = "",
    *,
    titles: Mapping[str, str] | None = None,
    percent: bool = True,
) -> Drawn:
    """The intervals of an estimate."""
    return Drawn(
        interval_columns(names, key, of, titles=titles),
        lambda row: interval_cells(attrgetter(name)(row), names, percent=percent),
    )


def _plain(value: Any) -> Any:
    if isinstance(value, Measure):
        return str(value)
    return value.value if isinstance(value, Estimate) else value


def interval_title(name: str) -> str:
    return TITLES.get(name, name.capitalize())


def names_of(estimates: Iterable[Estimate], *usual: str) -> list[str]:
    """The kinds of intervals that any of them has, in the order of first naming; and before them
    those that have a column even if none of them does."""
    return list(dict.fromkeys([*usual, *(name for one in estimates for name in one.intervals)]))


def interval_columns(
    names: Sequence[str], key: str = "", of: str = "", *, titles: Mapping[str, str] | None = None
) -> list[Column]:
    """key, of: what the estimate is called, where a table has several for a row. titles: where a
    table calls a kind of interval in its own way."""
    own = titles or {}
    return [Column(f"{key}{name}", f"{own.get(name, interval_title(name))}{of}") for name in names]


def interval_cells(one: Estimate, names: Sequence[str], *, percent: bool = True) -> list[Cell]:
    every = (one.ends(name) for name in names)
    return [NO_SPAN if ends is None else Span(ends[0], ends[1], percent) for ends in every]


def by_reason(reasons: Mapping[str, str]) -> dict[str, list[str]]:
    """What has each reason, once for notes below a table. Empty: there is none."""
    named: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        if reason:
            named.setdefault(reason, []).append(name)
    return named


def absent_intervals(
    rows: Mapping[str, Estimate], name: str = "interval", called: str = "interval"
) -> list[str]:
    """Notes below a table: each reason once, with what it is about. rows: by what they are called,
    those with a value."""
    named = by_reason({row: one.why_not(name) for row, one in rows.items()})
    return [f"No {called} of {'; '.join(rows_of)}: {why}." for why, rows_of in named.items()]


def marked_intervals(
    rows: Mapping[str, Estimate], name: str = "interval", called: str = "interval"
) -> list[str]:
    """Notes below a table: which intervals are not to be trusted, and why."""
    marked = by_reason({row: one.mark(name) for row, one in rows.items()})
    return [f"The {called} of {'; '.join(rows_of)} is {mark}." for mark, rows_of in marked.items()]
