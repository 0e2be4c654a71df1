"""RR: one over the first positive's rank."""

import numpy as np

from measures.arrays import Values
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.sums import first_hit, valued


def _values(found: Found, measure: Measure) -> Values:
    """0 where the first positive is below the depth, whether or not its rank is known."""
    first = first_hit(found.hits)
    return valued(found.hits, np.where(first <= measure.cut(found), 1 / first, 0.0))


RR = Kind(
    name="RR",
    convention="one over the first positive's rank, 0 below the depth",
    looks_at=LooksAt.FIRST_HIT,
    values=_values,
    depth=Depth.POSSIBLE,
    rises=True,
    also_called=("mrr",),
    place=6,
)
KINDS = (RR,)
