"""Whether two runs differ, and what could have been seen: every two runs under every measure."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from foundation.finding.fields import SPREAD, Found, always, computed, found, unshown
from foundation.frozen import frozen
from measures.arrays import Values
from measures.comparison import PERMUTATIONS, Comparisons, compare, enough_permutations
from measures.dependence import Dependence
from measures.estimate import USUAL, Estimate, Interval, known, sure
from measures.measure import Measure
from measures.power import ALPHA, POWER
from measures.quantity import Quantity, undefined
from measures.resampling import difference
from measures.scoring import TIES, Summary
from metrics.snapshot import Rule, Snapshot
from metrics.studies.dependent import is_few, sureness
from metrics.studies.description import Study
from metrics.studies.estimated import estimate, whole
from metrics.studies.questions import BETTER
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

FLIPS = "sign flips"  # a kind of interval
TOLD_APART = "the two are told apart already"
EQUAL = "their scores are equal, so nothing tells how many captions would do"
ENOUGH = (
    "there are enough captions for a single test: only the correction for several tests keeps the"
    " difference from being significant"
)
NOT_ALONE = (
    f"its own p is above {ALPHA}, though by its standard error there are enough captions: nothing"
    " tells how many the sign flips would need"
)
NO_SPREAD = "nothing varies between clusters, so there is no error to go by"
# What has its signs turned as a whole, as tables call it.
CALLED = {"videos": "cluster", "groups": "connected group", "texts": "text"}


@frozen
class Comparison(Found):
    """Run a less run b under one measure, over what both have a value for. None where nothing can
    be said."""

    a: str = found()
    b: str = found()
    measure: Measure = found()
    difference: Estimate = estimate(interval="interval", why="why")
    p: float | None = found()
    p_holm: float | None = found()
    p_max: float | None = found()  # corrected for all tests by the largest statistic
    smallest_p: float | None = found()  # that the test could have given
    detectable: Estimate = estimate(interval="")
    # The same where p is to hold for all tests together.
    detectable_corrected: Estimate = estimate(interval="")
    # Captions, besides the n there are, that would tell the two apart.
    more: Quantity = whole("more_captions")
    n: int = found()
    left_out: int = found()
    missing: tuple[int, int] = found()  # of a and of b: without a ranking
    depths: tuple[int, int] = found()  # ranks looked at
    sure = computed(Mapping, lambda row: sureness(row.interval), key=SPREAD)
    wins: int = found()  # captions (or videos) for which a is better
    losses: int = found()
    ties: int = found()
    notes: tuple[str, ...] = found()

    @property
    def name(self) -> str:
        return f"{self.a}, {self.b}, {self.measure}"

    @property
    def interval(self) -> Interval:
        return self.difference.intervals[USUAL]

    @property
    def clusters(self) -> int:
        return self.interval.clusters

    @property
    def few(self) -> bool:
        """Whether there is an interval that rests on few clusters."""
        return is_few(self.interval)

    @property
    def endless(self) -> bool:
        """Whether the test can reject no difference that there could be, on one side or either."""
        return any(abs(end) >= 1 for end in self.interval.ends or ())


@frozen
class ComparedRuns(Found):
    benchmark: str = found()
    positives: Rule = unshown()
    rule: str = unshown()  # as the positives are called in results
    by = computed(Mapping, lambda one: {"rule": one.positives, "name": one.rule}, key="positives")
    measures: tuple[Measure, ...] = unshown()
    rows: tuple[Comparison, ...] = found()  # by measures, then pairs of runs in their order
    other_direction: tuple[str, ...] = found()  # runs that are compared with none of these
    tests = computed(int, lambda one: sum(row.p is not None for row in one.rows), key="comparisons")
    tie_rule = always(TIES)
    level = always(1 - ALPHA)
    power = always(POWER)
    seed: int = found()
    permutations: int = found()  # that were drawn
    permutations_asked: int = found()
    turned: str = found()  # what the signs of are turned as a whole: videos, groups, texts
    studentised: bool = found()
    dependence: Dependence = unshown()
    grouped = computed(Mapping, lambda one: one.dependence.counted(), key="dependence")
    about_clusters: str = unshown()  # for people


def compare_runs(
    snapshot: Snapshot,
    runs: Sequence[str] | None,
    measures: Sequence[Measure],
    positives: Rule = "all",
    *,
    seed: int = 0,
    permutations: int = PERMUTATIONS,
) -> ComparedRuns:
    """runs: names; None for all of the snapshot. p is corrected for all rows of the result.
    permutations: more are drawn where so few could not reject any of so many tests."""
    check_draws(seed, permutations=permutations)
    require_means(measures, "compared")
    if positives not in ("all", "original"):
        raise NothingToStudy(f"positives are all or original, not {positives}")
    of = snapshot
    if runs is not None:
        of = replace(snapshot, runs=snapshot.runs_of(list(dict.fromkeys(runs))))
    check_comparable(of)
    scored = score_runs(of, measures, {positives: of.positives(positives)})
    try:
        enough_permutations(len(scored) * (len(scored) - 1) // 2 * len(measures), permutations)
    except ValueError as wrong:
        raise NothingToStudy(str(wrong)) from wrong
    dependence = of.dependence(of.runs[0].direction)
    rows, drawn = _every_two(scored, measures, dependence, permutations, seed)
    return ComparedRuns(
        snapshot.benchmark,
        positives,
        scored[0].by_rule[positives].summaries[measures[0]].positives,
        tuple(measures),
        tuple(rows),
        (),
        seed,
        drawn.permutations,
        permutations,
        drawn.kind,
        drawn.studentised,
        dependence,
        about_clusters(snapshot),
    )


def compare_one_direction(
    snapshot: Snapshot, measures: Sequence[Measure], positives: Rule = "all", *, seed: int = 0
) -> ComparedRuns:
    """Compares the runs from text to video, or the others where only they are two; it names the
    rest."""
    of, rest = of_one_direction(snapshot)
    return replace(compare_runs(of, None, measures, positives, seed=seed), other_direction=rest)


def _every_two(
    scored: Sequence[ScoredRun],
    measures: Sequence[Measure],
    dependence: Dependence,
    permutations: int,
    seed: int,
) -> tuple[list[Comparison], Comparisons]:
    """scored: by one kind of positives."""
    values = [next(iter(one.by_rule.values())).values for one in scored]
    scores = np.stack([of_run[measure] for measure in measures for of_run in values])
    # A measure's runs are next to each other among the rows of scores.
    sides = [
        (m + a, m + b)
        for m in range(0, len(scores), len(scored))
        for a, b in combinations(range(len(scored)), 2)
    ]
    drawn = compare(scores, sides, dependence=dependence, permutations=permutations, seed=seed)
    paired = difference(scores, sides)
    named = [(a, b, measure) for measure in measures for a, b in combinations(scored, 2)]
    return [_row(one, paired[at], drawn, at) for at, one in enumerate(named)], drawn


def _row(
    named: tuple[ScoredRun, ScoredRun, Measure], paired: Values, drawn: Comparisons, at: int
) -> Comparison:
    """paired: (captions,), a - b."""
    a, b, measure = named
    of_a, of_b = (next(iter(one.by_rule.values())).summaries[measure] for one in (a, b))
    return Comparison(
        a.run.name,
        b.run.name,
        measure,
        difference=sure(known(drawn.effect[at]), _interval(drawn, at)),
        p=known(drawn.p[at]),
        p_holm=known(drawn.holm[at]),
        p_max=known(drawn.p_max[at]),
        smallest_p=float(drawn.smallest_p[at]) if drawn.n[at] else None,
        detectable=Estimate(known(drawn.detectable[at]), why_not_detectable(drawn, at)),
        detectable_corrected=Estimate(
            known(drawn.detectable_corrected[at]), why_not_corrected(drawn, at)
        ),
        more=more_captions(drawn, at),
        n=int(drawn.n[at]),
        left_out=len(paired) - int(drawn.n[at]),
        wins=int((paired > 0).sum()),
        losses=int((paired < 0).sum()),
        ties=int((paired == 0).sum()),
        missing=(of_a.missing, of_b.missing),
        depths=(of_a.depth, of_b.depth),
        notes=tuple(_notes(a.run.name, of_a) + _notes(b.run.name, of_b)),
    )


def _interval(drawn: Comparisons, at: int) -> Interval:
    errors = drawn.errors
    clusters, texts = int(errors.clusters[at]), int(errors.text_groups[at])
    if why := drawn.why[at]:
        return Interval(reason=why, clusters=clusters, text_groups=texts)
    return Interval(
        float(drawn.low[at]),
        float(drawn.high[at]),
        clusters=clusters,
        kind=FLIPS,
        text_groups=texts,
        design_effect=known(errors.design_effect[at]),
        effective_clusters=float(errors.effective[at]),
    )


def _notes(run: str, summary: Summary) -> list[str]:
    whole = [] if summary.measure.depth else [f"{summary.depth} ranks are looked at"]
    return [f"{run}, {summary.measure}: {note}" for note in (*whole, *summary.notes)]


def more_captions(drawn: Comparisons, at: int) -> Quantity:
    """Where the two are not told apart: how many captions like these are wanting."""
    if why := why_not_detectable(drawn, at):
        return undefined(why)
    if drawn.holm[at] <= ALPHA:
        return undefined(TOLD_APART)
    needed, n = float(drawn.needed[at]), int(drawn.n[at])
    if np.isnan(needed):
        return undefined(EQUAL)
    if needed > n:
        return Quantity(needed - n)
    return undefined(ENOUGH if drawn.p[at] <= ALPHA else NOT_ALONE)


def why_not_detectable(drawn: Comparisons, at: int) -> str:
    """Empty where the test can reject."""
    differing, units = int(drawn.differing[at]), int(drawn.units[at])
    if not units:
        return "no caption has a value in both"
    if not differing:
        return "no two scores differ"
    smallest = float(drawn.smallest_p[at])
    if smallest > ALPHA:
        return f"{_few(drawn, at)} {_smallest(smallest)}, so no difference could be significant"
    return "" if drawn.detectable[at] > 0 else NO_SPREAD


def why_not_corrected(drawn: Comparisons, at: int) -> str:
    """Empty where the test could reject even if p had to hold for all tests."""
    if why := why_not_detectable(drawn, at):
        return why
    smallest = float(drawn.smallest_p[at])
    if smallest <= ALPHA / drawn.tests:
        return ""
    return (
        f"{_few(drawn, at)} {_smallest(smallest)}, which correcting for"
        f" {counted(drawn.tests, 'test')} leaves above {ALPHA}"
    )


def _smallest(p: float) -> str:
    return f"the smallest possible p is {p:.3g}"


def _few(drawn: Comparisons, at: int) -> str:
    differing, units = int(drawn.differing[at]), int(drawn.units[at])
    called = CALLED[drawn.kind]
    if differing == units:
        return f"with {counted(units, called)}"
    return (
        f"as {differing:,} of {counted(units, called)} {'differs' if differing == 1 else 'differ'},"
    )


STUDY = Study(
    name="comparison",
    title="Comparison",
    question=BETTER,
    version=5,
    findings=(ComparedRuns,),
    part=lambda setup: compare_one_direction(
        setup.snapshot, setup.tested, setup.rule, seed=setup.asked.seed
    ),
    option="comparisons",
    place=2,
)
