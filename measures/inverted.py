"""Intervals of mean differences from the turns of a sign-flip test: those differences that it would
not reject, were they the true ones.

Were d true, the differences less d would be as likely to be turned as not. Where whole units are
turned and statistics are undivided, no d need be tried: turned units have a mean difference, and so
have those that are not, and d is as far out as what was observed exactly where it is not between
the two. So the interval leaves out as few of such means of halves as the test would reject by
(Hartigan 1969). Where every statistic is divided by its own error, sums and variances are a line
and a parabola in d; where the statistic leaves the rejected turns behind is looked for.

An interval has no end where the test cannot reject any difference: as of five units, of which all
or none are turned once in sixteen times.
"""

from dataclasses import dataclass

import numpy as np

from measures.arrays import Counts, Values
from measures.clusters import Totals
from measures.power import ALPHA
from measures.score_intervals import crossing
from measures.turned import Meeting, Spread, near_one, over_root, variances

FIRST, FURTHER, STEPS = 3.0, 4.0, 6  # standard errors at which an end is looked for first, and then
# Of a statistic: turns that come as near to it are ties, and count as being before it. Where only
# turns of all units, or of none, keep it back, it is tied over a whole range of differences.
TIED = 1e-7
CLOSE = 1e-9  # to none, of what is looked for: in standard errors
NEAR_NONE = 1e-9  # of a difference, as an end where none itself is rejected


def most_rejected(permutations: int, alpha: float = ALPHA) -> int:
    """The largest k with k / (1 + permutations) not above alpha: p is rejected where it is k such
    parts, or fewer."""
    k = int(alpha * (1 + permutations)) + 1
    while k / (1 + permutations) > alpha:
        k -= 1
    return k


class Smallest:
    """The k-th smallest number of each row, of numbers that come in blocks."""

    def __init__(self, k: int) -> None:
        self.k, self.kept, self.width = k, list[Values](), 0

    def take(self, block: Values) -> None:
        """block: (rows, some), which may be written over later."""
        self.kept.append(self._least(block))
        self.width += self.kept[-1].shape[1]
        if self.width > 4 * self.k:
            self.kept = [self._least(np.hstack(self.kept))]
            self.width = self.kept[0].shape[1]

    def _least(self, block: Values) -> Values:
        if block.shape[1] <= self.k:
            return block.copy()
        return np.partition(block, self.k - 1, axis=1)[:, : self.k].copy()

    def found(self, rows: int) -> Values:
        """(rows,): infinite where k is 0."""
        every = np.hstack(self.kept) if self.kept else np.zeros((rows, 0))
        if not self.k or every.shape[1] < self.k:
            return np.full(rows, -np.inf)
        return np.asarray(np.partition(every, self.k - 1, axis=1)[:, self.k - 1])


class Halves:
    """Intervals of tests whose statistics are undivided."""

    def __init__(self, tests: Counts, totals: Totals, spread: Spread, permutations: int) -> None:
        self.tests, self.counts, self.pattern = tests, totals.counts, totals.pattern[tests]
        self.spread, rejected = spread.only(tests), most_rejected(permutations, ALPHA)
        self.low, self.high = Smallest(rejected), Smallest(rejected)

    def take(self, flips: Values, signed: Values) -> None:
        """flips: (permutations, units), 1.0 where one is turned. signed: (tests, permutations),
        sums with these signs."""
        turned = (flips @ self.counts).T
        kept = self.counts.sum(axis=0)[:, None] - turned
        if len(turned) > 1:
            turned, kept = turned[self.pattern], kept[self.pattern]
        whole = self.spread.summed[:, None]
        one, other = whole - signed, whole + signed
        with np.errstate(divide="ignore", invalid="ignore"):
            one /= 2 * turned
            other /= 2 * kept
        low = np.minimum(one, other)
        np.maximum(one, other, out=other)
        # Turned are all or none of those with a difference: as far out as anything.
        empty = np.broadcast_to((turned == 0) | (kept == 0), low.shape)
        if empty.any():
            low[empty], other[empty] = -np.inf, np.inf
        self.low.take(low)
        self.high.take(np.negative(other, out=other))

    def ends(self, p: Values) -> tuple[Values, Values]:
        """p: (tests,), by the same permutations."""
        factor = self.spread.factor
        scale = 1 / np.where(factor > 0, factor, 1)  # where it is 0, nothing differs
        rows = len(self.tests)
        return with_none(self.low.found(rows) * scale, -self.high.found(rows) * scale, p)


@dataclass(frozen=True, slots=True)
class Joint:
    """spread: of the tests' differences; of the differences and the counts of captions together;
    and of the patterns of counts. What differences and counts have in common is what they have
    together, less what either has alone. All are scaled to numbers near 1; scale: (tests,), what a
    mean difference is then to be multiplied by."""

    spread: Spread
    pattern: Counts
    scale: Values

    @classmethod
    def of(cls, totals: Totals, cells: Totals, meeting: Meeting) -> "Joint":
        """cells: where a unit and a cluster across meet."""
        of_sums, of_counts = near_one(totals.sums), near_one(totals.counts)
        rows = []
        for one in (totals, cells):
            sums, counts = one.sums * of_sums, one.counts * of_counts
            rows.append(np.hstack([sums, sums + counts[:, totals.pattern], counts]))
        spread = Spread.crossing(rows[0], meeting, rows[1])
        return cls(spread, totals.pattern, of_counts[totals.pattern] / of_sums)

    def rows(self, tests: Counts) -> tuple[Counts, Counts, Counts]:
        first = len(self.pattern)
        return tests, first + tests, np.arange(2 * first, len(self.spread.summed))


class Shifted:
    """Intervals of tests whose statistics are divided by errors summed again in every permutation.

    every: whose statistics are summed at the same time, the tests first. crossed: of these, and
    then of what the intervals take besides."""

    def __init__(self, tests: Counts, joint: Joint, every: Counts, permutations: int) -> None:
        self.tests, self.every = tests, len(every)
        self.pattern, self.scale = joint.pattern[tests], joint.scale[tests]
        self.rejected = most_rejected(permutations)
        of, both, counts = joint.rows(tests)
        assert joint.spread.crossed is not None  # noqa: S101  (its units cut other clusters)
        self.crossed = joint.spread.crossed.only(np.concatenate([every, both, counts]))
        self.alone, self.both, self.counted = map(joint.spread.only, (of, both, counts))
        self.line, self.extra, self.mixed = np.empty((3, len(tests), permutations + 1))
        self.size, self.size_extra = np.empty((2, len(counts), permutations + 1))
        self.done, ones = 0, np.ones((self.counted.turns.shape[1], 1))
        self.take(ones, self.alone.summed[:, None], self.crossed.turned(ones))

    def take(self, signs: Values, signed: Values, extra: Values) -> None:
        """signs: (units, permutations). signed: (tests and more, permutations), sums with these
        signs. extra: (rows of crossed, permutations)."""
        some, tests = slice(self.done, self.done + signs.shape[1]), len(self.tests)
        self.done = some.stop
        self.line[:, some], self.extra[:, some] = signed[:tests], extra[:tests]
        both, counted = np.split(extra[self.every :], [tests])
        self.size[:, some], self.size_extra[:, some] = self.counted.turns @ signs / -2, counted
        self.mixed[:, some] = both - extra[:tests] - counted[self.pattern]

    def ends(self, p: Values) -> tuple[Values, Values]:
        """p: (tests,), by the same permutations."""
        if not self.rejected or not len(self.tests):
            return np.full(len(self.tests), -np.inf), np.full(len(self.tests), np.inf)
        middle = self.line[:, 0] / self.size[self.pattern, 0]
        variance = self._variances(middle[:, None], slice(0, 1))[:, 0]
        error = np.sqrt(np.maximum(variance, 0)) / self.size[self.pattern, 0]
        low, high = (self._end(way, middle, error, p) * self.scale for way in (-1.0, 1.0))
        return with_none(low, high, p)

    def _end(self, way: float, middle: Values, error: Values, p: Values) -> Values:
        """An end between a difference that is kept and one that is rejected. None is at 0."""
        beyond = way * middle < 0  # 0 is on the way
        kept = np.where(beyond & (p > ALPHA), 0.0, middle)
        fixed = beyond & (p <= ALPHA)
        step = way * np.maximum(error, np.finfo(float).tiny)
        outer = np.where(fixed, 0.0, kept + FIRST * step)
        for _ in range(STEPS):
            without = ~fixed & (self._above(outer) <= 0)
            if not without.any():
                break
            outer = np.where(without, kept + FURTHER * (outer - kept), outer)
        end = crossing(kept, outer, self._above, CLOSE)
        end = np.where(fixed & (end == 0), NEAR_NONE * middle, end)
        return np.where(without, way * np.inf, end)

    def _above(self, shift: Values) -> Values:
        """(tests,): by how much the statistic is above that of the last turn it may have before it,
        were the true differences these."""
        every = np.abs(self.line - shift[:, None] * self.size[self.pattern])
        every *= over_root(self._variances(shift[:, None], slice(None)))
        observed, drawn = every[:, 0], every[:, 1:]
        place = drawn.shape[1] - self.rejected
        return observed * (1 - TIED) - np.partition(drawn, place, axis=1)[:, place]

    def _variances(self, shift: Values, some: slice) -> Values:
        """Parabolas in the shift, (tests, 1)."""
        of, counted, alone, both = self.pattern, self.counted, self.alone, self.both
        extra = self.extra[:, some] - shift * self.mixed[:, some]
        extra += shift**2 * self.size_extra[of, some]
        of_units, of_both = (
            at_none[:, None] - shift * (together - at_none - sizes[of])[:, None]
            + shift**2 * sizes[of][:, None]
            for at_none, together, sizes in (
                (alone.of_units, both.of_units, counted.of_units),
                (alone.of_both, both.of_both, counted.of_both),
            )
        )  # fmt: skip
        return variances(of_units, of_both, extra)


def with_none(low: Values, high: Values, p: Values) -> tuple[Values, Values]:
    """No difference is inside where p does not reject it: ends that come out at none are a last
    digit off."""
    inside = p > ALPHA
    return np.where(inside, np.minimum(low, 0.0), low), np.where(
        inside, np.maximum(high, 0.0), high
    )
