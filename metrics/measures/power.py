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


def smallest_detectable_binary(
    discordant: float, n: float, *, alpha: float = ALPHA, power: float = POWER
) -> float:
    """For paired 0/1 scores: (z_{1-alpha/2} + z_{power}) sqrt(discordant / n).

    discordant: the share of captions that exactly one of the two gets right, above 0. n: captions,
    or what they are worth (`effective_n`). 1,000 captions and a discordance of 0.10 show 2.8
    points.
    """
    if not (0 < discordant <= 1 and n > 0):
        raise ValueError(
            f"discordance lies above 0 and up to 1, n above 0; not {discordant} and {n}"
        )
    return _multiple(alpha, power) * (discordant / n) ** 0.5


def power_for(difference: float, error: float, *, alpha: float = ALPHA) -> float:
    """The chance that a two-sided test sees a true difference, given its standard error (above
    0)."""
    if not error > 0:
        raise ValueError(f"a standard error lies above 0, not at {error}")
    normal = NormalDist()
    critical, shift = normal.inv_cdf(1 - alpha / 2), abs(difference) / error
    return normal.cdf(shift - critical) + normal.cdf(-shift - critical)


def effective_n(n: int, captions_per_cluster: float, correlation: float) -> float:
    """What n captions are worth where those of one cluster are correlated: n / (1 + (m - 1)
    rho)."""
    return n / (1 + (captions_per_cluster - 1) * correlation)


def _multiple(alpha: float, power: float) -> float:
    if not (0 < alpha < 1 and 0 < power < 1):
        raise ValueError(f"alpha and power lie between 0 and 1, not at {alpha} and {power}")
    normal = NormalDist()
    return normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)
