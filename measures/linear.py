"""Measures that are linear in labels: a sum of w_i y_i over pairs, w from ranks alone, so that
pairs may be drawn in place of whole captions. Precision at K, rank-biased precision and differences
of two runs under them; a pair whose weight is 0 needs no label.

y_i w_i is what a pair adds. Its weight is known of every pair, and so is a witness that costs
nothing (measures.witness_units calls it free); an opinion f_i counts as w_i (f_i - fbar), so that a
constant added to it changes nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from measures.arrays import Integers, Values
from measures.measure import Measure
from measures.spread import ROUNDING
from measures.whole import Rankings

NAMES = ("P", "RBP")


def is_linear(measure: Measure) -> bool:
    return measure.kind.name in NAMES and measure.rises


def rank_weights(measure: Measure, depth: int) -> Values:
    """(ranks,): what a positive at each adds to a caption's value. depth: of the rankings, as
    stored; those below gain nothing."""
    cut = depth if measure.depth is None else measure.depth
    ranks = np.arange(min(cut, depth))
    if measure.kind.name == "P":
        return np.full(len(ranks), 1 / cut)
    if measure.kind.name == "RBP":
        p = measure.parameters[0]
        return np.asarray((1 - p) * p**ranks, np.float64)
    raise ValueError(f"{measure} is not linear in labels")


@dataclass(frozen=True, slots=True)
class Weighted:
    """Pairs with a weight that is not 0. keys: row * columns + column, ascending. weights: (pairs,)
    as they add to the mean over rows."""

    keys: Integers
    weights: Values


def weighted_pairs(
    rankings: Sequence[tuple[Rankings, float]], weights: Values, columns: int
) -> Weighted:
    """rankings: (rows, depth) each with the sign that it counts by; two of opposite signs are a
    difference, where a pair that both rank alike is gone."""
    keys, each = [np.empty(0, np.int64)], [np.empty(0)]
    for ranked, sign in rankings:
        row, rank = np.nonzero(ranked[:, : len(weights)] >= 0)
        keys.append(row * columns + ranked[row, rank].astype(np.int64))
        each.append(sign * weights[rank] / max(len(ranked), 1))
    found, place = np.unique(np.concatenate(keys), return_inverse=True)
    summed = np.bincount(place.reshape(-1), np.concatenate(each), len(found))
    least = ROUNDING * np.abs(summed).max(initial=0.0)
    counts = np.abs(summed) > least
    return Weighted(found[counts], summed[counts])


def columns_of(weights: Values, f: Values) -> Values:
    """(pairs, p): opinions as they tell of what pairs add."""
    found: Values = weights[:, None] * (f - f.mean(axis=0))
    return found


def as_even(weights: Values) -> float:
    """By how many times fewer pairs, each with the same weight, would say as much of a sum. Few
    pairs carry what falls off quickly with rank, and a sample may hold none of them."""
    squared = weights**2
    total = float(squared.sum())
    return len(weights) * float((squared**2).sum()) / total**2 if total > 0 else 1.0
