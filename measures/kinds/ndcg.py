"""nDCG: gains discounted by rank, over the best possible order (SVR Eq. 2)."""

import numpy as np

from measures.arrays import Values, divide
from measures.hits import Pairs, first_of_runs
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.sums import total

WHOLE = "nDCG-whole"
CUT = "without K each caption is cut at the number of its positives"


def _linear(found: Found, measure: Measure) -> Values:
    return _ndcg(found, measure.depth, exponential=False)


def _exponential(found: Found, measure: Measure) -> Values:
    return _ndcg(found, measure.depth, exponential=True)


def _whole(found: Found, measure: Measure) -> Values:
    return _ndcg(found, max(found.hits.depth, found.positives.columns), exponential=False)


def _ndcg(found: Found, k: int | None, *, exponential: bool) -> Values:
    """Gains over log2(rank + 1), summed, over the same sum in the best possible order.

    exponential: 2^g - 1 takes the place of the gain g. k: None cuts each caption at the number of
    its positives.
    """
    hits = found.hits
    seen = hits.rank <= (hits.positives[hits.row] if k is None else k)
    gain = _gain(hits.gain, exponential=exponential) / np.log2(hits.rank + 1)
    return divide(total(hits, seen, gain), _ideal(found.positives, k, exponential=exponential))


def _ideal(positives: Pairs, k: int | None, *, exponential: bool) -> Values:
    row = positives.keys // max(positives.columns, 1)
    gain = _gain(positives.gains, exponential=exponential)[np.lexsort((-positives.gains, row))]
    rank = np.arange(len(row)) - first_of_runs(row) + 1
    chosen = slice(None) if k is None else rank <= k
    summed = np.bincount(row[chosen], (gain / np.log2(rank + 1))[chosen], minlength=positives.rows)
    return summed.astype(np.float64, copy=False)


def _gain(gain: Values, *, exponential: bool) -> Values:
    return np.expm1(gain * np.log(2)) if exponential else gain  # 2^g - 1, exact for small gains too


LINEAR = Kind(
    name="nDCG",
    convention=f"linear gain, discount log2(rank + 1); {CUT}",
    looks_at=LooksAt.POSITIVES,
    values=_linear,
    depth=Depth.POSSIBLE,
    cut_by_positives=True,
    graded=True,
    place=10,
)
EXPONENTIAL = Kind(
    name="nDCG-exp",
    convention=f"gain 2^g - 1, discount log2(rank + 1); {CUT}",
    looks_at=LooksAt.POSITIVES,
    values=_exponential,
    depth=Depth.POSSIBLE,
    cut_by_positives=True,
    graded=True,
    place=11,
)
OVER_ALL = Kind(
    name=WHOLE,
    convention=(
        "linear gain, discount log2(rank + 1), over the whole ranking (trec_eval's ndcg; nDCG"
        " without K is that of Wray et al., 2021)"
    ),
    looks_at=LooksAt.POSITIVES,
    values=_whole,
    graded=True,
    place=12,
)
KINDS = (LINEAR, EXPONENTIAL, OVER_ALL)
