"""RBP(p=0.8): rank-biased precision (Moffat & Zobel 2008), for a reader who goes from each rank to
the next with probability p."""

import numpy as np

from metrics.measures.arrays import Mask, Values
from metrics.measures.hits import Hits
from metrics.measures.measure import Depth, Found, Kind, LooksAt, Measure, Parameter
from metrics.measures.sums import total, valued


def _values(found: Found, measure: Measure) -> Values:
    """(1 - p) sum rel_i p^(i - 1)."""
    hits = found.hits
    return valued(hits, _weight(hits, hits.rank <= measure.cut(found), measure))


def _residual(found: Found, measure: Measure) -> Values:
    """The weight of all ranks without a verdict, those below the depth included: the weights of all
    ranks, to infinity, add up to 1. The value with every verdict lies at most so much higher."""
    if found.judged is None:
        raise ValueError("a residual needs the pairs that have a verdict")
    judged = found.judged
    return 1 - _weight(judged, judged.rank <= measure.cut(found), measure)


def _weight(hits: Hits, chosen: Mask, measure: Measure) -> Values:
    (p,) = measure.parameters
    return total(hits, chosen, ((1 - p) * p ** (hits.rank - 1)).astype(np.float64))


RBP = Kind(
    name="RBP",
    convention="(1 - p) times the sum of p^(rank - 1) over the positives that are ranked",
    looks_at=LooksAt.HITS,
    values=_values,
    depth=Depth.POSSIBLE,
    parameters=(Parameter("p", 0.8, 0, 1),),
    rises=True,
    residual=_residual,
    also_called=("rankbiasedprecision",),
)
KINDS = (RBP,)
