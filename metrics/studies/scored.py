"""Runs scored for a study: what cannot be scored is refused here, once, in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from foundation.frozen import frozen
from measures.arrays import Values
from measures.hits import Pairs
from measures.measure import Measure, deepest
from measures.scoring import Scores, Summary, score
from metrics.snapshot import FOR_VIDEOS, Direction, Rule, Snapshot, StoredRun
from metrics.studies.study import NothingToStudy

MOST_DRAWS = 1_000_000


@frozen
class ScoredRun:
    run: StoredRun
    by_rule: Mapping[Rule, Scores]

    def values(self) -> Iterator[tuple[Rule, Measure, Values]]:
        """(captions,) each, or (videos,). GMR has none; its parts are there in its place."""
        for rule, scores in self.by_rule.items():
            for measure, values in scores.values.items():
                yield rule, measure, values

    def summary(self, measure: Measure, rule: Rule) -> Summary | None:
        """None where the rule was not asked for, and for Judged@K under a second rule: it knows no
        positives."""
        scores = self.by_rule.get(rule)
        return None if scores is None else scores.summaries.get(measure)


def depth_for(measures: Sequence[Measure]) -> int | None:
    """How far down rankings have to be read; None for as far as they are stored."""
    return deepest([measure.reads for measure in measures])


def score_runs(
    snapshot: Snapshot, measures: Sequence[Measure], pairs: Mapping[Rule, Pairs]
) -> list[ScoredRun]:
    """Every run of the snapshot, with the positives of each rule (captions x videos).

    NothingToStudy where a run ranks nothing, or nothing is positive. Of Judged@K, which knows no
    positives, the first rule's scores alone have a value.
    """
    check_runs(snapshot)
    if not any(len(found.keys) for found in pairs.values()) and any(
        measure.kind.needs_positives for measure in measures
    ):
        raise NothingToStudy(_nothing_positive(snapshot, list(pairs)))
    directions = dict.fromkeys(run.direction for run in snapshot.runs)
    sides = {one: _Side.of(snapshot, measures, pairs, one) for one in directions}
    return [_scored(snapshot, run, measures, sides[run.direction]) for run in snapshot.runs]


@frozen
class _Side:
    """What runs of one direction are scored by. graded: the positives, and what has a grade too low
    to be one. judged, strata: what was judged, and from which strata it was drawn; None where no
    measure asks, or nobody knows. words: of the scale."""

    positives: Mapping[Rule, Pairs]
    graded: Mapping[Rule, Pairs]
    judged: Pairs | None
    strata: Pairs | None
    words: Mapping[str, Any]

    @classmethod
    def of(
        cls,
        snapshot: Snapshot,
        measures: Sequence[Measure],
        pairs: Mapping[Rule, Pairs],
        direction: Direction,
    ) -> "_Side":
        asks = any(measure.uses_verdicts for measure in measures)
        strata = snapshot.strata if any(measure.kind.samples for measure in measures) else None
        graded = {rule: snapshot.graded(found, rule) for rule, found in pairs.items()}
        return cls(
            {rule: snapshot.turned(found, direction) for rule, found in pairs.items()},
            {rule: snapshot.turned(found, direction) for rule, found in graded.items()},
            snapshot.turned(snapshot.judged_pairs(), direction) if asks else None,
            None if strata is None else snapshot.turned(strata, direction),
            snapshot.on_scale,
        )


def _scored(
    snapshot: Snapshot, run: StoredRun, measures: Sequence[Measure], side: _Side
) -> ScoredRun:
    by_rule: dict[Rule, Scores] = {}
    needed = any(measure.needs_verdicts and measure.kind.needs_positives for measure in measures)
    for number, (rule, pairs) in enumerate(side.positives.items()):
        asked = [
            str(measure) for measure in measures if number == 0 or measure.kind.needs_positives
        ]
        if asked:
            by_rule[rule] = score(
                run.ranked,
                side.graded[rule],
                asked,
                judged=side.judged if number == 0 or needed else None,
                full_ranks=snapshot.full_ranks(run, pairs),
                strata=side.strata,
                **side.words,
            )
    return ScoredRun(run, by_rule)


def at_level(snapshot: Snapshot, level: int) -> Snapshot:
    """level: the grade from which pairs count as relevant; 0 for that of the scale."""
    if not level:
        return snapshot
    of, grades = snapshot.benchmark, snapshot.grades
    if grades is None:
        if snapshot.no_grades:
            raise NothingToStudy(
                f"the grades of {of} are of scales that differ: expected no level, found {level}"
            )
        raise NothingToStudy(
            f"all verdicts of {of} are of two values, relevant and irrelevant: expected no level,"
            f" found {level}"
        )
    if not 1 <= level <= grades.highest:
        raise NothingToStudy(
            f"the grades of {of} go up to {grades.named(grades.highest)}: expected a level from 1"
            f" to {grades.highest}, found {level}"
        )
    return snapshot.from_grade(level)


def check_runs(snapshot: Snapshot) -> None:
    """There is a run, and each ranks something."""
    if not snapshot.runs:
        raise NothingToStudy(
            f"{snapshot.benchmark} has no run to score: bring one in with import_run"
        )
    for run in snapshot.runs:
        check_ranks_something(snapshot, run)


def check_ranks_something(snapshot: Snapshot, run: StoredRun) -> None:
    if not run.targets.size or int(run.targets.max()) < 0:
        items = "videos" if run.direction in FOR_VIDEOS else "captions"
        raise NothingToStudy(
            f"run {run.name} ranks nothing for any of the {items} of {snapshot.benchmark}: was its"
            " file of another benchmark?"
        )


def _nothing_positive(snapshot: Snapshot, rules: Sequence[Rule]) -> str:
    if "all" in rules:
        return (
            f"{snapshot.benchmark} has no positive at all: no caption has a known video, and nobody"
            " has found a pair relevant; label some pairs, or import captions with their videos"
        )
    return (
        f"no caption of {snapshot.benchmark} has a known video, so it has no original positives:"
        " ask for --positives all"
    )


def require_means(measures: Sequence[Measure], done: str) -> None:
    """done: what is done with a mean over captions, as in `compared`."""
    for measure in measures:
        if measure.kind.instead:
            raise NothingToStudy(
                f"{measure} has no score for each caption whose mean could be {done}: ask for"
                f" {measure.kind.instead} instead"
            )


def of_one_direction(snapshot: Snapshot) -> tuple[Snapshot, tuple[str, ...]]:
    """The snapshot with its runs from text to video, or those of the other direction where only
    they are two or more; and the names of the rest. Unchanged where there are no two of either."""
    for direction in ("t2v", "v2t"):
        runs = tuple(run for run in snapshot.runs if run.direction == direction)
        if len(runs) > 1:
            rest = tuple(run.name for run in snapshot.runs if run.direction != direction)
            return replace(snapshot, runs=runs), rest
    return snapshot, ()


def check_comparable(snapshot: Snapshot) -> None:
    """Two runs or more, of one direction."""
    if len(snapshot.runs) < 2:
        there = (
            f"only {snapshot.runs[0].name} is there"
            if snapshot.runs
            else f"{snapshot.benchmark} has none"
        )
        raise NothingToStudy(f"two runs are needed to compare them, and {there}")
    if len({run.direction for run in snapshot.runs}) > 1:
        raise NothingToStudy(
            "runs from text to video and from video to text rank different things: compare those of"
            " one direction"
        )


def check_draws(seed: int, **draws: int) -> None:
    """draws: by what they are called."""
    if not 0 <= seed < 1 << 63:
        raise NothingToStudy(f"a seed is a whole number from 0, not {seed}")
    for name, number in draws.items():
        if not 1 <= number <= MOST_DRAWS:
            raise NothingToStudy(f"{name} are 1 to {MOST_DRAWS:,}, not {number:,}")
