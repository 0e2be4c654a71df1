"""Shares of clustered answers, and the difference of two of them, with intervals. Pure.

Answers about one clip resemble each other, so clips are the clusters: a share is a ratio of sums
over them, and its error is that of the linearised ratio, robust to whatever goes on within a clip.
Two shares over the same clips are compared clip by clip, so that what they have in common is not
counted twice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt

CONFIDENCE_95 = 1.959963984540054  # the normal distribution's 0.975 quantile
FEWEST = 2  # clusters, below which nothing is known of the error

# Of each cluster: how many answers, and how many of them count.
Clusters = Mapping[int, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Estimate:
    """value is None where there is nothing to count; low and high where there are too few
    clusters."""

    n: int
    clusters: int
    value: float | None
    low: float | None = None
    high: float | None = None


def share_of(counts: Clusters) -> Estimate:
    n, right = _sums(counts)
    if not n:
        return Estimate(0, 0, None)
    share = right / n
    residuals = [(counted - share * size) / n for size, counted in counts.values() if size]
    return _around(share, residuals, n, lowest=0.0)


def difference_of(first: Clusters, second: Clusters) -> Estimate:
    """The second share less the first. n: the answers of both."""
    (n, right), (m, wright) = _sums(first), _sums(second)
    if not n or not m:
        return Estimate(n + m, len({**first, **second}), None)
    share, other = right / n, wright / m
    residuals = []
    for cluster in {**first, **second}:
        size, counted = first.get(cluster, (0, 0))
        length, other_counted = second.get(cluster, (0, 0))
        if size or length:
            here = (counted - share * size) / n
            there = (other_counted - other * length) / m
            residuals.append(there - here)
    return _around(other - share, residuals, n + m, lowest=-1.0)


def _sums(counts: Clusters) -> tuple[int, int]:
    return sum(size for size, _ in counts.values()), sum(right for _, right in counts.values())


def _around(value: float, residuals: list[float], n: int, lowest: float) -> Estimate:
    clusters = len(residuals)
    if clusters < FEWEST:
        return Estimate(n, clusters, value)
    error = sqrt(clusters / (clusters - 1) * sum(one * one for one in residuals))
    reach = CONFIDENCE_95 * error
    return Estimate(n, clusters, value, max(lowest, value - reach), min(1.0, value + reach))
