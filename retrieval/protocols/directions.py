"""Scores in both directions and within a modality: 002's tv, vt, vv and tt."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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


@dataclass(frozen=True, slots=True)
class BothWays:
    """Text to video and video to text; nan where no query has anything to find."""

    tv: float
    vt: float

    @property
    def mean(self) -> float:
        return (self.tv + self.vt) / 2


@dataclass(frozen=True, slots=True)
class FourWays(BothWays):
    """And from video to video and text to text, each query left out of its own ranking."""

    vv: float
    tt: float


@dataclass(frozen=True, slots=True)
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


def mean_average_precision(similarity: Similarity, relevant: NDArray[np.bool_]) -> BothWays:
    """Both captions x videos. For graded relevance, relevant is what reaches a threshold."""
    return BothWays(
        mean_defined(average_precisions(similarity, relevant)),
        mean_defined(average_precisions(similarity.T, relevant.T)),
    )


def ndcg(similarity: Similarity, relevance: NDArray[np.floating]) -> BothWays:
    """Both captions x videos; relevance from 0 to 1 (classes: 0 or 1)."""
    return BothWays(
        mean_defined(ndcgs(similarity, relevance)),
        mean_defined(ndcgs(similarity.T, relevance.T)),
    )


def recalls(similarity: Similarity, video_of: NDArray[np.integer]) -> tuple[Recalls, Recalls]:
    """Text to video, video to text: of the instance."""
    own = video_of[:, None] == np.arange(similarity.shape[1])
    return _recalls(similarity, own), _recalls(similarity.T, own.T)


def _recalls(similarity: Similarity, own: NDArray[np.bool_]) -> Recalls:
    ranks = first_ranks(similarity, own)
    return Recalls({k: recall_at(ranks, k) for k in KS})


def classes_in_common(rows: NDArray[np.integer], columns: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Relevance by class, such as 002's actions; a class below 0 is none, and shared with no
    one."""
    same: NDArray[np.bool_] = (rows[:, None] == columns) & (rows[:, None] >= 0)
    return same


def four_ways(
    videos: Similarity,
    texts: Similarity,
    video_classes: NDArray[np.integer],
    text_classes: NDArray[np.integer],
) -> FourWays:
    """mAP of 002's Tables 2 and 3, from unit vectors and each item's class."""
    across = mean_average_precision(
        texts @ videos.T, classes_in_common(text_classes, video_classes)
    )
    vv, tt = (
        mean_defined(
            average_precisions(
                vectors @ vectors.T, classes_in_common(classes, classes), without_itself=True
            )
        )
        for vectors, classes in ((videos, video_classes), (texts, text_classes))
    )
    return FourWays(across.tv, across.vt, vv, tt)
