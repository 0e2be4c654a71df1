"""nDCG of a model in both directions (paper 000, Eq. 3), by blocks of queries."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from semantics.graded.dcg import Rankings, Values, ndcg
from semantics.proxies.relevance import Relevance


@dataclass(frozen=True, slots=True)
class BothWays:
    """A value for each caption, and one for each video; nan where nothing is relevant to it."""

    t2v: Values
    v2t: Values

    @property
    def means(self) -> dict[str, float | None]:
        """Over those with a value. `both` weighs the directions equally, however many captions and
        videos there are (Eq. 3)."""
        t2v, v2t = _mean(self.t2v), _mean(self.v2t)
        both = None if t2v is None or v2t is None else (t2v + v2t) / 2
        return {"t2v": t2v, "v2t": v2t, "both": both}

    @property
    def undefined(self) -> dict[str, int]:
        return {"t2v": int(np.isnan(self.t2v).sum()), "v2t": int(np.isnan(self.v2t).sum())}


def _mean(values: Values) -> float | None:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else None


def evaluate_rankings(relevance: Relevance, rankings: Rankings) -> Values:
    """(queries,): nDCG of each row of the relevance. For video to text, of `relevance.turned()`."""
    values = [ndcg(rows, rankings[start : start + len(rows)]) for start, rows in relevance.blocks()]
    return np.concatenate([np.empty(0), *values])


def evaluate_similarity(relevance: Relevance, similarity: NDArray[np.floating]) -> BothWays:
    """similarity: captions x videos, which may be a file's memory map."""
    return BothWays(_ranked(relevance, similarity), _ranked(relevance.turned(), similarity.T))


def _ranked(relevance: Relevance, similarity: NDArray[np.floating]) -> Values:
    values = [
        ndcg(rows, rank(similarity[start : start + len(rows)]))
        for start, rows in relevance.blocks()
    ]
    return np.concatenate([np.empty(0), *values])


def rank(similarity: NDArray[np.floating]) -> Rankings:
    """The highest first; of equals, the one that comes later. (With items in the order of their
    keys, that is the tie rule of imported runs.)"""
    items = similarity.shape[1]
    return items - 1 - np.argsort(-similarity[:, ::-1], axis=1, kind="stable")
