"""Whether two runs differ: paired scores in; effect with interval, p, Holm's p and the smallest
detectable difference out."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.measures.arrays import Counts, Values
from metrics.measures.clusters import Scores, Totals, check_scores, total
from metrics.measures.draws import flips_in_blocks
from metrics.measures.power import (
    ALPHA,
    POWER,
    captions_needed,
    clustered_errors,
    smallest_detectable,
)
from metrics.measures.resampling import RESAMPLES, Pairs, difference, resample

PERMUTATIONS = 10_000
# Of the sum of absolute differences: permuted sums that near to the observed one are ties.
ROUNDING = 1e-12


@dataclass(frozen=True, slots=True)
class Comparisons:
    """Each array (pairs,). A pair without a caption that both score has no effect and no p: nan,
    and is not in Holm's count."""

    effect: Values  # mean of a - b
    low: Values
    high: Values
    why: tuple[str, ...]  # why there is no interval; empty where there is one
    p: Values
    holm: Values
    # Smallest difference seen at `power` by one such test; nan where the test cannot reject.
    detectable: Values
    # Captions at which one such test would find the effect; nan likewise, and for an effect of 0.
    needed: Values
    smallest_p: Values  # that this test could have given
    differing: Counts  # clusters whose differences do not add up to none
    n: Counts  # captions with both values
    left_out: Counts
    clusters: Counts
    level: float
    power: float
    resamples: int
    permutations: int
    seed: int


def compare(
    scores: Scores,
    pairs: Pairs,
    *,
    clusters: ArrayLike | None = None,
    resamples: int = RESAMPLES,
    permutations: int = PERMUTATIONS,
    seed: int,
) -> Comparisons:
    """All comparisons asked for, which are also those that Holm's p is corrected for.

    scores: (cells, captions), nan for no value. pairs: cells (a, b). clusters: (captions,), the
    source video of each.
    """
    check_scores(scores)
    if not pairs:
        raise ValueError("there is nothing to compare: no pairs were given")
    paired = difference(scores, pairs)
    p = sign_flip(paired, clusters=clusters, permutations=permutations, seed=seed)
    shown = resample(paired, clusters=clusters, resamples=resamples, seed=seed).intervals(1 - ALPHA)
    totals = total(paired, clusters)
    differing = count_differing(totals)
    smallest = smallest_p(differing, permutations)
    # A test that cannot reject has too few clusters for its standard error to foretell anything.
    errors = np.where(smallest <= ALPHA, clustered_errors(paired, clusters), np.nan)
    needed = captions_needed(errors, shown.mean, shown.n)
    return Comparisons(
        shown.mean, shown.low, shown.high, shown.why, p, holm(p), smallest_detectable(errors),
        needed, smallest, differing, shown.n, shown.left_out, shown.clusters, shown.level, POWER,
        resamples, permutations, seed,
    )  # fmt: skip


def sign_flip(
    differences: Scores,
    *,
    clusters: ArrayLike | None = None,
    permutations: int = PERMUTATIONS,
    seed: int,
) -> Values:
    """(comparisons,): two-sided p = (1 + #{|d*| >= |d|}) / (1 + permutations) of the mean
    difference being none.

    differences: (comparisons, captions), nan for no value. If neither run is better, a whole
    cluster's differences are as likely with the other sign: each permutation flips clusters by a
    coin, the same ones for all comparisons. Ties count against the difference; equal runs have p =
    1. nan where no caption has a difference.
    """
    check_scores(differences)
    if permutations < 1:
        raise ValueError(f"at least 1 permutation is drawn, not {permutations}")
    totals = total(differences, clusters)
    observed = totals.sums.sum(axis=0)
    limit = np.abs(observed) - ROUNDING * np.abs(totals.sums).sum(axis=0)
    reached = np.zeros(len(differences), np.int64)
    for flips in flips_in_blocks(len(totals.sums), permutations, seed):
        reached += (np.abs(observed - 2 * (flips @ totals.sums)) >= limit).sum(axis=0)
    return np.where(totals.n > 0, (1 + reached) / (1 + permutations), np.nan)


def count_differing(totals: Totals) -> Counts:
    """(comparisons,): clusters for which flipping the sign changes anything."""
    return (np.abs(totals.sums) > ROUNDING).sum(axis=0).astype(np.int64)


def smallest_p(differing: Counts, permutations: int) -> Values:
    """(comparisons,): what `sign_flip` gives at best, when all of `differing` clusters point the
    same way.

    Of all 2^n ways to flip n clusters two are as far out: none turned, and all. Of B random ones, p
    is at least 1 / (1 + B).
    """
    exact = np.minimum(1.0, 2.0 ** (1 - differing.astype(np.float64)))
    return np.maximum(exact, 1 / (1 + permutations))


def holm(p: NDArray[np.float64]) -> Values:
    """(comparisons,): p adjusted by Holm (1979), to be held against alpha itself: the i-th smallest
    of m times m - i + 1, never below a smaller one's, at most 1. nan stays nan and does not
    count."""
    adjusted = np.full(len(p), np.nan)
    order = np.argsort(p, kind="stable")[: int((~np.isnan(p)).sum())]  # nan sorts last
    steps = p[order] * np.arange(len(order), 0, -1)
    adjusted[order] = np.minimum(np.maximum.accumulate(steps), 1.0)
    return adjusted
