"""The mark of runs whose models learnt from what they are scored on."""

from collections.abc import Mapping, Sequence
from typing import Any

from foundation.finding.fields import Found
from metrics.snapshot import StoredRun
from metrics.table import MARK


def saw_of(runs: Sequence[StoredRun]) -> dict[str, str]:
    """What each run must be marked for, by its name."""
    return {run.name: run.saw for run in runs if run.saw}


def marks_of(saw: Mapping[str, str]) -> tuple[str, ...]:
    """The sentences below a table."""
    return tuple(f"{MARK} {run}: {what}." for run, what in saw.items())


def marks_as_json(saw: Mapping[str, str]) -> dict[str, list[str]]:
    """The marks for JSON, which has no such list where no run is marked."""
    return {"marks": list(marks_of(saw))} if saw else {}


class MarkedCaptions(Found):
    """A study of runs, some of which may be marked: its JSON ends in the marks."""

    __slots__ = ()
    saw: Mapping[str, str]  # by run: what it must be marked for

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | marks_as_json(self.saw)

    def marks(self) -> tuple[str, ...]:
        return marks_of(self.saw)
