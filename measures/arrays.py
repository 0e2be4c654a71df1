"""The arrays that measures are made of, and how they are divided where there may be nothing to
divide by."""

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Counts = Integers
Mask = NDArray[np.bool_]
Floats = NDArray[np.float32]
Reals = NDArray[np.floating]
Whole = NDArray[np.integer]


def divide(
    above: Values | Integers,
    below: NDArray[np.floating | np.integer],
    otherwise: float = np.nan,
) -> Values:
    """otherwise: where there is nothing to divide by."""
    out = np.full(np.broadcast_shapes(np.shape(above), np.shape(below)), otherwise)
    np.divide(above, below, out=out, where=below > 0)
    return out
