"""C@K: whether a run finds anything relevant (FIRE's Correct@K; Success@K elsewhere)."""

import numpy as np

from measures.arrays import Values
from measures.hits import Hits
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.sums import first_hit, valued


def correct_at(hits: Hits, k: int) -> Values:
    """1.0 where any of the first k ranked is positive."""
    return valued(hits, (first_hit(hits) <= k).astype(np.float64))


def _values(found: Found, measure: Measure) -> Values:
    return correct_at(found.hits, measure.cut(found))


C = Kind(
    name="C",
    convention="1 if any of the first K is positive",
    looks_at=LooksAt.FIRST_HIT,
    values=_values,
    depth=Depth.NEEDED,
    rises=True,
    binary=True,
    also_called=("success", "correct", "hit", "hits", "hitrate"),
    place=1,
)
KINDS = (C,)
