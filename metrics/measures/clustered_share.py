"""Shares over pairs, group by group, with an interval that knows that pairs of one video are alike.

Wilson's interval of an effective number of pairs: as many independent ones as would vary like these
do (Korn and Graubard 1998, with Wilson's score in place of the exact bounds). It stays between 0
and 1, which a few pairs of which nearly all agree need.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from scipy.special import stdtrit

from metrics.measures.agreement import NO_UNIT
from metrics.measures.arrays import Integers, Values
from metrics.measures.estimate import USUAL, Estimate, Interval
from metrics.measures.spread import ROUNDING

ONE_VIDEO = "all of them are of one video, so nothing shows how much videos differ"


@dataclass(frozen=True, slots=True)
class GroupedShare:
    """group: its number. units: how many it has."""

    group: int
    units: int
    share: Estimate


def shares_by_group(
    group: Integers, values: Values, videos: Integers, level: float = 0.95
) -> Iterator[GroupedShare]:
    """Of each group that occurs, in the order of their numbers. All (units,); values from 0 to
    1."""
    order = np.argsort(group, kind="stable")
    numbers, starts = np.unique(group[order], return_index=True)
    if not len(numbers):
        return
    for number, rows in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
        yield GroupedShare(number, len(rows), clustered_share(values[rows], videos[rows], level))


def clustered_share(values: Values, videos: Integers, level: float = 0.95) -> Estimate:
    """The mean of values from 0 to 1, with its interval."""
    if not len(values):
        return Estimate(None, NO_UNIT, {USUAL: Interval(reason=NO_UNIT, level=level)})
    share = float(values.mean())
    number = np.unique(videos, return_inverse=True)[1]
    sizes = np.bincount(number).astype(np.float64)
    sums = np.bincount(number, values).astype(np.float64)
    if len(sizes) < 2:
        return Estimate(share, "", {USUAL: Interval(reason=ONE_VIDEO, level=level, clusters=1)})
    effective = _effective(values, share, sizes, sums, level)
    low, high = wilson_share(share, effective, level)
    return Estimate(share, "", {USUAL: Interval(low, high, "", level, len(sizes))})


def wilson_share(share: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval; n need not be a whole number."""
    squared = _normal(level) ** 2 / n
    middle = share + squared / 2
    reach = (squared * share * (1 - share) + squared**2 / 4) ** 0.5
    low, high = (middle - reach) / (1 + squared), (middle + reach) / (1 + squared)
    return (0.0 if share == 0 else max(0.0, low)), (1.0 if share == 1 else min(1.0, high))


def _effective(values: Values, share: float, sizes: Values, sums: Values, level: float) -> float:
    """How many independent pairs vary like these: fewer where pairs of a video are alike, and fewer
    still where there are few videos to see that from. Never more than there are.

    Where all values are the same nothing shows how alike they are within a video, so that videos
    are counted in place of pairs.
    """
    units, clusters = len(values), len(sizes)
    alone = float(((values - share) ** 2).sum()) / units**2
    within = float(((sums - share * sizes) ** 2).sum()) / units**2 * clusters / (clusters - 1)
    if alone <= ROUNDING / units:
        return float(clusters)
    few = (_normal(level) / float(stdtrit(clusters - 1, (1 + level) / 2))) ** 2
    return float(units * few / max(1.0, within / alone))


def _normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)
