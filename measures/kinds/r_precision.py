"""Rprec and AP@R: what a caption with R positives has among its first R ranks."""

import numpy as np

from measures.arrays import Mask, Values, divide
from measures.measure import Found, Kind, LooksAt, Measure
from measures.sums import total


def _among_first(found: Found) -> Mask:
    """(hits,): whether it is among as many ranks as its caption has positives."""
    return found.hits.rank <= found.hits.positives[found.hits.row]


def _share(found: Found, _: Measure) -> Values:
    return divide(total(found.hits, _among_first(found)), found.hits.positives)


def _precision(found: Found, _: Measure) -> Values:
    """Musgrave, Belongie and Lim 2020, equations 5 and 6 (MAP@R)."""
    hits = found.hits
    precision = (hits.nth / hits.rank).astype(np.float64)
    return divide(total(hits, _among_first(found), precision), hits.positives)


RPREC = Kind(
    name="Rprec",
    convention="positives among the first R ranks, over R, the number of the caption's positives",
    looks_at=LooksAt.POSITIVES,
    values=_share,
    cut_by_positives=True,
    also_called=("r-prec", "r-precision", "rprecision"),
)
AP_AT_R = Kind(
    name="AP@R",
    convention=(
        "precision at each hit among the first R ranks, summed, over R, the number of the"
        " caption's positives"
    ),
    looks_at=LooksAt.POSITIVES,
    values=_precision,
    cut_by_positives=True,
    also_called=("map@r",),
)
KINDS = (RPREC, AP_AT_R)
