"""How far instance-based scores may be off: the least and the most that they could be, when all
that a proxy has above 0.8 counts as the same as a caption's own video (000, section 5.2 and
Figure 5)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from measures.arrays import Values
from measures.dependence import Dependence
from measures.estimate import LEVEL, USUAL, Estimate
from measures.hits import Hits, Pairs
from measures.mean_intervals import Moved, intervals_of
from measures.measure import Found, LooksAt, Measure
from measures.names import parse_all
from measures.resampling import RESAMPLES
from measures.scoring import TIES
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.dependent import Grouped, told_of
from metrics.studies.description import Need, Setup, Study
from metrics.studies.intervals import of_measure
from metrics.studies.marks import Marked, saw_of, told_marks
from metrics.studies.proxied import Proxied
from metrics.studies.scored import check_draws, check_ranks_something
from metrics.studies.study import NothingToStudy, about_clusters
from semantics.graded.instances import SAME_ABOVE, Ranks

MEASURES = "C@1,C@5,C@10,GMR"
KINDS = ("least", "reported", "most")
NO_SOURCE = "no caption has a known video"


@dataclass(frozen=True, slots=True)
class Ceiling:
    """A run under one measure: as reported with each caption's own video, and if the highest or the
    lowest ranked of all that is the same stood in its place."""

    run: str
    direction: str
    measure: str
    least: Estimate
    reported: Estimate
    most: Estimate
    n: int
    open: int  # of the n, some of whose same ones are not in the ranking as it is stored

    def as_json(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "run": self.run,
            "direction": self.direction,
            "measure": self.measure,
            "n": self.n,
            "open": self.open,
        }
        for name in KINDS:
            one: Estimate = getattr(self, name)
            why = one.reason or one.why_not() or None
            told |= {name: one.value, f"{name}_interval": one.ends(), f"{name}_why": why}
        told |= told_of(self.reported.intervals.get(USUAL))
        return told


@dataclass(frozen=True, slots=True)
class Ceilings(Marked):
    benchmark: str
    proxy: str
    title: str  # of the proxy's kind
    rows: tuple[Ceiling, ...]  # by runs, then measures
    definitions: tuple[str, ...]  # of the measures, for people
    seed: int
    resamples: int
    about_clusters: str  # for people
    grouped: Grouped
    saw: Mapping[str, str] = field(default_factory=dict)  # by run: what it must be marked for

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "proxy": self.proxy,
            "same_above": SAME_ABOVE,
            "dependence": self.grouped.as_json(),
            "rows": [row.as_json() for row in self.rows],
            "ties": TIES,
            "level": LEVEL,
            "seed": self.seed,
            "resamples": self.resamples,
            **told_marks(self.saw),
        }


def ceilings(
    snapshot: Snapshot,
    proxied: Proxied,
    measures: Sequence[Measure] = parse_all(MEASURES),
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Ceilings:
    """Of all runs, from the ranks that were taken. NothingToStudy where there is none, and for a
    measure that follows from more than the first positive's rank."""
    check_draws(seed, resamples=resamples)
    _check(snapshot, measures)
    rows: list[Ceiling] = []
    for run in snapshot.runs:
        dependence = snapshot.dependence(run.direction)
        rows += _rows(run, proxied.ranks[run.name], measures, dependence)
    return Ceilings(
        snapshot.benchmark,
        proxied.name,
        proxied.title,
        tuple(rows),
        tuple(measure.definition for measure in measures),
        seed,
        resamples,
        about_clusters(snapshot),
        Grouped.of(snapshot),
        saw_of(snapshot.runs),
    )


def fits(measure: Measure) -> bool:
    """Whether it follows from the rank of the first positive, and a mean of it is resampled."""
    return all(
        part.kind.looks_at is LooksAt.FIRST_HIT
        and not part.kind.of_ranks
        and part.level is None
        and not part.condensed
        for part in measure.parts
    )


def _check(snapshot: Snapshot, measures: Sequence[Measure]) -> None:
    if not snapshot.runs:
        raise NothingToStudy(
            f"{snapshot.benchmark} has no run to score: bring one in with import_run"
        )
    for run in snapshot.runs:
        check_ranks_something(snapshot, run)
    for measure in measures:
        if not fits(measure):
            raise NothingToStudy(
                f"{measure} does not follow from the rank of one video: ask for {MEASURES}"
            )
    if not len(snapshot.original().keys):
        raise NothingToStudy(
            f"no caption of {snapshot.benchmark} has a known video, so it has no instance-based"
            " score"
        )


def _rows(
    run: StoredRun, ranks: Ranks, measures: Sequence[Measure], dependence: Dependence
) -> Iterator[Ceiling]:
    parts = list(dict.fromkeys(part for measure in measures for part in measure.parts))
    values = {
        kind: {part: _values(part, run.depth, _rank(ranks, kind)) for part in parts}
        for kind in KINDS
    }
    for measure in measures:
        yield Ceiling(
            run.name,
            run.direction,
            str(measure),
            **{kind: _estimate(of_measure(measure, values[kind]), dependence) for kind in KINDS},
            n=int((~np.isnan(ranks.own)).sum()),
            open=int(np.isinf(ranks.worst).sum()),
        )


def _rank(ranks: Ranks, kind: str) -> Values:
    return {"least": ranks.worst, "reported": ranks.own, "most": ranks.best}[kind]


def _values(part: Measure, depth: int, ranks: Values) -> Values:
    """(items,): what the measure says of a ranking whose only positive is at this rank. ranks:
    infinity below the run's depth, nan for an item without a source."""
    row, valued = np.flatnonzero(np.isfinite(ranks)), ~np.isnan(ranks)
    hits = Hits(
        row,
        ranks[row].astype(np.int64),
        np.ones(len(row), np.int64),
        np.ones(len(row)),
        valued.astype(np.int64),
        np.full(len(ranks), depth),
        depth,
    )
    if part.kind.values is None:
        raise TypeError(f"{part} has no value per item")
    return part.kind.values(Found(hits, Pairs(row * depth, hits.gain, len(ranks), depth)), part)


def _estimate(moved: Moved, dependence: Dependence) -> Estimate:
    value = float(moved.value[0])
    if np.isnan(value):
        return Estimate(None, NO_SOURCE)
    return Estimate(value, intervals={USUAL: intervals_of(moved, dependence)[0]})


def _part(setup: Setup) -> Ceilings:
    named = [measure for measure in setup.measures if fits(measure)]
    return ceilings(setup.snapshot, setup.proxied, named or parse_all(MEASURES), **setup.draws)


STUDY = Study(
    name="ceiling",
    title="Least and most of instance-based scores",
    version=3,
    findings=(Ceilings,),
    part=_part,
    option="relevance",
    needs=(Need.PROXY,),
    place=22,
)
