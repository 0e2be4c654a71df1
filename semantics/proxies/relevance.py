"""How relevant each video is to each caption, from 0 to 1, as a proxy says it."""

from collections.abc import Iterable, Iterator
from typing import Self, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from foundation.frozen import frozen
from measures.arrays import Floats, Reals, Whole

DENSE_ABOVE = 0.1  # the share of cells above 0 from which a half-precision array is kept
BLOCK = 512  # rows
# Half precision keeps a relevance to within 2**-12; a threshold is compared with this to spare, so
# that 0.8 counts as 0.8 however it is kept.
ROUNDING = 2.0**-11

# Some rows, whichever way they are cheaper to make.
Rows: TypeAlias = "csr_array | Reals"


@frozen
class Relevance:
    """captions x videos. Sparse, or an array in half precision (which may be a file's memory
    map) where many cells are not 0."""

    cells: csr_array | NDArray[np.float16]

    @classmethod
    def of_blocks(cls, blocks: Iterable[Rows], shape: tuple[int, int]) -> Self:
        """Rows from the first to the last, in blocks of any sizes: sparse ones until a tenth of all
        cells is not 0, from then on one array. No more is held than what is kept, and one
        block."""
        sparse: list[csr_array] = []
        dense: NDArray[np.float16] | None = None
        filled = above_zero = 0
        for block in blocks:
            stop = filled + block.shape[0]
            if stop > shape[0] or block.shape[1] != shape[1]:
                raise ValueError(f"a block of {block.shape} does not fit in {shape}")
            above_zero += _above_zero(block)
            if dense is None and above_zero > DENSE_ABOVE * shape[0] * shape[1]:
                dense = np.zeros(shape, np.float16)
                start = 0
                for one in sparse:
                    dense[start : start + one.shape[0]] = one.toarray()
                    start += one.shape[0]
            if dense is None:
                sparse.append(csr_array(block, dtype=np.float32))
            else:
                dense[filled:stop] = _as_array(block)
            filled = stop
        if filled != shape[0]:
            raise ValueError(f"{filled} of {shape[0]} rows were given")
        if dense is not None:
            return cls(dense)
        nothing = csr_array((0, shape[1]), dtype=np.float32)
        return cls(csr_array(vstack([nothing, *sparse], format="csr")))

    @property
    def shape(self) -> tuple[int, int]:
        captions, videos = self.cells.shape
        return int(captions), int(videos)

    @property
    def above_zero(self) -> int:
        """How many cells are."""
        return _above_zero(self.cells)

    @property
    def stored(self) -> Reals:
        """Every cell that is not 0, in any order; zeros may be among them."""
        if isinstance(self.cells, np.ndarray):
            return self.cells.ravel(order="K")  # no copy, whichever way it is turned
        return np.asarray(self.cells.data)

    def rows(self, start: int, stop: int) -> Floats:
        return np.asarray(_as_array(self.cells[start:stop]), np.float32)

    def columns(self, start: int, stop: int) -> Floats:
        return np.asarray(_as_array(self.cells[:, start:stop]), np.float32)

    def blocks(self, size: int | None = None) -> Iterator[tuple[int, Floats]]:
        """The first row's number, and the rows: a whole matrix may not fit in memory."""
        step = size or BLOCK
        for start in range(0, self.shape[0], step):
            yield start, self.rows(start, start + step)

    def turned(self) -> Self:
        """videos x captions. A view where it is an array, a copy where it is sparse."""
        turned = self.cells.T
        return type(self)(turned if isinstance(turned, np.ndarray) else csr_array(turned))

    def of_rows(self, rows: Whole) -> Self:
        """The rows with these numbers, in their order; a row may be asked for twice."""
        return type(self)(self.cells[rows])


def _above_zero(block: Rows) -> int:
    return int(np.count_nonzero(block) if isinstance(block, np.ndarray) else block.nnz)


def _as_array(block: Rows) -> Reals:
    return block if isinstance(block, np.ndarray) else np.asarray(block.toarray())
