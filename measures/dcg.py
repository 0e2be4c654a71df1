"""Discounted cumulative gain (Wray et al. 2021, Eq. 2), one value for each query. Studies and the
training of networks take it from here.

relevance: (queries, items), from 0 to 1; an item above 0 is relevant. Eq. 2 counts as many ranks as
there are relevant items, and no more: what is relevant and ranked below gains nothing. The base of
its logarithm cancels. A query with nothing relevant has no nDCG: nan.
"""

import numpy as np
from numpy.typing import NDArray

from measures.arrays import Integers, Values

Grades = NDArray[np.floating]


def gains(relevance: Grades) -> Values:
    return np.exp2(relevance, dtype=np.float64) - 1


def discounts(ranks: int) -> Values:
    return 1 / np.log2(np.arange(ranks) + 2)


def dcg(ranked: Grades, relevant: NDArray[np.integer]) -> Values:
    """ranked: (queries, depth), the relevance of what is ranked, the best first; 0 past a ranking's
    end. relevant: (queries,), how many items are: as many ranks count."""
    depth = ranked.shape[1]
    counted = np.arange(depth) < relevant[:, None]
    return np.asarray(np.where(counted, gains(ranked), 0) @ discounts(depth))


def ideal_dcg(relevance: Grades) -> Values:
    """The DCG of the best order there is."""
    # Sorted before they become gains: numbers of half the size.
    return gains(np.sort(relevance, axis=1)[:, ::-1]) @ discounts(relevance.shape[1])


def ndcg(ranked: Grades, relevance: Grades) -> Values:
    """ranked: as `dcg` takes it. What is not ranked gains nothing: a shorter ranking has the least
    that it can have."""
    return dcg(ranked, _relevant(relevance)) / _divisors(relevance)


def random_ndcg(relevance: Grades, rng: np.random.Generator) -> tuple[Values, Values]:
    """The nDCG of one order drawn for each query, and the mean over all orders: there each counted
    rank gains the mean gain."""
    total = np.concatenate([[0], np.cumsum(discounts(relevance.shape[1]))])
    expected = gains(relevance).mean(axis=1) * total[_relevant(relevance)]
    drawn = dcg(rng.permuted(relevance, axis=1), _relevant(relevance))
    divisors = _divisors(relevance)
    return drawn / divisors, expected / divisors


def _relevant(relevance: Grades) -> Integers:
    return np.asarray(np.count_nonzero(relevance > 0, axis=1))


def _divisors(relevance: Grades) -> Values:
    ideal = ideal_dcg(relevance)
    return np.where(ideal > 0, ideal, np.nan)
