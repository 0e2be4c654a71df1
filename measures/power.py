"""What a comparison could have shown: the smallest detectable difference, beside every "not
significant".

A difference is seen with the given power where it is (t_{1-alpha/2} + t_{power}) standard errors
(after Card et al. 2020); clusters enter through the standard error, and through the degrees of
freedom of Student's t. Without degrees t is normal.
"""

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from measures.arrays import Values, divide

ALPHA, POWER = 0.05, 0.8


def smallest_detectable(
    errors: ArrayLike,
    degrees: ArrayLike = np.inf,
    *,
    alpha: float = ALPHA,
    power: float = POWER,
) -> Values:
    """The smallest detectable difference for each of its standard errors. nan for an error of 0:
    where no caption differs, nothing tells how much would."""
    given = np.asarray(errors, np.float64)
    return np.where(given > 0, _multiple(degrees, alpha, power) * given, np.nan)


def captions_needed(
    errors: ArrayLike,
    differences: ArrayLike,
    counts: ArrayLike,
    degrees: ArrayLike = np.inf,
    *,
    alpha: float = ALPHA,
    power: float = POWER,
) -> Values:
    """How many captions a test needs to find the differences that were observed, if these are the
    true ones and new captions are like those there are, as many of them to a source video.

    errors: standard errors of the differences over `counts` captions, from whole clusters. An error
    shrinks with the root of the number of captions, so that n (multiple x error / difference)^2 of
    them make this difference the smallest detectable one; the degrees of freedom stay what they
    are, so that few clusters ask for too many captions rather than too few. nan for a difference or
    an error of 0: nothing tells how many would do.
    """
    given, apart, n = (np.asarray(one, np.float64) for one in (errors, differences, counts))
    known = (given > 0) & (apart != 0)
    ratio = divide(_multiple(degrees, alpha, power) * given, np.abs(apart))
    return np.where(known, np.ceil(n * ratio**2), np.nan)


def _multiple(degrees: ArrayLike, alpha: float, power: float) -> Values:
    """nan where there is no degree of freedom."""
    if not (0 < alpha < 1 and 0 < power < 1):
        raise ValueError(f"alpha and power lie between 0 and 1, not at {alpha} and {power}")
    given = np.asarray(degrees, np.float64)
    some = np.maximum(given, 1)
    multiple = stdtrit(some, 1 - alpha / 2) + stdtrit(some, power)
    return np.asarray(np.where(given >= 1, multiple, np.nan))
