"""What a score lies between while some of the pairs that it looks at have no verdict."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Mask
from measures.estimate import Estimate, Interval
from measures.hits import Pairs
from measures.kinds.correct import C
from measures.kinds.precision import P
from measures.measure import Measure
from measures.quantity import mean, undefined
from measures.reusability import NewRun, judge_new_run
from metrics.snapshot import Snapshot, StoredRun

BOUNDS = "bounds"


@frozen
class Bounds:
    """Bounds of a mean: with all unjudged pairs irrelevant, and with all of them relevant. Either
    both ends, or a reason for neither."""

    measure: str
    mean: Estimate  # with `bounds` for an interval, and no value

    def as_json(self) -> dict[str, Any]:
        low, high = self.mean.ends(BOUNDS) or (None, None)
        reason = self.mean.why_not(BOUNDS) or None
        return {"measure": self.measure, "low": low, "high": high, "reason": reason}


@frozen
class RunBounds:
    """Bounds of one run at the depth of its Judged@K."""

    run: str
    bounds: tuple[Bounds, ...]

    def as_json(self) -> list[dict[str, Any]]:
        return [{"run": self.run, **one.as_json()} for one in self.bounds]


def bounds_of_runs(snapshot: Snapshot, positives: Pairs, depth: int) -> tuple[RunBounds, ...]:
    """Bounds of the runs that rank videos for captions; verdicts are of such pairs. They hold
    whatever is found for the pairs in the first ranks of all of them.

    positives: all that are known, captions x videos."""
    known, judged = positives.counts > 0, snapshot.judged_pairs()
    new = {
        run.name: judge_run(snapshot, run, (positives, judged), depth)
        for run in snapshot.runs
        if run.direction == "t2v"
    }
    waiting = count_waiting(snapshot, known, list(new.values()))
    return tuple(
        RunBounds(name, tuple(find_bounds(one, known, waiting, depth))) for name, one in new.items()
    )


def judge_run(snapshot: Snapshot, run: StoredRun, known: tuple[Pairs, Pairs], depth: int) -> NewRun:
    """Each caption for itself: one's original positive is not that of others with its text. known:
    positives, and pairs with a verdict."""
    positives, judged = known
    own = np.arange(snapshot.captions)
    return judge_new_run(run.targets, own, snapshot.videos, positives.keys, judged.keys, depth)


def count_waiting(snapshot: Snapshot, known: Mask, runs: Sequence[NewRun]) -> int:
    """Captions that may get their first positive. A verdict is about a text: it counts for all
    captions that have the text, also for those whose own rankings begin with other videos.

    known: (captions,), which have a positive."""
    open_ = np.zeros(snapshot.queries, bool)
    for new in runs:
        open_[snapshot.caption_queries[new.unjudged // snapshot.videos]] = True
    return int((open_[snapshot.caption_queries] & ~known).sum())


def find_bounds(new: NewRun, known: Mask, waiting: int, depth: int) -> Iterator[Bounds]:
    """Over the captions with a known positive, as in every other table: the lower bound is the
    score as it is now.

    None where another caption may get its first positive: the mean would be over more captions, and
    could go past either end. waiting: how many such there are.
    """
    reason = (
        f"{waiting:,} captions have no positive yet and pairs that are not judged: whether they"
        " count is open"
    )
    ends = {C: (new.correct_low, new.correct_high), P: (new.precision_low, new.precision_high)}
    for kind, both in ends.items():
        low, high = (undefined(reason) if waiting else mean(end[known]) for end in both)
        between = Interval(low.value, high.value, low.reason)
        yield Bounds(str(Measure(kind, depth)), Estimate(None, low.reason, {BOUNDS: between}))
