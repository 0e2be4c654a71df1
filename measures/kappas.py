"""Weighted kappa of raters two by two, and its mean, with how far each unit moves it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from measures.agreement_grades import MovedFigure, Weights, weights_of
from measures.arrays import Integers, Values
from measures.quantity import Quantity, undefined

KAPPAS: Mapping[str, Weights] = {"kappa_linear": "linear", "kappa_quadratic": "quadratic"}
NO_TWO = "no two raters have a pair in common whose labels, by chance, could differ"


@dataclass(frozen=True, slots=True)
class Kappas:
    """By KAPPAS: the mean over pairs of raters, each weighing as many units as both labelled.
    pairs, units: how many of these, and how many units they have together."""

    figures: Mapping[str, MovedFigure]
    pairs: int
    units: int


def kappas(
    unit: Integers,
    rater: Integers,
    value: Integers,
    values: int,
    kinds: Mapping[str, Weights] = KAPPAS,
) -> Kappas:
    """Cohen's weighted kappa (1968) of every two raters who share units. unit, rater, value:
    (labels,), of each rater one a unit. What a unit moves is of those with two labels or more, as
    that of other figures is."""
    tables = _tables(unit, rater, value, values)
    if tables is None:
        return Kappas(dict.fromkeys(kinds, MovedFigure(undefined(NO_TWO))), 0, 0)
    pair, cell, of = tables
    units, of = len(np.unique(of)), np.unique(of, return_inverse=True)[1]
    figures = {
        name: _kappa(pair, cell, of, int(pair.max()) + 1, units, 1 - weights_of(kind, values))
        for name, kind in kinds.items()
    }
    return Kappas(figures, int(pair.max()) + 1, len(pair))


def _tables(
    unit: Integers, rater: Integers, value: Integers, values: int
) -> tuple[Integers, Integers, Integers] | None:
    """Of each two labels of a unit: which two raters gave them, the cell of their table, the unit.
    None where there are none."""
    number = np.unique(rater, return_inverse=True)[1]
    order = np.lexsort((number, unit))
    unit, number, value = unit[order], number[order], value[order]
    raters, found = int(number.max(initial=0)) + 1, []
    for far in range(1, len(unit)):  # neighbours first: as many rounds as a unit has labels
        first = np.flatnonzero(unit[far:] == unit[:-far])
        if not len(first):
            break
        second = first + far
        two = number[first] * raters + number[second]
        found.append((two, value[first] * values + value[second], unit[first]))
    if not found:
        return None
    two, cell, of = (np.concatenate(column) for column in zip(*found, strict=True))
    return np.unique(two, return_inverse=True)[1], cell, of


def _kappa(
    pair: Integers, cell: Integers, of: Integers, pairs: int, units: int, apart: Values
) -> MovedFigure:
    """apart: (values, values), 1 less the weights."""
    values = len(apart)
    counts = np.bincount(pair * values**2 + cell, minlength=pairs * values**2)
    tables = counts.reshape(pairs, values, values)
    n = tables.sum(axis=(1, 2))
    first, second = tables.sum(axis=2) / n[:, None], tables.sum(axis=1) / n[:, None]
    found = (tables * apart).sum(axis=(1, 2)) / n
    to_second, to_first = second @ apart, first @ apart  # how far each value is from the other's
    chance = (first * to_second).sum(axis=1)
    known = chance > 0
    if not known.any():
        return MovedFigure(undefined(NO_TWO))
    share = np.where(known, n, 0) / n[known].sum()
    ratio = np.where(known, found / np.where(known, chance, 1), 0)
    a, b = cell // values, cell % values
    over = np.where(known, chance, 1)[pair]
    moved = apart[a, b] / over - ratio[pair] * (to_second[pair, a] + to_first[pair, b]) / over
    moved = np.where(known[pair], moved + ratio[pair], 0) * (share / n)[pair]
    influence = np.zeros(units) - np.bincount(of, moved, minlength=units)
    # Means of both, so that their ratio is the mean of kappas.
    mean, by_chance = float((share * found).sum()), float((share * chance).sum())
    whole = float((share * ratio).sum())
    by_chance = mean / whole if whole else by_chance
    return MovedFigure(Quantity(1 - whole), mean, by_chance, influence, about="rarer")
