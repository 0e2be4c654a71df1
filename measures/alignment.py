"""Whether a run's rows and columns are what they pass for: seen from rankings and original
positives alone.

A run that is worse than a sensible one is no error. What is looked for is a run whose own videos
rank as by chance, and whether a shift, a turn or another order of its rows or columns would put
them in front.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from measures.arrays import Integers
from measures.whole import Rankings

Suspect = Literal[
    "by_chance", "upside_down", "transposed", "rows_shifted", "columns_shifted", "rows_reversed",
    "columns_reversed", "rows_sorted", "columns_sorted", "one_ranking",
]  # fmt: skip
FEWEST = 20  # items, and videos: with fewer, chance looks like anything
SHARE = 0.05  # of the videos: how far down the rankings one looks
SURE = 4.0  # standard errors off chance
SURER = 6.0  # the same for what is the best of many guesses
FARTHEST = 50  # rows or columns by which a run is tried shifted
SAME = 0.5  # of the items: with one and the same ranking
TOP = 10


@dataclass(frozen=True, slots=True)
class Suspicion:
    """kind: what it looks like. share: of the items whose own video is among the first `depth`;
    chance: what that would be by chance; mended: what it would be with rows and columns put right.
    offset: of shifted rows or columns."""

    kind: Suspect
    share: float
    chance: float
    depth: int
    mended: float | None = None
    offset: int | None = None


@dataclass(frozen=True, slots=True)
class _Looked:
    """top: (items, depth), the first ranks. own: (items,), -1 where it is not known."""

    top: Rankings
    own: Integers
    columns: int

    @property
    def depth(self) -> int:
        return self.top.shape[1]

    @property
    def chance(self) -> float:
        return self.depth / self.columns

    def share(self, own: Integers, top: Rankings | None = None) -> tuple[float, int]:
        """The share of items with their own video in the top, of those that have a ranking and an
        own video; and how many these are."""
        given = self.top if top is None else top
        known = (own >= 0) & (given[:, 0] >= 0)
        hits = (given[known] == own[known, None]).any(axis=1)
        return (float(hits.mean()) if len(hits) else 0.0), int(known.sum())

    def off(self, share: float, n: int) -> float:
        """Standard errors above chance."""
        return (share - self.chance) / float(np.sqrt(self.chance * (1 - self.chance) / max(n, 1)))


def find_suspicion(
    targets: Rankings,
    own: Integers,
    columns: int,
    row_keys: Sequence[str] = (),
    column_keys: Sequence[str] = (),
) -> Suspicion | None:
    """targets: (items, depth) best first, -1 past the end. own: (items,), -1 where it is not
    known. The keys, where given, are what rows or columns may have been sorted by. None where
    nothing is odd, or where there is too little to tell."""
    depth = min(targets.shape[1], max(1, int(columns * SHARE)))
    looked = _Looked(targets[:, :depth], own, columns)
    share, n = looked.share(own)
    if n < FEWEST or columns < FEWEST:
        return None
    if _of_one_ranking(targets) >= SAME:
        return Suspicion("one_ranking", share, looked.chance, depth)
    off = looked.off(share, n)
    if off >= SURE:
        return None
    best: Suspicion | None = None
    for kind, offset, mended, of in _guesses(looked, row_keys, column_keys):
        better = best is None or best.mended is None or mended > best.mended
        if better and looked.off(mended, of) >= SURER and mended > 2 * share:
            best = Suspicion(kind, share, looked.chance, depth, mended, offset)
    if best is not None:
        return best
    kind = "upside_down" if off <= -SURE and share < looked.chance / 4 else "by_chance"
    return Suspicion(kind, share, looked.chance, depth)


def _guesses(
    looked: _Looked, row_keys: Sequence[str], column_keys: Sequence[str]
) -> Iterator[tuple[Suspect, int | None, float, int]]:
    """What may have happened: kind, offset, share with it undone, and of how many items."""
    own, top, columns = looked.own, looked.top, looked.columns
    yield ("transposed", None, *_transposed(looked))
    yield ("rows_reversed", None, *looked.share(own[::-1]))
    yield ("columns_reversed", None, *looked.share(own, _mapped(top, np.arange(columns)[::-1])))
    for offset in (*range(-FARTHEST, 0), *range(1, FARTHEST + 1)):
        if abs(offset) < len(own):
            yield ("rows_shifted", offset, *looked.share(np.roll(own, -offset)))
        if abs(offset) < columns:
            place = (np.arange(columns) - offset) % columns
            yield ("columns_shifted", offset, *looked.share(own, _mapped(top, place)))
    if len(row_keys) == len(own):
        yield ("rows_sorted", None, *looked.share(own[_sorted(row_keys)]))
    if len(column_keys) == columns:
        yield ("columns_sorted", None, *looked.share(own, _mapped(top, _sorted(column_keys))))


def _mapped(top: Rankings, meant: Integers) -> Rankings:
    """The same rankings where column number c was meant to be `meant[c]`."""
    return np.where(top >= 0, meant[top], -1).astype(top.dtype)


def _sorted(keys: Sequence[str]) -> Integers:
    return np.array(sorted(range(len(keys)), key=keys.__getitem__), np.int64)


def _transposed(looked: _Looked) -> tuple[float, int]:
    """Row i is video i, and what it ranks are captions."""
    rows = min(len(looked.top), looked.columns)
    top = looked.top[:rows]
    inside = (top >= 0) & (top < len(looked.own))
    found = np.where(inside, looked.own[np.where(inside, top, 0)], -1)
    known = inside.any(axis=1)
    hits = (found == np.arange(rows)[:, None]).any(axis=1)[known]
    return (float(hits.mean()) if len(hits) else 0.0), int(known.sum())


def _of_one_ranking(targets: Rankings) -> float:
    """The share of the items that have the most frequent ranking of all."""
    top = targets[targets[:, 0] >= 0, :TOP]
    if not len(top):
        return 0.0
    _, counts = np.unique(top, axis=0, return_counts=True)
    return float(counts.max() / len(top))


def alike(one: Rankings, other: Rankings) -> float:
    """The share of the items for which two runs have the same first videos in the same order, of
    those that both rank."""
    depth = min(one.shape[1], other.shape[1], TOP)
    both = (one[:, 0] >= 0) & (other[:, 0] >= 0)
    same = (one[both, :depth] == other[both, :depth]).all(axis=1)
    return float(same.mean()) if len(same) else 0.0


def hub(targets: Rankings) -> tuple[int, float]:
    """The column that is first most often, and for which share of the items."""
    first = targets[targets[:, 0] >= 0, 0]
    if not len(first):
        return -1, 0.0
    counts = np.bincount(first)
    return int(counts.argmax()), float(counts.max() / len(first))
