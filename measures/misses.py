"""The captions that runs miss: none of their original positives is among a run's first ranks.
Arrays in, arrays out.

What a run gets right by the original positives stays right whatever people find, so of a share of
captions that are right only the misses are unknown.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from measures.arrays import Counts, Mask

SCALE = 1_000  # spreads are whole numbers of these parts


def missed_by_any(tops: Sequence[NDArray[np.int32]], own_videos: Counts) -> Mask:
    """(captions,): at least one of the runs does not have the caption's own video in its ranks. A
    caption whose own video is not known is missed by every run.

    tops: for each run (captions, depth), -1 past a ranking's end. own_videos: (captions,), -1 where
    it is not known.
    """
    missed = own_videos < 0
    for top in tops:
        missed = missed | ~(top == own_videos[:, None]).any(axis=1)
    return missed


def right_of(top: NDArray[np.int32], queries: Counts, relevant: Counts, judged: Counts) -> Counts:
    """(captions,): 1 where people found one of the ranked videos relevant, 0 where they found none
    of them, -1 where that is still open.

    top: (captions, depth). queries: (captions,). relevant, judged: keys `query << 32 | video`.
    """
    keys = np.where(top >= 0, queries[:, None] << 32 | top, -1)
    there = top >= 0
    found = (np.isin(keys, relevant) & there).any(axis=1)
    every = (np.isin(keys, judged) | ~there).all(axis=1)
    return np.where(found, 1, np.where(every, 0, -1))


def spread_by_stratum(stratum: Counts, right: Counts, strata: int) -> list[int]:
    """The standard deviation of right or not in a pilot, for each stratum, in parts of `SCALE`;
    with one right and one wrong added, so that no stratum is thought to have none.

    stratum, right: (pilot's captions,) their stratum in the new draw, and 1 or 0.
    """
    n = np.bincount(stratum, minlength=strata)
    share = (np.bincount(stratum, weights=right, minlength=strata) + 1) / (n + 2)
    return [int(each) for each in np.rint(np.sqrt(share * (1 - share)) * SCALE)]
