"""How far instance-based scores could move if captions that say the same counted as the same (paper
000, Figure 5)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from semantics.graded.dcg import Rankings, Values
from semantics.proxies.relevance import ROUNDING, Relevance

SAME_ABOVE = 0.8
DEPTHS = (1, 5, 10)


@dataclass(frozen=True, slots=True)
class Ranks:
    """(queries,), from 1; inf for what is not ranked, nan for a query without an own item."""

    own: Values  # of the best of its own items: what instance-based scores look at
    best: Values  # of the best of those that count as the same
    worst: Values  # of the worst of them


@dataclass(frozen=True, slots=True)
class InstanceScores:
    """Over queries with an own item; nan where there is none."""

    recall: dict[int, float]
    geometric_mean: float  # of the recalls (footnote 1)
    median_rank: float


@dataclass(frozen=True, slots=True)
class Reach:
    own: InstanceScores
    least: InstanceScores
    most: InstanceScores


def own_pairs(video_of: NDArray[np.integer], videos: int) -> csr_array:
    """captions x videos, true where the video is the caption's own; its transpose is video to
    text's."""
    captions = len(video_of)
    cells = np.ones(captions, np.bool_), (np.arange(captions), video_of)
    return csr_array(cells, shape=(captions, videos))


def find_ranks(
    relevance: Relevance,
    own: csr_array,
    rankings: Rankings,
    above: float = SAME_ABOVE,
) -> Ranks:
    """relevance, own: queries x items. rankings: (queries, depth), the best first, -1 past a
    ranking's end. Own items count as the same whatever their relevance."""
    blocks = [
        _ranks(
            rows > above + ROUNDING,
            own[start : start + len(rows)].toarray(),
            rankings[start : start + len(rows)],
        )
        for start, rows in relevance.blocks()
    ]
    gathered = (np.concatenate([np.empty(0), *parts]) for parts in zip(*blocks, strict=True))
    return Ranks(*gathered) if blocks else Ranks(*np.empty((3, 0)))


def _ranks(
    same: NDArray[np.bool_], own: NDArray[np.bool_], rankings: Rankings
) -> tuple[Values, Values, Values]:
    rank_of = np.full(own.shape, np.inf)
    query, place = np.nonzero(rankings >= 0)
    rank_of[query, rankings[query, place]] = place + 1
    same = same | own
    defined = own.any(axis=1)
    ranks = (
        np.where(own, rank_of, np.inf).min(axis=1, initial=np.inf),
        np.where(same, rank_of, np.inf).min(axis=1, initial=np.inf),
        np.where(same, rank_of, 0).max(axis=1, initial=0),
    )
    own_rank, best, worst = (np.where(defined, found, np.nan) for found in ranks)
    return own_rank, best, worst


def score_ranks(ranks: Values, depths: Sequence[int] = DEPTHS) -> InstanceScores:
    defined = ranks[~np.isnan(ranks)]
    if not len(defined):
        return InstanceScores(dict.fromkeys(depths, np.nan), np.nan, np.nan)
    recall = {depth: float((defined <= depth).mean()) for depth in depths}
    mean = float(np.prod(list(recall.values())) ** (1 / len(depths)))
    return InstanceScores(recall, mean, _median(defined))


def _median(ranks: Values) -> float:
    # numpy's median of two infinities is nan.
    low, high = np.sort(ranks)[[(len(ranks) - 1) // 2, len(ranks) // 2]]
    return float(low if low == high else (low + high) / 2)


def find_reach(ranks: Ranks, depths: Sequence[int] = DEPTHS) -> Reach:
    """The least from the worst ranks, the most from the best."""
    return Reach(
        score_ranks(ranks.own, depths),
        score_ranks(ranks.worst, depths),
        score_ranks(ranks.best, depths),
    )
