"""Whether a matrix looks as if it was meant otherwise: transposed, as distances, or in another
order."""

from collections.abc import Iterable

import numpy as np

from foundation.frozen import frozen
from pooling.depth import UNKNOWN, Block, Numbers, Scores, as_compared


def own_ranks_transposed(
    rows: Iterable[Block], own_columns: Numbers, own_scores: Scores
) -> Numbers:
    """Ranks of own targets if a square matrix is read the other way round: row i's own target has
    column i in row own_columns[i].

    own_columns: (n,), -1 for none; own_scores: (n,), the scores there. Half of the ties stand
    before: enough for a doubt.
    """
    above = np.zeros(len(own_columns), np.int64)
    level = np.zeros(len(own_columns), np.int64)
    own = as_compared(own_scores)
    for block in map(as_compared, rows):
        above += np.count_nonzero(block > own, axis=0)
        level += np.count_nonzero(block == own, axis=0)
    ranks = 1 + above + (level - 1) // 2
    return np.where(own_columns >= 0, ranks, UNKNOWN).astype(np.int32)


def suspect_orientation(
    own_ranks: Numbers, width: int, transposed_ranks: Numbers | None = None
) -> str | None:
    """A sentence if the scores look as if they were meant otherwise: transposed, as distances, or
    in another order. None if not.

    own_ranks: as given, (items,), UNKNOWN for none; width: how many targets each row ranks.
    """
    given = _Look.at(own_ranks)
    if given.count < 10 or width < 10:
        return None
    if transposed_ranks is not None and (other := _Look.at(transposed_ranks)).is_far_better_than(
        given
    ):
        return f"the own videos score better transposed ({other.against(given)})"
    reversed_ranks = np.where(own_ranks > UNKNOWN, width + 1 - own_ranks, UNKNOWN)
    if (other := _Look.at(reversed_ranks)).is_far_better_than(given):
        return (
            f"the own videos score better with the sign reversed ({other.against(given)}): are"
            " these distances?"
        )
    if 0.45 < given.median / width < 0.55 and given.correct <= 2 / width:
        middle = f"median rank {given.median:,.0f} of {width:,}"
        return (
            f"the own videos rank as if by chance ({middle}): are rows and columns in the order of"
            " the benchmark?"
        )
    return None


@frozen
class _Look:
    """One way of reading a matrix: share of own targets at rank 1, and their median rank."""

    count: int
    correct: float
    median: float

    @classmethod
    def at(cls, ranks: Numbers) -> "_Look":
        known = ranks[ranks > UNKNOWN]
        if not len(known):
            return cls(0, 0.0, np.inf)
        return cls(len(known), float((known == 1).mean()), float(np.median(known)))

    def is_far_better_than(self, other: "_Look") -> bool:
        return self.correct > other.correct and self.median * 4 <= other.median

    def against(self, other: "_Look") -> str:
        return (
            f"R@1 {self.correct:.2f} against {other.correct:.2f}, median rank {self.median:,.0f}"
            f" against {other.median:,.0f}"
        )
