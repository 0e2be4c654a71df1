"""Two reports side by side: whose scores are not what they were."""

from collections.abc import Mapping
from typing import Literal, get_args

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers, Values
from metrics.frozen import Arrays
from metrics.snapshot import Rule
from metrics.studies.headline import of_ranks

Direction = Literal["better", "worse", "both", "none"]


@frozen
class ScoreName:
    """How a report calls an array of scores: RUN|MEASURE|POSITIVES. A run's name may have bars of
    its own."""

    run: str
    measure: str
    positives: str

    @classmethod
    def read(cls, name: str) -> "ScoreName | None":
        """None for an array of something else, as witnesses' opinions are."""
        parts = name.rsplit("|", 2)
        return cls(*parts) if len(parts) == 3 and parts[2] in get_args(Rule) else None

    def rising(self, values: Values) -> Values:
        """So that more is better."""
        if not of_ranks(self.measure):
            return values
        with np.errstate(divide="ignore"):
            return 1 / values  # a rank that is not known is infinite


@frozen
class Change:
    """item: a caption's number, or a video's where the run ranks captions. None: no value, or a
    rank that is not known."""

    key: int
    item: int
    of: ScoreName
    before: float | None
    after: float | None

    @property
    def delta(self) -> float | None:
        return None if self.before is None or self.after is None else self.after - self.before


@frozen
class CaptionChange:
    """A caption, or video, some of whose scores differ. change: the largest of them; better, worse:
    how many are; a score that came or went is neither."""

    change: Change
    scores: int
    better: int
    worse: int

    @property
    def others(self) -> int:
        """Its scores that differ, besides the one that is shown."""
        return self.scores - 1

    @property
    def direction(self) -> Direction:
        if self.better and self.worse:
            return "both"
        if self.better or self.worse:
            return "better" if self.better else "worse"
        return "none"


@frozen
class RunChange:
    """A run's mean under one measure and one kind of positives, before and after, over the captions
    that have a value; and for how many captions it is another."""

    of: ScoreName
    before: float
    after: float
    better: int
    worse: int
    n: int

    @property
    def delta(self) -> float:
        return self.after - self.before


@frozen
class Changes:
    """All that differ, by item and then by name. named: what was compared, by its array's name.
    keys: (changes,) item * len(named) + the name's place, ascending."""

    named: Mapping[str, ScoreName]
    keys: Integers
    before: Arrays
    after: Arrays

    @property
    def items(self) -> int:
        return len(np.unique(self.keys // max(1, len(self.named))))

    def page(self, beyond: int, size: int) -> list[Change]:
        """The first changes with a key above `beyond`; -1 for the very first."""
        start = int(np.searchsorted(self.keys, beyond, side="right"))
        return [self._change(int(key)) for key in self.keys[start : start + size]]

    def by_caption(self, start: int, size: int) -> list[CaptionChange]:
        """A row for each, from the start-th on, largest change first. Scores that came or went have
        no size: captions with no other change are the last."""
        if not len(self.keys):
            return []
        items, places = np.divmod(self.keys, len(self.named))
        sizes, better, worse = self._sizes(items, places)
        together = np.lexsort((places, -sizes, items))
        _, starts, counts = np.unique(items[together], return_index=True, return_counts=True)
        largest = together[starts]
        up, down = (np.add.reduceat(side[together], starts) for side in (better, worse))
        order = np.lexsort((items[largest], -sizes[largest]))[start : start + size]
        return [
            CaptionChange(self._change(int(self.keys[largest[at]])), *map(int, each))
            for at, *each in zip(order, counts[order], up[order], down[order], strict=True)
        ]

    def _sizes(self, items: Integers, places: Integers) -> tuple[Values, Integers, Integers]:
        """(changes,) each: how large a change is, and whether it is for the better or for the
        worse. Ranks are held against each other by their reciprocals, so that a change among the
        first counts most, and none counts more than a score that goes from 0 to 1."""
        delta = np.full(len(items), np.nan)
        for place, (name, of) in enumerate(self.named.items()):
            here = places == place
            a, b = (of.rising(one[name][items[here]]) for one in (self.before, self.after))
            with np.errstate(invalid="ignore"):  # of two scores that are both unknown
                delta[here] = b - a
        known = np.nan_to_num(delta, nan=0.0)
        size = np.where(np.isnan(delta), -1.0, np.abs(known))
        return size, (known > 0).astype(np.int64), (known < 0).astype(np.int64)

    def by_run(self) -> list[RunChange]:
        """Changes of each array of shares that differs somewhere, in the order of their names."""
        places = set((self.keys % max(1, len(self.named))).tolist())
        there = [name for place, name in enumerate(self.named) if place in places]
        return [one for name in there if (one := self._by_run(name))]

    def _by_run(self, name: str) -> RunChange | None:
        of, a, b = self.named[name], self.before[name], self.after[name]
        if of_ranks(of.measure) or np.isnan(a).all() or np.isnan(b).all():
            return None
        both = min(len(a), len(b))
        with np.errstate(invalid="ignore"):
            delta = np.nan_to_num(b[:both] - a[:both], nan=0.0)
        return RunChange(
            of,
            float(np.nanmean(a)),
            float(np.nanmean(b)),
            int((delta > 0).sum()),
            int((delta < 0).sum()),
            int((~np.isnan(b)).sum()),
        )

    def _change(self, key: int) -> Change:
        item, place = divmod(key, len(self.named))
        name = list(self.named)[place]
        before, after = (_value(one[name][item]) for one in (self.before, self.after))
        return Change(key, item, self.named[name], before, after)


def changes(before: Arrays, after: Arrays) -> Changes:
    """Changes of the scores that both have, for the items that both have: two undefined ones are
    the same."""
    shared = sorted(before.keys() & after.keys())
    named = {name: of for name in shared if (of := ScoreName.read(name))}
    keys = [
        _differing(before[name], after[name]) * len(named) + place
        for place, name in enumerate(named)
    ]
    return Changes(named, np.sort(np.concatenate([*keys, np.empty(0, np.int64)])), before, after)


def _differing(a: np.ndarray, b: np.ndarray) -> Integers:
    both = min(len(a), len(b))
    a, b = a[:both], b[:both]
    return np.flatnonzero((a != b) & ~(np.isnan(a) & np.isnan(b))).astype(np.int64)


def _value(score: float) -> float | None:
    return float(score) if np.isfinite(score) else None
