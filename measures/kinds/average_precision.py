"""AP, and the AP of the FIRE release, which is not the textbook's."""

import numpy as np

from measures.arrays import Values, divide
from measures.measure import Depth, Found, Kind, LooksAt, Measure
from measures.sums import total, valued


def _precision(found: Found, measure: Measure) -> Values:
    """(captions,): precision at each hit, summed."""
    hits = found.hits
    return total(hits, hits.rank <= measure.cut(found), hits.nth / hits.rank)


def _of_all(found: Found, measure: Measure) -> Values:
    """FIRE Eq. 2."""
    return divide(_precision(found, measure), found.hits.positives)


def _of_found(found: Found, measure: Measure) -> Values:
    """0 if none was found: what the FIRE release computes."""
    hits = found.hits
    number = total(hits, hits.rank <= measure.cut(found))
    return valued(hits, _precision(found, measure) / np.maximum(number, 1))


AP = Kind(
    name="AP",
    convention="precision at each hit, summed, over all positives, found or not",
    looks_at=LooksAt.POSITIVES,
    values=_of_all,
    depth=Depth.POSSIBLE,
    also_called=("map",),
    place=4,
)
AP_FOUND = Kind(
    name="AP-found",
    convention=(
        "mean precision at the hits that were found, 0 if none (the FIRE release's convention)"
    ),
    looks_at=LooksAt.HITS,
    values=_of_found,
    depth=Depth.POSSIBLE,
    place=5,
)
KINDS = (AP, AP_FOUND)
