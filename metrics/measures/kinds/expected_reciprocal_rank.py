"""ERR: one over the rank at which a reader stops, who is satisfied by a rank with a probability
that grows with its grade (Chapelle et al. 2009)."""

from itertools import pairwise

import numpy as np

from metrics.measures.arrays import Values
from metrics.measures.measure import Depth, Found, Kind, LooksAt, Measure, Parameter
from metrics.measures.sums import total, valued

FROM_POSITIVES = 0.0
HIGHEST = 100  # of any scale that is read


def _values(found: Found, measure: Measure) -> Values:
    """(2^g - 1) / 2^highest is the probability that a rank of grade g satisfies."""
    hits, highest = found.hits, _highest(found, measure)
    satisfied = np.expm1(hits.gain * np.log(2)) / np.exp2(highest)
    going = np.ones(hits.rows)
    weights = np.empty(len(hits.row))
    # One hit of each row at a time, from the first on: products stay exact.
    order = np.argsort(hits.nth, kind="stable")
    ends = np.searchsorted(hits.nth[order], np.arange(1, hits.nth.max(initial=0) + 2))
    for start, end in pairwise(ends.tolist()):
        some = order[start:end]
        row = hits.row[some]
        weights[some] = going[row] * satisfied[some] / hits.rank[some]
        going[row] *= 1 - satisfied[some]
    return valued(hits, total(hits, hits.rank <= measure.cut(found), weights))


def _highest(found: Found, measure: Measure) -> float:
    (named,) = measure.parameters
    return found.highest if named == FROM_POSITIVES else named


def _unfit(found: Found, measure: Measure) -> str:
    highest = _highest(found, measure)
    if found.highest <= highest:
        return ""
    return f"a positive has the grade {found.highest:g}, above the {highest:g} of its name"


def _remark(found: Found, measure: Measure) -> str:
    if measure.parameters != (FROM_POSITIVES,):
        return ""
    return (
        f"the highest grade is {found.highest:g}, the highest of any positive; ERR(max=4) names"
        " another"
    )


ERR = Kind(
    name="ERR",
    convention=(
        "one over the rank, times the probability of stopping there, summed; a rank of grade g"
        " satisfies with (2^g - 1) / 2^max"
    ),
    looks_at=LooksAt.HITS,
    values=_values,
    depth=Depth.POSSIBLE,
    parameters=(Parameter("max", FROM_POSITIVES, 0, HIGHEST + 1, unsaid=True),),
    rises=True,
    graded=True,
    unfit=_unfit,
    remark=_remark,
    also_called=("expectedreciprocalrank",),
)
KINDS = (ERR,)
