"""Raters beside the others, beside hidden gold and beside verdicts, and two by two."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from annotator.accuracy import wilson
from metrics.measures.estimate import USUAL, Estimate, Interval

NOT_COMPARED = "there is nothing to compare"


@dataclass(frozen=True, slots=True, order=True)
class Agreed:
    """How many comparisons there were, and in how many both labels were the same."""

    n: int
    agreeing: int

    @property
    def share(self) -> Estimate:
        """With Wilson's interval, which takes comparisons as independent."""
        if not self.n:
            return Estimate(None, NOT_COMPARED, {USUAL: Interval(reason=NOT_COMPARED)})
        low, high = wilson(self.agreeing, self.n)
        return Estimate(self.agreeing / self.n, intervals={USUAL: Interval(low, high)})


@dataclass(frozen=True, slots=True)
class RaterRow:
    """One rater beside the others, beside hidden gold, and beside the verdicts."""

    rater: int
    name: str
    labels: int
    others: Agreed
    gold: Agreed
    verdicts: Agreed

    def as_json(self) -> dict[str, Any]:
        sides = {"others": self.others, "gold": self.gold, "verdicts": self.verdicts}
        beside = {
            name: {"n": side.n, "agreement": side.share.value} for name, side in sides.items()
        }
        return {"id": self.rater, "rater": self.name, "labels": self.labels, **beside}


@dataclass(frozen=True, slots=True)
class TwoRaters:
    """Two raters over the pairs that both labelled."""

    a: int
    b: int
    shared: int
    agreeing: int

    @property
    def share(self) -> Estimate:
        return Agreed(self.shared, self.agreeing).share

    def as_json(self, names: Mapping[int, str]) -> dict[str, Any]:
        return {
            "a": names[self.a],
            "b": names[self.b],
            "shared": self.shared,
            "agreement": self.share.value,
        }
