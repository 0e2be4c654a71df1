"""Rankings from similarities. Rows are queries; a greater similarity ranks higher, and of equal
ones the earlier column.

One value per query comes first, nan where a query has nothing to find; means come later.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from measures.arrays import Mask, Reals, Values, divide
from measures.dcg import ndcg

Similarity = Reals
BLOCK = 512  # rows sorted at a time: the order of a whole matrix takes four times its memory


def average_precisions(similarity: Similarity, relevant: Mask) -> Values:
    """(rows,): the mean, over what is relevant, of the precision at its rank."""

    def precision(found: Mask) -> Values:
        precisions = found.cumsum(1) / np.arange(1, found.shape[1] + 1)
        return divide((precisions * found).sum(1), found.sum(1))

    return _by_query(precision, similarity, relevant)


def ndcgs(similarity: Similarity, relevance: Reals) -> Values:
    """(rows,): Wray et al. 2021 Eq. 2, of which as many ranks count as there are relevant items."""
    return _by_query(lambda found: ndcg(found, found), similarity, relevance)


def first_ranks(similarity: Similarity, own: Mask) -> Values:
    """(rows,): the rank, from 1, of the first that is its own."""
    return _by_query(
        lambda found: np.where(found.any(1), found.argmax(1) + 1, np.nan), similarity, own
    )


def recall_at(ranks: Values, k: int) -> float:
    """R@K: the share of queries whose first own one is among the first k, of those that have one.
    nan without any query."""
    return mean_defined(np.where(np.isnan(ranks), np.nan, ranks <= k))


def geometric_mean(values: ArrayLike) -> float:
    """GMR, of R@1, R@5 and R@10 as a rule: 0 where one of them is 0."""
    found = np.asarray(values, np.float64)
    return 0.0 if (found == 0).any() else float(np.exp(np.log(found).mean()))


def mean_defined(values: Values) -> float:
    """The mean of what is defined; nan where nothing is."""
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else float("nan")


def _by_query(
    of: Callable[[NDArray[Any]], Values], similarity: Similarity, values: NDArray[Any]
) -> Values:
    """What each row comes to. of: is given its values in the order of its ranking."""
    if similarity.shape != values.shape:
        raise ValueError(
            f"Expected a value for every similarity, {similarity.shape}, found {values.shape}."
        )
    found = np.empty(len(similarity))
    for start in range(0, len(similarity), BLOCK):
        rows = slice(start, start + BLOCK)
        order = np.argsort(-similarity[rows], axis=1, kind="stable")
        found[rows] = of(np.take_along_axis(values[rows], order, 1))
    return found
