"""Intervals that may be looked at after every value, and still hold all along.

A 95 % confidence sequence holds its number at every moment at once with 95 %: whoever stops when it
looks narrow enough stops with an interval that holds. An ordinary interval, looked at often enough,
fails.

- `betting_interval`: for values between two bounds, one for each independent unit, of which nothing
  else is known; it holds with any number of values (hedged capital: Waudby-Smith and Ramdas 2023,
  theorem 3; without replacement: their section 5).
- `bernstein_sequence`: its closed form, a little wider, at every moment (theorem 2).
- `asymptotic_interval`: for values that come in clusters; it holds as clusters grow many
  (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, theorem 2.2; with Student's t in the place
  of the normal).

Values come in an order that has nothing to do with them: the one in which captions were drawn, not
one that begins with those that look easy.
"""

from math import inf, log, log1p, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, stdtrit

from measures.arrays import Values
from measures.spread import ROUNDING

LEVEL = 0.95
# No more than this part of what the capital could lose at once is bet at once.
MOST = 0.5
# Clusters that an asymptotic sequence waits for before it says anything. Looked at from then on, a
# share near 0 or 1, where nearly all clusters are alike, holds less often than it says: .91 at .9.
FIRST = 40
_STEPS = 50  # of bisection: to 1e-15 of the range


def betting_interval(
    values: ArrayLike,
    *,
    level: float = LEVEL,
    low: float = 0.0,
    high: float = 1.0,
    population: int | None = None,
) -> tuple[float, float]:
    """An interval of the mean that each value has, given those before it: what the sequence has
    left at its end, which lies within all that it had before.

    values: (n,) in the order in which they came, each between low and high; a difference of two
    shares has low = -1. population: N where the values are drawn without replacement from so many,
    whose mean is asked for; the interval shrinks to a point as n becomes N.
    """
    x = _between(values, level, low, high)
    if population is not None and not len(x) <= population > 0:
        raise ValueError(f"{len(x)} values cannot be drawn from {population}")
    lowest = _first_not_refuted(x, level, population)
    highest = 1 - _first_not_refuted(1 - x, level, population)
    # Where a sequence refutes everything, which a valid one rarely does, both ends have passed
    # each other.
    ends = sorted((lowest, highest))
    return low + (high - low) * ends[0], low + (high - low) * ends[1]


def bernstein_sequence(
    values: ArrayLike, *, level: float = LEVEL, low: float = 0.0, high: float = 1.0
) -> Values:
    """(n, 2): after each value, what is left of all intervals until then."""
    x = _between(values, level, low, high)
    before, bets = _means_before(x), _bets(x, level, most=MOST)
    spread = (x - before) ** 2 * (-np.log1p(-bets) - bets)
    staked = bets.cumsum()
    middle = (bets * x).cumsum() / staked
    reach = (log(2 / (1 - level)) + spread.cumsum()) / staked
    lows = np.maximum.accumulate(np.clip(middle - reach, 0, 1))
    highs = np.minimum.accumulate(np.clip(middle + reach, 0, 1))
    ends = np.sort(np.stack([lows, highs], axis=1), axis=1)
    return np.asarray(low + (high - low) * ends, np.float64)


def asymptotic_interval(
    sums: ArrayLike,
    counts: ArrayLike | None = None,
    *,
    planned: int,
    level: float = LEVEL,
    first: int = FIRST,
) -> tuple[float, float]:
    """An interval of the mean of all values, sum of sums over sum of counts. Both ends are infinite
    before `first` clusters, and where the values show no spread yet.

    sums: (n,) of each cluster's values, in the order in which clusters were completed. counts:
    (n,) how many values each has; 1 where not given. planned: at about how many clusters it is to
    be narrowest, decided beforehand; it holds at every other number, too.
    """
    totals, each = _clusters(sums, counts)
    if not 0 < level < 1 or planned < 1 or first < 2:
        raise ValueError(
            "expected a level between 0 and 1, 1 planned cluster or more, and a first of 2 or"
            f" more, not {level}, {planned} and {first}"
        )
    n = len(totals)
    if n < first or not each.sum():
        return -inf, inf
    mean = totals.sum() / each.sum()
    deviations = (totals - mean * each) / each.mean()
    spread = sqrt(float((deviations**2).sum()) / (n - 1))
    if not spread:
        return -inf, inf
    normal = _boundary(n, planned, 1 - level)
    # As far out as Student's t is as rarely: the same when clusters are many.
    reach = spread / sqrt(n) * -float(stdtrit(n - 1, ndtr(-normal)))
    return float(mean - reach), float(mean + reach)


def _boundary(n: int, planned: int, alpha: float) -> float:
    """The boundary in standard errors of the mean of n clusters."""
    # rho^2 that makes it nearly narrowest at the planned number (their appendix B.2).
    squared = (-2 * log(alpha) + log1p(-2 * log(alpha))) / planned
    mixed = n * squared + 1
    return sqrt(2 * mixed / (n * squared) * log(sqrt(mixed) / alpha))


def _first_not_refuted(x: Values, level: float, population: int | None) -> float:
    """The least mean against which nobody could have won 2 / alpha by betting on larger values.
    The larger the mean, the less is won, so it is found by bisection."""
    bets = _bets(x, level, most=inf)
    drawn = np.concatenate([[0.0], x.cumsum()])
    least, most = 0.0, 1.0
    if population is not None:
        least = float(drawn[-1]) / population  # what is not drawn has no value below 0
    if len(x) == 0 or _won(least, x, bets, drawn, population) < log(2 / (1 - level)):
        return least
    for _ in range(_STEPS):
        middle = (least + most) / 2
        if _won(middle, x, bets, drawn, population) >= log(2 / (1 - level)):
            least = middle
        else:
            most = middle
    return least


def _won(mean: float, x: Values, bets: Values, drawn: Values, population: int | None) -> float:
    """The logarithm of the most that the capital ever was."""
    means = np.full(len(x), mean)
    if population is not None:
        means = (population * mean - drawn[:-1]) / (population - np.arange(len(x)))
        if (means < -ROUNDING).any():
            return inf
        means = np.maximum(means, 0.0)
    with np.errstate(divide="ignore"):
        staked = np.minimum(bets, MOST / means)
    return float(np.log1p(staked * (x - means)).cumsum().max(initial=0.0))


def _bets(x: Values, level: float, *, most: float) -> Values:
    """(n,): how much is bet on each value, known before it comes."""
    n = len(x)
    seen = np.arange(1, n + 1)
    deviations = (x - (0.5 + x.cumsum()) / (seen + 1)) ** 2
    spread = (0.25 + np.concatenate([[0.0], deviations.cumsum()])[:n]) / seen
    return np.minimum(np.sqrt(2 * log(2 / (1 - level)) / (spread * seen * np.log(seen + 1))), most)


def _means_before(x: Values) -> Values:
    """(n,): of the values before each, with half a value of one half."""
    seen = np.arange(1, len(x) + 1)
    return np.asarray((0.5 + np.concatenate([[0.0], x.cumsum()])[: len(x)]) / seen)


def _between(values: ArrayLike, level: float, low: float, high: float) -> Values:
    """(n,) from 0 to 1."""
    x = np.asarray(values, np.float64)
    if x.ndim != 1 or not low < high or not 0 < level < 1:
        raise ValueError(
            f"expected a row of values, a low end below the high one and a level between 0 and 1,"
            f" not {x.shape}, {low} to {high} and {level}"
        )
    if not ((x >= low) & (x <= high)).all():
        raise ValueError(f"each value lies between {low} and {high}")
    return (x - low) / (high - low)


def _clusters(sums: ArrayLike, counts: ArrayLike | None) -> tuple[Values, Values]:
    totals = np.asarray(sums, np.float64)
    each = np.ones(len(totals)) if counts is None else np.asarray(counts, np.float64)
    if totals.ndim != 1 or totals.shape != each.shape:
        raise ValueError(
            f"each cluster has a sum and a count, not {totals.shape} sums and {each.shape} counts"
        )
    if not np.isfinite(totals).all() or not (each >= 0).all():
        raise ValueError("expected finite sums, and counts of 0 or more")
    return totals, each
