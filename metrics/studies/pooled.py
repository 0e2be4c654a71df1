"""What the studies of a pool's labels share: runs that rank videos for captions, and the pairs that
they rank."""

from collections.abc import Sequence
from dataclasses import replace

from foundation.frozen import frozen
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.scored import check_ranks_something
from metrics.studies.study import NothingToStudy

PACE = 180.0  # labels an hour, where none was measured


@frozen
class Pooled:
    """Which runs found pairs for people to judge, and how far down: the pool that a run is left out
    of. others: they are scored nowhere, but what they found is kept for the others. says: where
    runs and depth are from."""

    depth: int
    runs: frozenset[str]  # those of the snapshot's
    others: tuple[StoredRun, ...] = ()
    says: tuple[str, ...] = ()


def pooled_runs(snapshot: Snapshot) -> Sequence[StoredRun]:
    """All runs of the snapshot. NothingToStudy where there is none, one ranks nothing, or one ranks
    captions."""
    if not snapshot.runs:
        raise NothingToStudy(
            f"{snapshot.benchmark} has no run that ranks videos for captions: bring one in with"
            " import_run"
        )
    for run in snapshot.runs:
        if run.direction != "t2v":
            raise NothingToStudy(
                f"run {run.name} ranks captions for videos; pools are made of runs that rank"
                " videos: name such a run"
            )
        check_ranks_something(snapshot, run)
    return snapshot.runs


def check_depth(runs: Sequence[StoredRun], depth: int) -> None:
    """Runs are read at least this deep, where they are stored so deep."""
    if depth < 1:
        raise NothingToStudy(f"a depth is at least 1, not {depth}")
    shallow = min(runs, key=lambda run: run.depth)
    if depth > shallow.depth:
        raise NothingToStudy(
            f"a depth of {depth}: expected 1 to {shallow.depth}, the depth to which {shallow.name}"
            " is stored"
        )


def of_videos(snapshot: Snapshot) -> Snapshot:
    """The snapshot with only the runs that rank videos for captions: what pools are made of."""
    return replace(snapshot, runs=tuple(run for run in snapshot.runs if run.direction == "t2v"))
