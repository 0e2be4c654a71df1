"""How far instance-based scores could move if captions that say the same counted as the same (Wray
et al. 2021, Figure 5)."""

import numpy as np
from scipy.sparse import csr_array

from foundation.frozen import frozen
from measures.arrays import Mask, Values
from measures.whole import Ranked, rank_table
from semantics.proxies.relevance import ROUNDING, Relevance

SAME_ABOVE = 0.8


@frozen
class Ranks:
    """(queries,), from 1; inf for what is not ranked, nan for a query without an own item."""

    own: Values  # of the best of its own items: what instance-based scores look at
    best: Values  # of the best of those that count as the same
    worst: Values  # of the worst of them


def find_ranks(
    relevance: Relevance, own: csr_array, rankings: Ranked, above: float = SAME_ABOVE
) -> Ranks:
    """relevance, own: queries x items. rankings: (queries, depth), the best first, -1 past a
    ranking's end; or whole ones. Own items count as the same whatever their relevance."""
    blocks = [
        _ranks(
            rows > above + ROUNDING,
            own[start : start + len(rows)].toarray(),
            rank_table(rankings[start : start + len(rows)], rows.shape[1]),
        )
        for start, rows in relevance.blocks()
    ]
    gathered = (np.concatenate([np.empty(0), *parts]) for parts in zip(*blocks, strict=True))
    return Ranks(*gathered) if blocks else Ranks(*np.empty((3, 0)))


def _ranks(same: Mask, own: Mask, rank_of: Values) -> tuple[Values, Values, Values]:
    same = same | own
    defined = own.any(axis=1)
    ranks = (
        np.where(own, rank_of, np.inf).min(axis=1, initial=np.inf),
        np.where(same, rank_of, np.inf).min(axis=1, initial=np.inf),
        np.where(same, rank_of, 0).max(axis=1, initial=0),
    )
    own_rank, best, worst = (np.where(defined, found, np.nan) for found in ranks)
    return own_rank, best, worst
