"""Shares of clustered answers, and the difference of two of them, with intervals. Pure.

Answers about one clip resemble each other, so clips are the clusters: a share is a ratio of sums
over them, and its error is that of the linearised ratio, robust to whatever goes on within a clip.
A share has Wilson's interval of as many independent answers as vary like these, with Student's t,
which is the one that pages of agreement show of it (measures/clustered_share.py).
Two shares over the same clips are compared clip by clip, so that what they have in common is not
counted twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import stdtrit

from measures import uneven
from measures.arrays import Values

LEVEL = 0.95
ROUNDING = 1e-12
FEWEST = 2  # clusters, below which nothing is known of the error

# Of each cluster: how many answers, and how many of them count.
Clusters = Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ShareEstimate:
    """value is None where there is nothing to count; low and high where there are too few
    clusters."""

    n: int
    clusters: int
    value: float | None
    low: float | None = None
    high: float | None = None


def share_of(counts: Clusters) -> ShareEstimate:
    n, right = _sums(counts)
    if not n:
        return ShareEstimate(0, 0, None)
    share, there = right / n, [one for one in counts.values() if one[0]]
    if len(there) < FEWEST:
        return ShareEstimate(n, len(there), share)
    sizes, counted = np.array(there, float).T
    sums = (counted - share * sizes) / n
    by_clip, alone = uneven.variance(sums, sizes), share * (1 - share) / (n - 1)
    effect = np.array([by_clip / alone if alone > 0 else np.nan])
    freedom = uneven.degrees_of_alike(sums[:, None], effect, uneven.degrees(sizes))[0]
    variance = np.maximum(by_clip, uneven.LEAST_EFFECT * alone)
    answers = uneven.independent(np.array(share * (1 - share)), variance, len(there), ROUNDING)
    ends = uneven.share_ends(share, float(answers), float(freedom), LEVEL)
    return ShareEstimate(n, len(there), share, *ends)


def difference_of(first: Clusters, second: Clusters) -> ShareEstimate:
    """The second share less the first. n: the answers of both."""
    (n, right), (m, wright) = _sums(first), _sums(second)
    if not n or not m:
        return ShareEstimate(n + m, len({**first, **second}), None)
    share, other = right / n, wright / m
    residuals, sizes = [], []
    for cluster in {**first, **second}:
        size, counted = first.get(cluster, (0, 0))
        length, other_counted = second.get(cluster, (0, 0))
        if size or length:
            here = (counted - share * size) / n
            there = (other_counted - other * length) / m
            residuals.append(there - here)
            sizes.append(size / n + length / m)
    return _around(other - share, np.array(residuals), np.array(sizes), n + m)


def _sums(counts: Clusters) -> tuple[int, int]:
    return sum(size for size, _ in counts.values()), sum(right for _, right in counts.values())


def _around(value: float, residuals: Values, sizes: Values, n: int) -> ShareEstimate:
    clusters = len(residuals)
    if clusters < FEWEST:
        return ShareEstimate(n, clusters, value)
    error = sqrt(float(uneven.variance(residuals, sizes)))
    reach = float(stdtrit(uneven.degrees(sizes), (1 + LEVEL) / 2)) * error
    return ShareEstimate(n, clusters, value, max(-1.0, value - reach), min(1.0, value + reach))
