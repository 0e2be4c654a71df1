"""A cell of the coverage table: a world to draw again and again, and a number asked of each."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum


class Outcome(Enum):
    """Of one replicate. MARKED: the product gave no interval, or marked it as not to be trusted."""

    HELD = "held"
    MISSED = "missed"
    MARKED = "marked"


class Goal(Enum):
    """Within which the share of replicates should lie."""

    COVERAGE = (0.93, 0.97)  # of those with an unmarked interval, how many hold the truth
    AT_MOST = (0.0, 0.065)  # the same of a correction that may be stricter than it need be
    # Of intervals that promise at least so much, as those that hold at every moment do.
    AT_LEAST = (0.95, 1.0)
    TYPE_I = (0.035, 0.065)  # of true null hypotheses, how many are rejected: HELD stands for those


@dataclass(frozen=True, slots=True)
class Cell:
    """replicate: from a seed to what came of it; nothing else may decide it. before: what was
    measured before, as text; empty where nothing was. large: whether the world has 40 videos and
    500 pairs or more, so that nothing of it may be marked."""

    where: str
    number: str  # which interval or test of the product
    replicate: Callable[[int], Outcome]
    goal: Goal = Goal.COVERAGE
    before: str = ""
    large: bool = False
    replicates: int = 1_000


def held(low: float | None, high: float | None, truth: float) -> Outcome:
    if low is None or high is None:
        return Outcome.MARKED
    return Outcome.HELD if low <= truth <= high else Outcome.MISSED
