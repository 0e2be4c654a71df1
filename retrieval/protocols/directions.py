"""Scores in both directions, text to video and video to text: 002's tv and vt."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from retrieval.protocols.ranking import (
    Floats,
    Similarity,
    average_precisions,
    first_ranks,
    geometric_mean,
    mean_defined,
    ndcgs,
    recall_at,
)

KS = (1, 5, 10)


@frozen
class BothWays:
    """Text to video and video to text; nan where no query has anything to find."""

    tv: float
    vt: float

    @property
    def mean(self) -> float:
        return (self.tv + self.vt) / 2


@frozen
class Recalls:
    """R@K of one direction, by K."""

    at: dict[int, float]

    @property
    def total(self) -> float:
        """The sum of recalls, of at most as many as there are."""
        return sum(self.at.values())

    @property
    def geometric_mean(self) -> float:
        return geometric_mean(list(self.at.values()))


def _both(
    measure: Callable[..., Floats], similarity: Similarity, found: NDArray[np.generic]
) -> BothWays:
    return BothWays(
        mean_defined(measure(similarity, found)), mean_defined(measure(similarity.T, found.T))
    )


def mean_average_precision(similarity: Similarity, relevant: NDArray[np.bool_]) -> BothWays:
    """Both captions x videos. For graded relevance, relevant is what reaches a threshold."""
    return _both(average_precisions, similarity, relevant)


def ndcg(similarity: Similarity, relevance: NDArray[np.floating]) -> BothWays:
    """Both captions x videos; relevance from 0 to 1 (classes: 0 or 1)."""
    return _both(ndcgs, similarity, relevance)


def recalls(similarity: Similarity, video_of: NDArray[np.integer]) -> tuple[Recalls, Recalls]:
    """Text to video, video to text: of the instance."""
    own = video_of[:, None] == np.arange(similarity.shape[1])
    return _recalls(similarity, own), _recalls(similarity.T, own.T)


def _recalls(similarity: Similarity, own: NDArray[np.bool_]) -> Recalls:
    ranks = first_ranks(similarity, own)
    return Recalls({k: recall_at(ranks, k) for k in KS})
