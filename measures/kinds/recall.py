"""R@K: how much of what is relevant is found (FIRE Eq. 1)."""

from measures.arrays import Values, divide
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.sums import total


def _values(found: Found, measure: Measure) -> Values:
    hits = found.hits
    return divide(total(hits, hits.rank <= measure.cut(found)), hits.positives)


R = Kind(
    name="R",
    convention="positives in the first K, over all positives (textbook recall)",
    looks_at=LooksAt.POSITIVES,
    values=_values,
    depth=Depth.NEEDED,
    also_called=("recall",),
    place=3,
)
KINDS = (R,)
