"""Two reports side by side: whose scores are not what they were."""

from dataclasses import dataclass

import numpy as np

from metrics.frozen import Arrays
from metrics.measures.arrays import Integers


@dataclass(frozen=True, slots=True)
class ScoreName:
    """How a report calls an array of scores: RUN|MEASURE|POSITIVES. A run's name may have bars of
    its own."""

    run: str
    measure: str
    positives: str

    @classmethod
    def read(cls, name: str) -> "ScoreName | None":
        """None for an array of something else."""
        parts = name.rsplit("|", 2)
        return cls(*parts) if len(parts) == 3 else None


@dataclass(frozen=True, slots=True)
class Change:
    """item: a caption's number, or a video's where the run ranks captions. None: no value, or a
    rank that is not known."""

    key: int
    item: int
    of: ScoreName
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differ, by item and then by name. keys: (changes,) item * len(names) + the name's
    place, ascending."""

    names: list[str]
    keys: Integers
    before: Arrays
    after: Arrays

    @property
    def items(self) -> int:
        return len(np.unique(self.keys // max(1, len(self.names))))

    def page(self, beyond: int, size: int) -> list[Change]:
        """The first changes with a key above `beyond`; -1 for the very first."""
        start = int(np.searchsorted(self.keys, beyond, side="right"))
        return [self._change(int(key)) for key in self.keys[start : start + size]]

    def _change(self, key: int) -> Change:
        item, place = divmod(key, len(self.names))
        name = self.names[place]
        of = ScoreName.read(name)
        assert of is not None  # noqa: S101  (only such names are compared)
        return Change(
            key, item, of, _value(self.before[name][item]), _value(self.after[name][item])
        )


def changes(before: Arrays, after: Arrays) -> Changes:
    """Of the scores that both have, for the items that both have: two undefined ones are the
    same."""
    names = sorted(name for name in before.keys() & after.keys() if ScoreName.read(name))
    keys = [
        _differing(before[name], after[name]) * len(names) + place
        for place, name in enumerate(names)
    ]
    return Changes(names, np.sort(np.concatenate([*keys, np.empty(0, np.int64)])), before, after)


def _differing(a: np.ndarray, b: np.ndarray) -> Integers:
    both = min(len(a), len(b))
    a, b = a[:both], b[:both]
    return np.flatnonzero((a != b) & ~(np.isnan(a) & np.isnan(b))).astype(np.int64)


def _value(score: float) -> float | None:
    return float(score) if np.isfinite(score) else None
