"""Intervals of a share that was estimated from a sample without replacement: they stay within 0 and
1, hold near both, and have a width where the sample shows no spread."""

from collections.abc import Sequence
from dataclasses import replace
from math import log, sqrt

import numpy as np
from scipy.special import stdtrit

from measures.arrays import Values
from measures.estimate import LEVEL
from measures.estimates import SampleMean

EXACTLY = 1e-9  # far above what adding logarithms rounds away, far below a step between chances

Parts = Sequence[tuple[int, int]]  # of each stratum, how many were drawn, and of how many


def as_share(mean: SampleMean, values: Values, degrees: int, parts: Parts) -> SampleMean:
    """An estimate with an interval that becomes a share: Wilson's, and an exact one where all
    values are alike although captions remain unseen. As it was where everything was seen, and where
    a stratum is known from a single caption.

    values: of the captions drawn, 0 or 1, nan for none.
    """
    alike = len(values) and not np.isnan(values).any() and (values == values[0]).all()
    if alike and mean.error != 0:
        drawn, sizes = zip(*parts, strict=True)
        unseen = most_unseen(drawn, sizes) / sum(sizes)
        ends = (1 - unseen, 1.0) if values[0] else (0.0, unseen)
    elif mean.error > 0 and degrees > 0 and 0 < mean.value < 1:
        ends = share_ends(mean.value, mean.error, degrees)
    else:
        return mean
    return replace(mean, low=ends[0], high=ends[1])


def share_ends(share: float, error: float, degrees: int) -> tuple[float, float]:
    """Wilson's interval with the sample's effective size, share (1 - share) / error^2, and
    Student's t.

    error: of the share, by the design that drew the sample, above 0. degrees: of freedom.
    """
    squared = float(stdtrit(degrees, (1 + LEVEL) / 2)) ** 2 * error**2 / (share * (1 - share))
    middle = share + squared / 2
    reach = sqrt(squared * share * (1 - share) + squared**2 / 4)
    return (middle - reach) / (1 + squared), (middle + reach) / (1 + squared)


def most_unseen(drawn: Sequence[int], sizes: Sequence[int]) -> int:
    """How many of the population can at most be of a kind that no stratum's sample shows, so that
    such a sample is not rarer than 2.5 %: Clopper and Pearson's reasoning, with each stratum's own
    fraction and nothing approximate.

    drawn, sizes: n_h and N_h. Of D_h such captions none is drawn with probability
    (N_h-D_h choose n_h) / (N_h choose n_h); the worst division of D over the strata is taken. Each
    further one in a stratum lowers the logarithm by more than the one before, so the cheapest
    ones together are the worst division. A sample that is exactly so rare still counts: of strata
    of 4 and 5 with 1 and 2 drawn, 1/4 x 1/10 is the 2.5 % itself, in whichever order it is added.
    """
    costs = [
        -np.log1p(-n / (size - np.arange(size - n))) for n, size in zip(drawn, sizes, strict=True)
    ]
    spent = np.sort(np.concatenate([*costs, np.empty(0)])).cumsum()
    return int((spent <= log(2 / (1 - LEVEL)) + EXACTLY).sum())
