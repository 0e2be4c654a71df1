"""The best of each ranking, down to a depth, under the one tie rule: score descending, then the
target's key descending.

Scores are compared in single precision, as trec_eval keeps them: those that differ only beyond it
are tied.

t2v: items are captions, targets are videos. v2t: items are videos, targets are captions. vv and tt:
both are videos, or captions, and no item is a target of its own. All in numbers.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.whole import Ranks, order_of, write_ranks

Numbers = NDArray[np.int32]
Scores = NDArray[np.float64]
Singles = NDArray[np.float32]
Block = NDArray[np.floating]

UNKNOWN = 0
# From here on, single precision rounds to infinity.
SCORE_LIMIT = float.fromhex("0x1.ffffffp+127")


def as_compared(scores: Block) -> Singles:
    """Rounded to single precision. Expects scores between -SCORE_LIMIT and SCORE_LIMIT, or nan."""
    return scores.astype(np.float32, copy=False)


@frozen
class Rankings:
    """items: (n,). targets: (n, depth), best first, -1 past a ranking's end. lengths: (n,).

    scores: (n, depth), nan past the end; as the file has them, though they were compared in single
    precision.

    own_ranks: (n,), the rank of the item's own target (its source video; of a video, the best of
    its captions), UNKNOWN where it has none, as all of vv and tt, or stands below what the file
    tells. full_ranks:
    whether own targets below the depth have their ranks too.
    ties_across_depth: how many rankings would differ under another tie rule even as sets.
    whole: (all items, all targets), every rank there is; None where the file does not tell, or
    nobody asked.
    """

    items: Numbers
    targets: Numbers
    scores: Scores
    lengths: Numbers
    own_ranks: Numbers
    full_ranks: bool
    ties_across_depth: int
    whole: Ranks | None = None

    @property
    def level(self) -> int:
        """How many rankings of several targets have one score for all of them."""
        scores = as_compared(self.scores)
        if not len(scores):
            return 0
        same = scores[:, 0] == np.nanmin(scores, axis=1)
        return int(np.count_nonzero(same & (self.lengths > 1)))


@frozen
class Own:
    """Own targets of items, by number: pairs (items[i], targets[i]). An item may have several, or
    none."""

    items: Numbers
    targets: Numbers

    @classmethod
    def of_captions(cls, own_videos: Numbers) -> "Own":
        """own_videos: (captions,), -1 for none."""
        captions = np.flatnonzero(own_videos >= 0).astype(np.int32)
        return cls(captions, own_videos[captions].astype(np.int32))

    def turned(self) -> "Own":
        return Own(self.targets, self.items)


@frozen
class Columns:
    """Which targets a matrix's columns are, sorted so that the first of two columns wins a tie.

    targets: (columns,) numbers in that order. places: (columns,) where they stand in the matrix.
    of_target: (all targets,) the sorted column of each, -1 if the matrix has none.
    """

    targets: Numbers
    places: NDArray[np.intp]
    of_target: Numbers

    @classmethod
    def sorted(cls, targets: Numbers, key_order: Numbers) -> "Columns":
        """targets: (columns,), the number of each column. key_order: (all targets,), the place of
        each key by code point."""
        places = np.argsort(-key_order[targets], kind="stable")
        of_target = np.full(len(key_order), -1, np.int32)
        of_target[targets[places]] = np.arange(len(targets), dtype=np.int32)
        return cls(targets[places], places, of_target)

    def take(self, block: Block) -> Block:
        """A block's columns in that order."""
        if (self.places == np.arange(len(self.places))).all():
            return block
        return block[:, self.places]


# Long by its parameters and what each of them is.
def top_of_matrix(
    blocks: Iterable[Block],
    depth: int,
    *,
    items: Numbers,
    targets: Numbers,
    key_order: Numbers,
    own: Own | None,
    whole: Ranks | None = None,
) -> Rankings:
    """The first `depth` of every row, exactly, also where ties cross the depth.

    blocks: (some rows, columns) each, scores that as_compared takes, all rows in order.
    items: (rows,), targets: (columns,): their numbers.
    key_order: (all targets,), the place of each target's key among all keys sorted by code point.
    own: None where items are targets too. None is ranked for itself then, and its own rank is the
    one that it would have.
    whole: (all items, all targets), for the ranks beyond the depth.
    Memory: the result and a few blocks.
    """
    columns, within = Columns.sorted(targets, key_order), own is None
    own = Own(items, items) if own is None else own
    depth_kept = min(depth, len(targets) - within)
    top_targets = np.full((len(items), depth), -1, np.int32)
    top_scores = np.full((len(items), depth), np.nan)
    own_ranks = np.full(len(items), UNKNOWN, np.int32)
    row_of_item = _places(items)
    crossing = 0
    for rows, unsorted in _with_rows(blocks, len(items)):
        # A stable sort by score alone then decides ties by key, as the rule wants it.
        given = columns.take(unsorted)
        block = as_compared(given)
        own_ranks[rows] = _own_ranks(block, *_own_columns(own, row_of_item, columns, rows))
        if within:
            block = block.copy()
            block[np.arange(len(block)), columns.of_target[items[rows]]] = -np.inf  # the last
        if whole is None:
            places, tied = _top_of_block(block, depth_kept)
        else:
            order = order_of(block)
            places, tied = order[:, :depth_kept].astype(np.intp), _crossing(block, order, depth)
            write_ranks(whole, items[rows], order, columns.targets, unranked=int(within))
        top_targets[rows, :depth_kept] = columns.targets[places]
        top_scores[rows, :depth_kept] = np.take_along_axis(given, places, axis=1)
        crossing += tied
    lengths = np.full(len(items), depth_kept, np.int32)
    return Rankings(
        *(items, top_targets, top_scores, lengths, own_ranks),
        full_ranks=True,
        ties_across_depth=crossing,
        whole=whole,
    )


def _with_rows(blocks: Iterable[Block], count: int) -> Iterator[tuple[slice, Block]]:
    """Each block with its rows' places. Raises ValueError unless there are `count` rows in all."""
    rows = slice(0, 0)
    for block in blocks:
        rows = slice(rows.stop, rows.stop + len(block))
        if rows.stop > count:
            break
        yield rows, block
    if rows.stop != count:
        raise ValueError(f"expected blocks of {count} rows in all, found {rows.stop} or more")


def _top_of_block(block: Singles, depth: int) -> tuple[NDArray[np.intp], int]:
    """Columns of the first `depth` of each row, (rows, depth), and how many rows have more ties at
    the last place than room."""
    rows, width = block.shape
    if depth >= width:
        return order_of(block).astype(np.intp), 0
    # The last score that is kept, found without sorting the whole row.
    last = np.partition(block, width - depth, axis=1)[:, width - depth, None]
    chosen = block >= last
    crossing = np.flatnonzero(chosen.sum(axis=1) > depth)
    # Where ties cross the depth, those whose keys come first in the rule fill what the better ones
    # leave.
    better, tied = block[crossing] > last[crossing], block[crossing] == last[crossing]
    room = depth - better.sum(axis=1, keepdims=True)
    chosen[crossing] = better | (tied & (tied.cumsum(axis=1, dtype=np.int32) <= room))
    places = np.nonzero(chosen)[1].reshape(rows, depth)
    by_score = np.argsort(-np.take_along_axis(block, places, axis=1), axis=1, kind="stable")
    return np.take_along_axis(places, by_score, axis=1), len(crossing)


def _crossing(block: Singles, order: NDArray[np.uint32], depth: int) -> int:
    """How many rows have a tie on both sides of the depth."""
    if depth >= block.shape[1]:
        return 0
    last, next_ = np.take_along_axis(block, order[:, depth - 1 : depth + 1], axis=1).T
    return int(np.count_nonzero(last == next_))


def _places(numbers: Numbers) -> Numbers:
    """The inverse: where each number stands, -1 if nowhere."""
    places = np.full(int(numbers.max(initial=-1)) + 1, -1, np.int32)
    places[numbers] = np.arange(len(numbers), dtype=np.int32)
    return places


def _own_columns(
    own: Own, row_of_item: Numbers, columns: Columns, rows: slice
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Own targets as (row, column) within one block."""
    # Items beyond the largest of the matrix have no row, and no place in row_of_item either.
    known = own.items < len(row_of_item)
    row, column = row_of_item[own.items[known]], columns.of_target[own.targets[known]]
    inside = (row >= rows.start) & (row < rows.stop) & (column >= 0)
    return (row[inside] - rows.start).astype(np.intp), column[inside].astype(np.intp)


def _own_ranks(block: Singles, row: NDArray[np.intp], column: NDArray[np.intp]) -> Numbers:
    """(rows,): the rank of each row's best own column in the whole row, UNKNOWN for rows without
    one."""
    ranks = np.full(len(block), UNKNOWN, np.int32)
    # By row, then by score, then by column: the first of each row is its best own target.
    best_first = np.lexsort((column, -block[row, column], row))
    row, column = row[best_first], column[best_first]
    is_best = np.diff(row, prepend=-1) > 0
    row, column = row[is_best], column[is_best]
    own, scores = block[row, column][:, None], block if len(row) == len(block) else block[row]
    tied_before = (scores == own) & (np.arange(block.shape[1]) < column[:, None])
    ranks[row] = 1 + np.count_nonzero(scores > own, axis=1) + np.count_nonzero(tied_before, axis=1)
    return ranks


def batches(
    total: int, width: int, item_bytes: int, budget: int = 2**25
) -> Iterator[tuple[int, int]]:
    """(first, count) of blocks of whole rows that take about `budget` bytes each."""
    size = max(1, budget // max(1, width * item_bytes))
    for first in range(0, total, size):
        yield first, min(size, total - first)
