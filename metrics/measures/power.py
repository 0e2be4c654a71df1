"""What a comparison could have shown: the smallest detectable difference, beside every "not
significant".

Normal approximation (Card et al. 2020): a difference is seen with the given power where it is
(z_{1-alpha/2} + z_{power}) standard errors; clusters enter through the standard error.
"""

from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike

from metrics.measures.arrays import Values, divide
from metrics.measures.clusters import Scores, check_scores, total

ALPHA, POWER = 0.05, 0.8


def clustered_errors(scores: Scores, clusters: ArrayLike | None = None) -> Values:
    """(cells,): standard error of each mean where whole clusters are the sampling unit.

    sqrt(C/(C-1) sum_c (S_c - mean n_c)^2) / n over the C clusters with a value; S_c is a cluster's
    sum, n_c its captions. With one caption a cluster this is s/sqrt(n). nan where fewer than two
    clusters have a value.
    """
    check_scores(scores)
    totals = total(scores, clusters)
    means = np.nan_to_num(totals.means)
    residuals = totals.sums - means * totals.counts[:, totals.pattern]
    c = totals.clusters
    squared = divide((residuals**2).sum(axis=0) * c, c - 1)
    return divide(np.sqrt(squared), totals.n)


def smallest_detectable(errors: ArrayLike, *, alpha: float = ALPHA, power: float = POWER) -> Values:
    """For each standard error of a difference. nan for an error of 0: where no caption differs,
    nothing tells how much would."""
    given = np.asarray(errors, np.float64)
    return np.where(given > 0, _multiple(alpha, power) * given, np.nan)


def captions_needed(
    errors: ArrayLike,
    differences: ArrayLike,
    counts: ArrayLike,
    *,
    alpha: float = ALPHA,
    power: float = POWER,
) -> Values:
    """How many captions a test needs to find the differences that were observed, if these are the
    true ones and new captions are like those there are, as many of them to a source video.

    errors: standard errors of the differences over `counts` captions, from whole clusters. An error
    shrinks with the root of the number of captions, so that n (multiple x error / difference)^2 of
    them make this difference the smallest detectable one. nan for a difference or an error of 0:
    nothing tells how many would do.
    """
    given, apart, n = (np.asarray(one, np.float64) for one in (errors, differences, counts))
    known = (given > 0) & (apart != 0)
    ratio = divide(_multiple(alpha, power) * given, np.abs(apart))
    return np.where(known, np.ceil(n * ratio**2), np.nan)


def _multiple(alpha: float, power: float) -> float:
    if not (0 < alpha < 1 and 0 < power < 1):
        raise ValueError(f"alpha and power lie between 0 and 1, not at {alpha} and {power}")
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
