"""Whether raters agree: counts of labels by unit and value in, figures out, each defined or with
the reason why not.

A unit is a pair that people judged. counts: (units, values), how many of a unit's labels have each
value; of two values the second is relevant (`IRRELEVANT, RELEVANT`). Units with fewer than two
labels play no part in any figure. Which labels are counted is the caller's choice: by default a
pair's first and second, as third ones exist only where two disagreed.
"""

from collections.abc import Mapping

import krippendorff
import numpy as np
from numpy.typing import ArrayLike

from measures.arrays import Counts, Values, divide
from measures.quantity import Quantity, undefined

IRRELEVANT, RELEVANT = 0, 1
NO_UNIT = "no pair has two labels"
ONE_VIDEO = "all pairs with two labels are of one video"
ONE_VALUE = "all labels have the same value"
NO_LABEL = {"positive": "no label says relevant", "negative": "no label says irrelevant"}
FIGURES = ("percent", "positive", "negative", "alpha", "ac1", "prevalence")


def count_values(unit: ArrayLike, value: ArrayLike, units: int, values: int = 2) -> Counts:
    """(units, values) from single labels. unit, value: (labels,), numbers from 0."""
    units_of, value_of = np.asarray(unit, np.int64), np.asarray(value, np.int64)
    for of, most in ((units_of, units), (value_of, values)):
        if len(of) and not 0 <= of.min() <= of.max() < most:
            raise ValueError(f"a label lies outside the {units} units or the {values} values")
    found = np.bincount(units_of * values + value_of, minlength=units * values)
    return found.reshape(units, values).astype(np.int64)


def agreement_of_units(counts: Counts) -> Values:
    """(units,): the share of a unit's label pairs that agree; nan with fewer than two labels."""
    labels = counts.sum(axis=1)
    return divide((counts * (counts - 1)).sum(axis=1), labels * (labels - 1))


def agreement(counts: Counts) -> dict[str, Quantity]:
    """FIGURES of two values, always shown together: where positives are rare, alpha is low though
    nearly all agree. What each is stands in docs/measures.md."""
    check_counts(counts)
    totals = statistics(counts).sum(axis=0)
    if not totals[0]:
        return dict.fromkeys(FIGURES, undefined(NO_UNIT))
    found = {name: Quantity(float(one)) if np.isfinite(one) else undefined(NO_LABEL.get(name, ""))
             for name, one in figures(totals).items() if name != "alpha"}  # fmt: skip
    return {name: alpha(counts) if name == "alpha" else found[name] for name in FIGURES}


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
    by_chance, labels = 2 * pi * (1 - pi), irrelevant + relevant
    differing = labels - same_irrelevant - same_relevant
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
