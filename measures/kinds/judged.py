"""Judged@K: how much of what a run ranks first has a verdict."""

import numpy as np

from measures.arrays import Values
from measures.hits import Hits
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.sums import total


def judged_at(hits: Hits, k: int) -> Values:
    """Share of the first k, or of a shorter ranking, that has a verdict; 0 for an empty one. Never
    nan.

    hits: found with the judged pairs in the positives' place.
    """
    return total(hits, hits.rank <= k) / np.maximum(np.minimum(hits.lengths, k), 1)


def _values(found: Found, measure: Measure) -> Values:
    if found.judged is None:
        raise ValueError("Judged@K needs the pairs that have a verdict")
    return judged_at(found.judged, measure.cut(found))


JUDGED = Kind(
    name="Judged",
    convention="share of the first K, or of a shorter ranking, with a verdict",
    looks_at=LooksAt.VERDICTS,
    values=_values,
    depth=Depth.NEEDED,
    place=12,
)
KINDS = (JUDGED,)
