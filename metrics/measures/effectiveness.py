"""How well a run ranks what is relevant: hits in, one value per caption out; means and other
summaries come after.

Everywhere: a caption without positives has no value, nan. One without a ranking, or whose ranking
ends early, found nothing there. Gains play a part in nDCG alone; for the others whatever has a gain
is positive. Ties are broken before (`TIES`). Equations are those of Rodriguez et al. 2023 (FIRE)
and Wray et al. 2021 (SVR).
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from metrics.measures.hits import Hits, Integers, Pairs, Values, first_of_runs

TIES = "score descending, then key descending"


def correct_at(hits: Hits, k: int) -> Values:
    """C@K: 1.0 where any of the first k ranked is positive (FIRE's Correct@K; Success@K
    elsewhere)."""
    return _valued(hits, (_first(hits) <= k).astype(np.float64))


def precision_at(hits: Hits, k: int) -> Values:
    """P@K: positives among the first k, over k, also where the ranking is shorter than k."""
    return _valued(hits, _total(hits, hits.rank <= k) / k)


def recall_at(hits: Hits, k: int) -> Values:
    """R@K: positives among the first k, over all positives of the caption (FIRE Eq. 1)."""
    return _divide(_total(hits, hits.rank <= k), hits.positives)


def average_precision(hits: Hits, depth: int | None = None) -> Values:
    """AP: precision at each hit, summed, over all positives of the caption (FIRE Eq. 2), found or
    not. depth: None for all."""
    return _divide(_precision(hits, depth), hits.positives)


def average_precision_of_found(hits: Hits, depth: int | None = None) -> Values:
    """AP-found: mean precision at the hits that were found, 0 if none: what the FIRE release
    computes, not textbook AP."""
    found = _total(hits, _within(hits, depth))
    return _valued(hits, _precision(hits, depth) / np.maximum(found, 1))


def reciprocal_rank(hits: Hits, depth: int | None = None) -> Values:
    """RR: one over the first positive's rank; 0 where it stands below the depth, whether or not its
    rank is known."""
    first = _first(hits)
    return _valued(hits, np.where(first <= (depth or hits.depth), 1 / first, 0.0))


def first_rank(hits: Hits, full_ranks: ArrayLike | None = None) -> Values:
    """The first positive's rank, for MedR and MeanR; infinity where it stands below the stored
    depth and nobody knows where.

    full_ranks: (captions,), the rank of the first of these very positives in the whole ranking, as
    stored from a matrix; 0 where unknown. The rank of a caption's own video is that only while it
    is the caption's only positive.
    """
    first = _first(hits)
    if full_ranks is not None:
        full = np.asarray(full_ranks, np.int64)
        if full.shape != first.shape:
            raise ValueError(
                f"each of the {len(first)} captions has one full rank, but there are {full.shape}"
            )
        unseen = np.isinf(first) & (full > 0) & (hits.positives > 0)
        if (full[unseen] <= hits.lengths[unseen]).any():
            raise ValueError("a full rank lies within the ranking, where no positive stands")
        first[unseen] = full[unseen]
    return _valued(hits, first)


def ndcg(
    hits: Hits, positives: Pairs, k: int | None = None, *, exponential: bool = False
) -> Values:
    """nDCG@K: gains over log2(rank + 1), summed, over the same sum in the best possible order.

    exponential: 2^g - 1 takes the place of the gain g. k: None cuts each caption at the number of
    its positives (SVR Eq. 2).
    positives: the pairs that the hits were found with.
    """
    seen = hits.rank <= (hits.positives[hits.row] if k is None else k)
    gain = _gain(hits.gain, exponential=exponential) / np.log2(hits.rank + 1)
    return _divide(_total(hits, seen, gain), _ideal(positives, k, exponential=exponential))


def judged_at(hits: Hits, k: int) -> Values:
    """Judged@K: share of the first k, or of a shorter ranking, that has a verdict; 0 for an empty
    one. Never nan.

    hits: found with the judged pairs in the positives' place.
    """
    return _total(hits, hits.rank <= k) / np.maximum(np.minimum(hits.lengths, k), 1)


def by_depth(kind: str) -> Callable[[Hits, int], Values]:
    """The function of a kind of measure that looks at hits and a depth alone."""
    return _BY_DEPTH[kind]


_BY_DEPTH: dict[str, Callable[[Hits, int], Values]] = {
    "C": correct_at,
    "P": precision_at,
    "R": recall_at,
    "AP": average_precision,
    "AP-found": average_precision_of_found,
    "RR": reciprocal_rank,
}


def _first(hits: Hits) -> Values:
    """(captions,): the first hit's rank, infinity where there is none."""
    first = np.full(hits.rows, np.inf)
    leading = hits.nth == 1
    first[hits.row[leading]] = hits.rank[leading]
    return first


def _within(hits: Hits, depth: int | None) -> NDArray[np.bool_]:
    return hits.rank <= (hits.depth if depth is None else depth)


def _precision(hits: Hits, depth: int | None) -> Values:
    return _total(hits, _within(hits, depth), hits.nth / hits.rank)


def _total(hits: Hits, chosen: NDArray[np.bool_], weights: Values | None = None) -> Values:
    """(captions,): the chosen hits counted, or their weights summed."""
    chosen_weights = None if weights is None else weights[chosen]
    return np.bincount(hits.row[chosen], chosen_weights, minlength=hits.rows).astype(
        np.float64, copy=False
    )


def _ideal(positives: Pairs, k: int | None, *, exponential: bool) -> Values:
    row = positives.keys // max(positives.columns, 1)
    gain = _gain(positives.gains, exponential=exponential)[np.lexsort((-positives.gains, row))]
    rank = np.arange(len(row)) - first_of_runs(row) + 1
    chosen = slice(None) if k is None else rank <= k
    total = np.bincount(row[chosen], (gain / np.log2(rank + 1))[chosen], minlength=positives.rows)
    return total.astype(np.float64, copy=False)


def _gain(gain: Values, *, exponential: bool) -> Values:
    return np.expm1(gain * np.log(2)) if exponential else gain  # 2^g - 1, exact for small gains too


def _valued(hits: Hits, values: Values) -> Values:
    values[hits.positives == 0] = np.nan
    return values


def _divide(total: Values, by: Values | Integers) -> Values:
    out = np.full(len(total), np.nan)
    np.divide(total, by, out=out, where=by > 0)
    return out
