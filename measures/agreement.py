"""Whether raters agree: counts of labels by unit and value in, figures out, each defined or with
the reason why not.

A unit is a pair that people judged. counts: (units, values), how many of a unit's labels have each
value; of two values the second is relevant (`IRRELEVANT, RELEVANT`). Units with fewer than two
labels play no part in any figure. Which labels are counted is the caller's choice: by default a
pair's first and second, as third ones exist only where two disagreed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import krippendorff
import numpy as np
from numpy.typing import ArrayLike

from measures.arrays import Counts, Values, divide
from measures.quantity import Quantity, share, undefined

IRRELEVANT, RELEVANT = 0, 1
NO_UNIT = "no pair has two labels"
ONE_VALUE = "all labels have the same value"
FIGURES = ("percent", "positive", "negative", "alpha", "ac1", "prevalence")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Always shown together: where positives are rare, alpha is low though nearly all agree."""

    units: int  # with two labels or more
    labels: int  # of these
    percent: Quantity
    positive: Quantity
    negative: Quantity
    alpha: Quantity
    ac1: Quantity
    prevalence: Quantity


@dataclass(frozen=True, slots=True)
class ByLabels:
    """A bar of FIRE's Figure 7."""

    labels: int
    units: int
    percent: Quantity


def count_values(unit: ArrayLike, value: ArrayLike, units: int, values: int = 2) -> Counts:
    """(units, values) from single labels. unit, value: (labels,), numbers from 0."""
    units_of, value_of = np.asarray(unit, np.int64), np.asarray(value, np.int64)
    if len(value_of) and (
        value_of.min() < 0
        or value_of.max() >= values
        or units_of.min() < 0
        or units_of.max() >= units
    ):
        raise ValueError(f"a label lies outside the {units} units or the {values} values")
    return (
        np.bincount(units_of * values + value_of, minlength=units * values)
        .reshape(units, values)
        .astype(np.int64)
    )


def agreement_of_units(counts: Counts) -> Values:
    """(units,): the share of a unit's label pairs that agree; nan with fewer than two labels."""
    labels = counts.sum(axis=1)
    return divide((counts * (counts - 1)).sum(axis=1), labels * (labels - 1))


def agreement(counts: Counts) -> Agreement:
    """All figures of two values at once; what each is stands in docs/measures.md."""
    check_counts(counts)
    totals = statistics(counts).sum(axis=0)
    shares, labels, same = totals[4:6], totals[2:4], totals[6:8]
    return Agreement(
        units=int(totals[0]),
        labels=int(labels.sum()),
        percent=share(totals[1], totals[0], NO_UNIT),
        positive=share(
            same[RELEVANT], labels[RELEVANT], "no label says relevant" if totals[0] else NO_UNIT
        ),
        negative=share(
            same[IRRELEVANT],
            labels[IRRELEVANT],
            "no label says irrelevant" if totals[0] else NO_UNIT,
        ),
        alpha=alpha(counts),
        ac1=Quantity(float(figures(totals)["ac1"])) if totals[0] else undefined(NO_UNIT),
        prevalence=share(shares[RELEVANT], totals[0], NO_UNIT),
    )


def alpha(counts: Counts) -> Quantity:
    """Krippendorff's alpha for nominal data (2004, chapter 11), any number of values. Undefined
    rather than 0 or 1."""
    pairable = counts[counts.sum(axis=1) > 1]
    if not len(pairable):
        return undefined(NO_UNIT)
    if (pairable.sum(axis=0) > 0).sum() < 2:
        return undefined(ONE_VALUE)
    return Quantity(
        float(krippendorff.alpha(value_counts=pairable, level_of_measurement="nominal"))
    )


def by_number_of_labels(counts: Counts) -> list[ByLabels]:
    """Percent agreement of the units with 2, 3, ... labels; of the numbers that occur."""
    labels, agreed = counts.sum(axis=1), agreement_of_units(counts)
    occurring = np.unique(labels[labels > 1])
    return [
        ByLabels(int(n), int((labels == n).sum()), Quantity(float(agreed[labels == n].mean())))
        for n in occurring
    ]


def statistics(counts: Counts) -> Values:
    """(units, 8), of which every figure is a function of the column sums; all 0 for a unit with
    fewer than two labels.

    1; its agreement; its labels of either value; its share of either value; its coincidences within
    either value, which are the ordered pairs of its labels that both have the value, over one less
    than its labels (so that each label weighs 1).
    """
    labels = counts.sum(axis=1, keepdims=True)
    many = labels > 1
    kept = np.where(many, counts, 0)
    same = kept * (kept - 1) / np.maximum(labels - 1, 1)
    agreed = (same / np.maximum(labels, 1)).sum(axis=1, keepdims=True)
    return np.concatenate([many, agreed, kept, kept / np.maximum(labels, 1), same], axis=1)


def figures(totals: Values) -> Mapping[str, Values]:
    """FIGURES from column sums of `statistics`, (..., 8): each (...,), nan where undefined."""
    units, agreed, irrelevant, relevant, _, shares, same_irrelevant, same_relevant = np.moveaxis(
        totals, -1, 0
    )
    percent, pi = divide(agreed, units), divide(shares, units)
    by_chance = 2 * pi * (1 - pi)
    labels, differing = (
        irrelevant + relevant,
        irrelevant + relevant - same_irrelevant - same_relevant,
    )
    return {
        "percent": percent,
        "positive": divide(same_relevant, relevant),
        "negative": divide(same_irrelevant, irrelevant),
        "alpha": 1 - divide((labels - 1) * differing, 2 * irrelevant * relevant),
        "ac1": (percent - by_chance) / (1 - by_chance),
        "prevalence": pi,
    }


def check_counts(counts: Counts) -> None:
    if counts.ndim != 2 or counts.shape[1] != 2 or (counts < 0).any():
        raise ValueError(
            f"counts are units x (irrelevant, relevant), none below 0, not {counts.shape}"
        )
