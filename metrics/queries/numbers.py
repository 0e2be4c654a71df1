"""From the ids of rows to the numbers that a benchmark counts them by."""

import numpy as np

from measures.arrays import Integers


class Numbers:
    """Maps ids to the numbers that a benchmark counts its rows by. Ids of one import follow each
    other, so an array is enough."""

    def __init__(self, ids: Integers, numbers: Integers) -> None:
        self.first, self.last = (int(ids.min()), int(ids.max())) if len(ids) else (0, -1)
        # One place more than there are ids: whatever lies outside is looked up there.
        self.numbers = np.full(self.span + 1, -1, np.int64)
        self.numbers[ids - self.first] = numbers

    @property
    def span(self) -> int:
        return self.last - self.first + 1

    def of(self, ids: Integers) -> Integers:
        """-1 for an id that is no row's of this benchmark."""
        outside = (ids < self.first) | (ids > self.last)
        return self.numbers[np.where(outside, -1, ids - self.first)]
