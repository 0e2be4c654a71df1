"""A number, how sure it is in each of the ways that were asked for, or why either is not there.

Every study gives its numbers like this, and every page, table and file draws them from here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isnan

from measures.quantity import Quantity

LEVEL = 0.95
USUAL = "interval"  # the name of an interval where there is one kind of them


@dataclass(frozen=True, slots=True)
class Interval:
    """Either both ends, or the reason why there are none."""

    low: float | None = None
    high: float | None = None
    reason: str = ""
    # Why it is not to be trusted, though both ends can be computed.
    mark: str = field(default="", kw_only=True)
    level: float = LEVEL
    clusters: int = 0  # independent groups with a value
    replicates: int = 0  # resamples, or the clusters left out in turn
    dropped: int = 0  # of these, how many left the number undefined
    # Of scores: how the ends were found (see `mean_intervals`); texts with a value; how many times
    # the variance is what it would be were captions independent, None where nobody knows.
    kind: str = ""
    text_groups: int = 0
    design_effect: float | None = None
    # How many clusters of one size would say as much; None where nobody looked.
    effective_clusters: float | None = None

    def __post_init__(self) -> None:
        if (self.low is None) != (self.high is None) or (self.low is None) != bool(self.reason):
            raise ValueError("an interval has both ends, or a reason for neither")

    @property
    def ends(self) -> list[float] | None:
        return None if self.low is None or self.high is None else [self.low, self.high]


@dataclass(frozen=True, slots=True)
class Estimate:
    """value: None where it is undefined, or only known between bounds. intervals: by their names,
    those that were asked for."""

    value: float | None
    reason: str = ""
    intervals: Mapping[str, Interval] = field(default_factory=dict)

    @classmethod
    def of(cls, quantity: Quantity | None, **intervals: Interval) -> "Estimate":
        if quantity is None:
            return cls(None, "", intervals)
        return cls(quantity.value, quantity.reason, intervals)

    def ends(self, name: str = USUAL) -> list[float] | None:
        """None also where no such interval was asked for."""
        return self.intervals[name].ends if name in self.intervals else None

    def why_not(self, name: str = USUAL) -> str:
        """Why there is no such interval; empty where there is one, or none was asked for."""
        return self.intervals[name].reason if name in self.intervals else ""

    def mark(self, name: str = USUAL) -> str:
        """Why such an interval is not to be trusted; empty where it is, or where there is none."""
        return self.intervals[name].mark if name in self.intervals else ""


def sure(value: float | None, interval: Interval, reason: str = "") -> Estimate:
    """A number with its usual interval."""
    return Estimate(value, reason, {USUAL: interval})


def unknown(reason: str) -> Estimate:
    """Neither a number nor an interval."""
    return sure(None, Interval(reason=reason), reason)


def interval_of(low: float, high: float, reason: str = "") -> Interval:
    """An interval from arithmetic, which gives nan for an end that is undefined."""
    return Interval(reason=reason) if reason else Interval(float(low), float(high))


def known(value: float) -> float | None:
    """A value from arithmetic, which gives nan for what is undefined; None for that."""
    return None if isnan(value) else float(value)


def check_level(level: float) -> None:
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, not at {level}")
