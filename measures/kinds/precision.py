"""P@K: how many of the first ranks are relevant."""

from measures.arrays import Values
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.sums import total, valued


def _values(found: Found, measure: Measure) -> Values:
    """Over k also where the ranking is shorter than k."""
    hits, k = found.hits, measure.cut(found)
    return valued(hits, total(hits, hits.rank <= k) / k)


P = Kind(
    name="P",
    convention="positives in the first K, over K",
    looks_at=LooksAt.HITS,
    values=_values,
    depth=Depth.NEEDED,
    rises=True,
    also_called=("precision",),
    place=2,
)
KINDS = (P,)
