"""Scores in both directions, text to video and video to text: Wray et al. 2019's tv and vt."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Mask, Reals, Values, Whole
from retrieval.protocols.ranking import (
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


def _both(measure: Callable[..., Values], similarity: Similarity, found: NDArray[Any]) -> BothWays:
    return BothWays(
        mean_defined(measure(similarity, found)), mean_defined(measure(similarity.T, found.T))
    )


def mean_average_precision(similarity: Similarity, relevant: Mask) -> BothWays:
    """Both captions x videos. For graded relevance, relevant is what reaches a threshold."""
    return _both(average_precisions, similarity, relevant)


def ndcg(similarity: Similarity, relevance: Reals) -> BothWays:
    """Both captions x videos; relevance from 0 to 1 (classes: 0 or 1)."""
    return _both(ndcgs, similarity, relevance)


def recalls(similarity: Similarity, video_of: Whole) -> tuple[Recalls, Recalls]:
    """Text to video, video to text: of the instance."""
    own = video_of[:, None] == np.arange(similarity.shape[1])
    return _recalls(similarity, own), _recalls(similarity.T, own.T)


def _recalls(similarity: Similarity, own: Mask) -> Recalls:
    ranks = first_ranks(similarity, own)
    return Recalls({k: recall_at(ranks, k) for k in KS})
