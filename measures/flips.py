"""Signs turned at random: p of each test alone, and of all tests together by the largest statistic
(Westfall and Young 1993, step-down).

What is turned as a whole are the connected groups of videos and texts while these are many and
small. Where one of them holds much of the benchmark, it would decide alone, so that videos are
turned (or texts, where there are fewer of these), and every statistic is divided by its own two-way
error (MacKinnon, Nielsen and Webb 2021).

The intervals are those of the test: a difference is inside where it would not be rejected, were it
the true one, by the same turns (see `inverted`). So a p and its interval never contradict each
other.

A statistic is |S| / sqrt(V): S is the sum of differences, V its variance with the mean at none,
sum over videos S_v^2 + sum over texts S_t^2 - sum over both S_vt^2. Turning whole groups changes
nothing of V, so there the order of |S| decides as it would undivided.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from measures.arrays import Counts, Values, divide
from measures.clusters import Scores, Totals, check_scores, check_shape, total
from measures.dependence import Dependence
from measures.draws import flips_in_blocks
from measures.inverted import Halves, Joint, Shifted
from measures.turned import Meeting, Spread, over_root, variances

# Of the sum of absolute differences: permuted sums that near to the observed one are ties.
ROUNDING = 1e-12
# Of a statistic whose error is summed again in every permutation.
ROUNDING_OF_ERRORS = 1e-9
GROUPS = 20  # connected groups are turned if there are at least so many,
LARGEST = 0.1  # and none of them holds more than this share of the captions
AT_A_TIME = 256  # permutations whose errors are summed together, which stay in the cache
KEPT = 1 << 25  # numbers kept at a time for intervals; of more tests, signs are drawn again

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
    """Each (tests,). p, p_max, low, high: nan where no caption has a difference."""

    p: Values
    p_max: Values  # with the chance of any false rejection among all tests held
    # The differences that are not rejected by such a test alone; without an end where none is.
    low: Values
    high: Values
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
    made = _Made.of(differences, units, totals)
    known, (statistic, slack) = totals.n > 0, _observed(made)
    # The smallest statistic first, as the largest of several are looked for from there on.
    order = np.flatnonzero(known)[np.argsort(statistic[known], kind="stable")]
    reached = _Reached((statistic - slack)[order])
    ordered, parts = made.spread.only(order), made.parts(order, permutations)
    for flips in flips_in_blocks(len(totals.sums), permutations, seed, reused=True):
        reached.count(_statistics(flips, ordered, parts[0]))
    for part in parts[1:]:
        for flips in flips_in_blocks(len(totals.sums), permutations, seed, reused=True):
            _statistics(flips, made.spread.only(part.tests), part)
    p, p_max, low, high = np.full((4, len(differences)), np.nan)
    p[order], p_max[order] = reached.p(permutations)
    for part in parts:
        low[part.tests], high[part.tests] = part.ends(p[part.tests])
    differing = (np.abs(totals.sums) > ROUNDING).sum(axis=0).astype(np.int64)
    return Flipped(
        p, p_max, low, high, totals.clusters, differing, units.kind, made.joint is not None,
        permutations,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Made:
    """What the tests' statistics are made of. joint: where units cut other clusters."""

    totals: Totals
    spread: Spread
    joint: Joint | None

    @classmethod
    def of(cls, differences: Scores, units: Units, totals: Totals) -> "_Made":
        if units.across is None:
            return cls(totals, Spread.undivided(totals.sums), None)
        meeting = Meeting.of(units.turned, units.across)
        joint = Joint.of(totals, total(differences, meeting.cell), meeting)
        return cls(totals, joint.spread.only(slice(len(differences))), joint)

    def parts(self, order: Counts, permutations: int) -> list[Halves] | list[Shifted]:
        """The tests by some at a time, as their intervals are found; the first with statistics of
        them all."""
        most = max(KEPT // permutations, 1)
        some = [order[start : start + most] for start in range(0, max(len(order), 1), most)]
        if self.joint is None:
            return [Halves(tests, self.totals, self.spread, permutations) for tests in some]
        of_each = [order, *some[1:]]
        return [
            Shifted(tests, self.joint, every, permutations)
            for tests, every in zip(some, of_each, strict=True)
        ]


def _observed(made: _Made) -> tuple[Values, Values]:
    """(tests,): the statistics as nothing is turned, and how far below one a tie may come out."""
    spread, units = made.spread, len(made.totals.sums)
    statistic = _statistics(np.zeros((1, units)), spread)[:, 0]
    slack = ROUNDING * np.abs(spread.turns).sum(axis=1) / 2
    if made.joint is not None:
        variance = spread.variances(np.ones((units, 1)))[:, 0]
        slack = np.nan_to_num(divide(slack, np.sqrt(variance))) + ROUNDING_OF_ERRORS * statistic
    return statistic, slack


def _statistics(flips: Values, spread: Spread, part: Halves | Shifted | None = None) -> Values:
    """(tests, permutations). flips: 1.0 where a unit is turned. part: of the first tests, whose
    intervals are found by the way."""
    turned = spread.turns @ flips.T
    turned += spread.summed[:, None]
    if isinstance(part, Halves):
        part.take(flips, turned[: len(part.tests)])
    if spread.crossed is None:
        return np.abs(turned, out=turned)
    # So few at a time that they stay in the processor's cache.
    crossed = part.crossed if isinstance(part, Shifted) else spread.crossed
    of_units, of_both = spread.of_units[:, None], spread.of_both[:, None]
    for start in range(0, len(flips), AT_A_TIME):
        some = slice(start, start + AT_A_TIME)
        signs = np.ascontiguousarray(1.0 - 2.0 * flips[some].T)
        extra = crossed.turned(signs)
        if isinstance(part, Shifted):
            part.take(signs, turned[:, some], extra)
        turned[:, some] *= over_root(variances(of_units, of_both, extra[: len(turned)]))
    return np.abs(turned, out=turned)


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
