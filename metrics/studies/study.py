"""What every study comes to: one JSON object for programs, of which tables are made for people."""

from typing import Any, Protocol

from metrics.snapshot import Snapshot


class NothingToStudy(ValueError):
    """What was asked for cannot be computed from what there is. The text says why and what to do
    next, for a person."""


class Findings(Protocol):
    def as_json(self) -> dict[str, Any]:
        """The contract's keys; fractions, None for what is undefined."""


def about_clusters(snapshot: Snapshot) -> str:
    """What was drawn, as every table with intervals says it."""
    if snapshot.groups is not None:
        return (
            "A cluster is what the file of clusters names so; a caption not in it, and a video of a"
            " v2t run, stand alone."
        )
    usual = (
        "A cluster is a source video with its captions; a caption without one, and a video of a v2t"
        " run, stand alone."
    )
    if snapshot.originals is None:
        return usual
    return (
        f"{usual} Where the benchmark names no source video, a caption's only original one in the"
        " file is its source."
    )
