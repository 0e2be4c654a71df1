"""GMR: the geometric mean of C@1, C@5 and C@10 (Wray et al. 2021, footnote 1)."""

from collections.abc import Sequence

import numpy as np

from measures.arrays import Values
from measures.kinds.correct import C
from measures.measure import Kind, LooksAt, Measure, OfMeans
from measures.quantity import Quantity


def _of_means(means: Sequence[Quantity]) -> Quantity:
    """0 if one of them is; undefined if one of them is, for that one's reason."""
    for one in means:
        if one.value is None:
            return one
    return Quantity(float(np.prod([float(one) for one in means]) ** (1 / len(means))))


def _of_resampled(means: Values) -> Values:
    # Not the power of above: reports hold these digits to the last one, and the two differ there.
    return np.cbrt(np.prod(means, axis=0))


def _slopes(means: Values) -> Values:
    whole = np.cbrt(np.prod(means))
    return np.divide(whole, 3 * means, out=np.full(means.shape, np.nan), where=means > 0)


GMR = Kind(
    name="GMR",
    convention="geometric mean of the means of C@1, C@5 and C@10",
    looks_at=LooksAt.MEANS,
    values=None,
    function=OfMeans(tuple(Measure(C, k) for k in (1, 5, 10)), _of_means, _of_resampled, _slopes),
    instead="C@1,C@5,C@10",
    also_called=("geometricmean",),
    place=9,
)
KINDS = (GMR,)
