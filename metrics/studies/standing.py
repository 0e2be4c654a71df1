"""What a submission's author is shown of it: its scores and what they rest on, and how sure it is
that it does better than the run it is held against. Of other runs, only that difference."""

from collections.abc import Sequence
from dataclasses import replace

from foundation.frozen import frozen
from measures.estimate import Estimate
from measures.measure import Measure
from measures.resampling import RESAMPLES
from metrics.snapshot import Snapshot
from metrics.studies.comparison import compare_runs
from metrics.studies.evaluation import Cell, evaluate, value_of
from metrics.studies.score import Score, score_run
from metrics.studies.study import NothingToStudy

VERSION = 2


@frozen
class Line:
    """One number of which there is an interval, or not."""

    measure: str
    value: float | None
    low: float | None
    high: float | None
    why: str

    @property
    def excludes_0(self) -> bool:
        return self.low is not None and self.high is not None and (self.low > 0 or self.high < 0)

    @property
    def is_better(self) -> bool:
        return self.value is not None and self.value > 0


@frozen
class Scored:
    """corrected: with what people found relevant; original: without; delta: how much that is."""

    corrected: Line
    original: float | None
    delta: Line
    n: int


@frozen
class Standing:
    """judged: the share of the first k ranks with a verdict. against: the id of the run that it is
    held against, None for none."""

    k: int
    judged: float | None
    unjudged: int | None
    captions: int | None
    hours: float | None
    pace: float | None
    pace_from: str
    why_no_cost: str
    scores: tuple[Scored, ...]
    bounds: tuple[Line, ...]
    against: int | None
    differences: tuple[Line, ...]
    resamples: int


def standing(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    score: Score,
    against: tuple[int, str] | None,
) -> Standing:
    """snapshot: with the run first, and what it is held against. score: the run's own. against: the
    id and the name of the latter."""
    compared = None
    if against is not None:
        names = [snapshot.runs[0].name, against[1]]
        means = [one for one in measures if not one.kind.instead]
        compared = compare_runs(snapshot, names, means)
    cost = score.cost
    pairs, captions, hours, pace = (
        (cost.pairs, cost.captions, cost.hours, cost.pace) if cost else [None] * 4
    )
    return Standing(
        k=score.evaluation.judged.k,
        judged=next(iter(score.evaluation.judged.shares.values())).value,
        unjudged=pairs,
        captions=captions,
        hours=hours,
        pace=pace,
        pace_from=cost.pace_from if cost else "",
        why_no_cost=score.why_no_cost,
        scores=tuple(_scored(cell) for cell in score.evaluation.cells),
        bounds=tuple(_line(one.measure, one.mean, "bounds") for one in cost.bounds) if cost else (),
        against=against[0] if against else None,
        differences=tuple(
            _line(str(row.measure), row.difference) for row in (compared.rows if compared else ())
        ),
        resamples=RESAMPLES,
    )


def only(snapshot: Snapshot) -> Snapshot:
    """The snapshot with its first run alone."""
    return replace(snapshot, runs=snapshot.runs[:1])


def own_score(
    snapshot: Snapshot, measures: Sequence[Measure], *, depth: int, pace: tuple[float, str]
) -> Score:
    """The score of the first run of the snapshot."""
    return score_run(
        only(snapshot), measures, intervals=True, depth=depth, pace=pace[0], pace_from=pace[1]
    )


def best_of(snapshot: Snapshot, measure: Measure) -> str | None:
    """The name of the run, the first aside, that scores highest: the earlier of equals."""
    others = replace(snapshot, runs=snapshot.runs[1:])
    if not others.runs:
        return None
    try:
        cells = evaluate(others, [measure]).cells
    except NothingToStudy:
        return None
    return max(cells, key=lambda cell: value_of(cell.all) or 0.0).run


def _scored(cell: Cell) -> Scored:
    name = str(cell.measure)
    return Scored(
        _line(name, cell.score), value_of(cell.original), _line(name, cell.delta), cell.main.n
    )


def _line(measure: str, of: Estimate, interval: str = "interval") -> Line:
    low, high = of.ends(interval) or (None, None)
    return Line(measure, of.value, low, high, of.why_not(interval) or of.reason)
