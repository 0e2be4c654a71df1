"""Scores of groups of captions: by their length, by their source, by the number of their positives,
and by what the benchmark's files say of them besides."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from foundation.finding.fields import SPREAD, Found, always, derived, found, unshown
from foundation.frozen import frozen
from measures.arrays import Counts, Integers, Values
from measures.dependence import FEW, Dependence
from measures.estimate import LEVEL, USUAL, Estimate
from measures.mean_intervals import Moved, estimate_of
from measures.measure import Measure
from measures.resampling import RESAMPLES
from measures.sampling import strata_of
from measures.scoring import TIES
from measures.spread import NO_VALUE
from metrics.snapshot import FileColumn, Rule, Snapshot
from metrics.studies.dependent import Grouped, is_few, told_of
from metrics.studies.description import Study
from metrics.studies.estimated import estimate, why_of
from metrics.studies.pooled import of_videos, pooled_runs
from metrics.studies.questions import SCORED
from metrics.studies.scored import ScoredRun, check_draws, require_means, score_runs
from metrics.studies.study import NothingToStudy, about_clusters
from metrics.table import Word


@frozen
class Groups:
    """Captions parted by one thing that is known of them."""

    by: str
    names: tuple[str, ...]
    of: Counts  # (captions,): each one's group, -1 where it is in none

    @property
    def captions(self) -> Counts:
        """(groups,)"""
        return np.bincount(self.of[self.of >= 0], minlength=len(self.names)).astype(np.int64)


STRATA = 5
MOST_VALUES = 25  # of a column, that are groups of their own
UP_TO = (1, 2, 5, 10)  # positives: where a group ends; the last has no end
OWN_TEXT, SHARED_TEXT, NO_SOURCE = (
    Word("a text of their own"),
    Word("a text that others have too"),
    Word("no known source video"),
)
DEFINED = {
    "length": (
        f"Groups by length in words: at most {STRATA} of about equal size, captions of equal length"
        " together."
    ),
    "positives": (
        "Groups by the number of positives that a caption has, original and collected. More"
        " positives are easier to find: compare runs inside a group, not groups with each other."
    ),
    "source": (
        "Groups by what is known of a caption's source: no known"
        " source video; a known one, and a text that several captions have; a known one, and a text"
        " of its own."
    ),
}


BY_COLUMN = (
    "Groups by what the benchmark's file says in its column {by}; of more than {most} values, the"
    " most frequent ones, and all others together."
)


def group_captions(snapshot: Snapshot, by: str) -> Groups:
    return _without_empty(ways_of(snapshot)[by](snapshot))


def _by_length(snapshot: Snapshot) -> Groups:
    words = snapshot.words
    strata = strata_of(words, len(words), by="length", strata=STRATA)
    ends = [words[strata == stratum] for stratum in range(int(strata.max(initial=-1)) + 1)]
    names = tuple(
        f"{_range(low, high)} {'word' if high == 1 else 'words'}"
        for low, high in ((int(of.min()), int(of.max())) for of in ends)
    )
    return Groups("length", names, strata)


def _by_positives(snapshot: Snapshot) -> Groups:
    """A caption without positives is in no group: it has no score."""
    counts = snapshot.positives("all").counts
    starts = (1, *(end + 1 for end in UP_TO[:-1]))
    names = [_range(*ends) for ends in zip(starts, UP_TO, strict=True)]
    last = f"{UP_TO[-1] + 1} and more"
    names = [f"{name} {'positive' if name == '1' else 'positives'}" for name in [*names, last]]
    return Groups("positives", tuple(names), np.where(counts, np.searchsorted(UP_TO, counts), -1))


def _by_source(snapshot: Snapshot) -> Groups:
    shared = np.bincount(snapshot.caption_queries)[snapshot.caption_queries] > 1
    of = np.where(snapshot.own_videos < 0, 2, np.where(shared, 1, 0))
    return Groups("source", (OWN_TEXT, SHARED_TEXT, NO_SOURCE), of)


def column_groups(column: FileColumn) -> Groups:
    """The most frequent values, each a group; all others together."""
    counts = np.bincount(column.of[column.of >= 0], minlength=len(column.values))
    if len(counts) <= MOST_VALUES:
        return Groups(column.name, column.values, column.of)
    shown = np.sort(np.argsort(-counts, kind="stable")[: MOST_VALUES - 1])
    places: Counts = np.full(len(counts) + 1, len(shown))  # the last is that of -1
    places[shown], places[-1] = np.arange(len(shown)), -1
    others = Word(f"one of {len(counts) - len(shown):,} other values")
    return Groups(column.name, (*(column.values[one] for one in shown), others), places[column.of])


def _by_column(column: FileColumn, _: Snapshot) -> Groups:
    return column_groups(column)


def _range(low: int, high: int) -> str:
    return f"{low}" if low == high else f"{low} to {high}"


def _without_empty(groups: Groups) -> Groups:
    there = np.flatnonzero(groups.captions)
    places: Counts = np.full(len(groups.names) + 1, -1)  # the last is that of -1
    places[there] = np.arange(len(there))
    names = tuple(groups.names[number] for number in there)
    return Groups(groups.by, names, places[groups.of])


WAYS: Mapping[str, Callable[[Snapshot], Groups]] = {
    "length": _by_length,
    "positives": _by_positives,
    "source": _by_source,
}


def ways_of(snapshot: Snapshot) -> Mapping[str, Callable[[Snapshot], Groups]]:
    """A column that is called like one of ours is left out."""
    columns = {one.name: partial(_by_column, one) for one in snapshot.columns}
    return {**columns, **WAYS}


def usual_ways(snapshot: Snapshot) -> tuple[str, ...]:
    """A report has no room for columns of many values; who wants one names it."""
    few = [one.name for one in snapshot.columns if 2 <= len(one.values) <= MOST_VALUES]
    return (*WAYS, *(name for name in few if name not in WAYS))


RULES: tuple[Rule, ...] = ("all", "original")
NO_POSITIVES = Estimate(None, "this measure knows no positives")


@frozen
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
        shown = told_of(self.all.intervals.get(USUAL)) | {"clusters": self.clusters}
        shown["few"] = self.few
        for kind, one in (("", self.all), ("original_", self.original), ("delta_", self.delta)):
            shown |= {f"{kind}interval": one.ends(), f"{kind}why": why_of(one) or None}
        return shown

    @property
    def few(self) -> bool:
        one = self.all.intervals.get(USUAL)
        return self.clusters < FEW if one is None or one.ends is None else is_few(one)


@frozen
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
    by: Sequence[str] | None = None,
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Slices:
    """Slices for the runs that rank videos for captions. NothingToStudy where there is none, and
    for a measure that has no mean over captions. by: our own ways, and the file's columns."""
    by = usual_ways(snapshot) if by is None else by
    check_draws(seed, resamples=resamples)
    require_means(measures, "resampled by groups")
    _check_ways(by, ways_of(snapshot))
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


def _check_ways(by: Sequence[str], ways: Collection[str]) -> None:
    for way in by:
        if way not in ways:
            raise NothingToStudy(f"scores are sliced by {', '.join(ways)}, not by {way!r}")
    if not by:
        raise NothingToStudy(f"name what scores are sliced by: {', '.join(ways)}")


@frozen
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
        estimate_of(every, dependence, NO_VALUE),
        NO_POSITIVES if original is None else estimate_of(original, dependence, NO_VALUE),
        NO_POSITIVES
        if original is None
        else estimate_of(every.minus(original), dependence, NO_VALUE),
        int(every.known.sum()),
        0 if original is None else int(original.known.sum()),
        captions,
        len(np.unique(dependence.videos[every.known[0]])),
    )


STUDY = Study(
    name="slices",
    title="Scores by groups of captions",
    question=SCORED,
    version=4,
    findings=(Slices,),
    part=lambda setup: slices(setup.snapshot, setup.tested, None, **setup.draws),
    option="slices",
    place=9,
)
