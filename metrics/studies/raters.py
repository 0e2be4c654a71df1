"""Raters beside the others, beside hidden gold and beside verdicts, and two by two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from annotator.accuracy import wilson
from metrics.labels import Checks, Labels, Which
from metrics.measures.estimate import LEVEL, USUAL, Estimate, Interval
from metrics.measures.raters import Beside, Pairwise, beside_truth, compare_raters

NOT_COMPARED = "there is nothing to compare"


@dataclass(frozen=True, slots=True, order=True)
class Agreed:
    """How many comparisons there were, and in how many both labels were the same."""

    n: int
    agreeing: int

    @property
    def share(self) -> Estimate:
        """With Wilson's interval, which takes comparisons as independent."""
        if not self.n:
            return Estimate(None, NOT_COMPARED, {USUAL: Interval(reason=NOT_COMPARED)})
        low, high = wilson(self.agreeing, self.n)
        return Estimate(self.agreeing / self.n, intervals={USUAL: Interval(low, high)})


@dataclass(frozen=True, slots=True)
class RaterRow:
    """One rater beside the others, beside hidden gold, and beside the verdicts."""

    rater: int
    name: str
    labels: int
    others: Agreed
    gold: Agreed
    verdicts: Agreed

    def as_json(self) -> dict[str, Any]:
        sides = {"others": self.others, "gold": self.gold, "verdicts": self.verdicts}
        beside = {
            name: {"n": side.n, "agreement": side.share.value} for name, side in sides.items()
        }
        return {"id": self.rater, "rater": self.name, "labels": self.labels, **beside}


@dataclass(frozen=True, slots=True)
class TwoRaters:
    """Two raters over the pairs that both labelled."""

    a: int
    b: int
    shared: int
    agreeing: int

    @property
    def share(self) -> Estimate:
        return Agreed(self.shared, self.agreeing).share

    @property
    def agreed(self) -> float:
        """The share alone: two raters who share nothing are no row."""
        return self.agreeing / self.shared

    def as_json(self, names: Mapping[int, str]) -> dict[str, Any]:
        return {
            "a": names[self.a],
            "b": names[self.b],
            "shared": self.shared,
            "agreement": self.agreed,
        }


def below_the_rest(rows: Sequence[RaterRow]) -> list[RaterRow]:
    """Those who agree with the others less than the others do with each other, by more than chance
    explains: the upper end of Wilson's interval is below what the comparisons without this rater
    come to. The level is shared among all raters (Bonferroni), so that of a hundred who are alike
    five are not called out.
    """
    met = [row.others for row in rows if row.others.n]
    comparisons, agreeing = sum(one.n for one in met) / 2, sum(one.agreeing for one in met) / 2
    reach = NormalDist().inv_cdf(1 - (1 - LEVEL) / 2 / max(1, len(met)))
    below = []
    for row in rows:
        rest = comparisons - row.others.n
        if not row.others.n or rest <= 0:
            continue
        _, high = wilson(row.others.agreeing, row.others.n, reach)
        if high < (agreeing - row.others.agreeing) / rest:
            below.append(row)
    return sorted(below, key=lambda row: (row.others.agreeing / row.others.n, row.name))


def compared_raters(labels: Labels, which: Which) -> Pairwise:
    chosen = labels.compared(which)
    return compare_raters(labels.pair[chosen], labels.rater[chosen], labels.value[chosen])


def rater_rows(labels: Labels, which: Which, compared: Pairwise) -> list[RaterRow]:
    """Whoever gave any label, in the order of their names."""
    chosen = labels.compared(which)
    verdicts = beside_truth(
        labels.pair[chosen], labels.rater[chosen], labels.value[chosen], labels.verdicts
    )
    columns = [
        _by_rater(beside)
        for beside in (compared.against_others(), _beside_gold(labels.gold), verdicts)
    ]
    raters, given = np.unique(labels.rater, return_counts=True)
    rows = [
        RaterRow(
            rater,
            labels.names[rater],
            count,
            *(column.get(rater, Agreed(0, 0)) for column in columns),
        )
        for rater, count in zip(raters.tolist(), given.tolist(), strict=True)
    ]
    return sorted(rows, key=lambda row: (row.name.casefold(), row.rater))


def _beside_gold(gold: Checks) -> Beside:
    """A check is a unit of its own."""
    return beside_truth(np.arange(len(gold.truth)), gold.rater, gold.value, gold.truth)


def _by_rater(beside: Beside) -> dict[int, Agreed]:
    rows = zip(beside.raters.tolist(), beside.n.tolist(), beside.agreeing.tolist(), strict=True)
    return {rater: Agreed(n, agreeing) for rater, n, agreeing in rows}


def two_by_two(pairwise: Pairwise) -> list[TwoRaters]:
    """Those who share a pair."""
    above = np.argwhere(np.triu(pairwise.shared, 1))
    return [
        TwoRaters(
            int(pairwise.raters[a]),
            int(pairwise.raters[b]),
            int(pairwise.shared[a, b]),
            int(pairwise.agreeing[a, b]),
        )
        for a, b in above
    ]
