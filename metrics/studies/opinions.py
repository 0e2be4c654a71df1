"""What witnesses say of pairs, as arrays."""

from dataclasses import replace

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Counts, Values
from measures.hits import Pairs, locate
from measures.witness import any_of


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

    def of_captions(self, top: Counts, videos: int) -> Values:
        """(captions,): how likely a caption has a positive in its top, were the opinions true; of
        other scores the greatest. nan where an opinion is missing."""
        rows = np.arange(len(top))[:, None] * videos
        there, place = locate(self.keys, rows + np.maximum(top, 0))
        found = np.where(there, self.values[place] if len(self.keys) else 0.0, np.nan)
        if self.are_probabilities:
            return any_of(np.where(top < 0, 0.0, found))
        missing = (np.isnan(found) & (top >= 0)).any(axis=1)
        greatest = np.where(top < 0, -np.inf, np.nan_to_num(found, nan=-np.inf)).max(axis=1)
        return np.where(missing | np.isinf(greatest), np.nan, greatest)
