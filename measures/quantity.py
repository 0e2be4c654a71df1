"""A number, or why there is none."""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from measures.arrays import Values


@dataclass(frozen=True, slots=True)
class Quantity:
    """Either a finite value, or a reason: what is undefined never passes for 0, for 1, or for
    nan."""

    value: float | None
    reason: str = ""

    def __post_init__(self) -> None:
        if (self.value is None) != bool(self.reason):
            raise ValueError("either a value or the reason for its absence")
        if self.value is not None and not isfinite(self.value):
            raise ValueError(f"{self.value} is no finite number")

    def __float__(self) -> float:
        """nan where undefined."""
        return float("nan") if self.value is None else self.value


def undefined(reason: str) -> Quantity:
    return Quantity(None, reason)


def share(part: float, whole: float, nothing: str) -> Quantity:
    """part / whole, or the reason `nothing` where the whole is 0."""
    return Quantity(float(part / whole)) if whole else undefined(nothing)


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
