"""MedR and MeanR: the rank of the first positive."""

import numpy as np

from measures.arrays import Values
from measures.measure import Found, Kind, LooksAt, Measure, Unit
from measures.quantity import median_rank
from measures.sums import first_hit, valued


def first_rank(found: Found, _: Measure) -> Values:
    """Infinity where the first positive is below the stored depth and its rank is not known.

    found.full_ranks: (captions,), the rank of the first of these very positives in the whole
    ranking, as stored from a matrix; 0 where unknown. The rank of a caption's own video is that
    only while it is the caption's only positive.
    """
    hits, first = found.hits, first_hit(found.hits)
    if found.full_ranks is not None:
        full = np.asarray(found.full_ranks, np.int64)
        if full.shape != first.shape:
            raise ValueError(
                f"each of the {len(first)} captions has one full rank, but there are {full.shape}"
            )
        unseen = np.isinf(first) & (full > 0) & (hits.positives > 0)
        if (full[unseen] <= hits.lengths[unseen]).any():
            raise ValueError("a full rank lies within the ranking, where no positive stands")
        first[unseen] = full[unseen]
    return valued(hits, first)


MEDIAN = Kind(
    name="MedR",
    convention=(
        "median rank of the first positive; below the stored depth counts as below every known rank"
    ),
    looks_at=LooksAt.FIRST_HIT,
    values=first_rank,
    unit=Unit.RANK,
    summary=median_rank,
    instead="RR",
    also_called=("mdr", "medianrank"),
    place=7,
)
MEAN = Kind(
    name="MeanR",
    convention="mean rank of the first positive; undefined if a rank is not known",
    looks_at=LooksAt.FIRST_HIT,
    values=first_rank,
    unit=Unit.RANK,
    instead="RR",
    also_called=("mr", "meanrank"),
    place=8,
)
KINDS = (MEDIAN, MEAN)
