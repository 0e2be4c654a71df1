"""Whether two runs differ, and what could have been seen: every two runs under every measure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from metrics.measures.comparison import PERMUTATIONS, Comparisons, compare
from metrics.measures.hits import Values
from metrics.measures.measure import Measure
from metrics.measures.power import ALPHA, POWER
from metrics.measures.resampling import RESAMPLES, difference
from metrics.measures.scoring import TIES, Summary
from metrics.snapshot import Rule, Snapshot
from metrics.studies.scored import ScoredRun, check_draws, score_runs
from metrics.studies.study import NothingToStudy, about_clusters, absent_intervals
from metrics.tables import NO_SPAN, Column, Percent, Span, Table, counted

VERSION = 2
DETECTABLE = (
    f"Detectable: the smallest true difference that a two-sided test at alpha {ALPHA} finds with"
    f" power {POWER:.0%}, by the normal approximation with the standard error of clusters. It is of"
    " each test alone: after Holm's correction a difference has to be larger."
)
COLUMNS = (
    Column("a", "A"), Column("b", "B"), Column("measure", "Measure"),
    Column("difference", "A - B"), Column("interval", "95 %"), Column("p", "p"), Column("p_holm", "p (Holm)"),
    Column("detectable", "Detectable"), Column("n", "n"), Column("clusters", "Clusters"),
    Column("wins", "A better"), Column("losses", "B better"), Column("ties", "Equal"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Comparison:
    """Run a less run b under one measure, over what both have a value for. None where nothing can
    be said."""

    a: str
    b: str
    measure: Measure
    difference: float | None
    span: Span | None
    why: str  # why there is no interval; empty where there is one
    p: float | None
    p_holm: float | None
    detectable: float | None
    detectable_why: str  # why there is no such difference; empty where there is one
    n: int
    left_out: int
    clusters: int
    wins: int  # captions (or videos) for which a is better
    losses: int
    ties: int
    missing: tuple[int, int]  # of a and of b: without a ranking
    depths: tuple[int, int]  # ranks looked at
    notes: tuple[str, ...]

    @property
    def name(self) -> str:
        return f"{self.a}, {self.b}, {self.measure}"

    def as_json(self) -> dict[str, Any]:
        return {
            "a": self.a,
            "b": self.b,
            "measure": str(self.measure),
            "difference": self.difference,
            "interval": None if self.span is None else [self.span.low, self.span.high],
            "why": self.why or None,
            "p": self.p,
            "p_holm": self.p_holm,
            "detectable": self.detectable,
            "detectable_why": self.detectable_why or None,
            "n": self.n,
            "left_out": self.left_out,
            "missing": list(self.missing),
            "depths": list(self.depths),
            "clusters": self.clusters,
            "wins": self.wins,
            "losses": self.losses,
            "ties": self.ties,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class ComparedRuns:
    benchmark: str
    positives: Rule
    rule: str  # as the positives are called in results
    measures: tuple[Measure, ...]
    rows: tuple[Comparison, ...]  # by measures, then pairs of runs in their order
    level: float
    seed: int
    resamples: int
    permutations: int
    about_clusters: str  # for people
    other_direction: tuple[str, ...] = ()  # runs that are compared with none of these

    def as_json(self) -> dict[str, Any]:
        return {
            "benchmark": self.benchmark,
            "positives": {"rule": self.positives, "name": self.rule},
            "rows": [row.as_json() for row in self.rows],
            "other_direction": list(self.other_direction),
            "comparisons": sum(row.p is not None for row in self.rows),
            "tie_rule": TIES,
            "level": self.level,
            "power": POWER,
            "seed": self.seed,
            "resamples": self.resamples,
            "permutations": self.permutations,
        }

    def tables(self) -> Sequence[Table]:
        rows = [
            (
                row.a, row.b, str(row.measure), Percent(row.difference), row.span or NO_SPAN,
                row.p, row.p_holm, Percent(row.detectable),
                row.n, row.clusters, row.wins, row.losses, row.ties,
            )
            for row in self.rows
        ]  # fmt: skip
        return [
            Table("comparison", f"Every two runs: {self.benchmark}", COLUMNS, rows, self._notes())
        ]

    def _notes(self) -> list[str]:
        tested = sum(row.p is not None for row in self.rows)
        return [
            f"Positives: {self.rule}.",
            *(measure.definition for measure in self.measures),
            f"Ties in rankings: {TIES}.",
            (
                f"95 % percentile interval of {counted(self.resamples, 'resample')} of clusters,"
                f" seed {self.seed}."
            ),
            *absent_intervals((row.name, row.why) for row in self.rows),
            (
                "p: two-sided sign-flip test of clusters,"
                f" {counted(self.permutations, 'permutation')}, the same seed."
            ),
            _about_holm(tested),
            DETECTABLE,
            *_undetectable(self.rows),
            self.about_clusters,
            *(
                [f"Not compared, as they rank the other way: {', '.join(self.other_direction)}."]
                if self.other_direction
                else []
            ),
            *self._about_captions(),
        ]

    def _about_captions(self) -> list[str]:
        left_out = [f"{row.name}: {row.left_out:,}" for row in self.rows if row.left_out]
        missing = {
            run: count
            for row in self.rows
            for run, count in zip((row.a, row.b), row.missing, strict=True)
            if count
        }
        notes = [f"Left out, as they have no value: {'; '.join(left_out)}."] if left_out else []
        notes += [
            f"{run}: {count:,} without a ranking, which found nothing."
            for run, count in missing.items()
        ]
        return notes + list(dict.fromkeys(f"{note}." for row in self.rows for note in row.notes))


def _about_holm(tests: int) -> str:
    if tests == 1:
        return "Holm's p is p itself: this table has 1 test."
    return f"Holm's p holds for all {tests:,} tests of this table together."


def _undetectable(rows: Sequence[Comparison]) -> list[str]:
    named: dict[str, list[str]] = {}
    for row in rows:
        if row.detectable_why:
            named.setdefault(row.detectable_why, []).append(row.name)
    return [f"Nothing is detectable of {'; '.join(names)}: {why}." for why, names in named.items()]


def compare_runs(
    snapshot: Snapshot,
    runs: Sequence[str] | None,
    measures: Sequence[Measure],
    positives: Rule = "all",
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
    permutations: int = PERMUTATIONS,
) -> ComparedRuns:
    """runs: names; None for all of the snapshot. Holm's correction is over all rows of the
    result."""
    check_draws(seed, resamples=resamples, permutations=permutations)
    _check_measures(measures)
    if positives not in ("all", "original"):
        raise NothingToStudy(f"positives are all or original, not {positives}")
    chosen = (
        snapshot
        if runs is None
        else replace(snapshot, runs=snapshot.runs_of(list(dict.fromkeys(runs))))
    )
    _check_runs(chosen)
    scored = score_runs(chosen, measures, {positives: chosen.positives(positives)})
    scores = np.stack(
        [one.by_rule[positives].values[measure] for measure in measures for one in scored]
    )
    # A measure's runs stand together among the rows of scores.
    sides = [
        (m + a, m + b)
        for m in range(0, len(scores), len(scored))
        for a, b in combinations(range(len(scored)), 2)
    ]
    drawn = compare(
        scores, sides, clusters=chosen.clusters(chosen.runs[0].direction),
        resamples=resamples, permutations=permutations, seed=seed,
    )  # fmt: skip
    paired = difference(scores, sides)
    named = [(a, b, measure) for measure in measures for a, b in combinations(scored, 2)]
    rows = [_row(one, paired[number], drawn, number) for number, one in enumerate(named)]
    rule = scored[0].by_rule[positives].summaries[measures[0]].positives
    return ComparedRuns(
        snapshot.benchmark, positives, rule, tuple(measures), tuple(rows), drawn.level, seed, resamples, permutations,
        about_clusters(snapshot),
    )  # fmt: skip


def compare_one_direction(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    positives: Rule = "all",
    *,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> ComparedRuns:
    """Of runs of both directions, those from text to video, or the others where only they are two;
    it names the rest."""
    for direction in ("t2v", "v2t"):
        runs = tuple(run for run in snapshot.runs if run.direction == direction)
        if len(runs) > 1:
            found = compare_runs(
                replace(snapshot, runs=runs),
                None,
                measures,
                positives,
                seed=seed,
                resamples=resamples,
            )
            return replace(
                found,
                other_direction=tuple(
                    run.name for run in snapshot.runs if run.direction != direction
                ),
            )
    return compare_runs(
        snapshot, None, measures, positives, seed=seed, resamples=resamples
    )  # says why it cannot


def _check_measures(measures: Sequence[Measure]) -> None:
    for measure in measures:
        if measure.kind.instead:
            raise NothingToStudy(
                f"{measure} has no score for each caption whose mean could be compared: ask for"
                f" {measure.kind.instead} instead"
            )


def _check_runs(snapshot: Snapshot) -> None:
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


def _row(
    named: tuple[ScoredRun, ScoredRun, Measure], paired: Values, drawn: Comparisons, at: int
) -> Comparison:
    """paired: (captions,), a - b."""
    a, b, measure = named
    of_a, of_b = (next(iter(one.by_rule.values())).summaries[measure] for one in (a, b))
    low, high = _known(drawn.low[at]), _known(drawn.high[at])
    return Comparison(
        a.run.name,
        b.run.name,
        measure,
        difference=_known(drawn.effect[at]),
        span=None if low is None or high is None else Span(low, high, percent=True),
        why=drawn.why[at],
        p=_known(drawn.p[at]),
        p_holm=_known(drawn.holm[at]),
        detectable=_known(drawn.detectable[at]),
        detectable_why=_why_not_detectable(drawn, at),
        n=int(drawn.n[at]),
        left_out=int(drawn.left_out[at]),
        clusters=int(drawn.clusters[at]),
        wins=int((paired > 0).sum()),
        losses=int((paired < 0).sum()),
        ties=int((paired == 0).sum()),
        missing=(of_a.missing, of_b.missing),
        depths=(of_a.depth, of_b.depth),
        notes=tuple(_notes(a.run.name, of_a) + _notes(b.run.name, of_b)),
    )


def _why_not_detectable(drawn: Comparisons, at: int) -> str:
    """Empty where the test can reject."""
    differing, clusters, smallest = (
        int(drawn.differing[at]),
        int(drawn.clusters[at]),
        float(drawn.smallest_p[at]),
    )
    if not clusters:
        return "no caption has a value in both"
    if not differing:
        return "no two scores differ"
    if smallest <= ALPHA:
        return ""
    if smallest <= 1 / (1 + drawn.permutations):
        of = f"with {counted(drawn.permutations, 'permutation')}"
    elif differing == clusters:
        of = f"with {counted(clusters, 'cluster')}"
    else:
        of = (
            f"as {differing:,} of {clusters:,} clusters"
            f" {'differs' if differing == 1 else 'differ'},"
        )
    return f"{of} the smallest possible p is {smallest:.3g}, so no difference could be significant"


def _notes(run: str, summary: Summary) -> list[str]:
    whole = [] if summary.measure.depth else [f"{summary.depth} ranks are looked at"]
    return [f"{run}, {summary.measure}: {note}" for note in (*whole, *summary.notes)]


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
