"""Clusters of any sizes: how far a mean over them varies, with how many degrees of freedom, and
Wilson's interval of a share. Pure.

Clusters count by their size: 50 clips of which one has half of all answers say no more than four
equal ones would. A cluster that holds a share h of all pulls the mean towards itself, so that its
own sum of residuals is too small by 1 - h on average: its square is divided by that (CR2). The
degrees of freedom are those of a chi-squared with the mean and the variance that the sum of these
squares has (Bell and McCaffrey 2002, by Satterthwaite's rule), were answers independent. Of C
clusters of one size both are what everybody knows: a factor of C / (C - 1), and C - 1 degrees.
"""

from statistics import NormalDist

import numpy as np
from scipy.special import stdtrit

from measures.arrays import Values

# A variance below this share of what it would be were answers independent is luck: of few clips it
# comes out small now and then, where answers to a clip never differ more than others do.
LEAST_EFFECT = 0.5


def effective(sizes: Values) -> float:
    """How many clusters of one size would count as much (Kish 1965). sizes: of clusters with any,
    one at least."""
    return float(sizes.sum() ** 2 / (sizes**2).sum())


def degrees(sizes: Values) -> float:
    """Degrees of freedom: 0 for fewer than two clusters, else from 1 to one less than there are."""
    if len(sizes) < 2:
        return 0.0
    share = sizes / sizes.sum()
    pulled = share**2 / (1 - share)
    inverse = (share**2).sum() + pulled.sum() ** 2 - (pulled**2).sum()
    # Of equal sizes exactly one less: sums of fractions are a last digit off.
    return float(np.clip(round(1 / inverse, 9), 1.0, len(sizes) - 1))


def variance(sums: Values, sizes: Values) -> Values:
    """Variances of means that move by these sums: (clusters, means) or (clusters,), which add up to
    0. nan for fewer than two clusters."""
    if len(sizes) < 2:
        return np.full(sums.shape[1:], np.nan)
    rest = 1 - sizes / sizes.sum()
    found: Values = ((sums.T**2) / rest).sum(axis=-1)
    return found


def degrees_of_alike(sums: Values, effect: Values | None, most: float) -> Values:
    """(figures,): those of clusters of such sizes, where these add nothing to how far a figure
    varies; where they add most of it, one less than so many equal ones as vary like them (Kish
    1965), by Satterthwaite's rule between. effect: how many times the variance is what it would be
    were answers independent; None for clusters that are all of it. sums: (clusters, figures). most:
    by the sizes alone."""
    below = (sums**4).sum(axis=0)
    alike = (sums**2).sum(axis=0) ** 2 / np.where(below > 0, below, np.inf)
    fewer = np.clip(np.where(below > 0, alike, 1.0) - 1, 1, most)
    if effect is None:
        return np.asarray(fewer)
    added = 1 - 1 / np.maximum(np.nan_to_num(effect, nan=1.0), 1)
    found: Values = 1 / (1 / most + added**2 * (1 / fewer - 1 / most))
    return found


def independent(spread: Values, variance: Values, clusters: int, rounding: float) -> Values:
    """How many independent answers vary like these. spread: the variance of a single one. Where
    nothing varies, so that nothing shows how alike answers are, clusters are counted in place of
    answers."""
    nothing = (variance <= rounding**2) | (spread <= rounding)
    return np.where(nothing, clusters, spread / np.where(nothing, 1.0, variance))


def normal(level: float) -> float:
    return NormalDist().inv_cdf((1 + level) / 2)


def share_ends(share: float, n: float, freedom: float, level: float) -> tuple[float, float]:
    """Wilson's with Student's t: of n independent answers, a number that is itself known with these
    degrees of freedom."""
    squared = normal(level) ** 2
    ratio = squared / float(stdtrit(freedom, (1 + level) / 2)) ** 2
    low, high = wilson_ends(np.array([share]), np.array([n * ratio]), squared)[0]
    return float(low), float(high)


def wilson_ends(share: Values, n: Values, squared: float) -> Values:
    """(rows, 2), within 0 and 1. squared: the squared quantile of the normal distribution."""
    over = squared / n
    middle = share + over / 2
    reach = np.sqrt(over * share * (1 - share) + over**2 / 4)
    low = np.where(share <= 0, 0.0, np.maximum(0.0, (middle - reach) / (1 + over)))
    high = np.where(share >= 1, 1.0, np.minimum(1.0, (middle + reach) / (1 + over)))
    return np.stack([low, high], axis=-1)
