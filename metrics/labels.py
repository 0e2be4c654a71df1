"""What raters said of a benchmark's pairs, read in one moment, as arrays: all that agreement is
computed from.

A unit is a pair in a campaign: asked about in two campaigns, under two guidelines maybe, it is two
units. Persons are told by their numbers, which `names` turns into what they are called.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from metrics.measures.arrays import Integers
from metrics.measures.raters import UNKNOWN, repeats

FIRST, SECOND, THIRD = 1, 2, 3
Which = Literal["independent", "all"]
# Third labels exist only because two disagreed: they are let in only where somebody says so.
KINDS: Mapping[Which, Sequence[tuple[str, int]]] = {
    "independent": (("first", FIRST), ("second", SECOND)),
    "all": (("first", FIRST), ("second", SECOND), ("third", THIRD)),
}


@dataclass(frozen=True, slots=True)
class Checks:
    """Answers to hidden gold: rater, value, truth: (checks,), the values as those of labels."""

    rater: Integers
    value: Integers
    truth: Integers


@dataclass(frozen=True, slots=True)
class WithoutRaters:
    """A campaign of imported labels of which nobody knows who gave them."""

    campaign: str
    pairs: int


@dataclass(frozen=True, slots=True)
class Labels:
    """Labels that stand and count: not superseded, not withdrawn, not disregarded, given as a
    first, second or third one.

    They come in the order in which they were given.
    """

    benchmark: str
    # Those that were read: one that was asked for, or all of the benchmark whose raters are known.
    campaigns: tuple[str, ...]
    pair: Integers  # (labels,) places in the arrays of pairs
    rater: Integers  # (labels,)
    kind: Integers  # (labels,) FIRST, SECOND or THIRD
    value: Integers  # (labels,) IRRELEVANT, RELEVANT, or UNKNOWN where the rater could not judge
    verdicts: Integers  # (pairs,) IRRELEVANT, RELEVANT, DISAGREEMENT, or UNKNOWN while it is open
    videos: Integers  # (pairs,) any numbers
    gold: Checks
    names: Mapping[int, str]
    log_position: int  # the newest label that was there
    left_out: tuple[WithoutRaters, ...] = ()

    @property
    def pairs(self) -> int:
        return len(self.verdicts)

    def chosen(self, which: Which) -> NDArray[np.bool_]:
        """(labels,): those of such kinds that say relevant or irrelevant."""
        return np.isin(self.kind, [kind for _, kind in KINDS[which]]) & (self.value != UNKNOWN)

    def repeated(self, which: Which) -> NDArray[np.bool_]:
        """(labels,): of the chosen ones, those by a rater who has an earlier one on the pair.
        Nothing is compared with them."""
        places = np.flatnonzero(self.chosen(which))
        again = np.zeros(len(self.pair), bool)
        again[places] = repeats(self.pair[places], self.rater[places])
        return again

    def compared(self, which: Which) -> NDArray[np.bool_]:
        """(labels,): the chosen ones, of each rater the first on a pair."""
        return self.chosen(which) & ~self.repeated(which)
