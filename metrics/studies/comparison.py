"""Whether two runs differ, and what could have been seen: every two runs under every measure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from metrics.measures.arrays import Integers, Values
from metrics.measures.comparison import PERMUTATIONS, Comparisons, compare
from metrics.measures.estimate import USUAL, Estimate, interval_of, known
from metrics.measures.measure import Measure
from metrics.measures.power import ALPHA, POWER
from metrics.measures.quantity import Quantity, undefined
from metrics.measures.resampling import RESAMPLES, difference
from metrics.measures.scoring import TIES, Summary
from metrics.snapshot import Rule, Snapshot
from metrics.studies.description import Setup, Study
from metrics.studies.scored import (
    ScoredRun,
    check_comparable,
    check_draws,
    of_one_direction,
    require_means,
    score_runs,
)
from metrics.studies.study import NothingToStudy, about_clusters
from metrics.words import counted

TOLD_APART = "the two are told apart already"
EQUAL = "their scores are equal, so nothing tells how many captions would do"
ENOUGH = (
    "there are enough captions for a single test: only the correction for several tests keeps the"
    " difference from being significant"
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Run a less run b under one measure, over what both have a value for. None where nothing can
    be said."""

    a: str
    b: str
    measure: Measure
    difference: Estimate
    p: float | None
    p_holm: float | None
    detectable: Estimate
    more: Quantity  # captions, besides the n there are, that would tell the two apart
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
            "difference": self.difference.value,
            "interval": self.difference.ends(),
            "why": self.difference.why_not() or None,
            "p": self.p,
            "p_holm": self.p_holm,
            "detectable": self.detectable.value,
            "detectable_why": self.detectable.reason or None,
            "more_captions": None if self.more.value is None else int(self.more.value),
            "more_captions_why": self.more.reason or None,
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
    require_means(measures, "compared")
    of = _comparable(snapshot, runs, positives)
    scored = score_runs(of, measures, {positives: of.positives(positives)})
    draws = {"seed": seed, "resamples": resamples, "permutations": permutations}
    rows, level = _every_two(scored, measures, of.clusters(of.runs[0].direction), draws)
    return ComparedRuns(
        snapshot.benchmark,
        positives,
        scored[0].by_rule[positives].summaries[measures[0]].positives,
        tuple(measures),
        tuple(rows),
        level,
        seed,
        resamples,
        permutations,
        about_clusters(snapshot),
    )


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
    of, rest = of_one_direction(snapshot)
    found = compare_runs(of, None, measures, positives, seed=seed, resamples=resamples)
    return replace(found, other_direction=rest)


def _comparable(snapshot: Snapshot, runs: Sequence[str] | None, positives: Rule) -> Snapshot:
    """With the runs of these names alone, each once. Raises NothingToStudy."""
    if positives not in ("all", "original"):
        raise NothingToStudy(f"positives are all or original, not {positives}")
    if runs is not None:
        snapshot = replace(snapshot, runs=snapshot.runs_of(list(dict.fromkeys(runs))))
    check_comparable(snapshot)
    return snapshot


def _every_two(
    scored: Sequence[ScoredRun],
    measures: Sequence[Measure],
    clusters: Integers | None,
    draws: Mapping[str, int],
) -> tuple[list[Comparison], float]:
    """The rows, and the level of their intervals. scored: by one kind of positives."""
    values = [next(iter(one.by_rule.values())).values for one in scored]
    scores = np.stack([of_run[measure] for measure in measures for of_run in values])
    # A measure's runs are next to each other among the rows of scores.
    sides = [
        (m + a, m + b)
        for m in range(0, len(scores), len(scored))
        for a, b in combinations(range(len(scored)), 2)
    ]
    drawn = compare(scores, sides, clusters=clusters, **draws)
    paired = difference(scores, sides)
    named = [(a, b, measure) for measure in measures for a, b in combinations(scored, 2)]
    rows = [_row(one, paired[number], drawn, number) for number, one in enumerate(named)]
    return rows, drawn.level


def _row(
    named: tuple[ScoredRun, ScoredRun, Measure], paired: Values, drawn: Comparisons, at: int
) -> Comparison:
    """paired: (captions,), a - b."""
    a, b, measure = named
    of_a, of_b = (next(iter(one.by_rule.values())).summaries[measure] for one in (a, b))
    interval = interval_of(drawn.low[at], drawn.high[at], drawn.why[at])
    return Comparison(
        a.run.name,
        b.run.name,
        measure,
        difference=Estimate(known(drawn.effect[at]), intervals={USUAL: interval}),
        p=known(drawn.p[at]),
        p_holm=known(drawn.holm[at]),
        detectable=Estimate(known(drawn.detectable[at]), _why_not_detectable(drawn, at)),
        more=_more_captions(drawn, at),
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


def _more_captions(drawn: Comparisons, at: int) -> Quantity:
    """Where the two are not told apart: how many captions like these are wanting."""
    if why := _why_not_detectable(drawn, at):
        return undefined(why)
    if drawn.holm[at] <= ALPHA:
        return undefined(TOLD_APART)
    needed, n = float(drawn.needed[at]), int(drawn.n[at])
    if np.isnan(needed):
        return undefined(EQUAL)
    return Quantity(needed - n) if needed > n else undefined(ENOUGH)


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


def _part(setup: Setup) -> ComparedRuns:
    return compare_one_direction(setup.snapshot, setup.tested, setup.rule, **setup.draws)


STUDY = Study(
    name="comparison",
    title="Comparison",
    version=3,
    findings=(ComparedRuns,),
    part=_part,
    option="comparisons",
    place=2,
)
