"""How many captions count as relevant at each threshold (paper 000, Figure 4)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from semantics.proxies.relevance import ROUNDING, Relevance

THRESHOLDS = tuple(step / 10 for step in range(1, 11))
CHUNK = 1 << 22  # cells


def count_relevant(
    relevance: Relevance, thresholds: Sequence[float] = THRESHOLDS
) -> NDArray[np.int64]:
    """How many pairs have a relevance of at least T, at each threshold T."""
    if any(not 0 < threshold <= 1 for threshold in thresholds):
        raise ValueError("thresholds are above 0 and at most 1")
    least = np.array(thresholds, np.float64) - ROUNDING
    cells = relevance.stored
    pairs = np.zeros(len(least), np.int64)
    for start in range(0, len(cells), CHUNK):
        chunk = np.sort(cells[start : start + CHUNK].astype(np.float32))
        pairs += len(chunk) - np.searchsorted(chunk, least)
    return pairs
