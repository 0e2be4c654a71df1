"""A table, and how it is drawn of what rows have. A cell is a value, not a text: what a place can
show of it (percent or fraction, three digits or seventeen) is its matter.

Each column is described once, with its title and what is in it. Estimates have a column for each
kind of interval, whatever its name: a new kind of interval is drawn by being there.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import Any, NamedTuple

from foundation.frozen import frozen
from measures.estimate import USUAL, Estimate
from measures.measure import Measure
from measures.quantity import Quantity

MARK = "\u2020"  # beside a run whose model learnt from what it is scored on


@frozen
class Corrected:
    """The paper's "A (B + C)": with all positives, with the original ones only, and the difference,
    as fractions."""

    all: float | None
    original: float | None
    ranks: bool = False  # ranks take the place of the fractions: they are not read in percent

    @property
    def delta(self) -> float | None:
        return None if self.all is None or self.original is None else self.all - self.original


@frozen
class Span:
    """An interval's ends; both nan where there is none, so that its column keeps its kind whatever
    its cells hold."""

    low: float
    high: float
    percent: bool = False  # fractions that people read in percent


NO_SPAN = Span(math.nan, math.nan)


@frozen
class Percent:
    """A fraction that people read in percent; None where it is undefined."""

    value: float | None


class Marked(str):
    """A run's name, for programs and charts; people read a mark beside it, and a note why."""

    __slots__ = ()


class Word(str):
    """A word of ours and no name of anybody's, as a table has both. Programs read it as it is; a
    page shows it in the reader's language."""

    __slots__ = ()


# The columns that have such words: a frozen report keeps them as texts.
WORDED = frozenset(
    (
        *("apart", "direction", "few", "figure", "group", "interval_kind", "kind", "mistake"),
        *("note", "of", "original", "outcome", "pattern", "reproduced", "scale", "title", "told"),
        *("label_rests_on", "saturated", "trusted", "unit", "what", "whose", "why", "words"),
    )
)


def marked(run: str, saw: Mapping[str, str]) -> str:
    """saw: by run, what it must be marked for."""
    return Marked(run) if run in saw else run


Cell = str | int | float | None | Corrected | Span | Percent | Quantity


@frozen
class Column:
    """`key` for programs, `title` for people."""

    key: str
    title: str


def titled(**titles: str) -> tuple[Column, ...]:
    """Columns by their keys."""
    return tuple(Column(key, title) for key, title in titles.items())


@frozen
class Table:
    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = ()  # definitions and conventions: what has to be known to read it

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"a row of {self.key} has {len(row)} cells, not {len(self.columns)}"
                )


# What people call a kind of interval; its own name with a capital, if it is not here.
TITLES = {"interval": "95 %", "bounds": "Between"}


class Of(NamedTuple):
    """A column whose key is not the name of what it shows."""

    name: str
    title: str


Title = str | Of
Rows = Sequence[Any]
# Of some rows, their columns and each row's cells in them.
Drawn = Callable[[Rows], tuple[Sequence[Column], Sequence[Sequence[Cell]]]]


def drawn_table(
    key: str, title: str, rows: Iterable[Any], *drawn: Drawn, notes: Sequence[str] = ()
) -> Table:
    """A table with a row for each of these."""
    columns, cells = joined(*drawn)(list(rows))
    return Table(key, title, columns, cells, notes)


def joined(*drawn: Drawn) -> Drawn:
    """Several columns, one after the other."""

    def draw(rows: Rows) -> tuple[Sequence[Column], Sequence[Sequence[Cell]]]:
        columns, cells = zip(*(one(rows) for one in drawn), strict=True)
        return [*chain(*columns)], [[*chain(*row)] for row in zip(*cells, strict=True)]

    return draw


def plain(**titles: Title) -> Drawn:
    """What rows have under these names: a measure by its name, an estimate by its value."""
    return _described(_plain, titles)


def words(**titles: Title) -> Drawn:
    """What rows have under these names is a word of ours."""
    return _described(_word, titles)


def _word(value: Any) -> Cell:
    return Word(value) if isinstance(value, str) else _plain(value)


def percents(**titles: Title) -> Drawn:
    return _described(lambda value: Percent(_plain(value)), titles)


def _described(shown: Callable[[Any], Cell], titles: Mapping[str, Title]) -> Drawn:
    both = {key: Of(key, of) if isinstance(of, str) else of for key, of in titles.items()}
    named = {key: title for key, (_, title) in both.items()}
    return cells_of(lambda row: [shown(_of(row, name)) for name, _ in both.values()], **named)


def cells_of(cells: Callable[[Any], Sequence[Cell]], **titles: str) -> Drawn:
    """What follows from a row."""
    return lambda rows: (titled(**titles), [cells(row) for row in rows])


def cell_of(cell: Callable[[Any], Cell], **title: str) -> Drawn:
    """What follows from a row, in one column."""
    return cells_of(lambda row: [cell(row)], **title)


def run_names(saw: Mapping[str, str]) -> Drawn:
    """Names of runs, marked where their models learnt from what they are scored on."""
    return cell_of(lambda row: marked(row.run, saw), run="Run")


def with_ends(name: str, title: str, interval: str = "95 %", *, percent: bool = True) -> Drawn:
    """The value of an estimate, and its intervals. interval: the title of the usual one."""
    value = percents(**{name: title}) if percent else plain(**{name: title})
    return joined(value, ends(name, key=f"{name}_", titles={USUAL: interval}, percent=percent))


def ends(
    name: str,
    names: Sequence[str] = (),
    key: str = "",
    of: str = "",
    *,
    titles: Mapping[str, str] | None = None,
    percent: bool = True,
) -> Drawn:
    """The intervals of an estimate. names: their kinds; the usual one and what others there are, if
    none are named."""

    def draw(rows: Rows) -> tuple[Sequence[Column], Sequence[Sequence[Cell]]]:
        estimates = [_of(row, name) for row in rows]
        kinds = names or names_of(estimates, USUAL)
        cells = [interval_cells(one, kinds, percent=percent) for one in estimates]
        return interval_columns(kinds, key, of, titles=titles), cells

    return draw


def _of(row: Any, name: str) -> Any:
    """What a row has under a name, or under several with points between."""
    return row[name] if isinstance(row, Mapping) else attrgetter(name)(row)


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


def valued(rows: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Those that have a value."""
    return {name: one for name, one in rows.items() if one.value is not None}


def noted(*notes: str) -> list[str]:
    """Notes below a table, but for those that are empty: what does not apply is not said."""
    return [note for note in notes if note]


def absent_intervals(
    rows: Mapping[str, Estimate], name: str = USUAL, called: str = "interval"
) -> list[str]:
    """Notes below a table: each reason once, with what it is about. rows: by what they are called,
    those with a value."""
    named = by_reason({row: one.why_not(name) for row, one in rows.items()})
    return [f"No {called} of {'; '.join(rows_of)}: {why}." for why, rows_of in named.items()]


def every_absent(rows: Mapping[str, Estimate]) -> list[str]:
    """The same for every kind of interval that any of them has."""
    kinds = names_of(rows.values(), USUAL)
    return [note for name in kinds for note in absent_intervals(rows, name)]


def marked_intervals(
    rows: Mapping[str, Estimate], name: str = USUAL, called: str = "interval"
) -> list[str]:
    """Notes below a table: which intervals are not to be trusted, and why."""
    marked = by_reason({row: one.mark(name) for row, one in rows.items()})
    return [f"The {called} of {'; '.join(rows_of)} is {mark}." for mark, rows_of in marked.items()]


def named_note(text: str, names: Iterable[str], between: str = ", ") -> list[str]:
    """A note that ends with names; none where there are none."""
    listed = between.join(names)
    return [f"{text}: {listed}."] if listed else []
