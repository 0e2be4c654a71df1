"""Whole rankings: the rank of every target of every item, which a matrix or embeddings tell and
rows of a file do not. They are kept in a file beside the run's rows, so that what looks at all
ranks need not end where the rows do.
"""

import tempfile

import numpy as np
from numpy.typing import NDArray

Ranks = NDArray[np.unsignedinteger]

FOLDER = "rankings"  # below MEDIA_ROOT
CELLS = 1 << 28  # of one run: half a gigabyte at two bytes for a rank, which reach to 65,535
SIGN, COLUMN = np.int32(0x7FFFFFFF), np.int64(0xFFFFFFFF)
CACHED = 1 << 15


def new_ranks(items: int, targets: int, depth: int) -> Ranks | None:
    """(items, targets), all 0, in a file without a name, which goes when nobody holds it any more.
    None where the depth holds all targets anyway, or there are too many ranks to keep."""
    if not depth < targets or items * targets > CELLS:
        return None
    smallest = np.uint16 if targets <= np.iinfo(np.uint16).max else np.uint32
    with tempfile.TemporaryFile() as file:
        return np.memmap(file, smallest, "w+", shape=(items, targets))


def order_of(block: NDArray[np.float32]) -> NDArray[np.uint32]:
    """(rows, columns): each row's columns by descending score; the first of two that are tied stays
    first.

    Score and column are one number each, for sorting numbers is several times as fast as sorting
    what they stand for. A few rows at a time, which stay in the processor's cache.
    """
    rows, columns = block.shape
    order = np.empty(block.shape, np.uint32)
    few = max(1, CACHED // max(1, columns))
    for start in range(0, rows, few):
        order[start : start + few] = _sorted_keys(block[start : start + few])
    return order


def _sorted_keys(block: NDArray[np.float32]) -> NDArray[np.int64]:
    """Of which the lower halves are columns."""
    bits = (block + np.float32(0)).view(np.int32)  # -0 is 0
    # A float's bits ascend with it, but for the negative ones, whose bits descend.
    ascending = ((bits >> 31) & SIGN) ^ bits
    keys = np.invert(ascending).astype(np.int64) << 32
    keys |= np.arange(block.shape[1], dtype=np.int64)
    keys.sort(axis=1)
    return keys & COLUMN


def write_ranks(
    ranks: Ranks,
    items: NDArray[np.integer],
    order: NDArray[np.uint32],
    targets: NDArray[np.integer],
    *,
    unranked: int = 0,
) -> None:
    """order: (items, columns), the best first. targets: (columns,), the number of each. unranked:
    how many of the last ones have no rank."""
    counted = np.arange(1, order.shape[1] + 1, dtype=ranks.dtype)
    counted[order.shape[1] - unranked :] = 0
    row = np.zeros(ranks.shape[1], ranks.dtype)
    for item, columns in zip(items.tolist(), order, strict=True):
        row[targets[columns]] = counted
        ranks[item] = row
