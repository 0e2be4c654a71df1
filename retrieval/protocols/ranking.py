"""Rankings from similarities. Rows are queries; a greater similarity ranks higher, and of equal
ones the earlier column.

One value per query comes first, nan where a query has nothing to find; means come later.
"""

from collections.abc import Iterator
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from measures.dcg import ndcg

Floats = NDArray[np.float64]
Similarity = NDArray[np.floating]
Value = TypeVar("Value", bound=np.generic)
BLOCK = 512  # rows sorted at a time: the order of a whole matrix takes four times its memory


def average_precisions(similarity: Similarity, relevant: NDArray[np.bool_]) -> Floats:
    """(rows,): the mean, over what is relevant, of the precision at its rank."""
    values = np.empty(len(similarity))
    for rows, found in in_order(similarity, relevant):
        hits = found.cumsum(1)
        precisions = hits / np.arange(1, found.shape[1] + 1)
        values[rows] = divide((precisions * found).sum(1), found.sum(1))
    return values


def ndcgs(similarity: Similarity, relevance: NDArray[np.floating]) -> Floats:
    """(rows,): 000 Eq. 2, of which as many ranks count as there are relevant items."""
    values = np.empty(len(similarity))
    for rows, found in in_order(similarity, relevance):
        values[rows] = ndcg(found, found)
    return values


def first_ranks(similarity: Similarity, own: NDArray[np.bool_]) -> Floats:
    """(rows,): the rank, from 1, of the first that is its own."""
    values = np.empty(len(similarity))
    for rows, found in in_order(similarity, own):
        values[rows] = np.where(found.any(1), found.argmax(1) + 1, np.nan)
    return values


def recall_at(ranks: Floats, k: int) -> float:
    """R@K: the share of queries whose first own one is among the first k, of those that have one.
    nan without any query."""
    return mean_defined(np.where(np.isnan(ranks), np.nan, ranks <= k))


def geometric_mean(values: ArrayLike) -> float:
    """GMR, of R@1, R@5 and R@10 as a rule: 0 where one of them is 0."""
    found = np.asarray(values, np.float64)
    return 0.0 if (found == 0).any() else float(np.exp(np.log(found).mean()))


def mean_defined(values: Floats) -> float:
    """The mean of what is defined; nan where nothing is."""
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else float("nan")


def in_order(
    similarity: Similarity, values: NDArray[Value]
) -> Iterator[tuple[slice, NDArray[Value]]]:
    """Blocks of rows: which, and the values in the order of each row's ranking."""
    if similarity.shape != values.shape:
        raise ValueError(
            f"Expected a value for every similarity, {similarity.shape}, found {values.shape}."
        )
    for start in range(0, len(similarity), BLOCK):
        rows = slice(start, min(start + BLOCK, len(similarity)))
        order = np.argsort(-similarity[rows], axis=1, kind="stable")
        yield rows, np.take_along_axis(values[rows], order, 1)


def divide(above: Floats, below: Floats) -> Floats:
    """nan where there is nothing to find."""
    with np.errstate(invalid="ignore"):
        return np.where(below > 0, np.divide(above, below), np.nan)
