"""Shares over pairs, group by group, with an interval that knows that pairs of one video are alike.

Wilson's interval of an effective number of pairs: as many independent ones as would vary like these
do (Korn and Graubard 1998, with Wilson's score in place of the exact bounds). It stays between 0
and 1, which a few pairs of which nearly all agree need, and never is without width: where all
values are the same, videos are counted in place of pairs.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from measures import uneven
from measures.agreement import NO_UNIT
from measures.agreement_errors import DrawnUnits, effective, vary
from measures.arrays import Integers, Values
from measures.estimate import Estimate, Interval, sure
from measures.marks import ABOUT, why_marked

ONE_VIDEO = "all of them are of one video, so nothing shows how much videos differ"


@dataclass(frozen=True, slots=True)
class GroupedShare:
    """group: its number. units: how many it has."""

    group: int
    units: int
    share: Estimate


@dataclass(frozen=True, slots=True)
class Effective:
    """How many independent pairs vary like some, before Student's t makes them fewer; its degrees
    of freedom; how many videos they have; and why this is not known."""

    pairs: float
    degrees: float
    videos: int
    effective: float  # of how many videos of one size they say as much
    reason: str = ""

    def ends(self, share: float, level: float) -> tuple[float, float]:
        """Wilson's."""
        return uneven.share_ends(share, self.pairs, self.degrees, level)


def shares_by_group(
    group: Integers, values: Values, videos: Integers, level: float = 0.95
) -> Iterator[GroupedShare]:
    """Shares of each group that occurs, in the order of their numbers. All (units,); values from 0
    to 1."""
    order = np.argsort(group, kind="stable")
    numbers, starts = np.unique(group[order], return_index=True)
    if not len(numbers):
        return
    for number, rows in zip(numbers.tolist(), np.split(order, starts[1:]), strict=True):
        yield GroupedShare(number, len(rows), clustered_share(values[rows], videos[rows], level))


def clustered_share(
    values: Values, videos: Integers, level: float = 0.95, drawn: DrawnUnits | None = None
) -> Estimate:
    """The mean of values from 0 to 1, with its interval. drawn: who gave them, where raters are
    drawn."""
    if not len(values):
        return sure(None, Interval(reason=NO_UNIT, level=level), NO_UNIT)
    share = float(values.mean())
    found = effective_pairs(values, np.ones(len(values)), videos, drawn)
    if found.reason:
        return sure(share, Interval(reason=found.reason, level=level, clusters=found.videos))
    low, high = found.ends(share, level)
    rarer = found.pairs * min(share, 1 - share)
    mark = why_marked(ABOUT["rarer"], rarer, found.degrees, found.effective, len(values))
    return sure(share, Interval(low, high, level=level, clusters=found.videos, mark=mark))


def effective_pairs(
    values: Values, weights: Values, videos: Integers, drawn: DrawnUnits | None = None
) -> Effective:
    """Behind the weighted mean of values from 0 to 1."""
    total = weights.sum()
    share = float((weights * values).sum() / total)
    influence = (weights * (values - share) / total)[:, None]
    varied = vary(influence, videos, drawn, weights)
    reason = ONE_VIDEO if varied.videos < 2 else varied.reason
    if reason:
        return Effective(0.0, 1.0, varied.videos, varied.effective, reason)
    pairs = effective(np.array([share * (1 - share)]), varied)
    return Effective(float(pairs[0]), float(varied.degrees[0]), varied.videos, varied.effective)


def wilson_share(share: float, n: float, level: float = 0.95) -> tuple[float, float]:
    """Wilson's score interval; n need not be a whole number."""
    low, high = uneven.wilson_ends(np.array([share]), np.array([n]), uneven.normal(level) ** 2)[0]
    return float(low), float(high)
