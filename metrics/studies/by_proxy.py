"""Table 1 under a proxy: runs scored as if all that the proxy calls relevant were positive."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from foundation.frozen import frozen
from measures.arrays import Integers, Mask
from measures.hits import Pairs
from measures.measure import Measure
from measures.scoring import TIES, Scores, score_parts
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.evaluation import Cell, cells_of
from metrics.studies.intervals import Draws, drawn_as_json, find_intervals
from metrics.studies.marks import MarkedCaptions, marks_as_json, saw_of
from metrics.studies.proxied import Gains, NamedProxy, blocks_of, check_shape, reaches
from metrics.studies.scored import ScoredRun, check_runs
from metrics.studies.study import NothingToStudy
from metrics.studies.under_proxy import checked_draws

THRESHOLD = 1.0


@frozen
class ProxyEvaluation(MarkedCaptions):
    """Graded measures take the proxy as a gain; for the others what reaches the threshold is
    positive."""

    benchmark: str
    proxy: str
    title: str  # of the proxy's kind
    threshold: float
    pairs: int  # of caption and video, with a proxy above 0
    positive: int  # of these, at the threshold or above
    captions: int
    runs: tuple[str, ...]
    measures: tuple[Measure, ...]
    cells: tuple[Cell, ...]  # by runs, then measures
    draws: Draws | None
    saw: Mapping[str, str] = field(default_factory=dict)  # by run: what it must be marked for

    def as_json(self) -> dict[str, Any]:
        counts = {"pairs": self.pairs, "all": self.positive, "captions": self.captions}
        return {
            "benchmark": self.benchmark,
            "positives": {"rule": self.proxy, "threshold": self.threshold, **counts},
            "rows": [cell.as_json() for cell in self.cells],
            "ties": TIES,
            "conventions": {str(measure): measure.convention for measure in self.measures},
            **drawn_as_json(self.draws),
            **marks_as_json(self.saw),
        }


def takes_gains(measure: Measure) -> bool:
    """A function of means is made of measures that all do, or that all do not."""
    return any(part.kind.graded for part in measure.parts)


def evaluate_by_proxy(
    snapshot: Snapshot,
    proxy: NamedProxy,
    measures: Sequence[Measure],
    threshold: float = THRESHOLD,
    *,
    intervals: bool = False,
    **draws: int,
) -> ProxyEvaluation:
    """All the runs of the snapshot, under all measures. NothingToStudy where there is nothing to
    score, and for a measure that follows from verdicts."""
    drawn = checked_draws(**draws)
    check_shape(proxy, snapshot)
    _check(snapshot, measures, threshold)
    own = snapshot.own_videos
    scored = [
        ScoredRun(run, {"all": _score(run, proxy, own, measures, threshold)})
        for run in snapshot.runs
    ]
    found = find_intervals(snapshot, scored, measures, **drawn) if intervals else ({}, None)
    return ProxyEvaluation(
        snapshot.benchmark,
        proxy.name,
        proxy.title,
        threshold,
        proxy.relevance.above_zero,
        int(reaches(proxy.relevance.stored, threshold).sum()),
        snapshot.captions,
        tuple(run.name for run in snapshot.runs),
        tuple(measures),
        cells_of(scored, measures, found[0]),
        found[1],
        saw_of(snapshot.runs),
    )


def _check(snapshot: Snapshot, measures: Sequence[Measure], threshold: float) -> None:
    check_runs(snapshot)
    for measure in measures:
        if measure.needs_verdicts:
            raise NothingToStudy(
                f"{measure} follows from people's verdicts, and not from a proxy: leave it out"
            )
        if measure.level is not None:
            raise NothingToStudy(
                f"{measure} is of grades, and a proxy has none: give a threshold instead"
            )
    if not 0 < threshold <= 1:
        raise NothingToStudy(f"a threshold is above 0 and at most 1, not {threshold:g}")


def _score(
    run: StoredRun,
    proxy: NamedProxy,
    own_videos: Integers,
    measures: Sequence[Measure],
    threshold: float,
) -> Scores:
    """Scores by blocks of rows, once with gains and once with what reaches the threshold."""
    found = Scores({}, {})
    rules = {True: (proxy.name, None), False: (f"{proxy.name} ≥ {threshold:g}", threshold)}
    for graded, (rule, least) in rules.items():
        if named := [str(one) for one in measures if takes_gains(one) == graded]:
            parts = (
                (run.ranked[start : start + len(block)], _pairs(block, least))
                for start, block in blocks_of(proxy.of(run.direction, own_videos))
            )
            more = score_parts(parts, named, rule)
            found = Scores({**found.values, **more.values}, {**found.summaries, **more.summaries})
    return found


def _pairs(block: Gains, threshold: float | None) -> Pairs:
    """threshold: None for all that is above 0, with its gain."""
    chosen: Mask = block > 0 if threshold is None else reaches(block, threshold)
    keys = np.flatnonzero(chosen)
    gains = np.ones(len(keys)) if threshold is not None else block[chosen].astype(np.float64)
    return Pairs(keys, gains, *block.shape)
