"""Scores of groups of captions: by their length, by their source, by the number of their
positives."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from foundation.finding.fields import SPREAD, Found, always, derived, found, unshown
from measures.arrays import Integers, Values
from measures.dependence import FEW, Dependence
from measures.estimate import LEVEL, USUAL, Estimate, known
from measures.mean_intervals import Moved, intervals_of
from measures.measure import Measure
from measures.resampling import RESAMPLES
from measures.scoring import TIES
from measures.slicing import Groups
from measures.spread import NO_VALUE
from metrics.snapshot import Rule, Snapshot
from metrics.studies.dependent import Grouped, is_few, told_of
from metrics.studies.description import Study
from metrics.studies.estimated import estimate, why_of
from metrics.studies.groups import WAYS, group_captions
from metrics.studies.pooled import of_videos, pooled_runs
from metrics.studies.scored import ScoredRun, check_draws, require_means, score_runs
from metrics.studies.study import NothingToStudy, about_clusters

RULES: tuple[Rule, ...] = ("all", "original")
NO_POSITIVES = Estimate(None, "this measure knows no positives")


@dataclass(frozen=True, slots=True)
class Slice(Found):
    """One run under one measure, over one group of captions. clusters, n: of the scores with all
    positives. delta: the score with all positives less that with the original ones, each over its
    own captions."""

    by: str = found()
    group: str = found()
    run: str = found()
    measure: Measure = found()
    all: Estimate = estimate(interval="", why="")
    original: Estimate = estimate(interval="", why="")
    delta: Estimate = estimate(interval="", why="")
    n: int = found()
    n_original: int = found()
    captions: int = found()
    clusters: int = unshown()

    @property
    @derived(key=SPREAD)
    def sure(self) -> Mapping[str, Any]:
        told = told_of(self.all.intervals.get(USUAL)) | {"clusters": self.clusters}
        told["few"] = self.few
        for kind, one in (("", self.all), ("original_", self.original), ("delta_", self.delta)):
            told |= {f"{kind}interval": one.ends(), f"{kind}why": why_of(one) or None}
        return told

    @property
    def few(self) -> bool:
        one = self.all.intervals.get(USUAL)
        return self.clusters < FEW if one is None or one.ends is None else is_few(one)


@dataclass(frozen=True, slots=True)
class Slices(Found):
    benchmark: str = found()
    by: tuple[str, ...] = found()
    runs: tuple[str, ...] = found()
    other_direction: tuple[str, ...] = found()  # runs that rank captions, which are in none
    measures: tuple[Measure, ...] = unshown()
    rows: tuple[Slice, ...] = found()  # by what they are sliced by, then groups, runs, measures
    ties = always(TIES)
    grouped: Grouped = found(key="dependence")
    level = always(LEVEL)
    few = always(FEW)
    seed: int = found()
    resamples: int = found()
    about_clusters: str = unshown()  # for people


def slices(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    by: Sequence[str] = tuple(WAYS),
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Slices:
    """Slices for the runs that rank videos for captions. NothingToStudy where there is none, and
    for a measure that has no mean over captions."""
    check_draws(seed, resamples=resamples)
    require_means(measures, "resampled by groups")
    _check_ways(by)
    of = of_videos(snapshot)
    pooled_runs(of)
    scored = score_runs(of, measures, {rule: of.positives(rule) for rule in RULES})
    groupings = [group_captions(of, way) for way in dict.fromkeys(by)]
    rows = tuple(_rows(of, scored, groupings, measures))
    return Slices(
        snapshot.benchmark,
        tuple(dict.fromkeys(by)),
        tuple(one.run.name for one in scored),
        tuple(run.name for run in snapshot.runs if run.direction == "v2t"),
        tuple(measures),
        rows,
        Grouped.of(of),
        seed,
        resamples,
        about_clusters(snapshot),
    )


def _check_ways(by: Sequence[str]) -> None:
    for way in by:
        if way not in WAYS:
            raise NothingToStudy(f"scores are sliced by {', '.join(WAYS)}, not by {way!r}")
    if not by:
        raise NothingToStudy(f"name what scores are sliced by: {', '.join(WAYS)}")


@dataclass(frozen=True, slots=True)
class _Cell:
    """One run under one measure. A measure that knows no positives has no values by the original
    ones."""

    run: str
    measure: Measure
    values: Mapping[Rule, Values]


def _rows(
    snapshot: Snapshot,
    scored: Sequence[ScoredRun],
    groupings: Sequence[Groups],
    measures: Sequence[Measure],
) -> Iterator[Slice]:
    cells = [_cell(one, measure) for one in scored for measure in measures]
    dependence = snapshot.dependence()
    for grouping in groupings:
        for number, name in enumerate(grouping.names):
            chosen = np.flatnonzero(grouping.of == number)
            inside = dependence.only(chosen)
            for cell in cells:
                yield _slice(cell, chosen, inside, (grouping.by, name, len(chosen)))


def _cell(scored: ScoredRun, measure: Measure) -> _Cell:
    values: dict[Rule, Values] = {
        rule: scored.by_rule[rule].values[measure]
        for rule in RULES
        if rule in scored.by_rule and measure in scored.by_rule[rule].values
    }
    return _Cell(scored.run.name, measure, values)


def _slice(
    cell: _Cell, chosen: Integers, dependence: Dependence, group: tuple[str, str, int]
) -> Slice:
    """chosen: the captions of the group, and how these hang together."""
    moved = {rule: Moved.means(values[None, chosen]) for rule, values in cell.values.items()}
    every, original = moved["all"], moved.get("original")
    by, name, captions = group
    return Slice(
        by,
        name,
        cell.run,
        cell.measure,
        _estimate(every, dependence),
        NO_POSITIVES if original is None else _estimate(original, dependence),
        NO_POSITIVES if original is None else _estimate(every.minus(original), dependence),
        int(every.known.sum()),
        0 if original is None else int(original.known.sum()),
        captions,
        len(np.unique(dependence.videos[every.known[0]])),
    )


def _estimate(moved: Moved, dependence: Dependence) -> Estimate:
    value = known(float(moved.value[0]))
    if value is None:
        return Estimate(None, NO_VALUE)
    return Estimate(value, intervals={USUAL: intervals_of(moved, dependence)[0]})


STUDY = Study(
    name="slices",
    title="Scores by groups of captions",
    version=3,
    findings=(Slices,),
    part=lambda setup: slices(setup.snapshot, setup.tested, tuple(WAYS), **setup.draws),
    option="slices",
    place=9,
)
