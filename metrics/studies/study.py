"""What every study comes to: one JSON object for programs, and tables for people."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from metrics.tables import Table


class NothingToStudy(ValueError):
    """What was asked for cannot be computed from what there is. The text says why and what to do next, for a person."""


class Study(Protocol):
    def told(self) -> dict[str, Any]:
        """The contract's keys; fractions, None for what is undefined."""

    def tables(self) -> Sequence[Table]: ...


def absent_intervals(rows: Iterable[tuple[str, str]], called: str = "interval") -> list[str]:
    """Notes below a table: each reason once, with what it is about. rows: a name, and why it has no interval."""
    named: dict[str, list[str]] = {}
    for name, why in rows:
        if why:
            named.setdefault(why, []).append(name)
    return [f"No {called} of {'; '.join(dict.fromkeys(names))}: {why}." for why, names in named.items()]
