"""Intervals that may be looked at after every value, and still hold all along.

A 95 % confidence sequence holds its number at every moment at once with 95 %: whoever stops when it
looks narrow enough stops with an interval that holds. An ordinary interval, looked at often enough,
fails.

This one is for values between two bounds, one for each independent unit, of which nothing else is
known; it holds with any number of values (hedged capital: Waudby-Smith and Ramdas 2023, theorem 3;
without replacement: their section 5).

Values come in an order that has nothing to do with them: the one in which captions were drawn, not
one that begins with those that look easy.
"""

from math import inf, log

import numpy as np
from numpy.typing import ArrayLike

from measures.arrays import Values
from measures.spread import ROUNDING

LEVEL = 0.95
# No more than this part of what the capital could lose at once is bet at once.
MOST = 0.5
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
