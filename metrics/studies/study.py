"""What every study comes to: one JSON object for programs, and tables for people."""

from collections.abc import Sequence
from typing import Any, Protocol

from metrics.tables import Table


class NothingToStudy(ValueError):
    """What was asked for cannot be computed from what there is. The text says why and what to do next, for a person."""


class Study(Protocol):
    def told(self) -> dict[str, Any]:
        """The contract's keys; fractions, None for what is undefined."""

    def tables(self) -> Sequence[Table]: ...
