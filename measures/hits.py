"""Where a run's rankings meet the positives. Memory grows with pairs and rankings, never with
captions x videos.

A row is what is ranked for, a column what is ranked: captions and videos from text to video, videos
and captions from video to text. `Pairs.turned()` is the way from one to the other. The docstrings
of the measures say caption and video for short.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from measures.arrays import Integers, Mask, Values
from measures.whole import Ranked, Rankings, WholeRanks

# About so many ranks are looked up at a time, among their own rows' keys: both stay in the
# processor's cache.
BLOCK = 1 << 14


@dataclass(frozen=True, slots=True)
class Pairs:
    """A set of (row, column), each with its gain: positives (gain above 0, 1 where relevance is
    binary), or what is judged.

    keys: (pairs,), row * columns + column, ascending, each once. gains: (pairs,). rule: what the
    set is called in results.
    """

    keys: Integers
    gains: Values
    rows: int
    columns: int
    rule: str = ""

    @classmethod
    def of(
        cls,
        row: ArrayLike,
        column: ArrayLike,
        shape: tuple[int, int],
        *,
        gains: ArrayLike | None = None,
        rule: str = "",
    ) -> "Pairs":
        """Pairs given in any order. One named twice counts once; its gains must be the same. A gain
        of 0 is no positive."""
        keys = _keys(np.asarray(row, np.int64), np.asarray(column, np.int64), shape)
        if gains is None:
            keys.sort()
            unique = keys[
                first_of_runs(keys) == np.arange(len(keys))
            ]  # np.unique hashes, which takes longer
            return cls(unique, np.ones(len(unique)), *shape, rule)
        gain = np.asarray(gains, np.float64)
        if gain.shape != keys.shape or not (np.isfinite(gain) & (gain >= 0)).all():
            raise ValueError("each pair has one gain, a finite number that is not below 0")
        unique, first, which = np.unique(keys, return_index=True, return_inverse=True)
        if (gain != gain[first][which]).any():
            raise ValueError("a pair is named twice with different gains")
        return cls(unique, gain[first], *shape, rule).only(gain[first] > 0)

    @property
    def counts(self) -> Integers:
        """(rows,): how many pairs each row has."""
        return np.bincount(self.keys // max(self.columns, 1), minlength=self.rows).astype(np.int64)

    def turned(self) -> "Pairs":
        """The same pairs for the other direction: columns become rows."""
        row, column = np.divmod(self.keys, max(self.columns, 1))
        keys = column * self.rows + row
        order = np.argsort(keys, kind="stable")
        return Pairs(keys[order], self.gains[order], self.columns, self.rows, self.rule)

    def joined(self, other: "Pairs", rule: str = "") -> "Pairs":
        """Pairs of either; the higher gain where both have one."""
        self._check_same_shape(other)
        keys = np.concatenate([self.keys, other.keys])
        gains = np.concatenate([self.gains, other.gains])
        return _highest(keys, gains, (self.rows, self.columns), rule)

    def without(self, other: "Pairs", rule: str = "") -> "Pairs":
        self._check_same_shape(other)
        return replace(self.only(~locate(other.keys, self.keys)[0]), rule=rule)

    def at_least(self, gain: float, rule: str = "") -> "Pairs":
        """Graded relevance made binary: the pairs with this gain or more, each with gain 1."""
        kept = self.only(self.gains >= gain)
        return replace(kept, gains=np.ones(len(kept.keys)), rule=rule)

    def spread(self, queries: ArrayLike) -> "Pairs":
        """Rows that stand for distinct texts become rows for captions. queries: (captions,), each
        caption's row here."""
        row = np.asarray(queries, np.int64)
        start = np.searchsorted(self.keys, np.arange(self.rows + 1) * self.columns)
        size = (start[1:] - start[:-1])[row]
        first = np.cumsum(size) - size
        place = np.arange(size.sum()) + np.repeat(start[row] - first, size)
        keys = self.keys[place] + np.repeat((np.arange(len(row)) - row) * self.columns, size)
        return replace(self, keys=keys, gains=self.gains[place], rows=len(row))

    def gathered(self, queries: ArrayLike, rows: int) -> "Pairs":
        """The inverse of `spread`: rows for captions become those of the texts that they share. A
        pair of several captions of a text counts once, with the highest gain. queries: (captions,),
        each caption's row in the result. rows: of the result."""
        row, column = np.divmod(self.keys, max(self.columns, 1))
        keys = np.asarray(queries, np.int64)[row] * self.columns + column
        return _highest(keys, self.gains, (rows, self.columns), self.rule)

    def only(self, kept: Mask) -> "Pairs":
        """kept: (pairs,)."""
        return replace(self, keys=self.keys[kept], gains=self.gains[kept])

    def _check_same_shape(self, other: "Pairs") -> None:
        if (self.rows, self.columns) != (other.rows, other.columns):
            raise ValueError(
                f"{self.rows} x {self.columns} and {other.rows} x {other.columns} are not the same"
                " pairs"
            )


@dataclass(frozen=True, slots=True)
class Hits:
    """What a run found, hit by hit, by rows and then ranks: every measure is a sum over it.

    row, rank (from 1), nth (the how-manieth of its row, from 1), gain: each (hits,). positives,
    lengths: each (rows,), how many positives and how many ranks a row has. depth: of the rankings,
    as stored.
    """

    row: Integers
    rank: Integers
    nth: Integers
    gain: Values
    positives: Integers
    lengths: Integers
    depth: int

    @classmethod
    def of(
        cls,
        row: Integers,
        rank: Integers,
        place: Integers,
        positives: Pairs,
        lengths: Integers,
        depth: int,
    ) -> "Hits":
        """place: of each hit among the positives."""
        nth = np.arange(len(row)) - first_of_runs(row) + 1
        return cls(row, rank, nth, positives.gains[place], positives.counts, lengths, depth)

    @property
    def rows(self) -> int:
        return len(self.lengths)


def find_hits(rankings: Ranked, positives: Pairs) -> Hits:
    """rankings: (rows, depth), -1 past a ranking's end; ties are already broken. A ranking names
    nothing twice: ValueError. Or whole ones."""
    if isinstance(rankings, WholeRanks):
        return _look_up(rankings, positives)
    if rankings.ndim != 2 or len(rankings) != positives.rows:
        raise ValueError(
            f"expected rankings for {positives.rows} rows, found an array of {rankings.shape}"
        )
    size = max(1, BLOCK // max(1, rankings.shape[1]))
    parts = [
        _search(rankings[start : start + size], start, positives)
        for start in range(0, len(rankings), size)
    ]
    row, rank, place = (
        np.concatenate([part[i] for part in parts] or [np.empty(0, np.int64)]) for i in range(3)
    )
    lengths = np.concatenate([part[3] for part in parts] or [np.empty(0, np.int64)])
    return Hits.of(row, rank, place, positives, lengths, rankings.shape[1])


def _look_up(whole: WholeRanks, positives: Pairs) -> Hits:
    if (len(whole), whole.columns) != (positives.rows, positives.columns):
        raise ValueError(
            f"expected ranks of {positives.rows} x {positives.columns}, found those of"
            f" {len(whole)} x {whole.columns}"
        )
    row, column = np.divmod(positives.keys, max(positives.columns, 1))
    rank = whole.at(row, column)
    place = np.lexsort((rank, row))
    place = place[rank[place] > 0]
    return Hits.of(row[place], rank[place], place, positives, whole.lengths, whole.columns)


def _highest(keys: Integers, gains: Values, shape: tuple[int, int], rule: str) -> Pairs:
    """Pairs of keys in any order; the higher gain where one comes several times."""
    order = np.lexsort((-gains, keys))
    keys, gains = keys[order], gains[order]
    first = first_of_runs(keys) == np.arange(len(keys))
    return Pairs(keys[first], gains[first], *shape, rule)


def _search(
    rankings: Rankings, start: int, positives: Pairs
) -> tuple[Integers, Integers, Integers, Integers]:
    """row, rank and place among the positives of each hit; and the rankings' lengths."""
    there = rankings >= 0
    _check(rankings, there, positives.columns)
    first = (
        np.arange(start, start + len(rankings) + 1) * positives.columns
    )  # of each row's keys, and of the row after
    low, high = np.searchsorted(positives.keys, first[[0, -1]])
    found, place = locate(positives.keys[low:high], rankings + first[:-1, None])
    found &= there  # -1 would be the last column of the row before
    row, column = np.nonzero(found)
    return row + start, column + 1, place[found] + low, there.sum(axis=1, dtype=np.int64)


def locate(keys: Integers, wanted: Integers) -> tuple[Mask, Integers]:
    """Whether each of the wanted is among the sorted keys, and at which place (any place where it
    is not)."""
    if not len(keys):
        return np.zeros(wanted.shape, bool), np.zeros(wanted.shape, np.int64)
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return keys[place] == wanted, place


def _check(rankings: Rankings, there: Mask, columns: int) -> None:
    if rankings.max(initial=-1) >= columns or rankings.min(initial=-1) < -1:
        raise ValueError(f"a ranking names something that is not among the {columns}")
    if (there[:, 1:] & ~there[:, :-1]).any():
        raise ValueError("-1 stands only after a ranking's end")
    ordered = np.sort(rankings, axis=1)
    if ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any():
        raise ValueError("a ranking names a video twice")


def first_of_runs(values: Integers) -> Integers:
    """Where its value begins, for each place in a sorted array."""
    place = np.arange(len(values))
    begins = np.ones(len(values), bool)
    begins[1:] = values[1:] != values[:-1]
    return np.maximum.accumulate(np.where(begins, place, 0))


def _keys(row: Integers, column: Integers, shape: tuple[int, int]) -> Integers:
    rows, columns = shape
    if rows * columns >= 1 << 63:
        raise ValueError(f"{rows} x {columns} pairs are more than a key can tell apart")
    if row.shape != column.shape or row.ndim != 1:
        raise ValueError(
            f"each pair has one row and one column, but there are {row.shape} and {column.shape}"
        )
    if len(row) and (
        row.min() < 0 or row.max() >= rows or column.min() < 0 or column.max() >= columns
    ):
        raise ValueError(f"a pair lies outside the {rows} x {columns}")
    return row * columns + column
