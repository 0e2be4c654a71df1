"""Whether what people found changes which differences between runs are significant: every two runs
by the original positives, and by all of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from measures.arrays import Mask, Values
from measures.estimate import known
from measures.measure import Measure
from measures.power import ALPHA
from measures.spread import ROUNDING
from metrics.snapshot import Rule, Snapshot
from metrics.studies.comparison import Comparison, compare_runs

RESAMPLES = 10  # of intervals that are not looked at
NONE_SIGNIFICANT = "no difference is significant by either kind of positives"


@dataclass(frozen=True, slots=True)
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
        told = {"measure": str(self.measure), "pairs": self.pairs}
        told |= {"by_original": self.by_original, "by_all": self.by_all}
        for kind in ("active", "mixed", "passive"):
            agreeing, differing = getattr(self, kind)
            told |= {f"{kind}_agreements": agreeing, f"{kind}_disagreements": differing}
        told |= {"turned": [list(pair) for pair in self.turned], "agreement": self.agreement}
        return told | {"tau": self.tau, "tau_ap": self.tau_ap, "why": self.why or None}


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
    sure = np.array([[_is_sure(one), _is_sure(other)] for one, other in both], bool).reshape(-1, 2)
    same, times = ways[:, 0] == ways[:, 1], sure.sum(axis=1)
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
        int(sure[:, 0].sum()),
        int(sure[:, 1].sum()),
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


def _is_sure(row: Comparison) -> bool:
    return row.p_holm is not None and row.p_holm <= ALPHA


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
