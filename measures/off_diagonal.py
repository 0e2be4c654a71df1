"""Whether what a run ranks besides the originals means anything.

A run whose columns were given the names of other videos, all but each caption's own, scores well
by original positives: what it found is right, and all the rest is noise. Nothing of that is seen in
its scores. It is seen in two ways:

- two good runs rank the same other videos far more often than by chance, since they look for the
  same thing. Two that share nothing but the originals do not;
- what a good run ranks besides the original was described in words like the caption's, more often
  than any video was.

Both are tests of the opposite: a run is suspected where what is seen lies *significantly below* a
floor that good runs are well above, so that a good one is suspected no more often than the level
says, and few captions lead to no suspicion. Floors: twice what chance gives for the videos that two
runs share; and a twentieth of the way from chance to the nearest videos by words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse
from scipy.special import ndtri

from measures.alignment import FEWEST, SHARE, TOP
from measures.arrays import Counts, Mask, Values, divide
from measures.dependence import Dependence, errors_of_means
from measures.whole import Rankings

LEVEL = 1e-4  # of all tests of one kind together: divided by how many there are (Bonferroni)
GOOD = 0.2, 10.0  # the least share of items with an original in front, and how many times chance
FLOOR = 2.0  # times chance: videos that two good runs share at least
FLOOR_OF_WORDS = 0.05  # of the way from chance to the nearest by words
MOST_ITEMS = 2_000  # compared in words, spread evenly over all
ROWS = 128  # at a time


@dataclass(frozen=True)
class Tops:
    """The first ranks of a run. top: (items, depth), -1 past the end; original: the same shape,
    which of them are originals of the item; originals: (items,), how many an item has."""

    top: Rankings
    original: Mask
    originals: Counts
    columns: int

    @property
    def depth(self) -> int:
        return self.top.shape[1]

    @cached_property
    def others(self) -> Rankings:
        """top without the originals, -1 in their place."""
        return np.where(self.original, -1, self.top)

    @property
    def is_good(self) -> bool:
        """Whether originals are in front so often that the rest should make sense, too."""
        known = (self.originals > 0) & (self.top[:, 0] >= 0)
        if known.sum() < FEWEST or self.columns < FEWEST:
            return False
        share = self.original[known].any(axis=1).mean()
        chance = np.minimum(1.0, self.depth * self.originals[known] / self.columns).mean()
        least, times = GOOD
        return bool(share >= max(least, min(times * chance, 0.5)))


@dataclass(frozen=True, slots=True)
class Others:
    """What is ranked besides the originals. found, chance: what was seen and what chance would
    give; floor: what a good run has at least; is_below: whether it is significantly less."""

    found: float
    chance: float
    floor: float
    items: int
    is_below: bool

    @property
    def times_chance(self) -> float:
        return self.found / self.chance if self.chance > 0 else 0.0


def depth_for(columns: int, *stored: int) -> int:
    """How far down one looks: where chance seldom reaches."""
    return min(TOP, max(1, int(columns * SHARE)), *stored)


def shared_others(a: Tops, b: Tops, dependence: Dependence, tests: int) -> Others | None:
    """How many of the other videos among the first ranks of two runs of the same items, to the same
    depth, are the same ones, and whether that is significantly less often than `FLOOR` times
    chance. dependence: of the items. found, chance and floor are shares of the others that an item
    has in both. None where there are too few items.

    By chance two lists of a and b of V videos share a b / V (hypergeometric mean). tests: how many
    such tests there are.
    """
    both = np.asarray((a.others >= 0).any(axis=1) & (b.others >= 0).any(axis=1))
    if both.sum() < FEWEST:
        return None
    first, second = a.others[both], b.others[both]
    same = (first[:, :, None] == second[:, None, :]) & (first >= 0)[:, :, None]
    shared = same.any(axis=2).sum(axis=1)
    of_a, of_b = (first >= 0).sum(axis=1), (second >= 0).sum(axis=1)
    left = np.maximum(a.columns - np.maximum(a.originals, b.originals)[both], 1)
    chance, room = of_a * of_b / left, np.minimum(of_a, of_b)
    # Counts of rare events: as if Poisson at the floor, should the items differ less than that.
    least = float(np.sqrt((FLOOR * chance).sum())) / len(shared)
    below = _is_below(shared - FLOOR * chance, dependence.only(both), tests, least)
    found, by_chance = (float(one.sum() / room.sum()) for one in (shared, chance))
    return Others(found, by_chance, FLOOR * by_chance, len(shared), below)


def others_in_words(
    run: Tops, items: sparse.csr_matrix, columns: sparse.csr_matrix, dependence: Dependence,
    tests: int,
) -> Others | None:  # fmt: skip
    """How near in words to the item the videos are that a run ranks besides the originals, and
    whether that is significantly below `FLOOR_OF_WORDS` of the way from any video to the nearest
    ones.

    items: (items, words), columns: (columns, words), each row of length 1 or empty, where nothing
    was said. dependence: of the items. found, chance and floor are mean cosines. None where there
    are too few items.
    """
    ranked = (run.others >= 0).any(axis=1) & (np.diff(items.indptr) > 0)
    chosen = np.flatnonzero(ranked)
    chosen = chosen[:: max(1, -(-len(chosen) // MOST_ITEMS))]
    described = np.diff(columns.indptr) > 0
    if len(chosen) < FEWEST or described.sum() < FEWEST:
        return None
    parts = [
        _cosines(run, chosen[start : start + ROWS], items, columns, described)
        for start in range(0, len(chosen), ROWS)
    ]
    found, chance, nearest = np.concatenate(parts, axis=1)
    known = ~np.isnan(found)
    floor = chance + FLOOR_OF_WORDS * (nearest - chance)
    if known.sum() < FEWEST:
        return None
    below = _is_below((found - floor)[known], dependence.only(chosen[known]), tests)
    seen, usual, least = (float(one[known].mean()) for one in (found, chance, floor))
    return Others(seen, usual, least, int(known.sum()), below)


def _cosines(
    run: Tops, rows: Counts, items: sparse.csr_matrix, columns: sparse.csr_matrix, described: Mask
) -> Values:
    """(3, rows): the mean cosine with what is ranked besides the originals, with any video but
    those, and with as many of the nearest. nan where nothing ranked was described."""
    cosines = (items[rows] @ columns.T).toarray().astype(np.float64)
    cosines[:, ~described] = np.nan
    place, rank = np.nonzero(run.original[rows])
    cosines[place, run.top[rows][place, rank]] = np.nan
    top = run.others[rows]
    ranked = np.where(top >= 0, np.take_along_axis(cosines, np.maximum(top, 0), axis=1), np.nan)
    count = (~np.isnan(ranked)).sum(axis=1)
    found = divide(np.nansum(ranked, axis=1), count)
    chance = divide(np.nansum(cosines, axis=1), (~np.isnan(cosines)).sum(axis=1))
    best = -np.sort(-np.nan_to_num(cosines, nan=-1.0), axis=1)[:, : top.shape[1]]
    counted = np.arange(best.shape[1]) < count[:, None]
    nearest = divide(np.where(counted, best, 0.0).sum(axis=1), count)
    return np.stack([found, chance, nearest])


def _is_below(excess: Values, dependence: Dependence, tests: int, least: float = 0.0) -> bool:
    """Whether the mean is below 0, by a one-sided test. least: what its standard error is at
    least."""
    error = float(errors_of_means(excess[None], dependence).error[0])
    error = max(0.0 if np.isnan(error) else error, least)
    return bool(excess.mean() < ndtri(LEVEL / max(tests, 1)) * error)


def mean_rows(rows: sparse.csr_matrix, groups: Counts, size: int) -> sparse.csr_matrix:
    """(size, words): the sum of each group's rows, of length 1. groups: (rows,), -1 for none."""
    known = np.flatnonzero(groups >= 0)
    places = (np.ones(len(known)), (groups[known], known))
    return unit_rows(sparse.csr_matrix(places, shape=(size, rows.shape[0])) @ rows)


def unit_rows(rows: sparse.csr_matrix) -> sparse.csr_matrix:
    """Each of length 1, or empty."""
    made = sparse.csr_matrix(rows, dtype=np.float64, copy=True)
    made.eliminate_zeros()
    lengths = np.sqrt(np.asarray(made.multiply(made).sum(axis=1)).ravel())
    return sparse.csr_matrix(sparse.diags(1 / np.where(lengths > 0, lengths, 1)) @ made)


def tops_of(targets: Rankings, own: Sequence[Counts] | Counts, columns: int, depth: int) -> Tops:
    """Tops of text to video. own: (items,), the column of the item's original, -1 for none."""
    known = np.asarray(own)
    top = targets[:, :depth]
    original = (top == known[:, None]) & (known >= 0)[:, None]
    return Tops(top, original, (known >= 0).astype(np.int64), columns)
