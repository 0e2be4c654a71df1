"""Raters beside each other, beside what is known, and the counts of a campaign: single labels in,
tables out.

unit, rater, value: (labels,) each, one label a place; units and values are numbers from 0, raters
any numbers.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from measures.arrays import Counts, Mask
from measures.quantity import Quantity, share

UNKNOWN, IRRELEVANT, RELEVANT, DISAGREEMENT = -1, 0, 1, 2


@dataclass(frozen=True, slots=True)
class Pairwise:
    """raters: (raters,), ascending. shared, agreeing: (raters, raters), symmetric: units both
    labelled, and labelled alike."""

    raters: Counts
    shared: Counts
    agreeing: Counts

    def against_others(self) -> "Beside":
        """Each rater's label pairs with anybody else, and how many agree."""
        return Beside(self.raters, self.shared.sum(axis=1), self.agreeing.sum(axis=1))


@dataclass(frozen=True, slots=True)
class Beside:
    """Each rater beside something: raters, n, agreeing: (raters,)."""

    raters: Counts
    n: Counts
    agreeing: Counts


@dataclass(frozen=True, slots=True)
class Resolved:
    """FIRE's Table 2. Resolved and disagreements are shares of the pairs, relevant and irrelevant
    of the resolved."""

    pairs: int
    labels: int
    resolved: int
    relevant: int
    irrelevant: int
    disagreements: int

    @property
    def judged(self) -> int:
        """Pairs with a verdict, of whatever kind."""
        return self.resolved + self.disagreements

    @property
    def shares(self) -> dict[str, Quantity]:
        return {
            "resolved": share(self.resolved, self.pairs, "there are no pairs"),
            "relevant": share(self.relevant, self.resolved, "no pair is resolved"),
            "irrelevant": share(self.irrelevant, self.resolved, "no pair is resolved"),
            "disagreements": share(self.disagreements, self.pairs, "there are no pairs"),
        }


@dataclass(frozen=True, slots=True)
class Repeated:
    """Labels of a rater who had labelled the pair before: they are compared with nothing."""

    pairs: int
    labels: int
    contradicting: int  # labels that say otherwise than the rater's first one


def repeats(unit: ArrayLike, rater: ArrayLike) -> Mask:
    """(labels,): whether the same rater labelled the same unit before, in the order given.

    Two labels of one rater are not independent, and nobody agrees with themselves: the first in
    order counts.
    """
    return _firsts(unit, rater) != np.arange(len(np.asarray(unit)))


def count_repeats(unit: ArrayLike, rater: ArrayLike, value: ArrayLike) -> Repeated:
    first, values = _firsts(unit, rater), np.asarray(value)
    again = first != np.arange(len(first))
    contradicting = again & (values != values[first])
    return Repeated(
        len(np.unique(np.asarray(unit)[again])), int(again.sum()), int(contradicting.sum())
    )


def _firsts(unit: ArrayLike, rater: ArrayLike) -> Counts:
    """(labels,): the place of the first label of the same rater on the same unit."""
    units, raters = np.asarray(unit), np.asarray(rater)
    order = np.lexsort((raters, units))  # stable: labels of a rater on a unit keep their order
    starts = np.ones(len(order), bool)
    starts[1:] = (units[order[1:]] != units[order[:-1]]) | (raters[order[1:]] != raters[order[:-1]])
    firsts = np.empty(len(order), np.int64)
    firsts[order] = order[np.maximum.accumulate(np.where(starts, np.arange(len(order)), 0))]
    return firsts


def compare_raters(unit: ArrayLike, rater: ArrayLike, value: ArrayLike) -> Pairwise:
    """Each two raters over the units that both labelled. Of a rater's labels of a unit the first
    counts (see `repeats`)."""
    units, values, (raters, number) = (
        np.asarray(unit),
        np.asarray(value),
        np.unique(np.asarray(rater), return_inverse=True),
    )
    order = np.lexsort((number, units))
    order = order[~repeats(unit, rater)[order]]
    units, values, number = units[order], values[order], number[order]
    size = (len(raters), len(raters))
    shared, agreeing = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for apart in range(
        1, len(units)
    ):  # neighbours first: at most as many rounds as a unit has labels
        both = units[apart:] == units[:-apart]
        if not both.any():
            break
        first, second = number[:-apart][both], number[apart:][both]
        _add(shared, first, second)
        alike = (values[apart:] == values[:-apart])[both]
        _add(agreeing, first[alike], second[alike])
    return Pairwise(raters.astype(np.int64), shared + shared.T, agreeing + agreeing.T)


def beside_truth(unit: ArrayLike, rater: ArrayLike, value: ArrayLike, truth: ArrayLike) -> Beside:
    """Each rater beside known values, of gold or of final verdicts. truth: (units,), UNKNOWN where
    there is none.

    A verdict was made of the rater's own label among others, so agreement with it is higher than
    with somebody independent.
    """
    known, (raters, number) = (
        np.asarray(truth)[np.asarray(unit, np.int64)],
        np.unique(np.asarray(rater), return_inverse=True),
    )
    comparable = (known == IRRELEVANT) | (known == RELEVANT)
    alike = comparable & (known == np.asarray(value))
    n, agreeing = (
        np.bincount(number[chosen], minlength=len(raters)).astype(np.int64)
        for chosen in (comparable, alike)
    )
    return Beside(raters.astype(np.int64), n, agreeing)


def count_resolved(verdicts: ArrayLike, labels: int) -> Resolved:
    """verdicts: (pairs,), of those that have a label; UNKNOWN for one that is still open. labels:
    how many there are in all."""
    verdict = np.asarray(verdicts, np.int64)
    relevant, irrelevant, disputed = (
        int((verdict == code).sum()) for code in (RELEVANT, IRRELEVANT, DISAGREEMENT)
    )
    return Resolved(len(verdict), labels, relevant + irrelevant, relevant, irrelevant, disputed)


def _add(matrix: Counts, row: Counts, column: Counts) -> None:
    size = len(matrix)
    matrix += np.bincount(row * size + column, minlength=size * size).reshape(size, size)
