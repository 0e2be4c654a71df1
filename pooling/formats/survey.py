"""What is wrong, or odd, with a matrix's values, found while its blocks stream by to be ranked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pooling.depth import SCORE_LIMIT
from pooling.formats.keys import Direction
from pooling.formats.npy import Matrix
from pooling.formats.problem import Problems

Block = NDArray[np.floating]


@dataclass(slots=True)
class _Survey:
    width: int
    rows: int = 0
    bad_cells: int = 0
    first_bad: tuple[int, int, float] | None = None
    constant_rows: int = 0
    lowest: NDArray[np.floating] | None = None  # of each column
    highest: NDArray[np.floating] | None = None

    def take(self, block: Block) -> None:
        row_lowest, row_highest = block.min(axis=1), block.max(axis=1)
        # A nan or an infinity shows in its row's extremes, so that the whole block need not be
        # looked at again.
        if not (_fits(row_lowest).all() and _fits(row_highest).all()):
            self._take_bad(block)
        self.constant_rows += int(np.count_nonzero(row_lowest == row_highest))
        low, high = block.min(axis=0), block.max(axis=0)
        self.lowest = low if self.lowest is None else np.minimum(self.lowest, low)
        self.highest = high if self.highest is None else np.maximum(self.highest, high)
        self.rows += len(block)

    def _take_bad(self, block: Block) -> None:
        bad = ~_fits(block)
        if self.first_bad is None:
            row, column = (int(place) for place in np.unravel_index(bad.argmax(), bad.shape))
            self.first_bad = row + self.rows, column, float(block[row, column])
        self.bad_cells += int(np.count_nonzero(bad))


def _fits(scores: Block) -> NDArray[np.bool_]:
    """Finite in single precision, in which scores are compared."""
    fitting: NDArray[np.bool_] = np.abs(scores.astype(np.float64, copy=False)) < SCORE_LIMIT
    return fitting


def surveyed(
    matrix: Matrix, blocks: Iterable[Block], direction: Direction, problems: Problems
) -> Iterator[Block]:
    """The blocks, unchanged, until one holds what is no score; at the end, Unreadable if there was
    any, else warnings.

    Counting goes on to the end, so that the message tells how many there are.
    """
    survey = _Survey(matrix.shape[1] if direction == "t2v" else matrix.shape[0])
    for block in blocks:
        survey.take(block)
        if survey.first_bad is None:
            yield block
    _conclude(survey, matrix, direction, problems)


def _conclude(survey: _Survey, matrix: Matrix, direction: Direction, problems: Problems) -> None:
    if survey.first_bad is not None:
        item, target, value = survey.first_bad
        where = matrix.cell(item, target) if direction == "t2v" else matrix.cell(target, item)
        count = f"{survey.bad_cells:,} such value" + ("s" if survey.bad_cells > 1 else "")
        problems.error(
            "number",
            f"{value} at {where}, counted from 0; {count} in all; expected finite scores, at most"
            " 3.4e38",
        )
        problems.raise_if_any()
    _warn_of_constants(survey, direction, problems)


def _warn_of_constants(survey: _Survey, direction: Direction, problems: Problems) -> None:
    if survey.lowest is None or survey.highest is None:
        return
    low, high = float(survey.lowest.min()), float(survey.highest.max())
    if low == high:
        problems.warn(
            "constant", f"every score is {low:g}; the rankings are only the order of the keys"
        )
        return
    items, targets = ("rows", "columns") if direction == "t2v" else ("columns", "rows")
    constant_columns = (
        int(np.count_nonzero(survey.lowest == survey.highest)) if survey.rows > 1 else 0
    )
    for count, axis in (
        (survey.constant_rows if survey.width > 1 else 0, items),
        (constant_columns, targets),
    ):
        if count:
            problems.warn("constant", f"{count:,} {axis} hold the same score everywhere")
