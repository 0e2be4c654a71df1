"""Sums over hits: what the kinds of measures have in common.

Everywhere: a caption without positives has no value, nan. One without a ranking, or whose ranking
ends early, found nothing there.
"""

import numpy as np

from measures.arrays import Mask, Values
from measures.hits import Hits


def first_hit(hits: Hits) -> Values:
    """(captions,): the first hit's rank, infinity where there is none."""
    first = np.full(hits.rows, np.inf)
    leading = hits.nth == 1
    first[hits.row[leading]] = hits.rank[leading]
    return first


def total(hits: Hits, chosen: Mask, weights: Values | None = None) -> Values:
    """(captions,): the chosen hits counted, or their weights summed."""
    chosen_weights = None if weights is None else weights[chosen]
    return np.bincount(hits.row[chosen], chosen_weights, minlength=hits.rows).astype(
        np.float64, copy=False
    )


def valued(hits: Hits, values: Values) -> Values:
    """nan for captions without positives; the array itself is changed."""
    values[hits.positives == 0] = np.nan
    return values
