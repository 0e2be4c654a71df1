"""Whether values are relevance: a number from 0 to 1."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pooling.formats.problem import Problems

Values = NDArray[np.floating]
Places = NDArray[np.integer]


@dataclass(slots=True)
class Faults:
    """Values that are none: how many of them, and where the first is."""

    count: int = 0
    first: tuple[int, int, float] | None = None

    def take_block(self, block: Values, start: int) -> None:
        """start: the number of its first row."""
        # A nan shows in both extremes, so that a good block is not looked at again.
        if not block.size or (block.min() >= 0 and block.max() <= 1):
            return
        rows, columns = np.nonzero(~_fitting(block))
        self._take(rows + start, columns, block[rows, columns])

    def take_cells(self, rows: Places, columns: Places, values: Values) -> None:
        wrong = np.flatnonzero(~_fitting(values))
        if len(wrong):
            self._take(rows[wrong], columns[wrong], values[wrong])

    def _take(self, rows: Places, columns: Places, values: Values) -> None:
        if self.first is None:
            self.first = int(rows[0]), int(columns[0]), float(values[0])
        self.count += len(rows)

    def refuse(self, problems: Problems) -> None:
        """Raises Unreadable if there is any."""
        if self.first is None:
            return
        row, column, value = self.first
        values = f"{self.count:,} such value{'s' if self.count > 1 else ''}"
        problems.error(
            "range" if np.isfinite(value) else "number",
            f"{value:g} at row {row:,}, column {column:,}, counted from 0; {values} in all;"
            " expected numbers from 0 to 1",
        )
        problems.raise_if_any()


def _fitting(values: Values) -> NDArray[np.bool_]:
    fitting: NDArray[np.bool_] = (values >= 0) & (values <= 1)
    return fitting
