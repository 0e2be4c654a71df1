"""What every study comes to: one JSON object for programs, and tables for people."""

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from metrics.snapshot import Snapshot
from metrics.tables import Table


class NothingToStudy(ValueError):
    """What was asked for cannot be computed from what there is. The text says why and what to do
    next, for a person."""


class Study(Protocol):
    def as_json(self) -> dict[str, Any]:
        """The contract's keys; fractions, None for what is undefined."""

    def tables(self) -> Sequence[Table]: ...


def absent_intervals(rows: Iterable[tuple[str, str]], called: str = "interval") -> list[str]:
    """Notes below a table: each reason once, with what it is about. rows: a name, and why it has no
    interval."""
    named: dict[str, list[str]] = {}
    for name, why in rows:
        if why:
            named.setdefault(why, []).append(name)
    return [
        f"No {called} of {'; '.join(dict.fromkeys(names))}: {why}." for why, names in named.items()
    ]


def about_clusters(snapshot: Snapshot) -> str:
    """What was drawn, as every table with intervals says it."""
    if snapshot.groups is not None:
        return (
            "A cluster is what the file of clusters names so; a caption not in it, and a video of a"
            " v2t run, stand alone."
        )
    said = (
        "A cluster is a source video with its captions; a caption without one, and a video of a v2t"
        " run, stand alone."
    )
    if snapshot.originals is None:
        return said
    return (
        f"{said} Where the benchmark names no source video, a caption's only original one in the"
        " file is its source."
    )
