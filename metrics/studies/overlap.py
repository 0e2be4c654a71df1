"""Table 3: how alike every two runs are."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from foundation.frozen import frozen
from measures.overlap import OverlapRow, compare
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.description import Study
from metrics.studies.questions import FOUND
from metrics.studies.study import NothingToStudy

DEPTH, P = 10, 0.9


@frozen
class Overlap:
    benchmark: str
    rows: Sequence[OverlapRow]
    depth: int
    p: float

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "depth": self.depth,
            "p": self.p,
            "rows": [row.as_json() | {"n": row.captions} for row in self.rows],
        }


def overlap(snapshot: Snapshot, depth: int = DEPTH, p: float = P) -> Overlap:
    """The overlap of runs that rank videos for captions; no rows if there are no two.
    NothingToStudy if one is not stored as deep."""
    runs = [run for run in snapshot.runs if run.direction == "t2v"]
    _check(runs, depth, p)
    pairs = combinations(runs, 2)
    rows = [
        compare(a.name, b.name, a.targets[:, :depth], b.targets[:, :depth], p) for a, b in pairs
    ]
    return Overlap(snapshot.benchmark, rows, depth, p)


def require_rows(study: Overlap) -> Overlap:
    """The study, for one to whom no rows are no answer: raises NothingToStudy then."""
    if not study.rows:
        raise NothingToStudy(
            "the overlap needs two runs that rank videos for captions: choose or import another"
        )
    return study


def _check(runs: Sequence[StoredRun], depth: int, p: float) -> None:
    if not 0 < p < 1:
        raise NothingToStudy(f"p {p}: expected a number between 0 and 1")
    shallow = min(runs, key=lambda run: run.depth, default=None)
    if shallow is not None and not 1 <= depth <= shallow.depth:
        raise NothingToStudy(
            f"overlap at {depth}: expected 1 to {shallow.depth}, the depth to which {shallow.name}"
            " is stored"
        )


STUDY = Study(
    name="overlap",
    title="Overlap",
    question=FOUND,
    version=2,
    findings=(Overlap,),
    part=lambda setup: require_rows(overlap(setup.snapshot, setup.asked.overlap)),
    option="overlap",
    place=3,
)
