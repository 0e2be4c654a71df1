"""ERR: one over the rank at which a reader stops, who is satisfied by a rank with a probability
that grows with its grade (Chapelle et al. 2009)."""

from itertools import pairwise

import numpy as np

from measures.arrays import Values
from measures.grades import MAX, highest_of, which_highest, why_above
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.sums import total, valued


def _values(found: Found, measure: Measure) -> Values:
    """(2^g - 1) / 2^highest is the probability that a rank of grade g satisfies."""
    hits, highest = found.hits, highest_of(found, measure)
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


ERR = Kind(
    name="ERR",
    convention=(
        "one over the rank, times the probability of stopping there, summed; a rank of grade g"
        " satisfies with (2^g - 1) / 2^max"
    ),
    looks_at=LooksAt.HITS,
    values=_values,
    depth=Depth.POSSIBLE,
    parameters=(MAX,),
    rises=True,
    graded=True,
    unfit=why_above,
    remark=which_highest,
    also_called=("expectedreciprocalrank",),
)
KINDS = (ERR,)
