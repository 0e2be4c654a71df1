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
from scipy.sparse import coo_array, csr_array

from metrics.measures.arrays import Counts, Values, divide
from metrics.measures.clusters import Scores, check_scores, number, total
from metrics.measures.dependence import Dependence
from metrics.measures.draws import flips_in_blocks

# Of the sum of absolute differences: permuted sums that near to the observed one are ties.
ROUNDING = 1e-12
# Of a statistic whose error is summed again in every permutation.
ROUNDING_OF_ERRORS = 1e-9
GROUPS = 20  # connected groups are turned if there are at least so many,
LARGEST = 0.1  # and none of them holds more than this share of the captions
AT_A_TIME = 256  # permutations whose errors are summed together

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
    check_scores(differences)
    if permutations < 1:
        raise ValueError(f"at least 1 permutation is drawn, not {permutations}")
    units = units_of(dependence)
    totals = total(differences, units.turned)
    spread = _Spread.of(differences, units, totals.sums)
    known, crossed = totals.n > 0, bool(spread.crossed)
    statistic = _statistics(np.zeros((1, len(totals.sums))), spread)[0]
    # The smallest statistic first, as the largest of several are looked for from there on.
    order = np.flatnonzero(known)[np.argsort(statistic[known], kind="stable")]
    slack = ROUNDING * np.abs(spread.sums).sum(axis=0)
    if crossed:
        variance = spread.variances(np.ones((1, len(totals.sums))))[0]
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

    # (units, tests). Divided by the root of V where nothing is across, since turning them leaves
    # it as it is.
    sums: Values
    of_units: Values  # (tests,): sum of squared sums of units, which turning leaves as it is, too
    of_both: Values  # (tests,): of the captions of a unit and a cluster across
    # For each test, (clusters across, units): the sums of those clusters that several units differ
    # in. The others' squares are what they are whatever is turned, and lie in `of_both` too.
    crossed: tuple[csr_array, ...]

    @classmethod
    def of(cls, differences: Scores, units: Units, sums: Values) -> "_Spread":
        squares = (sums**2).sum(axis=0)
        if units.across is None:
            return cls(sums * _over_root(squares), squares, squares, ())
        labels = units.turned * (int(units.across.max()) + 1) + units.across
        both = number(labels, len(units.turned))
        first = np.unique(both, return_index=True)[1]
        places = units.across[first], units.turned[first]
        cells = total(differences, both).sums
        crossed = tuple(_crossing(one, *places) for one in cells.T)
        return cls(sums, squares, (cells**2).sum(axis=0), crossed)

    def only(self, chosen: Counts) -> "_Spread":
        crossed = tuple(self.crossed[test] for test in chosen) if self.crossed else ()
        sums = np.ascontiguousarray(self.sums[:, chosen])
        return _Spread(sums, self.of_units[chosen], self.of_both[chosen], crossed)

    def variances(self, signs: Values) -> Values:
        """(permutations, tests) for signs (permutations, units)."""
        extra = np.empty((len(signs), len(self.crossed)))
        # So few at a time that they stay in the processor's cache.
        for start in range(0, len(signs), AT_A_TIME):
            turned = np.ascontiguousarray(signs[start : start + AT_A_TIME].T)
            for test, one in enumerate(self.crossed):
                extra[start : start + AT_A_TIME, test] = _squares(one @ turned) - _total(one)
        summed, across = self.of_units + extra, self.of_both + extra
        larger = np.maximum(self.of_units, across)
        return np.where(summed > ROUNDING * larger, summed, larger)


def _over_root(variances: Values) -> Values:
    """0 where there is none: where nothing differs, nothing is far out."""
    return np.nan_to_num(1 / np.sqrt(np.where(variances > 0, variances, np.inf)))


def _crossing(cells: Values, across: Counts, units: Counts) -> csr_array:
    """Only clusters in which two units or more differ from none."""
    differs = np.flatnonzero(cells)
    several = np.bincount(across[differs], minlength=int(across.max()) + 1) > 1
    kept = differs[several[across[differs]]]
    rows = number(across[kept], len(kept))
    shape = (int(rows.max(initial=-1)) + 1, int(units.max()) + 1)
    return csr_array(coo_array((cells[kept], (rows, units[kept])), shape=shape))


def _squares(sums: Values) -> Values:
    return np.asarray(np.einsum("ij,ij->j", sums, sums))


def _total(one: csr_array) -> float:
    return float((one.data**2).sum())


def _statistics(flips: Values, spread: _Spread) -> Values:
    """(permutations, tests). flips: 1.0 where a unit is turned."""
    turned = flips @ spread.sums
    turned *= -2.0
    turned += spread.sums.sum(axis=0)
    np.abs(turned, out=turned)
    if spread.crossed:
        turned *= _over_root(spread.variances(1.0 - 2.0 * flips))
    return turned


class _Reached:
    """How many permutations came as far as what was observed: each test alone, and the largest of
    the statistics that are no larger than its own, step by step. limit: (tests,), the smallest
    first."""

    def __init__(self, limit: Values) -> None:
        self.limit = limit
        self.alone, self.largest = np.zeros((2, len(limit)), np.int64)

    def count(self, drawn: Values) -> None:
        self.alone += np.count_nonzero(drawn >= self.limit, axis=0)
        np.maximum.accumulate(drawn, axis=1, out=drawn)
        self.largest += np.count_nonzero(drawn >= self.limit, axis=0)

    def p(self, permutations: int) -> tuple[Values, Values]:
        steps = (1 + self.largest) / (1 + permutations)
        # From the largest statistic on, none below the one before.
        largest = np.maximum.accumulate(steps[::-1])[::-1]
        return (1 + self.alone) / (1 + permutations), largest
