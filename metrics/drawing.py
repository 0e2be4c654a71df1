"""Estimates as columns of a table: one for each kind of interval that they have, whatever its
name. A new kind of interval is drawn by being there."""

from collections.abc import Iterable, Mapping, Sequence

from measures.estimate import Estimate
from metrics.table import NO_SPAN, Cell, Column, Span

# What people call a kind of interval; its own name with a capital, if it is not here.
TITLES = {"interval": "95 %", "bounds": "Between"}


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
    return [_span(one.ends(name), percent=percent) for name in names]


def absent_intervals(
    rows: Mapping[str, Estimate], name: str = "interval", called: str = "interval"
) -> list[str]:
    """Notes below a table: each reason once, with what it is about. rows: by what they are called,
    those with a value."""
    named: dict[str, list[str]] = {}
    for row, one in rows.items():
        if why := one.why_not(name):
            named.setdefault(why, []).append(row)
    return [f"No {called} of {'; '.join(rows_of)}: {why}." for why, rows_of in named.items()]


def marked_intervals(
    rows: Mapping[str, Estimate], name: str = "interval", called: str = "interval"
) -> list[str]:
    """Notes below a table: which intervals are not to be trusted, and why."""
    marked: dict[str, list[str]] = {}
    for row, one in rows.items():
        if mark := one.mark(name):
            marked.setdefault(mark, []).append(row)
    return [f"The {called} of {'; '.join(rows_of)} is {mark}." for mark, rows_of in marked.items()]


def _span(ends: Sequence[float] | None, *, percent: bool) -> Span:
    return NO_SPAN if ends is None else Span(ends[0], ends[1], percent)
