"""Rankings of all there is: the rank of every column, whatever was found relevant since."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from measures.arrays import Integers, Values

Rankings = NDArray[np.int32]  # (rows, depth): columns, best first, -1 past a ranking's end
CELLS = 1 << 22  # that are looked at together


# Without slots: how long rankings are is kept.
@dataclass(frozen=True)
class WholeRanks:
    """ranks: from 1, 0 for what is not ranked; rows and columns beyond its own are not ranked
    either. It may lie in a file, of which only what is asked for is read. Taken apart by rows, as
    an array is."""

    ranks: NDArray[np.unsignedinteger]
    rows: int
    columns: int

    def __len__(self) -> int:
        return self.rows

    def __getitem__(self, rows: slice) -> "WholeRanks":
        start, stop, _ = rows.indices(self.rows)
        return WholeRanks(self.ranks[start:stop], stop - start, self.columns)

    def at(self, row: Integers, column: Integers) -> Integers:
        """The rank of each pair."""
        known = (row < self.ranks.shape[0]) & (column < self.ranks.shape[1])
        found = np.zeros(len(row), np.int64)
        found[known] = self.ranks[row[known], column[known]]
        return found

    def table(self) -> Integers:
        """(rows, columns), in memory."""
        whole = np.zeros((self.rows, self.columns), np.int64)
        part = self.ranks[: self.rows, : self.columns]
        whole[: part.shape[0], : part.shape[1]] = part
        return whole

    @cached_property
    def lengths(self) -> Integers:
        """(rows,): how many columns each ranks."""
        many = max(1, CELLS // max(1, self.columns))
        parts = (
            np.count_nonzero(self.ranks[start : start + many], axis=1)
            for start in range(0, len(self.ranks), many)
        )
        lengths = np.concatenate([np.empty(0, np.int64), *parts])[: self.rows].astype(np.int64)
        return np.pad(lengths, (0, self.rows - len(lengths)))


Ranked = Rankings | WholeRanks


def rank_table(ranked: Ranked, columns: int) -> Values:
    """(rows, columns): from 1, infinity for what is not ranked."""
    if isinstance(ranked, WholeRanks):
        ranks = ranked.table()
        return np.where(ranks > 0, ranks, np.inf)
    table = np.full((len(ranked), columns), np.inf)
    row, place = np.nonzero(ranked >= 0)
    table[row, ranked[row, place]] = place + 1
    return table
