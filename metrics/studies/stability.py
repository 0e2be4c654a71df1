"""Whether what people found changes which run is better: the runs' order by the original positives
beside their order by all of them, measure by measure; and which differences between two runs are
significant, likewise."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from foundation.finding.fields import Found, Part, always, computed, found, unshown
from foundation.frozen import frozen
from measures.arrays import Mask, Values
from measures.comparison import PERMUTATIONS
from measures.dependence import Dependence
from measures.estimate import LEVEL, Estimate, known, sure, unknown
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
from measures.spread import ROUNDING
from metrics.snapshot import Rule, Snapshot
from metrics.studies.comparison import Comparison, compare_runs
from metrics.studies.dependent import Grouped
from metrics.studies.description import Setup, Study
from metrics.studies.estimated import Ends, estimate, why_of
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

P = 0.9
RULES: tuple[Rule, ...] = ("original", "all")
ALL_TIE = "all runs have the same score by one of the two kinds of positives"
SOME_TIE = "two runs have the same score, so their order is not known"
NO_SCORE = "a run has no score, as no caption has a positive"
NONE_SIGNIFICANT = "no difference is significant by either kind of positives"


@frozen
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


@frozen
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


@frozen
class SignificantPairs:
    """A measure's pairs of runs, by what the tests say of them. Active: significant by both kinds
    of positives; mixed: by one; passive: by neither. They agree where the same run is better.

    tau, tau_ap: of the orders, over the pairs that are significant by either. None where there are
    none."""

    measure: Measure
    pairs: int
    by_original: int
    by_all: int
    active: tuple[int, int]  # agreements and disagreements, as in the next two
    mixed: tuple[int, int]
    passive: tuple[int, int]
    turned: tuple[tuple[str, str], ...]  # significant by both, better by original first
    tau: float | None
    tau_ap: float | None

    @property
    def agreement(self) -> float | None:
        """The share, of what either kind calls significant, on which the other agrees (Dice)."""
        called = self.by_original + self.by_all
        return 2 * self.active[0] / called if called else None

    @property
    def why(self) -> str:
        return "" if self.by_original + self.by_all else NONE_SIGNIFICANT

    def as_json(self) -> dict[str, Any]:
        shown = {"measure": str(self.measure), "pairs": self.pairs}
        shown |= {"by_original": self.by_original, "by_all": self.by_all}
        for kind in ("active", "mixed", "passive"):
            agreeing, differing = getattr(self, kind)
            shown |= {f"{kind}_agreements": agreeing, f"{kind}_disagreements": differing}
        shown |= {"turned": [list(pair) for pair in self.turned], "agreement": self.agreement}
        return shown | {"tau": self.tau, "tau_ap": self.tau_ap, "why": self.why or None}


@frozen
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
    cells = [
        one.by_rule[rule].values[measure]
        for measure in measures
        for rule in RULES
        for one in scored
    ]
    drawn = resample(np.stack(cells), dependence, resamples=resamples, seed=seed)
    return [_Orders.of(drawn, number, len(scored)) for number in range(len(measures))]


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


@frozen
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


def find_significant_pairs(
    snapshot: Snapshot, measures: Sequence[Measure], *, seed: int
) -> tuple[SignificantPairs, ...]:
    """Pairs of all runs of the snapshot, which have one direction; as `compare` tests them,
    corrected for all pairs and measures."""
    by_rule: dict[Rule, dict[Measure, list[Comparison]]] = {}
    for rule in ("original", "all"):
        # The only call: whatever compares runs elsewhere decides here, too.
        rows = compare_runs(snapshot, None, measures, rule, seed=seed).rows
        by_rule[rule] = {one: [row for row in rows if row.measure == one] for one in measures}
    return tuple(
        _of_measure(measure, by_rule["original"][measure], by_rule["all"][measure])
        for measure in measures
    )


def _of_measure(
    measure: Measure, original: Sequence[Comparison], every: Sequence[Comparison]
) -> SignificantPairs:
    both = [
        (one, other)
        for one, other in zip(original, every, strict=True)
        if one.p_holm is not None and other.p_holm is not None
    ]
    ways = np.array([[_way(one), _way(other)] for one, other in both]).reshape(-1, 2)
    p = np.array([[one.p_holm, other.p_holm] for one, other in both], float).reshape(-1, 2)
    certain = p <= ALPHA
    same, times = ways[:, 0] == ways[:, 1], certain.sum(axis=1)
    active, mixed, passive = (
        (int((same & (times == number)).sum()), int((~same & (times == number)).sum()))
        for number in (2, 1, 0)
    )
    turned = [one for (one, _), odd in zip(both, ~same & (times == 2), strict=True) if odd]
    named = [(one.a, one.b) for one, _ in both]
    chosen = times > 0
    return SignificantPairs(
        measure,
        len(both),
        int(certain[:, 0].sum()),
        int(certain[:, 1].sum()),
        active,
        mixed,
        passive,
        tuple((one.a, one.b) if _way(one) > 0 else (one.b, one.a) for one in turned),
        tau=known(float((2.0 * same[chosen] - 1).mean())) if chosen.any() else None,
        tau_ap=tau_ap_of_pairs(named, ways[:, 0], same, chosen),
    )


def _way(row: Comparison) -> float:
    """1 where run a is better, -1 where b is, 0 where they are equal."""
    value = row.difference.value or 0.0
    return 0.0 if abs(value) <= ROUNDING else float(np.sign(value))


def tau_ap_of_pairs(
    named: Sequence[tuple[str, str]], ways: Values, same: Mask, chosen: Mask
) -> float | None:
    """tau-AP over some of the pairs: for each run with pairs with runs above it by the original
    positives, the share of these in which it is below by all, too; the mean over such runs, from -1
    to 1. None where there are none.

    ways: (pairs,), 1 where the first run of a pair is above by the original positives, -1 where the
    second is. same: whether the other order has it so.
    """
    above: Mapping[str, list[bool]] = {name: [] for pair in named for name in pair}
    for (a, b), way, agrees, counts in zip(named, ways, same, chosen, strict=True):
        if counts and way:
            above[b if way > 0 else a].append(bool(agrees))
    shares = [float(np.mean(one)) for one in above.values() if one]
    return 2 * float(np.mean(shares)) - 1 if shares else None


STUDY = Study(
    name="stability",
    title="Order of the runs",
    question=BETTER,
    findings=(Stability,),
    part=_part,
    version=2,
    option="stability",
    place=7,  # beside the pairs that are not judged: both are narrow
)
