"""A run that is tried: its scores as the benchmark's own runs have them, how much of it was judged,
and what it costs to be sure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from foundation.frozen import frozen
from measures.measure import Measure
from measures.resampling import RESAMPLES
from metrics.snapshot import Snapshot
from metrics.studies.asked import Positives
from metrics.studies.description import Study
from metrics.studies.evaluation import Evaluation, evaluate
from metrics.studies.pooled import PACE
from metrics.studies.scored import depth_for
from metrics.studies.study import NothingToStudy
from metrics.studies.unjudged import DEPTH, Unjudged, unjudged
from pooling.formats.checks import Check


@frozen
class Score:
    """cost: None where no pairs of such a run are judged, and why_no_cost then."""

    evaluation: Evaluation
    cost: Unjudged | None
    why_no_cost: str
    checks: tuple[Check, ...]

    def as_json(self) -> dict[str, Any]:
        """The keys of `evaluate`, and those of `unjudged`; `cost` is the whole of the latter.
        Bounds are those of the scores; `cost` has those of the depth that would be judged."""
        cost = self.cost.as_json() if self.cost else {}
        names = ("unjudged", "captions", "hours")
        return {
            **self.evaluation.as_json(),
            **{name: cost.get(name) for name in names},
            "cost": cost or None,
            "why_no_cost": self.why_no_cost or None,
            "checks": [check.as_json() for check in self.checks],
        }


# Long by its parameters, one line for each.
def score_run(  # noqa: PLR0913  (what may be asked, by name)
    snapshot: Snapshot,
    measures: Sequence[Measure],
    positives: Positives = "both",
    *,
    checks: Sequence[Check] = (),
    intervals: bool = False,
    seed: int = 0,
    resamples: int = RESAMPLES,
    depth: int = DEPTH,
    pace: float = PACE,
    pace_from: str = "assumed",
) -> Score:
    """The score of the snapshot's only run, read as deep as it goes: each part looks as deep as its
    command would."""
    evaluation = evaluate(
        as_deep_as(snapshot, depth_for(measures)),
        measures,
        positives,
        intervals=intervals,
        seed=seed,
        resamples=resamples,
    )
    cost, why = None, ""
    try:
        cost = unjudged(as_deep_as(snapshot, depth), depth, pace=pace, pace_from=pace_from)
    except NothingToStudy as nothing:
        why = str(nothing)
    return Score(evaluation, cost, why, tuple(checks))


def as_deep_as(snapshot: Snapshot, depth: int | None) -> Snapshot:
    """The rankings down to this rank, as a snapshot taken of stored runs has them."""
    return replace(snapshot, runs=tuple(run.first(depth) for run in snapshot.runs))


STUDY = Study(name="score", title="A run that is tried", version=4, findings=(Score,))
