"""How well a number tells relevant pairs from the others: the area under the ROC curve, and how far
each pair moves it.

The area is the share of all (relevant, other) two pairs in which the relevant one has the higher
number, a tie counting half (Hanley and McNeil 1982): the statistic of Mann and Whitney. A pair's
placement is the share of the pairs of the other class that it is on the right side of; what it
moves the area by is how far that is from the area, over the pairs of its class (DeLong, DeLong and
Clarke-Pearson 1988, Obuchowski 1997 for clusters).
"""

import numpy as np

from measures.arrays import Mask, Values
from measures.dependence import Dependence
from measures.estimate import Estimate, Interval, sure
from measures.mean_intervals import Moved, intervals_of

APART = "no two pairs of the two kinds overlap, so there is no spread to tell how sure it is"


def area_under_roc(values: Values, relevant: Mask) -> float:
    """The area by midranks. values: (pairs,), relevant: (pairs,). nan where one class is empty."""
    found, others = int(relevant.sum()), int((~relevant).sum())
    if not found or not others:
        return float("nan")
    ranks = float(_midranks(values)[relevant].sum())
    return (ranks - found * (found + 1) / 2) / (found * others)


def placements(values: Values, relevant: Mask) -> Values:
    """(pairs,). Both classes have a pair."""
    among_all, placed = _midranks(values), np.empty(len(values))
    for kind in (relevant, ~relevant):
        # How many of the other class are below: all that are, less those of its own.
        below = among_all[kind] - _midranks(values[kind])
        placed[kind] = below / np.count_nonzero(~kind)
    placed[~relevant] = 1 - placed[~relevant]
    return placed


def moved_area(values: Values, relevant: Mask) -> Moved:
    """The area, and how far each pair moves it. Both classes have a pair."""
    area, placed = area_under_roc(values, relevant), placements(values, relevant)
    counts = np.where(relevant, relevant.sum(), (~relevant).sum())
    influence = (placed - area) / counts
    return Moved(np.array([area]), influence[None], np.ones((1, len(values)), bool))


def area_of(values: Values, relevant: Mask, dependence: Dependence) -> Estimate:
    """The area with its interval. Both classes have a pair."""
    moved = moved_area(values, relevant)
    area = float(moved.value[0])
    if area in (0.0, 1.0):
        return sure(area, Interval(reason=APART))
    return sure(area, intervals_of(moved, dependence)[0])


def _midranks(values: Values) -> Values:
    """(values,): from 1, the mean rank of those that are equal."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Values = np.cumsum(counts) - (counts - 1) / 2
    return ranks[which]
