"""What witnesses say of pairs, as arrays."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Counts, Integers, Mask, Values, Whole
from measures.hits import Pairs, first_of_runs, locate
from measures.witness import any_of

PREFIX = "opinions|"  # of the arrays that a report freezes


@frozen
class Opinions:
    """What one witness says: of which pairs, as keys in order, and what. Keys are of captions x
    videos; of queries x videos until they are `spread`."""

    name: str
    keys: Counts
    values: Values

    @property
    def are_probabilities(self) -> bool:
        return bool(((self.values >= 0) & (self.values <= 1)).all())

    @property
    def said(self) -> str:
        """Of a caption, from those of its pairs."""
        how = "1 - prod(1 - p) over" if self.are_probabilities else "the greatest in"
        return f"of a caption, {how} a run's first K"

    def spread(self, caption_queries: Counts, queries: int, videos: int) -> "Opinions":
        """Of queries x videos, as captions x videos: captions with one text share what is said."""
        pairs = Pairs(self.keys, self.values, queries, videos).spread(caption_queries)
        return replace(self, keys=pairs.keys, values=pairs.gains)

    def texts_and_videos(self, caption_queries: Counts, videos: int) -> int:
        """How many pairs of a text and a video it has said something of, where its keys are of
        captions: of captions with one text it was asked once."""
        caption, video = np.divmod(self.keys, max(videos, 1))
        return len(np.unique(caption_queries[caption] * videos + video))

    def of_captions(self, found: Values, there: Mask) -> Values:
        """(captions,): how likely a caption has a positive in its top, were the opinions true; of
        other scores the greatest. nan where an opinion is missing. found: (captions, ranks), what
        is said of what stands there."""
        if self.are_probabilities:
            return any_of(np.where(there, found, 0.0))
        greatest = np.where(there, np.nan_to_num(found, nan=-np.inf), -np.inf).max(axis=1)
        missing = (np.isnan(found) & there).any(axis=1) | np.isinf(greatest)
        return np.where(missing, np.nan, greatest)


def means_of(keys: Integers, values: Values) -> tuple[Integers, Values]:
    """Each key once, ascending, and the mean of its values."""
    if not len(keys):
        return keys, values
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    first = np.unique(first_of_runs(keys))
    counts = np.diff(first, append=len(keys))
    return keys[first], np.add.reduceat(values, first) / counts


def arrays_of(opinions: Sequence[Opinions]) -> dict[str, NDArray[Any]]:
    """The arrays that a report freezes, by the places of the witnesses."""
    keys = {
        f"{PREFIX}{n}|keys": np.diff(one.keys, prepend=np.int64(0))
        for n, one in enumerate(opinions)
    }
    return {**keys, **{f"{PREFIX}{n}|values": one.values for n, one in enumerate(opinions)}}


def opinions_of_arrays(
    names: Sequence[str], arrays: Mapping[str, NDArray[Any]]
) -> tuple[Opinions, ...]:
    return tuple(
        Opinions(
            name,
            np.cumsum(arrays[f"{PREFIX}{n}|keys"], dtype=np.int64),
            arrays[f"{PREFIX}{n}|values"].astype(np.float64),
        )
        for n, name in enumerate(names)
    )


class SaidOfRuns:
    """What several witnesses say of pairs, captions x videos; of a run's first ranks looked up
    once."""

    def __init__(self, opinions: Sequence[Opinions], videos: int) -> None:
        self.opinions, self.videos = tuple(opinions), videos
        self._of_run: dict[str, Values] = {}

    def of_pairs(self, keys: Counts) -> Values:
        """(..., p): nan where an opinion is missing."""
        found, known = [], np.empty(0, np.int64)
        there, place = np.zeros(keys.shape, bool), np.zeros(keys.shape, np.int64)
        for one in self.opinions:
            # Witnesses were mostly asked about the same pairs.
            if known is not one.keys and not np.array_equal(known, one.keys):
                known, (there, place) = one.keys, locate(one.keys, keys)
            values = one.values[place] if len(one.keys) else np.zeros(keys.shape)
            found.append(np.where(there, values, np.nan))
        return np.stack(found, axis=-1)

    def of_run(self, name: str, top: Whole, depth: int, deepest: int) -> Values:
        """(captions, depth, p). top: (captions, ranks), read to the deepest rank that is asked
        for."""
        if name not in self._of_run:
            ranks = top[:, :deepest].astype(np.int64)
            keys = np.arange(len(top))[:, None] * self.videos + np.maximum(ranks, 0)
            self._of_run = {name: self.of_pairs(keys)}  # of one run at a time
        return self._of_run[name][:, :depth]
