"""A number, or why there is none."""

from dataclasses import dataclass
from math import isfinite


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
