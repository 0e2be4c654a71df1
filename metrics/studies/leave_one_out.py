"""Table 4: what each run would score had it, or its family, not been in the pool."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any, Literal

import numpy as np

from foundation.finding.fields import Found, always, derived, found, unshown
from foundation.frozen import frozen
from measures.arrays import Mask
from measures.estimate import Estimate
from measures.hits import Pairs
from measures.measure import Measure
from measures.reusability import found_by
from measures.reusability import leave_one_out as keep_others
from measures.scoring import TIES, Summary, score
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.description import Need, Setup, Study
from metrics.studies.pooled import Pooled, check_depth, of_videos, pooled_runs
from metrics.studies.questions import TRUSTED
from metrics.studies.study import NothingToStudy

By = Literal["run", "family"]
DEPTH = 10


@frozen
class LeftOut:
    """One run under one measure. `all`: with all positives; `new`: without those that its group
    alone had found."""

    run: StoredRun
    all: Summary
    new: Summary
    lost: int  # collected positives (pairs of query and video) that only its group had found

    @property
    def difference(self) -> Estimate:
        before, after = self.all.value.value, self.new.value.value
        return Estimate(None if before is None or after is None else after - before)

    def as_json(self) -> dict[str, Any]:
        return {
            "run": self.run.name,
            "family": self.run.family,
            "measure": str(self.all.measure),
            "all": self.all.value.value,
            "new": self.new.value.value,
            "difference": self.difference.value,
            "lost": self.lost,
            "n": self.all.n,
            "n_new": self.new.n,
            "left_out": self.all.left_out,
            "missing": self.all.missing,
            "depth": self.all.depth,
            "notes": list(self.notes()),
        }

    def notes(self) -> tuple[str, ...]:
        both = (("all", self.all), ("new", self.new))
        reasons = [f"{name}: {one.value.reason}" for name, one in both if one.value.reason]
        fewer = (
            [f"{self.all.n - self.new.n:,} captions have no positive left and are not in New"]
            if self.all.n > self.new.n
            else []
        )
        return tuple(dict.fromkeys([*reasons, *fewer, *self.all.notes]))


@frozen
class LeaveOneOut(Found):
    benchmark: str = found()
    by: By = found()
    depth: int = found()
    rule: str = unshown()
    relevant: int = unshown()  # pairs of query and video found relevant, original ones too
    collected: int = unshown()  # of these, those that are not original
    unfound: int = unshown()  # collected positives that no run found: kept for nobody

    @property
    @derived()
    def positives(self) -> Mapping[str, str | int]:
        return {
            "rule": self.rule,
            "found": self.relevant,
            "collected": self.collected,
            "found_by_no_run": self.unfound,
        }

    rows: tuple[LeftOut, ...] = found()
    says: tuple[str, ...] = found(key="pool", default=())  # where runs and depth are from
    # Runs that put nothing into the pool, so that nothing is lost without them.
    not_pooled: tuple[str, ...] = found(default=())
    ties = always(TIES)


def leave_one_out(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    by: By = "run",
    depth: int = DEPTH,
    pooled: Pooled | None = None,
) -> LeaveOneOut:
    """NothingToStudy where there is nothing to leave out, or nothing would be left.

    pooled: None where the snapshot's runs are the pool, each then stored as deep as is asked."""
    runs, finders = _runs(snapshot, depth, pooled)
    groups = [run.name if by == "run" else run.family for run in finders]
    _check(snapshot, groups, by)
    collected = snapshot.beyond_original()
    keys, queries = collected.keys, snapshot.caption_queries
    found = np.stack(
        [found_by(keys, run.targets, queries, snapshot.videos, depth) for run in finders], axis=1
    )
    every, judged = snapshot.positives("all"), snapshot.judged_pairs()
    order = {run.name: number for number, run in enumerate(runs)}
    rows: list[LeftOut] = []
    for group, fewer, lost in _without_each(snapshot, collected, found, groups):
        # Those scored are the first of the pool.
        own = [run for run, of in zip(runs, groups, strict=False) if of == group]
        rows += _scored(snapshot, own, measures, (every, fewer, judged), lost)
    rows.sort(key=lambda row: order[row.run.name])
    says, of_pool = (pooled.says, pooled.runs) if pooled else ((), order.keys())
    not_pooled = tuple(run.name for run in snapshot.runs if run.name not in of_pool)
    counts = len(snapshot.collected.keys), len(collected.keys), int((~found.any(axis=1)).sum())
    return LeaveOneOut(
        snapshot.benchmark, by, depth, every.rule, *counts, tuple(rows), says, not_pooled
    )


def _without_each(
    snapshot: Snapshot, collected: Pairs, found: Mask, groups: Sequence[str]
) -> Iterator[tuple[Hashable, Pairs, int]]:
    """Each group, the positives left without it, and how many that takes away."""
    for group, kept in keep_others(found, groups):
        name = f"without those of {group} alone"
        fewer = snapshot.positives("all", collected=collected.only(kept), name=name)
        yield group, fewer, int(found.any(axis=1).sum() - kept.sum())


def _scored(
    snapshot: Snapshot,
    runs: Sequence[StoredRun],
    measures: Sequence[Measure],
    pairs_of: tuple[Pairs, Pairs, Pairs],
    lost: int,
) -> Iterator[LeftOut]:
    """pairs_of: all positives, those left, and what is judged."""
    *positives, judged = pairs_of
    asked = [str(measure) for measure in measures]
    for run in runs:
        before, after = (
            score(
                run.targets,
                snapshot.graded(pairs),
                asked,
                judged=judged,
                full_ranks=snapshot.full_ranks(run, pairs),
                strata=snapshot.strata,
                **snapshot.on_scale,
            ).summaries
            for pairs in positives
        )
        yield from (LeftOut(run, before[one], after[one], lost) for one in measures)


def _runs(
    snapshot: Snapshot, depth: int, pooled: Pooled | None
) -> tuple[Sequence[StoredRun], Sequence[StoredRun]]:
    """Those to score, and all of the pool, of which they are the first."""
    runs = pooled_runs(snapshot)
    if pooled is None:
        check_depth(runs, depth)
        return runs, runs
    scored = [run for run in runs if run.name in pooled.runs]
    if not scored:
        raise NothingToStudy(
            f"no pool of {snapshot.benchmark} was made of any of these runs: choose runs that were"
            " pooled"
        )
    return scored, [*scored, *pooled.others]


def _check(snapshot: Snapshot, groups: Sequence[str], by: By) -> None:
    if len(set(groups)) < 2:
        what = "runs" if by == "run" else "families of runs"
        raise NothingToStudy(
            f"leaving one out needs two {what}, and there is only {groups[0]}: import another run"
        )
    if not len(snapshot.collected.keys):
        raise NothingToStudy(
            f"nobody has found a pair of {snapshot.benchmark} relevant yet, so no score rests on"
            " the pool: label pairs first"
        )


def _part(setup: Setup) -> LeaveOneOut:
    """The study; without an account of the pool, as in reports from before it was an input, their
    own runs are the pool."""
    of, pooled = of_videos(setup.snapshot), setup.context.pooled
    deep = pooled.depth if pooled else min([DEPTH, *(run.depth for run in of.runs)])
    by: By = "family" if setup.asked.leave_out == "family" else "run"
    return leave_one_out(of, setup.measures, by, deep, pooled)


STUDY = Study(
    name="leave_one_out",
    title="Leave one out",
    question=TRUSTED,
    version=2,
    findings=(LeaveOneOut,),
    part=_part,
    option="leave_out",
    needs=(Need.POOLED,),
    place=4,
)
