"""How sure the figures of agreement are: units resampled, or left out one by one, with all of their
video's at a time."""

from collections.abc import Iterator, Mapping

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtrit

from measures.agreement import FIGURES, NO_UNIT, ONE_VIDEO, check_counts, figures, statistics
from measures.arrays import Counts, Values
from measures.estimate import Interval, check_level
from measures.spread import why_no_interval

SAME_WITHOUT = (
    "it is the same without any one of the videos, so there is no spread to tell how sure it is"
)

# About so many weights are drawn at a time.
BLOCK = 1 << 22


def bootstrap(
    counts: Counts,
    clusters: ArrayLike | None = None,
    *,
    seed: int,
    resamples: int = 10_000,
    level: float = 0.95,
) -> Mapping[str, Interval]:
    """Percentile intervals of all FIGURES from the same resamples: clusters drawn with replacement,
    as many as there are.

    counts: (units, 2). clusters: (units,), each unit's video; None where each stands alone.
    Undefined replicates are dropped and counted. Clusters that hold the same are drawn together
    (one multinomial), so the work grows with how many kinds there are.
    """
    check_level(level)
    if resamples < 1:
        raise ValueError(f"at least 1 resample is drawn, not {resamples}")
    totals = _of_clusters(counts, clusters)
    if len(totals) < 2:
        return _without(level, len(totals))
    kinds, times = np.unique(totals, axis=0, return_counts=True)
    drawn = figures(
        np.concatenate([weights @ kinds for weights in _weights(times, resamples, seed)])
    )
    return {name: _percentiles(drawn[name], level, len(totals)) for name in FIGURES}


def jackknife(
    counts: Counts, clusters: ArrayLike | None = None, *, level: float = 0.95
) -> Mapping[str, Interval]:
    """Delete-one intervals of all FIGURES: mean of the pseudo-values, and Student's t with clusters
    - 1 degrees of freedom.

    Covers better than the bootstrap where there are few units (Hughes 2022). It may reach beyond 1,
    and is not cut there. A figure that is undefined without one of the clusters has no such
    interval.
    """
    check_level(level)
    totals = _of_clusters(counts, clusters)
    if len(totals) < 2:
        return _without(level, len(totals))
    whole = totals.sum(axis=0)
    # Kinds again: leaving out either of two clusters that hold the same is the same.
    kinds, times = np.unique(totals, axis=0, return_counts=True)
    rest = whole - kinds
    rest[np.abs(rest) < 1e-9] = 0  # what is left of fractions is nothing
    full, deleted = figures(whole), figures(rest)
    return {name: _student(float(full[name]), deleted[name], times, level) for name in FIGURES}


def _of_clusters(counts: Counts, clusters: ArrayLike | None) -> Values:
    """(clusters, 8): the statistics summed; of clusters that hold a unit with two labels."""
    check_counts(counts)
    each = statistics(counts)
    paired = each[:, 0] > 0
    if clusters is None:
        return each[paired]
    labels = np.asarray(clusters)
    if labels.shape != (len(counts),):
        raise ValueError(
            f"each of the {len(counts)} units has one cluster, but there are {labels.shape} labels"
        )
    number = np.unique(labels[paired], return_inverse=True)[1]
    return np.stack([np.bincount(number, column) for column in each[paired].T], axis=1)


def _weights(times: Counts, resamples: int, seed: int) -> Iterator[Values]:
    """(some, kinds) at a time: how often each kind of cluster comes in as many draws as there are
    clusters."""
    random, n = np.random.Generator(np.random.PCG64(seed)), int(times.sum())
    rows = max(1, BLOCK // len(times))
    for start in range(0, resamples, rows):
        yield random.multinomial(n, times / n, size=min(rows, resamples - start)).astype(np.float64)


def _percentiles(drawn: Values, level: float, clusters: int) -> Interval:
    defined = drawn[~np.isnan(drawn)]
    dropped = len(drawn) - len(defined)
    two = [(1 - level) / 2, (1 + level) / 2]
    ends = np.quantile(defined, two) if len(defined) else np.full(2, np.nan)
    low, high = map(float, ends)
    reason = why_no_interval(low, high, clusters)
    return _interval(low, high, reason, level, clusters, len(drawn), dropped)


def _student(full: float, deleted: Values, times: Counts, level: float) -> Interval:
    n, dropped = int(times.sum()), int(times[np.isnan(deleted)].sum())
    if np.isnan(full) or dropped:
        without = "one cluster" if dropped == 1 else f"one of {dropped} clusters"
        reason = "undefined" if np.isnan(full) else f"undefined without {without}"
        return _interval(0, 0, reason, level, n, n, dropped)
    pseudo = n * full - (n - 1) * deleted
    middle = float((times * pseudo).sum() / n)
    spread = float(np.sqrt((times * (pseudo - middle) ** 2).sum() / (n - 1) / n))
    reach = float(stdtrit(n - 1, (1 + level) / 2)) * spread
    reason = why_no_interval(middle - reach, middle + reach, n, same=SAME_WITHOUT)
    return _interval(middle - reach, middle + reach, reason, level, n, n)


# Long by what an interval has, one argument for each.
def _interval(
    low: float, high: float, reason: str, level: float, clusters: int, drawn: int, dropped: int = 0
) -> Interval:
    if reason:
        return Interval(None, None, reason, level, clusters, drawn, dropped)
    return Interval(low, high, "", level, clusters, drawn, dropped)


def _without(level: float, clusters: int) -> Mapping[str, Interval]:
    reason = why_no_interval(np.nan, np.nan, clusters, no_group=NO_UNIT, one_group=ONE_VIDEO)
    return dict.fromkeys(FIGURES, Interval(None, None, reason, level, clusters))
