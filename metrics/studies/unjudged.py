"""What judging a new run would cost, and between what bounds its scores lie until then."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from foundation.finding.fields import Found, always, computed, found
from foundation.frozen import frozen
from measures.estimate import Estimate
from measures.quantity import mean
from measures.reusability import Keys, contains, distinct, keys_of
from measures.scoring import TIES
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.bounds import Bounds, count_waiting, find_bounds, judge_run
from metrics.studies.description import Need, Setup, Study
from metrics.studies.estimated import estimate
from metrics.studies.pooled import PACE, check_depth, of_videos, pooled_runs
from metrics.studies.questions import TRUSTED
from metrics.studies.study import NothingToStudy

DEPTH = 10


@frozen
class Unjudged(Found):
    benchmark: str = found()
    run: str = found()
    depth: int = found()
    rule: str = found(key="positives")
    pairs: int = found(key="unjudged")  # of query and video
    # Such without a verdict that are original positives: a pool would ask for them, too.
    original: int = found(key="original_unjudged")
    captions: int = found()  # with at least one of them
    hours = computed(float, lambda one: one.pairs / one.pace)
    pace: float = found()  # labels an hour
    pace_from: str = found()
    judged: Estimate = estimate(interval="", why="")
    bounds: tuple[Bounds, ...] = found()
    n: int = found()  # captions with a positive: what the bounds are means over
    left_out: int = found()
    missing: int = found()  # captions without a ranking, of all
    ties = always(TIES)


@frozen
class UnjudgedRuns(Found):
    """The same of each run of a report by itself."""

    benchmark: str = found()
    depth: int = found()
    rows: tuple[Unjudged, ...] = found()


def unjudged(
    snapshot: Snapshot,
    depth: int = DEPTH,
    *,
    pace: float = PACE,
    pace_from: str = "assumed",
    others: Sequence[StoredRun] = (),
) -> Unjudged:
    """What is unjudged of the snapshot's only run. pace: labels an hour. others: runs whose first
    ranks are judged too, so that the bounds hold whatever is found there."""
    if not 0 < pace < np.inf:
        raise NothingToStudy(f"a pace is some labels an hour, more than 0, not {pace:g}")
    run = _only_run(snapshot, depth)
    positives = snapshot.positives("all")
    verdicts = positives, snapshot.judged_pairs()
    new = judge_run(snapshot, run, verdicts, depth)
    # An original positive of another caption with the same text is not left to judge either.
    left = new.unjudged[~contains(_original(snapshot), _of_queries(snapshot, new.unjudged))]
    known = positives.counts > 0
    beside = [judge_run(snapshot, other, verdicts, depth) for other in others]
    waiting = count_waiting(snapshot, known, [new, *beside])
    return Unjudged(
        snapshot.benchmark,
        run.name,
        depth,
        positives.rule,
        pairs=len(distinct(_of_queries(snapshot, left))),
        original=_original_without_verdict(snapshot, run, depth),
        captions=len(distinct(left // snapshot.videos)),
        pace=pace,
        pace_from=pace_from,
        judged=Estimate.of(mean(new.judged)),
        bounds=tuple(find_bounds(new, known, waiting, depth)),
        n=int(known.sum()),
        left_out=int((~known).sum()),
        missing=int((run.targets < 0).all(axis=1).sum()),
    )


def _only_run(snapshot: Snapshot, depth: int) -> StoredRun:
    runs = pooled_runs(snapshot)
    check_depth(runs, depth)
    if len(runs) > 1:
        raise NothingToStudy(f"one run is looked at at a time, not {len(runs)}: name one")
    return runs[0]


def _original_without_verdict(snapshot: Snapshot, run: StoredRun, depth: int) -> int:
    ranked = keys_of(run.targets, snapshot.caption_queries, snapshot.videos, depth)
    return int(
        (contains(_original(snapshot), ranked) & ~contains(snapshot.judged.keys, ranked)).sum()
    )


def _original(snapshot: Snapshot) -> Keys:
    """queries x videos: of any caption with the text."""
    return snapshot.original().gathered(snapshot.caption_queries, snapshot.queries).keys


def _of_queries(snapshot: Snapshot, keys: Keys) -> Keys:
    """captions x videos as queries x videos, in the order given."""
    caption, video = np.divmod(keys, snapshot.videos)
    return snapshot.caption_queries[caption] * snapshot.videos + video


def unjudged_runs(snapshot: Snapshot, depth: int, *, pace: float, pace_from: str) -> UnjudgedRuns:
    """What is unjudged of the snapshot's runs that rank videos for captions, each by itself."""
    of = of_videos(snapshot)
    check_depth(pooled_runs(of), depth)
    rows = tuple(
        unjudged(
            replace(of, runs=(run,)),
            depth,
            pace=pace,
            pace_from=pace_from,
            others=[other for other in of.runs if other is not run],
        )
        for run in of.runs
    )
    return UnjudgedRuns(snapshot.benchmark, depth, rows)


def _part(setup: Setup) -> UnjudgedRuns:
    read, depth = setup.context, setup.asked.unjudged
    return unjudged_runs(setup.snapshot, depth, pace=read.pace, pace_from=read.pace_from)


STUDY = Study(
    name="unjudged",
    title="Pairs not judged",
    question=TRUSTED,
    version=2,
    findings=(Unjudged, UnjudgedRuns),
    part=_part,
    option="unjudged",
    needs=(Need.PACE,),
    place=6,
)
