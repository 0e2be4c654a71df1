"""RBP(p=0.8): rank-biased precision (Moffat & Zobel 2008), for a reader who goes from each rank to
the next with probability p. In RBP every positive counts 1; in gRBP its grade over the highest."""

import numpy as np

from measures.arrays import Mask, Values
from measures.grades import MAX, highest_of, which_highest, why_above
from measures.hits import Hits
from measures.measure import Depth, Found, Kind, LooksAt, Measure, Parameter
from measures.sums import total, valued


def _values(found: Found, measure: Measure) -> Values:
    """(1 - p) sum rel_i p^(i - 1)."""
    hits = found.hits
    return valued(hits, _weight(hits, hits.rank <= measure.cut(found), measure))


def _graded(found: Found, measure: Measure) -> Values:
    """RBP with the gain grade / highest for rel_i."""
    hits, (p, _) = found.hits, measure.parameters
    gain = hits.gain / highest_of(found, measure)
    chosen = hits.rank <= measure.cut(found)
    return valued(hits, total(hits, chosen, (1 - p) * gain * p ** (hits.rank - 1)))


def _residual(found: Found, measure: Measure) -> Values:
    """The weight of all ranks without a verdict, those below the depth included: the weights of all
    ranks, to infinity, add up to 1. The value with every verdict lies at most so much higher."""
    if found.judged is None:
        raise ValueError("a residual needs the pairs that have a verdict")
    judged = found.judged
    return 1 - _weight(judged, judged.rank <= measure.cut(found), measure)


def _weight(hits: Hits, chosen: Mask, measure: Measure) -> Values:
    p = measure.parameters[0]
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
GRADED = Kind(
    name="gRBP",
    convention=(
        "(1 - p) times the sum of gain p^(rank - 1) over the positives that are ranked; the gain is"
        " the grade over the highest"
    ),
    looks_at=LooksAt.HITS,
    values=_graded,
    depth=Depth.POSSIBLE,
    parameters=(Parameter("p", 0.8, 0, 1), MAX),
    rises=True,
    graded=True,
    residual=_residual,
    unfit=why_above,
    remark=which_highest,
    also_called=("gradedrankbiasedprecision",),
)
KINDS = (RBP, GRADED)
