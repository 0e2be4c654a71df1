"""A table. A cell is a value, not a text: what a place can show of it (percent or fraction, three
digits or seventeen) is its matter."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from measures.quantity import Quantity

MARK = "\u2020"  # beside a run whose model learnt from what it is scored on


@dataclass(frozen=True, slots=True)
class Corrected:
    """The paper's "A (B + C)": with all positives, with the original ones only, and the difference,
    as fractions."""

    all: float | None
    original: float | None
    ranks: bool = False  # ranks take the place of the fractions: they are not read in percent

    @property
    def delta(self) -> float | None:
        return None if self.all is None or self.original is None else self.all - self.original


@dataclass(frozen=True, slots=True)
class Span:
    """An interval's ends; both nan where there is none, so that its column keeps its kind whatever
    its cells hold."""

    low: float
    high: float
    percent: bool = False  # fractions that people read in percent


NO_SPAN = Span(math.nan, math.nan)


@dataclass(frozen=True, slots=True)
class Percent:
    """A fraction that people read in percent; None where it is undefined."""

    value: float | None


class Marked(str):
    """A run's name, for programs and charts; people read a mark beside it, and a note why."""

    __slots__ = ()


def marked(run: str, saw: Mapping[str, str]) -> str:
    """saw: by run, what it must be marked for."""
    return Marked(run) if run in saw else run


Cell = str | int | float | None | Corrected | Span | Percent | Quantity


@dataclass(frozen=True, slots=True)
class Column:
    """`key` for programs, `title` for people."""

    key: str
    title: str


def titled(**titles: str) -> tuple[Column, ...]:
    """Columns by their keys."""
    return tuple(Column(key, title) for key, title in titles.items())


@dataclass(frozen=True, slots=True)
class Table:
    key: str
    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    notes: Sequence[str] = field(
        default=()
    )  # definitions and conventions: what has to be known to read it

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(
                    f"a row of {self.key} has {len(row)} cells, not {len(self.columns)}"
                )
