"""The step from a value per caption to one number of a run, or the reason why there is none."""

import numpy as np

from measures.arrays import Values
from measures.quantity import Quantity, undefined

NO_POSITIVE = "no caption has a positive"


def mean(values: Values, _: int = 0) -> Quantity:
    """Over the captions with a value; undefined without any, and where a rank is not known."""
    known = values[~np.isnan(values)]
    if not len(known):
        return undefined(NO_POSITIVE)
    unknown = int(np.isinf(known).sum())
    if unknown:
        return undefined(
            f"the first positive of {unknown} of {len(known)} captions stands below the stored"
            " depth"
        )
    return Quantity(float(known.mean()))


def median_rank(ranks: Values, depth: int) -> Quantity:
    """The median; of two in the middle their mean. Undefined where the middle, or one of the two,
    is a rank that is not known."""
    known = np.sort(ranks[~np.isnan(ranks)])
    if not len(known):
        return undefined(NO_POSITIVE)
    middle = known[(len(known) - 1) // 2 : len(known) // 2 + 1]
    return (
        undefined(f"> {depth}: the middle rank stands below the stored depth")
        if np.isinf(middle).any()
        else mean(middle)
    )
