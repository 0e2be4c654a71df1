"""The union of several runs' top ranks, as pairs with the rank each run gave them. Arrays in,
arrays out."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen


@frozen
class PairsFound:
    """Ordered by query, then video. ranks: (pairs, runs), 0 where a run did not find the pair."""

    queries: NDArray[np.int64]
    videos: NDArray[np.int64]
    ranks: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.queries)

    @property
    def best_ranks(self) -> NDArray[np.int16]:
        """The least rank that any run gave."""
        none = np.iinfo(np.int16).max
        return np.where(self.ranks > 0, self.ranks, none).min(axis=1, initial=none)

    @property
    def found_by_run(self) -> NDArray[np.int64]:
        """(runs,): how many pairs each run found."""
        return (self.ranks > 0).sum(axis=0)

    @property
    def found_by_it_alone(self) -> NDArray[np.int64]:
        """(runs,): how many pairs no other run found."""
        alone = (self.ranks > 0).sum(axis=1) == 1
        return (self.ranks[alone] > 0).sum(axis=0)

    def where(self, kept: NDArray[np.bool_]) -> "PairsFound":
        return PairsFound(self.queries[kept], self.videos[kept], self.ranks[kept])


def unite(
    targets: Sequence[NDArray[np.int32]], queries: NDArray[np.int64], videos: int
) -> PairsFound:
    """Every (query, video) that stands in any run's ranking of any of the query's captions.

    targets: for each run (captions, depth) numbers of videos, -1 past a ranking's end. queries:
    (captions,) each caption's query. Where captions with one text were ranked apart, a run's rank
    of the pair is the least of them.
    """
    keys = [np.where(run >= 0, queries[:, None] * videos + run, -1) for run in targets]
    pairs = _distinct(np.concatenate([np.empty(0, np.int64), *(key.ravel() for key in keys)]))
    ranks = np.zeros((len(pairs), len(keys)), np.int16)
    for number, key in enumerate(keys):
        # From the deepest up, so that the least rank is what stays.
        for rank in range(key.shape[1], 0, -1):
            found = key[:, rank - 1]
            ranks[np.searchsorted(pairs, found[found >= 0]), number] = rank
    return PairsFound(pairs // videos, pairs % videos, ranks)


def _distinct(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Sorted, without -1. np.unique takes ten times as long, because it hashes; keys come nearly
    sorted."""
    ordered = np.sort(keys)
    return ordered[np.diff(ordered, prepend=-1) > 0]
