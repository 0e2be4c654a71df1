"""Table 1: every run under every measure, with original and with all positives, "A (B + C)"."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

from foundation.frozen import frozen
from measures.arrays import Values
from measures.estimate import USUAL, Estimate, Interval
from measures.hits import Pairs
from measures.measure import Measure
from measures.resampling import RESAMPLES
from measures.scoring import TIES, Summary
from metrics.snapshot import Grades, Rule, Snapshot
from metrics.studies.asked import Positives
from metrics.studies.bounds import RunBounds, bounds_of_runs
from metrics.studies.dependent import told_of
from metrics.studies.description import Setup, Study
from metrics.studies.intervals import Draws, Key, drawn_as_json, find_intervals
from metrics.studies.judged import JudgedShares, judged_shares
from metrics.studies.marks import MarkedCaptions, marks_as_json, saw_of
from metrics.studies.questions import SCORED
from metrics.studies.scored import ScoredRun, check_draws, score_runs
from metrics.studies.study import NothingToStudy

RULES: Mapping[str, tuple[Rule, ...]] = {
    "both": ("all", "original"),
    "original": ("original",),
    "all": ("all",),
}
DRAWN = "all", "original", "delta"  # what there may be an interval of


@frozen
class Cell:
    """One run under one measure. `all` and `original`: None where that was not asked for. drawn: by
    rule and of "delta"; empty where no intervals were asked for."""

    run: str
    measure: Measure
    all: Summary | None
    original: Summary | None
    drawn: Mapping[str, Interval]

    @property
    def main(self) -> Summary:
        """What n, missing and the interval are about: all positives where they were asked for."""
        main = self.all or self.original
        if main is None:
            raise ValueError(f"{self.run} was not scored under {self.measure}")
        return main

    @property
    def score(self) -> Estimate:
        return Estimate.of(self.main.value, **self._drawn("all" if self.all else "original"))

    @property
    def delta(self) -> Estimate:
        """A - B as printed, each over its own captions."""
        a, b = (value_of(one) for one in (self.all, self.original))
        return Estimate(None if a is None or b is None else a - b, intervals=self._drawn("delta"))

    def _drawn(self, what: str) -> dict[str, Interval]:
        return {USUAL: self.drawn[what]} if what in self.drawn else {}

    def as_json(self) -> dict[str, Any]:
        main, score, delta = self.main, self.score, self.delta
        residual = {} if main.residual is None else {"residual": main.residual.value}
        return {
            "run": self.run,
            "measure": str(self.measure),
            "all": value_of(self.all),
            "original": value_of(self.original),
            "delta": delta.value,
            "n": main.n,
            "missing": main.missing,
            "interval": score.ends(),
            "why": score.why_not() or None,
            **told_of(score.intervals.get(USUAL)),
            "delta_interval": delta.ends(),
            "delta_why": delta.why_not() or None,
            "n_original": self.original and self.original.n,
            "left_out": main.left_out,
            "below_depth": main.below_depth,
            "depth": main.depth,
            "notes": list(self.notes()),
        } | residual

    def notes(self) -> tuple[str, ...]:
        """Why a value is not there, and what else has to be known of it."""
        summaries = [summary for summary in (self.all, self.original) if summary is not None]
        reasons = [f"{one.positives}: {one.value.reason}" for one in summaries if one.value.reason]
        return tuple(dict.fromkeys([*reasons, *(note for one in summaries for note in one.notes)]))


@frozen
class Evaluation(MarkedCaptions):
    benchmark: str
    positives: Positives
    counts: Mapping[str, int]
    runs: tuple[str, ...]
    measures: tuple[Measure, ...]
    cells: tuple[Cell, ...]  # by runs, then measures
    values: Mapping[Key, Values]  # per caption (or video), nan for no value
    draws: Draws | None
    same_text: bool
    found: Mapping[
        str, int
    ]  # pairs of query and video that people found relevant, and how many of them are not original
    judged: JudgedShares
    bounds: tuple[RunBounds, ...]  # of C@K and P@K, at the depth of Judged@K
    originals_from_file: bool = False  # and not each caption's own video
    labels_given: bool = True  # whether people's verdicts were there to count
    trained: Mapping[str, str] = field(default_factory=dict)  # by run, where it is known
    saw: Mapping[str, str] = field(default_factory=dict)  # by run: what it must be marked for
    grades: Grades | None = None
    no_grades: str = ""  # why there are none, where people gave some

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "positives": {"rule": self.positives, "same_text": self.same_text, **self.counts},
            "found": dict(self.found),
            "judged": self.judged.as_json(),
            "bounds": [one for run in self.bounds for one in run.as_json()],
            "warnings": list(self.judged.warnings()),
            **marks_as_json(self.saw),
            **({"trained": dict(self.trained)} if self.trained else {}),
            **({} if self.grades is None else {"grades": self.grades.as_json()}),
            "rows": [cell.as_json() for cell in self.cells],
            "ties": TIES,
            "conventions": {str(measure): measure.convention for measure in self.measures},
            **drawn_as_json(self.draws),
        }

    def arrays(self) -> dict[str, Values]:
        """Values per caption by `RUN|MEASURE|RULE`; in the place of GMR its parts, of which it is a
        function."""
        return {
            f"{run}|{measure}|{rule}": values
            for (run, measure, rule), values in self.values.items()
        }


def evaluate(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    positives: Positives = "both",
    *,
    intervals: bool = False,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Evaluation:
    """All the runs of the snapshot, under all measures. NothingToStudy where there is nothing to
    score."""
    if positives not in RULES:
        raise NothingToStudy(f"positives are both, original or all, not {positives}")
    check_draws(seed, resamples=resamples)
    both: tuple[Rule, Rule] = "all", "original"
    pairs = {rule: snapshot.positives(rule) for rule in both}
    scored = score_runs(snapshot, measures, {rule: pairs[rule] for rule in RULES[positives]})
    drawn: Mapping[Key, Interval] = {}
    draws, judged = None, judged_shares(snapshot, measures)
    if intervals:
        drawn, draws = find_intervals(snapshot, scored, measures, seed, resamples)
    return Evaluation(
        snapshot.benchmark,
        positives,
        _counts(snapshot, pairs["original"], pairs["all"]),
        tuple(one.run.name for one in scored),
        tuple(measures),
        cells_of(scored, measures, drawn),
        {(one.run.name, part, rule): of for one in scored for rule, part, of in one.values()},
        draws,
        snapshot.same_text,
        {
            "relevant": len(snapshot.collected.keys),
            "collected": len(snapshot.beyond_original().keys),
        },
        judged,
        bounds_of_runs(snapshot, pairs["all"], judged.k),
        snapshot.originals is not None,
        bool(len(snapshot.judged.keys)),
        {one.run.name: one.run.trained for one in scored if one.run.trained},
        saw_of(snapshot.runs),
        snapshot.grades,
        snapshot.no_grades,
    )


def value_of(summary: Summary | None) -> float | None:
    return None if summary is None else summary.value.value


def cells_of(
    scored: Sequence[ScoredRun], measures: Sequence[Measure], drawn: Mapping[Key, Interval]
) -> tuple[Cell, ...]:
    """By runs, then measures."""
    return tuple(
        Cell(
            one.run.name,
            measure,
            one.summary(measure, "all"),
            one.summary(measure, "original"),
            {what: drawn[key] for what in DRAWN if (key := (one.run.name, measure, what)) in drawn},
        )
        for one in scored
        for measure in measures
    )


def _counts(snapshot: Snapshot, original: Pairs, every: Pairs) -> dict[str, int]:
    """Counts of pairs of caption and video: captions with the same text count apart."""
    return {
        "original": len(original.keys),
        "collected": len(every.keys) - len(original.keys),
        "all": len(every.keys),
        "captions": snapshot.captions,
        "captions_with_positives": int((every.counts > 0).sum()),
        "judged": len(snapshot.verdicts().keys),
    }


def _part(setup: Setup) -> Evaluation:
    asked = setup.asked
    return evaluate(
        setup.snapshot, setup.measures, asked.positives, intervals=asked.intervals, **setup.draws
    )


STUDY = Study(
    name="evaluation",
    title="Scores",
    question=SCORED,
    version=5,
    findings=(Evaluation,),
    part=_part,
    place=1,
    scores_since=2,
)
