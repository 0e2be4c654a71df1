"""nDCG in both directions (Wray et al. 2021, Eq. 3), and how many pairs count as relevant at each
threshold (Figure 4)."""

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers, Values
from semantics.proxies.relevance import ROUNDING, Relevance


@frozen
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


def _mean(values: Values) -> float | None:
    defined = values[~np.isnan(values)]
    return float(defined.mean()) if len(defined) else None


THRESHOLDS = tuple(step / 10 for step in range(1, 11))
CHUNK = 1 << 22  # cells


def count_relevant(relevance: Relevance) -> Integers:
    """How many pairs have a relevance of at least T, at each threshold T."""
    least = np.array(THRESHOLDS) - ROUNDING
    cells = relevance.stored
    pairs = np.zeros(len(least), np.int64)
    for start in range(0, len(cells), CHUNK):
        chunk = np.sort(cells[start : start + CHUNK].astype(np.float32))
        pairs += len(chunk) - np.searchsorted(chunk, least)
    return pairs
