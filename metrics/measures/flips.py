"""Signs turned at random: p of each test alone, and of all tests together by the largest statistic
(Westfall and Young 1993, step-down).

What is turned as a whole are the connected groups of videos and texts while these are many and
small. Where one of them holds much of the benchmark, it would decide alone, so that videos are
turned (or texts, where there are fewer of these), and every statistic is divided by its own two-way
error (MacKinnon, Nielsen and Webb 2021).

A statistic is |S| / sqrt(V): S is the sum of differences, V its variance with the mean at none,
sum over videos S_v^2 + sum over texts S_t^2 - sum over both S_vt^2. Turning whole groups changes
nothing of V, so there the order of |S| decides as it would undivided.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from metrics.measures.arrays import Counts, Values, divide
from metrics.measures.clusters import Scores, check_scores, check_shape, number, total
from metrics.measures.dependence import Dependence
from metrics.measures.draws import flips_in_blocks

# Of the sum of absolute differences: permuted sums that near to the observed one are ties.
ROUNDING = 1e-12
# Of a statistic whose error is summed again in every permutation.
ROUNDING_OF_ERRORS = 1e-9
GROUPS = 20  # connected groups are turned if there are at least so many,
LARGEST = 0.1  # and none of them holds more than this share of the captions
AT_A_TIME = 256  # permutations whose errors are summed together,
PAIRS_AT_A_TIME = 256  # and pairs of units: their products stay in the processor's cache
# Clusters across with up to so many units are summed by pairs of units, larger ones by themselves:
# pairs grow with the square, but all of them are one matrix product.
BY_PAIRS = 7

Turned = Literal["videos", "groups", "texts"]


@dataclass(frozen=True, slots=True)
class Units:
    """turned: (captions,) what is turned as a whole, numbered from 0. across: (captions,) the other
    kind of clusters, which the units cut; None where they cut none."""

    kind: Turned
    turned: Counts
    across: Counts | None = None


@dataclass(frozen=True, slots=True)
class Flipped:
    """Each (tests,). p, p_max: nan where no caption has a difference."""

    p: Values
    p_max: Values  # with the chance of any false rejection among all tests held
    units: Counts  # of what is turned as a whole: those with a value
    differing: Counts  # and those whose differences do not add up to none
    kind: Turned
    studentised: bool
    permutations: int


def units_of(dependence: Dependence) -> Units:
    if not dependence.two_way:
        return Units("videos", dependence.videos)
    sizes = np.bincount(dependence.connected)
    if len(sizes) >= GROUPS and sizes.max() <= LARGEST * dependence.captions:
        return Units("groups", dependence.connected)
    if dependence.texts.max() < dependence.videos.max():
        return Units("texts", dependence.texts, dependence.videos)
    return Units("videos", dependence.videos, dependence.texts)


def flip_signs(
    differences: Scores, dependence: Dependence, *, permutations: int, seed: int
) -> Flipped:
    """Two-sided tests of mean differences being none; the same turns serve all tests.

    differences: (tests, captions), nan for no value. p = (1 + #{T* >= T}) / (1 + permutations).
    Ties count against the difference; a test without any difference has p = 1.
    """
    check_shape(differences)
    if permutations < 1:
        raise ValueError(f"at least 1 permutation is drawn, not {permutations}")
    units = units_of(dependence)
    totals = total(differences, units.turned)
    if not np.isfinite(totals.sums).all():  # as any sum over an infinite difference
        check_scores(differences)
    spread = _Spread.of(differences, units, totals.sums)
    known, crossed = totals.n > 0, spread.crossed is not None
    statistic = _statistics(np.zeros((1, len(totals.sums))), spread)[:, 0]
    # The smallest statistic first, as the largest of several are looked for from there on.
    order = np.flatnonzero(known)[np.argsort(statistic[known], kind="stable")]
    slack = ROUNDING * np.abs(spread.turns).sum(axis=1) / 2
    if crossed:
        variance = spread.variances(np.ones((len(totals.sums), 1)))[:, 0]
        slack = np.nan_to_num(divide(slack, np.sqrt(variance))) + ROUNDING_OF_ERRORS * statistic
    reached = _Reached((statistic - slack)[order])
    ordered = spread.only(order)
    for flips in flips_in_blocks(len(totals.sums), permutations, seed, reused=True):
        reached.count(_statistics(flips, ordered))
    p, p_max = np.full((2, len(differences)), np.nan)
    p[order], p_max[order] = reached.p(permutations)
    differing = (np.abs(totals.sums) > ROUNDING).sum(axis=0).astype(np.int64)
    return Flipped(p, p_max, totals.clusters, differing, units.kind, crossed, permutations)


@dataclass(frozen=True, slots=True)
class _Spread:
    """Sums over units, and what their variance is made of, by test."""

    summed: Values  # (tests,): over all units
    turns: Values  # (tests, units): what turning a unit adds to this, minus twice the unit's sum
    of_units: Values  # (tests,): sum of squared sums of units, which turning leaves as it is, too
    of_both: Values  # (tests,): of the captions of a unit and a cluster across
    crossed: "_Crossed | None"

    @classmethod
    def of(cls, differences: Scores, units: Units, sums: Values) -> "_Spread":
        scale = _near_one(sums)
        sums = sums * scale
        squares = (sums**2).sum(axis=0)
        if units.across is None:
            # Divided by the root of V at once, since turning units leaves it as it is.
            alone = np.ascontiguousarray((sums * _over_root(squares)).T)
            return cls(alone.sum(axis=1), -2 * alone, squares, squares, None)
        labels = units.turned * (int(units.across.max()) + 1) + units.across
        both = number(labels, len(units.turned))
        first = np.unique(both, return_index=True)[1]
        cells = total(differences, both).sums * scale
        crossed = _Crossed.of(cells, units.across[first], units.turned[first])
        turns = np.ascontiguousarray(-2 * sums.T)
        return cls(sums.sum(axis=0), turns, squares, (cells**2).sum(axis=0), crossed)

    def only(self, chosen: Counts) -> "_Spread":
        crossed = None if self.crossed is None else self.crossed.only(chosen)
        summed, turns = self.summed[chosen], self.turns[chosen]
        return _Spread(summed, turns, self.of_units[chosen], self.of_both[chosen], crossed)

    def variances(self, signs: Values) -> Values:
        """(tests, permutations) for signs (units, permutations)."""
        of_units, of_both = self.of_units[:, None], self.of_both[:, None]
        extra = 0.0 if self.crossed is None else self.crossed.turned(signs)
        summed, across = of_units + extra, of_both + extra
        larger = np.maximum(of_units, across)
        return np.where(summed > ROUNDING * larger, summed, larger)


@dataclass(frozen=True, slots=True)
class _Crossed:
    """The squared sums of clusters across in which several units differ, without the squares of
    each unit's own sum there: those are what they are whatever is turned, and lie in `of_both`.

    (a + b + c)^2 - a^2 - b^2 - c^2 is twice ab + ac + bc, and signs of a and b turn ab by their
    product."""

    pairs: Counts  # (2, pairs): different pairs of units that meet in small clusters
    products: Values  # (tests, pairs): twice the products of their sums, over all that they meet in
    large: tuple[tuple[Counts, Values], ...]  # by cluster: units, and their sums (tests, units)

    @classmethod
    def of(cls, cells: Values, across: Counts, units: Counts) -> "_Crossed":
        """cells: (cells, tests), the sums of the captions of a unit and a cluster across."""
        differs = np.flatnonzero(cells.any(axis=1))
        differs = differs[np.argsort(across[differs], kind="stable")]
        starts = np.flatnonzero(np.diff(across[differs], prepend=-1))
        sizes = np.diff(starts, append=len(differs))
        large = tuple(
            (units[places], np.ascontiguousarray(cells[places].T))
            for start, size in zip(starts, sizes, strict=True)
            if size > BY_PAIRS
            for places in [differs[start : start + size]]
        )
        small = differs[np.repeat(sizes <= BY_PAIRS, sizes)]
        return cls(*_products(cells[small], across[small], units[small]), large)

    def only(self, chosen: Counts) -> "_Crossed":
        large = tuple((units, sums[chosen]) for units, sums in self.large)
        return _Crossed(self.pairs, self.products[chosen], large)

    def turned(self, signs: Values) -> Values:
        """(tests, permutations) for signs (units, permutations)."""
        found = np.zeros((len(self.products), signs.shape[1]))
        one, other = self.pairs
        for start in range(0, len(one), PAIRS_AT_A_TIME):
            some = slice(start, start + PAIRS_AT_A_TIME)
            found += self.products[:, some] @ (signs[one[some]] * signs[other[some]])
        for units, sums in self.large:
            turned = sums @ signs[units]
            np.square(turned, out=turned)
            found += turned
        found -= sum((sums**2).sum(axis=1)[:, None] for _, sums in self.large)
        return found


def _products(cells: Values, across: Counts, units: Counts) -> tuple[Counts, Values]:
    """Of cells that are sorted by the cluster across: each with those a step, two steps and so on
    further down in the same cluster."""
    apart = range(1, min(BY_PAIRS, len(cells)))
    first = [np.flatnonzero(across[step:] == across[:-step]) for step in apart]
    one = np.concatenate([np.zeros(0, np.int64), *first])
    other = one + np.repeat(np.arange(1, len(first) + 1), [len(some) for some in first])
    low, high = np.minimum(units[one], units[other]), np.maximum(units[one], units[other])
    width = int(units.max(initial=-1)) + 1
    pairs, place = np.unique(low * width + high, return_inverse=True)
    weights = (2 * test[one] * test[other] for test in cells.T)
    products = [np.bincount(place, weights=some, minlength=len(pairs)) for some in weights]
    return np.stack(np.divmod(pairs, max(width, 1))), np.array(products, np.float64)


def _near_one(sums: Values) -> Values:
    """(tests,): powers of two, which round nothing, by which the largest sum comes to about 1, so
    that no square is too small or too large for a number."""
    _, exponent = np.frexp(np.abs(sums).max(axis=0))
    return np.asarray(np.ldexp(1.0, -np.clip(exponent, -1_000, 1_000)))


def _over_root(variances: Values) -> Values:
    """0 where there is none: where nothing differs, nothing is far out."""
    return np.nan_to_num(1 / np.sqrt(np.where(variances > 0, variances, np.inf)))


def _statistics(flips: Values, spread: _Spread) -> Values:
    """(tests, permutations). flips: 1.0 where a unit is turned."""
    turned = spread.turns @ flips.T
    turned += spread.summed[:, None]
    np.abs(turned, out=turned)
    if spread.crossed is not None:
        # So few at a time that they stay in the processor's cache.
        for start in range(0, len(flips), AT_A_TIME):
            some = slice(start, start + AT_A_TIME)
            signs = np.ascontiguousarray(1.0 - 2.0 * flips[some].T)
            turned[:, some] *= _over_root(spread.variances(signs))
    return turned


class _Reached:
    """How many permutations came as far as what was observed: each test alone, and the largest of
    the statistics that are no larger than its own, step by step. limit: (tests,), the smallest
    first."""

    def __init__(self, limit: Values) -> None:
        self.limit = limit
        self.alone, self.largest = np.zeros((2, len(limit)), np.int64)

    def count(self, drawn: Values) -> None:
        """drawn: (tests, permutations), which is written over."""
        # Row by row: NumPy's own counts and maxima along an axis take ten times as long.
        for test, limit in enumerate(self.limit):
            self.alone[test] += np.count_nonzero(drawn[test] >= limit)
            if test:
                np.maximum(drawn[test - 1], drawn[test], out=drawn[test])
            self.largest[test] += np.count_nonzero(drawn[test] >= limit)

    def p(self, permutations: int) -> tuple[Values, Values]:
        steps = (1 + self.largest) / (1 + permutations)
        # From the largest statistic on, none below the one before.
        largest = np.maximum.accumulate(steps[::-1])[::-1]
        return (1 + self.alone) / (1 + permutations), largest
