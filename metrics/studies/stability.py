"""Whether what people found changes which run is better: the runs' order by the original positives
beside their order by all of them, measure by measure."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from foundation.finding.fields import Found, Part, always, computed, found, unshown
from measures.arrays import Values
from measures.comparison import PERMUTATIONS
from measures.dependence import Dependence
from measures.estimate import LEVEL, Estimate, sure, unknown
from measures.measure import Measure
from measures.orders import (
    kendall_tau_b,
    overlap_of_orders,
    ranks_of,
    shares_of_ranks,
    tau_ap,
)
from measures.power import ALPHA
from measures.resampling import RESAMPLES, Resampled, percentiles, resample
from measures.scoring import TIES
from metrics.snapshot import Rule, Snapshot
from metrics.studies.dependent import Grouped
from metrics.studies.description import Setup, Study
from metrics.studies.estimated import Ends, estimate, why_of
from metrics.studies.scored import (
    ScoredRun,
    check_comparable,
    check_draws,
    of_one_direction,
    require_means,
    score_runs,
)
from metrics.studies.significant_pairs import SignificantPairs, find_significant_pairs
from metrics.studies.study import NothingToStudy, about_clusters

P = 0.9
RULES: tuple[Rule, ...] = ("original", "all")
ALL_TIE = "all runs have the same score by one of the two kinds of positives"
SOME_TIE = "two runs have the same score, so their order is not known"
NO_SCORE = "a run has no score, as no caption has a positive"


@dataclass(frozen=True, slots=True)
class OrderAgreement(Found):
    """How far a measure's two orders of the runs agree. From -1 to 1, RBO from 0."""

    measure: Measure = found()
    tau_b: Estimate = estimate()
    tau_ap: Estimate = estimate()
    rbo: Estimate = estimate()


def whole(rank: Estimate) -> int | None:
    return None if rank.value is None else int(rank.value)


def _rank(key: str) -> tuple[Part, ...]:
    return (Part(key, whole, int | None),)


@dataclass(frozen=True, slots=True)
class Rank(Found):
    """A run's place among the runs, from 1: how many are better, and it. all: with its interval.

    The shares of resamples in which it has the first rank, the second, and so on; empty where no
    resample has ranks."""

    measure: Measure = found()
    run: str = found()
    original: Estimate = found(parts=_rank)
    all: Estimate = found(parts=_rank)
    interval = computed(Ends, lambda rank: rank.all.ends())
    why = computed(str | None, lambda rank: why_of(rank.all) or None)
    shares: tuple[float, ...] = found(key="distribution")  # by all positives
    shares_original: tuple[float, ...] = found(key="distribution_original")


@dataclass(frozen=True, slots=True)
class Stability(Found):
    benchmark: str = found()
    runs: tuple[str, ...] = found()
    other_direction: tuple[str, ...] = found()  # runs that are in none of the orders
    rows: tuple[OrderAgreement, ...] = found()
    ranks: tuple[Rank, ...] = found()  # by measures, then runs
    significant: tuple[SignificantPairs, ...] = found()  # by measures
    alpha = always(ALPHA)
    permutations = always(PERMUTATIONS)
    p: float = found()  # of rank-biased overlap
    ties = always(TIES)
    grouped: Grouped = found(key="dependence")
    level = always(LEVEL)
    seed: int = found()
    resamples: int = found()
    about_clusters: str = unshown()  # for people


def stability(
    snapshot: Snapshot,
    measures: Sequence[Measure],
    *,
    p: float = P,
    seed: int = 0,
    resamples: int = RESAMPLES,
) -> Stability:
    """The stability of the runs of one direction. NothingToStudy where there are no two, and for a
    measure that has no mean over captions, or knows no positives."""
    check_draws(seed, resamples=resamples)
    _check(measures, p)
    of, rest = of_one_direction(snapshot)
    check_comparable(of)
    scored = score_runs(of, measures, {rule: of.positives(rule) for rule in RULES})
    names = tuple(one.run.name for one in scored)
    dependence = of.dependence(of.runs[0].direction)
    pairs = list(zip(measures, _drawn(scored, measures, dependence, resamples, seed), strict=True))
    return Stability(
        snapshot.benchmark,
        names,
        rest,
        tuple(_order(measure, orders, p) for measure, orders in pairs),
        tuple(rank for measure, orders in pairs for rank in _ranks(measure, orders, names)),
        find_significant_pairs(of, measures, seed=seed),
        p,
        Grouped.of(of),
        seed,
        resamples,
        about_clusters(snapshot),
    )


def _drawn(
    scored: Sequence[ScoredRun],
    measures: Sequence[Measure],
    dependence: Dependence,
    resamples: int,
    seed: int,
) -> list["_Orders"]:
    """Orders by measure. One set of weights serves all cells: runs, measures and both kinds of
    positives."""
    cells = np.stack(_cells(scored, measures))
    drawn = resample(cells, dependence, resamples=resamples, seed=seed)
    return [_Orders.of(drawn, number, len(scored)) for number in range(len(measures))]


def _cells(scored: Sequence[ScoredRun], measures: Sequence[Measure]) -> list[Values]:
    """Values by measures, then kinds of positives, then runs."""
    return [
        one.by_rule[rule].values[measure]
        for measure in measures
        for rule in RULES
        for one in scored
    ]


def _check(measures: Sequence[Measure], p: float) -> None:
    require_means(measures, "put in order")
    for measure in measures:
        if not measure.kind.needs_positives:
            raise NothingToStudy(
                f"{measure} knows no positives, so its order of runs is the same by any of them:"
                " ask for another measure"
            )
    if not 0 < p < 1:
        raise NothingToStudy(f"p {p}: expected a number between 0 and 1")


@dataclass(frozen=True, slots=True)
class _Orders:
    """A measure's scores of all runs. The first row of each is of the captions as they are, the
    others are the resamples: (1 + resamples, runs)."""

    original: Values
    all: Values
    clusters: int  # with a value for every run

    @classmethod
    def of(cls, drawn: Resampled, number: int, runs: int) -> "_Orders":
        start = number * len(RULES) * runs
        both = [slice(start, start + runs), slice(start + runs, start + 2 * runs)]
        original, every = (np.vstack([drawn.mean[cells], drawn.means[cells].T]) for cells in both)
        clusters = int(drawn.clusters[start : start + 2 * runs].min())
        return cls(original, every, clusters)

    def estimate(self, compute: Callable[[Values, Values], Values], reason: str) -> Estimate:
        """What `compute` makes of the two orders, with the percentiles of what it makes of the
        resamples. reason: why it is undefined, where it is."""
        return self.drawn(compute(self.original, self.all), reason)

    def drawn(self, values: Values, reason: str) -> Estimate:
        """values: (1 + resamples,)."""
        if np.isnan(values[0]):
            return unknown(NO_SCORE if self._unscored else reason)
        return sure(float(values[0]), percentiles(values[1:], self.clusters))

    @property
    def _unscored(self) -> bool:
        return bool(np.isnan(self.original[0]).any() or np.isnan(self.all[0]).any())


def _order(measure: Measure, orders: _Orders, p: float) -> OrderAgreement:
    return OrderAgreement(
        measure,
        orders.estimate(kendall_tau_b, ALL_TIE),
        orders.estimate(tau_ap, SOME_TIE),
        orders.estimate(lambda a, b: overlap_of_orders(a, b, p), SOME_TIE),
    )


def _ranks(measure: Measure, orders: _Orders, names: Sequence[str]) -> Iterator[Rank]:
    original, every = ranks_of(orders.original), ranks_of(orders.all)
    # The first row is of the captions as they are.
    shares = [shares_of_ranks(ranks[1:]) for ranks in (every, original)]
    for place, name in enumerate(names):
        by_original = original[0, place]
        yield Rank(
            measure,
            name,
            Estimate(None, NO_SCORE) if np.isnan(by_original) else Estimate(float(by_original)),
            orders.drawn(every[:, place], NO_SCORE),
            *(() if np.isnan(of[place]).any() else tuple(of[place].tolist()) for of in shares),
        )


def _part(setup: Setup) -> Stability:
    known = [one for one in setup.tested if one.kind.needs_positives] or setup.tested
    return stability(setup.snapshot, known, **setup.draws)


STUDY = Study(
    name="stability",
    title="Order of the runs",
    findings=(Stability,),
    part=_part,
    version=2,
    option="stability",
    place=7,  # beside the pairs that are not judged: both are narrow
)
