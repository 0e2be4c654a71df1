"""Scores of groups of captions: by their length, by their source, by the number of their
positives."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from metrics.measures.arrays import Values
from metrics.measures.estimate import LEVEL, USUAL, Estimate, interval_of, known
from metrics.measures.measure import Measure
from metrics.measures.resampling import RESAMPLES, Resampled
from metrics.measures.scoring import TIES
from metrics.measures.slicing import Groups, resample_groups
from metrics.measures.spread import NO_VALUE
from metrics.snapshot import Rule, Snapshot
from metrics.studies.description import Setup, Study
from metrics.studies.groups import WAYS, group_captions
from metrics.studies.pooled import of_videos, pooled_runs
from metrics.studies.scored import ScoredRun, check_draws, require_means, score_runs
from metrics.studies.study import NothingToStudy, about_clusters

RULES: tuple[Rule, ...] = ("all", "original")
KINDS = ("all", "original", "delta")
FEW = 20  # clusters: an interval of fewer tends to be too narrow
AT_A_TIME = 64  # runs and measures whose resampled means are in memory together


@dataclass(frozen=True, slots=True)
class Slice:
    """One run under one measure, over one group of captions. clusters, n: of the scores with all
    positives. delta: the score with all positives less that with the original ones, each over its
    own captions."""

    by: str
    group: str
    captions: int
    run: str
    measure: Measure
    all: Estimate
    original: Estimate
    delta: Estimate
    n: int
    n_original: int
    clusters: int

    @property
    def few(self) -> bool:
        return self.clusters < FEW

    def as_json(self) -> dict[str, Any]:
        return {
            "by": self.by,
            "group": self.group,
            "run": self.run,
            "measure": str(self.measure),
            "all": self.all.value,
            "original": self.original.value,
            "delta": self.delta.value,
            "n": self.n,
            "n_original": self.n_original,
            "captions": self.captions,
            "clusters": self.clusters,
            "few": self.few,
            **_told("", self.all),
            **_told("original_", self.original),
            **_told("delta_", self.delta),
        }


def _told(kind: str, one: Estimate) -> dict[str, Any]:
    return {f"{kind}interval": one.ends(), f"{kind}why": one.reason or one.why_not() or None}


@dataclass(frozen=True, slots=True)
class Slices:
    benchmark: str
    by: tuple[str, ...]
    runs: tuple[str, ...]
    measures: tuple[Measure, ...]
    rows: tuple[Slice, ...]  # by what they are sliced by, then groups, runs, measures
    other_direction: tuple[str, ...]  # runs that rank captions, which are in none
    seed: int
    resamples: int
    about_clusters: str  # for people

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "by": list(self.by),
            "runs": list(self.runs),
            "other_direction": list(self.other_direction),
            "rows": [row.as_json() for row in self.rows],
            "ties": TIES,
            "level": LEVEL,
            "few": FEW,
            "seed": self.seed,
            "resamples": self.resamples,
        }


def slices(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    by: Sequence[str] = tuple(WAYS),
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Slices:
    """Of the runs that rank videos for captions. NothingToStudy where there is none, and for a
    measure that has no mean over captions."""
    check_draws(seed, resamples=resamples)
    require_means(measures, "resampled by groups")
    _check_ways(by)
    of = of_videos(snapshot)
    pooled_runs(of)
    scored = score_runs(of, measures, {rule: of.positives(rule) for rule in RULES})
    groupings = [group_captions(of, way) for way in dict.fromkeys(by)]
    rows = _rows(of, scored, groupings, measures, (seed, resamples))
    return Slices(
        snapshot.benchmark,
        tuple(dict.fromkeys(by)),
        tuple(one.run.name for one in scored),
        tuple(measures),
        rows,
        tuple(run.name for run in snapshot.runs if run.direction == "v2t"),
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
    draws: tuple[int, int],
) -> tuple[Slice, ...]:
    """draws: seed and resamples. What is in memory together does not change what is drawn."""
    cells = [_cell(one, measure) for one in scored for measure in measures]
    found: dict[tuple[str, str], list[Slice]] = {}
    for start in range(0, len(cells), AT_A_TIME):
        for row in _sliced(snapshot, cells[start : start + AT_A_TIME], groupings, *draws):
            found.setdefault((row.by, row.group), []).append(row)
    return tuple(row for rows in found.values() for row in rows)


def _cell(scored: ScoredRun, measure: Measure) -> _Cell:
    values: dict[Rule, Values] = {
        rule: scored.by_rule[rule].values[measure]
        for rule in RULES
        if rule in scored.by_rule and measure in scored.by_rule[rule].values
    }
    return _Cell(scored.run.name, measure, values)


def _sliced(
    snapshot: Snapshot,
    cells: Sequence[_Cell],
    groupings: Sequence[Groups],
    seed: int,
    resamples: int,
) -> Iterator[Slice]:
    places = [(cell, rule) for cell in cells for rule in cell.values]
    drawn = resample_groups(
        np.stack([cell.values[rule] for cell, rule in places]),
        groupings,
        clusters=snapshot.clusters(),
        resamples=resamples,
        seed=seed,
    )
    named = [
        (one.by, name, int(captions))
        for one in groupings
        for name, captions in zip(one.names, one.captions, strict=True)
    ]
    for group, (by, name, captions) in enumerate(named):
        start = group * len(places)
        for cell in cells:
            rows = {
                rule: start + number for number, (one, rule) in enumerate(places) if one is cell
            }
            yield _slice(drawn, rows, cell, (by, name, captions))


def _slice(
    drawn: Resampled, rows: Mapping[Rule, int], cell: _Cell, group: tuple[str, str, int]
) -> Slice:
    """rows: of the cell's rules, in what was drawn."""
    first, original = rows["all"], rows.get("original")
    estimates = _estimates(drawn, first, original)
    by, name, captions = group
    return Slice(
        by,
        name,
        captions,
        cell.run,
        cell.measure,
        estimates["all"],
        estimates["original"],
        estimates["delta"],
        int(drawn.n[first]),
        0 if original is None else int(drawn.n[original]),
        int(drawn.clusters[first]),
    )


def _estimates(drawn: Resampled, first: int, original: int | None) -> dict[str, Estimate]:
    """By kind, each with its interval."""
    if original is None:
        nothing = Estimate(None, "this measure knows no positives")
        one = _intervals(drawn, [first], drawn.means[[first]], drawn.mean[[first]])[0]
        return {"all": one, "original": nothing, "delta": nothing}
    means = drawn.means[[first, original]]
    mean = drawn.mean[[first, original]]
    three = _intervals(
        drawn,
        [first, original, first if drawn.clusters[first] < drawn.clusters[original] else original],
        np.concatenate([means, means[:1] - means[1:]]),
        np.concatenate([mean, mean[:1] - mean[1:]]),
    )
    return dict(zip(KINDS, three, strict=True))


def _intervals(
    drawn: Resampled, counted: Sequence[int], means: Values, mean: Values
) -> list[Estimate]:
    """counted: the rows whose clusters count for each."""
    rows = replace(
        drawn,
        means=means,
        mean=mean,
        n=drawn.n[counted],
        left_out=drawn.left_out[counted],
        clusters=drawn.clusters[counted],
    )
    found = rows.intervals(LEVEL)
    return [
        Estimate(None, NO_VALUE)
        if np.isnan(value)
        else Estimate(known(value), intervals={USUAL: interval_of(low, high, why)})
        for value, low, high, why in zip(
            mean.tolist(), found.low.tolist(), found.high.tolist(), found.why, strict=True
        )
    ]


def _part(setup: Setup) -> Slices:
    return slices(setup.snapshot, setup.tested, tuple(WAYS), **setup.draws)


STUDY = Study(
    name="slices",
    title="Scores by groups of captions",
    version=1,
    findings=(Slices,),
    part=_part,
    option="slices",
    place=9,
)
