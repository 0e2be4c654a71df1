"""What judging a new run would cost, and between what bounds its scores lie until then."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from metrics.measures.kinds.correct import C
from metrics.measures.kinds.judged import JUDGED
from metrics.measures.kinds.precision import P
from metrics.measures.measure import Kind, Measure
from metrics.measures.quantity import Quantity, undefined
from metrics.measures.reusability import (
    Keys,
    Mask,
    NewRun,
    contains,
    distinct,
    judge_new_run,
    keys_of,
)
from metrics.measures.scoring import TIES
from metrics.measures.summaries import mean
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.pooled import check_depth, pooled_runs
from metrics.studies.study import NothingToStudy
from metrics.tables import Column, Percent, Span, Table

VERSION = 1
DEPTH = 10
PACE = 180.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of a mean: with all unjudged pairs irrelevant, and with all of them relevant. Either both
    ends, or a reason for neither."""

    measure: str
    low: Quantity
    high: Quantity

    def as_json(self) -> dict[str, Any]:
        return {
            "measure": self.measure,
            "low": self.low.value,
            "high": self.high.value,
            "reason": self.low.reason or None,
        }

    @property
    def span(self) -> Span | None:
        return (
            None
            if self.low.value is None
            else Span(float(self.low), float(self.high), percent=True)
        )


@dataclass(frozen=True, slots=True)
class Unjudged:
    benchmark: str
    run: str
    rule: str
    depth: int
    pairs: int  # of query and video
    original: int  # such without a verdict that are original positives: not among `pairs`, but a pool would ask for them
    captions: int  # with at least one of them
    pace: float  # labels an hour
    pace_from: str
    judged: Quantity
    bounds: tuple[Bounds, ...]
    n: int  # captions with a positive: what the bounds are means over
    left_out: int
    missing: int  # captions without a ranking, of all

    @property
    def hours(self) -> float:
        return self.pairs / self.pace

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "run": self.run,
            "depth": self.depth,
            "positives": self.rule,
            "unjudged": self.pairs,
            "original_unjudged": self.original,
            "captions": self.captions,
            "hours": self.hours,
            "pace": self.pace,
            "pace_from": self.pace_from,
            "judged": self.judged.value,
            "bounds": [one.as_json() for one in self.bounds],
            "n": self.n,
            "left_out": self.left_out,
            "missing": self.missing,
            "ties": TIES,
        }

    def tables(self) -> Sequence[Table]:
        cost = (
            Column("run", "Run"), Column("unjudged", "Pairs not judged"), Column("captions", "Captions with such"),
            Column("hours", "Hours"), Column("judged", f"Judged@{self.depth}"),
        )  # fmt: skip
        rows = [(self.run, self.pairs, self.captions, self.hours, Percent(self.judged.value))]
        bounds = (Column("measure", "Measure"), Column("bounds", "Between"), Column("n", "n"))
        return (
            Table(
                "unjudged",
                f"What {self.run} would cost to judge: {self.benchmark}",
                cost,
                rows,
                self.about_cost(),
            ),
            Table(
                "bounds",
                f"Bounds of {self.run} until then",
                bounds,
                [(one.measure, one.span, self.n) for one in self.bounds],
                self.about_bounds(),
            ),
        )

    def _under(self, kind: Kind) -> Measure:
        return Measure(kind, self.depth)

    def about_cost(self) -> list[str]:
        missing = (
            [f"{self.run}: {self.missing:,} captions have no ranking, and nothing to judge."]
            if self.missing
            else []
        )
        return [
            (
                f"Pairs of query and video in the first {self.depth} ranks that have no verdict and"
                " are no original positives."
            ),
            "Captions with the same text share their pairs.",
            (
                f"{self.run}: {self.original:,} original positives there have no verdict; a pool of"
                " the run would count them, too."
            ),
            f"Hours: one label a pair, {self.pace:,.0f} labels an hour ({self.pace_from}).",
            f"{self._under(JUDGED).definition[:-1]}; an empty ranking has 0.",
            f"Ties: {TIES}.",
            *missing,
        ]

    def about_bounds(self) -> list[str]:
        unknown = [
            f"{self.run}, {one.measure}: {one.low.reason}." for one in self.bounds if one.low.reason
        ]
        return [
            (
                "With all unjudged pairs irrelevant, and with all of them relevant; recall, AP and"
                " nDCG have no such bounds."
            ),
            (
                f"Positives: {self.rule}; {self.left_out:,} captions without a known positive left"
                " out."
            ),
            f"{self._under(C).definition} {self._under(P).definition}",
            *unknown,
        ]


def unjudged(
    snapshot: Snapshot, depth: int = DEPTH, *, pace: float = PACE, pace_from: str = "assumed"
) -> Unjudged:
    """Of the snapshot's only run. pace: labels an hour."""
    if not 0 < pace < np.inf:
        raise NothingToStudy(f"a pace is some labels an hour, more than 0, not {pace:g}")
    runs = pooled_runs(snapshot)
    check_depth(runs, depth)
    if len(runs) > 1:
        raise NothingToStudy(f"one run is looked at at a time, not {len(runs)}: name one")
    positives = snapshot.positives("all")
    own = np.arange(
        snapshot.captions
    )  # each caption for itself: one's original positive is not that of its siblings
    new = judge_new_run(
        runs[0].targets, own, snapshot.videos, positives.keys, snapshot.judged_pairs().keys, depth
    )
    left = _to_judge(snapshot, new)
    known = positives.counts > 0
    return Unjudged(
        snapshot.benchmark,
        runs[0].name,
        positives.rule,
        depth,
        pairs=len(distinct(_of_queries(snapshot, left))),
        original=_original_without_verdict(snapshot, runs[0], depth),
        captions=len(distinct(left // snapshot.videos)),
        pace=pace,
        pace_from=pace_from,
        judged=mean(new.judged),
        bounds=tuple(_bounds(new, known, snapshot.videos, depth)),
        n=int(known.sum()),
        left_out=int((~known).sum()),
        missing=int((runs[0].targets < 0).all(axis=1).sum()),
    )


def _to_judge(snapshot: Snapshot, new: NewRun) -> Keys:
    """captions x videos: the unjudged ones that are no original positive of another caption with
    the same text either."""
    return new.unjudged[~contains(_original(snapshot), _of_queries(snapshot, new.unjudged))]


def _original_without_verdict(snapshot: Snapshot, run: StoredRun, depth: int) -> int:
    ranked = keys_of(run.targets, snapshot.caption_queries, snapshot.videos, depth)
    return int(
        (contains(_original(snapshot), ranked) & ~contains(snapshot.judged.keys, ranked)).sum()
    )


def _original(snapshot: Snapshot) -> Keys:
    """queries x videos: of any caption with the text."""
    return distinct(_of_queries(snapshot, snapshot.original().keys))


def _of_queries(snapshot: Snapshot, keys: Keys) -> Keys:
    """captions x videos as queries x videos, in the order given."""
    caption, video = np.divmod(keys, snapshot.videos)
    return snapshot.caption_queries[caption] * snapshot.videos + video


def _bounds(new: NewRun, known: Mask, videos: int, depth: int) -> Iterator[Bounds]:
    """Over the captions with a known positive, as in every other table: the lower bound is the
    score as it is now.

    None where another caption may get its first positive: the mean would be over more captions, and
    could go past either end.
    """
    waiting = int((~known[distinct(new.unjudged // videos)]).sum())
    reason = (
        f"{waiting:,} captions have no positive yet and pairs that are not judged: whether they"
        " count is open"
    )
    ends = {C: (new.correct_low, new.correct_high), P: (new.precision_low, new.precision_high)}
    for kind, both in ends.items():
        low, high = (undefined(reason) if waiting else mean(end[known]) for end in both)
        yield Bounds(str(Measure(kind, depth)), low, high)
