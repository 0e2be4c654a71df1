"""What of one run is judged next, under a budget: the largest pool of a rule that stays within it.

captions: all ranks down to the depth, of captions that are drawn at random. A larger draw of the
same seed holds the smaller one, so the number of captions is found by halving. What is judged so is
a sample: means over all captions are estimated from it.
ranks: the first ranks of all captions, as many of them as the budget allows. That finds positives
soonest, and is no sample of what lies deeper.

Only pairs without a verdict count, for only they are asked about.
"""

from collections.abc import Callable
from dataclasses import replace

from foundation.refused import Refused
from pooling.actions.build_pool import PoolCost, cost_of_pool
from pooling.actions.draw_captions import PoolParameters
from pooling.models import Run, Submission


class NothingToJudge(Refused):
    """Every pair of this run is judged down to that depth: there is nothing to ask about."""


class BudgetTooSmall(Refused):
    """The budget is too small for a single caption, or for the first rank."""


def plan_increment(
    run: Run, *, most: int, depth: int, rule: str, seed: int = 1
) -> tuple[PoolParameters, PoolCost]:
    """most: pairs. Raises NothingToJudge, BudgetTooSmall."""
    whole = PoolParameters(runs=(run.pk,), depth=depth, seed=seed)
    cost = cost_of_pool(run.benchmark, whole)
    if not cost.unjudged:
        raise NothingToJudge
    if cost.unjudged <= most:
        return whole, cost

    def drawn(size: int) -> PoolParameters:
        return replace(whole, sample=size)

    def cut(size: int) -> PoolParameters:
        return replace(whole, depth=size)

    by_captions = rule == Submission.Rule.CAPTIONS
    of, largest = (drawn, run.benchmark.caption_count) if by_captions else (cut, depth)
    found = _largest(lambda size: cost_of_pool(run.benchmark, of(size)), largest, most)
    if found is None:
        raise BudgetTooSmall
    size, cost = found
    return of(size), cost


def _largest(
    cost_of: Callable[[int], PoolCost], beyond: int, most: int
) -> tuple[int, PoolCost] | None:
    """The largest size below `beyond` that costs no more; None where none has anything to judge.
    Costs rise with the size."""
    low, best = 0, None
    while beyond - low > 1:
        middle = (low + beyond) // 2
        cost = cost_of(middle)
        if cost.unjudged <= most:
            low, best = middle, cost
        else:
            beyond = middle
    return None if best is None or not best.unjudged else (low, best)
