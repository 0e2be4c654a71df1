"""Raters beside the others, beside hidden gold and beside verdicts, and two by two."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from foundation.finding.fields import Found, computed, found, unshown
from foundation.frozen import frozen
from measures.accuracy import wilson
from measures.agreement import count_values
from measures.arrays import Integers, Mask, Values
from measures.clustered_share import Effective, effective_pairs, wilson_share
from measures.estimate import LEVEL, Estimate, Interval, sure, unknown
from measures.raters import (
    IRRELEVANT,
    RELEVANT,
    Beside,
    Pairwise,
    beside_truth,
    compare_raters,
)
from metrics.labels import Labels, Which

NOT_COMPARED = "there is nothing to compare"


@dataclass(frozen=True, slots=True, order=True)
class Agreed(Found, called="Beside"):
    """How many comparisons there were, and in how many both labels were the same."""

    n: int = found()
    agreeing: int = unshown()
    agreement = computed(float | None, lambda one: one.share.value)
    # None where the videos are not known, and comparisons are taken as independent.
    behind: Effective | None = field(default=None, compare=False)

    @property
    def share(self) -> Estimate:
        """The share that agree, with Wilson's interval."""
        if not self.n:
            return unknown(NOT_COMPARED)
        share = self.agreeing / self.n
        if self.behind is None:
            return sure(share, Interval(*wilson(self.agreeing, self.n)))
        if self.behind.reason:
            return sure(share, Interval(reason=self.behind.reason, clusters=self.behind.videos))
        low, high = self.behind.ends(share, LEVEL)
        return sure(share, Interval(low, high, clusters=self.behind.videos))

    def high(self, level: float) -> float:
        """The upper end of an interval of another level; 1 where there is none."""
        if self.behind is None:
            return wilson_share(self.agreeing / self.n, self.n, level)[1]
        if self.behind.reason:
            return 1.0
        return self.behind.ends(self.agreeing / self.n, level)[1]


@frozen
class RaterRow(Found, called="Rater"):
    """One rater beside the others, beside hidden gold, and beside the verdicts."""

    rater: int = found(key="id")
    name: str = found(key="rater")
    labels: int = found()
    others: Agreed = found()
    gold: Agreed = found()
    verdicts: Agreed = found()


@frozen
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
    level = 1 - (1 - LEVEL) / max(1, len(met))
    below = []
    for row in rows:
        rest = comparisons - row.others.n
        if not row.others.n or rest <= 0:
            continue
        if row.others.high(level) < (agreeing - row.others.agreeing) / rest:
            below.append(row)
    return sorted(below, key=lambda row: (row.others.agreeing / row.others.n, row.name))


def compared_raters(labels: Labels, which: Which) -> Pairwise:
    chosen = labels.compared(which)
    return compare_raters(labels.pair[chosen], labels.rater[chosen], labels.said[chosen])


def rater_rows(labels: Labels, which: Which, compared: Pairwise) -> list[RaterRow]:
    """Whoever gave any label, in the order of their names."""
    chosen = labels.compared(which)
    verdicts = beside_truth(
        labels.pair[chosen], labels.rater[chosen], labels.value[chosen], labels.verdicts
    )
    gold, checks = labels.gold, np.arange(len(labels.gold.truth))  # each a unit of its own
    columns = [
        _behind(
            _by_rater(compared.against_others()), labels, chosen, *_with_others(labels, chosen)
        ),
        _by_rater(beside_truth(checks, gold.rater, gold.value, gold.truth)),
        _behind(_by_rater(verdicts), labels, chosen, *_with_verdicts(labels, chosen)),
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


def _with_others(labels: Labels, chosen: Mask) -> tuple[Values, Values]:
    """How many others each chosen label is compared with, and how many of them agree."""
    pair, value = labels.pair[chosen], labels.said[chosen]
    counts = count_values(pair, value, labels.pairs, labels.values)
    others = counts.sum(axis=1)[pair] - 1
    return others.astype(np.float64), (counts[pair, value] - 1).astype(np.float64)


def _with_verdicts(labels: Labels, chosen: Mask) -> tuple[Values, Values]:
    verdict = labels.verdicts[labels.pair[chosen]]
    known = (verdict == IRRELEVANT) | (verdict == RELEVANT)
    return known.astype(np.float64), (known & (verdict == labels.value[chosen])).astype(np.float64)


def _behind(
    rows: dict[int, Agreed], labels: Labels, chosen: Mask, n: Values, agreeing: Values
) -> dict[int, Agreed]:
    """The rows with how much there is behind each rater's share, as comparisons on one video are
    alike. n, agreeing: of each chosen label."""
    rater, videos = labels.rater[chosen], labels.videos[labels.pair[chosen]]
    places: Integers = np.flatnonzero(n > 0)
    order = places[np.argsort(rater[places], kind="stable")]
    raters, starts = np.unique(rater[order], return_index=True)
    parts = np.split(order, starts[1:]) if len(order) else []
    found = dict(rows)
    for one, of in zip(raters.tolist(), parts, strict=True):
        behind = effective_pairs(agreeing[of] / n[of], n[of], videos[of])
        found[one] = replace(rows[one], behind=behind)
    return found


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
