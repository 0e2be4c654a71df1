"""How far figures of agreement vary: pairs of one video are alike, and so are pairs that share a
rater, where raters are drawn.

Fixed raters: "of these raters". Pairs are clustered by video; where a text is known, by video and
text: V = V(video) + V(text) - V(both). Drawn raters: "of raters like these".
Two pairs are alike where they share their video, a rater, or both: V = V(video) + V(rater) -
V(both). A pair belongs to each of its raters, so that two pairs may share several: what they share
is counted once by inclusion and exclusion over the sets of raters that a pair has (dyadic
clustering, Aronow, Samii and Assenova 2015). V(rater) leaves out each rater in turn, with all of
the rater's pairs.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np
from scipy.special import stdtrit

from measures import uneven
from measures.arrays import Integers, Values, divide
from measures.estimate import Interval
from measures.spread import ROUNDING

RaterEffect = Literal["fixed", "drawn"]
MOST_OF_A_PAIR = 6  # raters; of more, there are too many sets
TOO_MANY = f"pairs have more than {MOST_OF_A_PAIR} raters, too many to count whom pairs share"
FEW_RATERS = "fewer than three raters have pairs in common, which does not show how raters differ"
ALL_OF_ONE = "a rater labelled every pair: nothing is left without them to show how raters differ"


@dataclass(frozen=True, slots=True)
class DrawnUnits:
    """Who labelled which unit: unit, rater: (labels,), any numbers of raters."""

    unit: Integers
    rater: Integers

    def only(self, chosen: np.ndarray) -> "DrawnUnits":
        """chosen: (units,) a mask. Units are numbered among the chosen ones."""
        number = np.cumsum(chosen) - 1
        kept = chosen[self.unit]
        return DrawnUnits(number[self.unit[kept]], self.rater[kept])

    @property
    def groups(self) -> int:
        return len(np.unique(self.rater))


@dataclass(frozen=True, slots=True)
class Varied:
    """Several figures' variances, each (figures,). degrees: of freedom, for Student's t."""

    variance: Values
    alone: Values  # what it would be were units independent
    degrees: Values
    videos: int
    effective: float  # of how many videos of one size they say as much
    raters: int  # 0 where they are fixed
    reason: str = ""  # why it is not known

    def interval(self, low: float, high: float, level: float, mark: str) -> Interval:
        return Interval(low, high, level=level, mark=mark, clusters=self.videos,
                        effective_clusters=self.effective)  # fmt: skip


class Sets:
    """Units that share sets of raters. table: (units, raters of one), -1 where it has no more.
    shares: (raters,), of how many of the units each is a rater."""

    def __init__(self, drawn: DrawnUnits, units: int) -> None:
        raters, number = np.unique(drawn.rater, return_inverse=True)
        self.raters, self.shares = len(raters), np.bincount(number) / units
        order = np.lexsort((number, drawn.unit))
        unit, rater = drawn.unit[order], number[order]
        place = np.arange(len(unit)) - np.searchsorted(unit, unit)
        self.most, fits = int(place.max(initial=-1)) + 1, place < MOST_OF_A_PAIR
        self.table = np.full((units, min(self.most, MOST_OF_A_PAIR)), -1)
        self.table[unit[fits], place[fits]] = rater[fits]

    def why_none(self) -> str:
        if self.most > MOST_OF_A_PAIR:
            return TOO_MANY
        if self.raters < 3:
            return FEW_RATERS
        return ALL_OF_ONE if (self.shares > 1 - ROUNDING).any() else ""

    def of_size(self, size: int) -> tuple[Integers, Integers]:
        """unit, number of the set, one for each set of so many raters that a unit has."""
        units, sets = [], []
        for columns in combinations(range(self.table.shape[1]), size):
            members = self.table[:, columns]
            units.append(np.flatnonzero((members >= 0).all(axis=1)))
            sets.append(members[units[-1]] @ self.raters ** np.arange(size)[::-1])
        return np.concatenate(units), np.unique(np.concatenate(sets), return_inverse=True)[1]


def vary(
    influence: Values,
    videos: Integers,
    drawn: DrawnUnits | None = None,
    weights: Values | None = None,
    texts: Integers | None = None,
) -> Varied:
    """influence: (units, figures), by how far each unit moves each figure; they add up to 0.
    weights: (units,), by how much each counts; None where all count alike. texts: (units,), where
    units of one text are alike, too."""
    units = len(influence)
    alone = (influence**2).sum(axis=0) * (units / (units - 1) if units > 1 else np.nan)
    ways = [_Way.of(influence, labels, alone, weights) for labels in (videos, texts)
            if labels is not None]  # fmt: skip
    both = None if texts is None else _joined(ways)
    shared = None if both is None else uneven.variance(*_clustered(influence, both, weights))
    by_cluster, degrees = _of_ways([one.variance for one in ways], shared), ways[0].degrees
    for one in ways[1:]:
        degrees = np.minimum(degrees, one.degrees)
    most = min(one.most for one in ways)
    clusters, effective = min(one.clusters for one in ways), min(one.effective for one in ways)
    if drawn is None:
        variance = np.maximum(by_cluster, uneven.LEAST_EFFECT * alone)
        return Varied(variance, alone, degrees, clusters, effective, 0)
    sets = Sets(drawn, units)
    if reason := sets.why_none():
        return Varied(by_cluster, alone, degrees, clusters, effective, sets.raters, reason)
    counted = [(1, one.number) for one in ways] + ([] if both is None else [(-1, both)])
    added, degrees_of_raters = _by_raters(influence, counted, sets)
    # Drawn raters are never more certain than fixed ones: what comes out below is luck.
    added = np.maximum(added, 0.0)
    summed = by_cluster + added
    share = np.nan_to_num(divide(added, summed))
    degrees = 1 / ((1 - share) ** 2 / degrees + share**2 / degrees_of_raters)
    degrees = np.maximum(np.minimum(degrees, min(most, sets.raters - 1)), 1.0)
    variance = np.maximum(summed, uneven.LEAST_EFFECT * alone)
    return Varied(variance, alone, degrees, clusters, effective, sets.raters)


@dataclass(frozen=True, slots=True)
class _Way:
    """One way in which units are alike: number: (units,), of its clusters; variance, degrees:
    (figures,)."""

    number: Integers
    variance: Values
    degrees: Values
    most: float
    clusters: int
    effective: float

    @classmethod
    def of(
        cls, influence: Values, labels: Integers, alone: Values, weights: Values | None
    ) -> "_Way":
        number = np.unique(labels, return_inverse=True)[1]
        sums, sizes = _clustered(influence, number, weights)
        variance, most = uneven.variance(sums, sizes), max(1.0, uneven.degrees(sizes))
        degrees = uneven.degrees_of_alike(sums, divide(variance, alone), most)
        return cls(number, variance, degrees, most, len(sums), uneven.effective(sizes))


def _joined(ways: list[_Way]) -> Integers:
    first, second = ways
    joined = first.number * second.clusters + second.number
    return np.unique(joined, return_inverse=True)[1]


def _clustered(
    influence: Values, number: Integers, weights: Values | None
) -> tuple[Values, Values]:
    return _sums(influence, number), np.bincount(number, weights).astype(np.float64)


def _of_ways(variances: list[Values], both: Values | None) -> Values:
    """By video, or by video and text: what two units share is counted once. Where the two do not
    add up, the larger."""
    if both is None:
        return variances[0]
    larger, summed = np.fmax(*variances), sum(variances) - both
    return np.where(summed > ROUNDING * larger, summed, larger)


def _sums(influence: Values, number: Integers) -> Values:
    return np.stack([np.bincount(number, column) for column in influence.T], axis=1)


def _by_raters(
    influence: Values, counted: Sequence[tuple[int, Integers]], sets: Sets
) -> tuple[Values, Values]:
    """V(rater) - V(both), and the degrees of freedom of V(rater), (figures,) each. counted: by the
    sign with which they count, the clusters of each way in which units are alike besides."""
    total, degrees = np.zeros(influence.shape[1]), np.ones(influence.shape[1])
    for size in range(1, sets.table.shape[1] + 1):
        unit, members = sets.of_size(size)
        sums = _sums(influence[unit], members)
        if size == 1:
            left = sums / (1 - sets.shares)[:, None]
            of_raters = (left**2).sum(axis=0) * (sets.raters - 1) / sets.raters
            degrees = uneven.degrees_of_alike(left, None, max(1.0, len(left) - 1))
        else:
            of_raters = (sums**2).sum(axis=0)
        shared = np.zeros(influence.shape[1])
        for sign, number in counted:
            width = int(number.max(initial=0)) + 1
            both = np.unique(members * width + number[unit], return_inverse=True)[1]
            shared += sign * (_sums(influence[unit], both) ** 2).sum(axis=0)
        total += (-1) ** (size + 1) * (of_raters - shared)
    return total, degrees


def effective(spread: Values, varied: Varied, level: float | None = None) -> Values:
    """How many independent units vary like these. spread: the variance of a single one. level: of
    an interval that has normal quantiles, where Student's would be due: fewer units for it."""
    found = uneven.independent(spread, varied.variance, varied.videos, ROUNDING)
    if level is None:
        return found
    students: Values = stdtrit(varied.degrees, (1 + level) / 2)
    return found * (uneven.normal(level) ** 2 / students**2)
