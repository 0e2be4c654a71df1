"""A confidence sequence for values that come in clusters, which holds as clusters grow many
(Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024, theorem 2.2; with Student's t in the place of
the normal). The product bets (measures/sequences.py), which holds with few clusters, too.
"""

from math import inf, log, log1p, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import ndtr, stdtrit

from measures.arrays import Values
from measures.sequences import LEVEL

# Clusters that it waits for before it says anything. Looked at from then on, a share near 0 or 1,
# where nearly all clusters are alike, holds less often than it says: .91 at .9.
FIRST = 40


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
