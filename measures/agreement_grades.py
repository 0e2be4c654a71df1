"""Agreement over any number of values in order, with how far each unit moves every figure.

counts: (units, values), as in `agreement`; q values are all that could be said, worst first, not
those that occur. Every figure is 1 - D/E: the disagreement that was found, from 0 to 1, over that
of chance, which is 1 for plain shares. Two values have figures of their own beside these
(`agreement`); what both have is the same, as two values have one distance.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from measures.agreement import NO_UNIT, ONE_VALUE
from measures.arrays import Counts, Values
from measures.quantity import Quantity, undefined

Level = Literal["nominal", "ordinal", "interval"]
Weights = Literal["identity", "linear", "quadratic", "ordinal"]
LEVELS: tuple[Level, ...] = get_args(Level)
WEIGHTS: tuple[Weights, ...] = get_args(Weights)
ALPHAS: Mapping[str, Level] = {
    "alpha": "nominal",
    "ordinal_alpha": "ordinal",
    "interval_alpha": "interval",
}
COEFFICIENTS: Mapping[str, Weights] = {
    "ac1": "identity",
    "ac2_linear": "linear",
    "ac2_quadratic": "quadratic",
    "ac2_ordinal": "ordinal",
}


@dataclass(frozen=True, slots=True)
class MovedFigure:
    """A figure, and what its interval needs. found: its disagreement, from 0 to 1; the figure is
    1 - found / chance, or, where `turned`, found / chance. influence: (units,), by how far each
    unit moves it. about: what it rests on: pairs that differ, one value, or all values but the
    commonest."""

    quantity: Quantity
    found: float = 0.0
    chance: float = 1.0
    influence: Values | None = None
    turned: bool = False
    about: Literal["pairs", "value", "rarer"] = "pairs"


def weights_of(kind: Weights, values: int) -> Values:
    """(values, values), 1 where both are the same, 0 where they are farthest apart."""
    apart = np.abs(np.subtract.outer(np.arange(values), np.arange(values))).astype(np.float64)
    if kind == "identity":
        return np.eye(values)
    if kind == "linear":
        return 1 - apart / (values - 1)
    if kind == "quadratic":
        return 1 - (apart / (values - 1)) ** 2
    found: Values = 1 - apart * (apart + 1) / (values * (values - 1))
    return found


def several(counts: Counts) -> Values:
    """Those of units with two labels or more, as products of matrices want them."""
    return counts[_sizes(counts) > 1].astype(np.float64)


def _sizes(counts: Counts | Values) -> Values:
    """(units,): how many labels each has."""
    found: Values = counts @ np.ones(counts.shape[1])
    return found


def grade_figures(counts: Counts) -> dict[str, MovedFigure]:
    """All but kappas, of units with two labels or more."""
    coefficients = {name: beyond_chance(counts, kind) for name, kind in COEFFICIENTS.items()}
    return {**plain_shares(counts), **alphas(counts), **coefficients}


def plain_shares(counts: Counts, *only: str) -> dict[str, MovedFigure]:
    kept, places = several(counts), np.arange(counts.shape[1], dtype=np.float64)
    apart = np.abs(np.subtract.outer(places, places))
    of = {"percent": apart > 0, "within_one": apart > 1, "apart": apart > 1, "distance": apart}
    return {
        name: plain_share(kept, each.astype(np.float64), name)
        for name, each in of.items()
        if not only or name in only
    }


def plain_share(kept: Values, apart: Values, name: str) -> MovedFigure:
    """A share of a unit's label pairs, or their mean distance in places, averaged over units."""
    if not len(kept):
        return MovedFigure(undefined(NO_UNIT))
    most = float(apart.max(initial=1.0))
    found = differing(kept, apart / most)
    mean = float(found.mean())
    turned = name in ("apart", "distance")
    value = mean * most if turned else 1 - mean
    over = 1 / most if turned else 1.0
    influence = _centred(found) / (-over if turned else over)
    return MovedFigure(Quantity(value), mean, over, influence, turned)


def differing(kept: Values, apart: Values) -> Values:
    """(units,): how far two labels of each are apart on average; apart: (values, values), 0 where
    both are the same."""
    labels = _sizes(kept)
    summed: Values = np.einsum("uk,uk->u", kept @ apart, kept) / (labels * (labels - 1))
    return summed


def beyond_chance(counts: Counts, kind: Weights) -> MovedFigure:
    """Gwet's AC2 (2014), which is AC1 where weights are the identity. pi is of units with two
    labels or more: all figures are of the same units."""
    kept, values = several(counts), counts.shape[1]
    if not len(kept):
        return MovedFigure(undefined(NO_UNIT))
    weights = weights_of(kind, values)
    found = differing(kept, 1 - weights)
    shares = kept / _sizes(kept)[:, None]
    pi, factor = shares.mean(axis=0), float(weights.sum()) / (values * (values - 1))
    chance = 1 - factor * float((pi * (1 - pi)).sum())
    by_pi = -factor * ((shares - pi) @ (1 - 2 * pi))
    return _ratio(found, chance, by_pi)


def fleiss(counts: Counts) -> MovedFigure:
    """Fleiss' kappa: chance by the share of all labels that have a value."""
    kept = several(counts)
    if not len(kept):
        return MovedFigure(undefined(NO_UNIT))
    labels = kept.sum(axis=0) / kept.sum()
    chance = 1 - float((labels**2).sum())
    if chance <= 0:
        return MovedFigure(undefined(ONE_VALUE))
    size = _sizes(kept)
    by_labels = -2 * ((kept @ labels) - size * (labels**2).sum()) * len(kept) / kept.sum()
    found = differing(kept, 1 - np.eye(kept.shape[1]))
    return replace(_ratio(found, chance, by_labels), about="rarer")


def _ratio(found: Values, chance: float, by_unit: Values) -> MovedFigure:
    """by_unit: (units,), by how far each unit moves chance, times how many units there are."""
    mean = float(found.mean())
    influence = -((found - mean) / chance - mean * by_unit / chance**2) / len(found)
    return MovedFigure(Quantity(1 - mean / chance), mean, chance, influence)


def _centred(found: Values) -> Values:
    influence: Values = -(found - found.mean()) / len(found)
    return influence


def alphas(
    counts: Counts, levels: Mapping[str, Level] = ALPHAS, numbers: ArrayLike | None = None
) -> dict[str, MovedFigure]:
    """numbers: (values,), what values are at the interval level; their places without."""
    kept = several(counts)
    scale = np.asarray(np.arange(counts.shape[1]) if numbers is None else numbers, np.float64)
    if (kept.sum(axis=0) > 0).sum() < 2:
        none = MovedFigure(undefined(ONE_VALUE if len(kept) else NO_UNIT))
        return dict.fromkeys(levels, none)
    return {name: alpha_at(kept, level, scale) for name, level in levels.items()}


def alpha_at(kept: Values, level: Level, numbers: Values) -> MovedFigure:
    """Krippendorff's alpha (2004, chapter 11). Ordinal distances follow from the labels
    themselves, so that a unit moves them, too."""
    size, labels = _sizes(kept), kept.sum(axis=0)
    total = float(labels.sum())
    squared = distances(level, labels, numbers)
    squared = squared / squared.max()
    each = np.einsum("uk,uk->u", kept @ squared, kept) / (size - 1)
    observed, expected = float(each.sum()), float(labels @ squared @ labels)
    ratio = total * observed / expected
    moved = each / observed if observed else np.zeros(len(kept))
    moved = moved + size / total - 2 * (kept @ (squared @ labels)) / expected
    if level == "ordinal" and observed:
        moved = moved + _by_distance(kept, labels, observed, expected)
    influence = -ratio * moved
    chance = expected / total / (total - 1)
    found = observed / total
    return MovedFigure(Quantity(1 - found / chance), found, chance, influence, about="rarer")


def _by_distance(kept: Values, labels: Values, observed: float, expected: float) -> Values:
    """By how far each unit moves the ratio, over the ratio, through ordinal distances."""
    middle = _middle(labels)
    between = np.subtract.outer(middle, middle)
    scaled = 4 * between / float((between**2).max())
    size = _sizes(kept)
    together = kept.T @ (kept / (size - 1)[:, None])  # the diagonal is of no distance
    by_middle = (scaled * together).sum(axis=1) / observed
    by_middle -= (scaled * np.outer(labels, labels)).sum(axis=1) / expected
    found: Values = _middle(kept) @ by_middle
    return found


def distances(level: Level, labels: Values, numbers: Values) -> Values:
    """Squared, (values, values): how far apart two values are. labels: (values,), how many have
    each."""
    if level == "nominal":
        return 1.0 - np.eye(len(labels))
    middle = _middle(labels) if level == "ordinal" else numbers
    found: Values = np.subtract.outer(middle, middle) ** 2
    return found


def _middle(labels: Values) -> Values:
    """Of each value, how many labels are below it, half of its own included."""
    found: Values = labels.cumsum(axis=-1) - labels / 2
    return found


def distribution(counts: Counts) -> Iterable[MovedFigure]:
    """Of each value the share of a unit's labels that have it, averaged over units."""
    kept = several(counts)
    for column in (kept / _sizes(kept)[:, None]).T:
        if not len(kept):
            yield MovedFigure(undefined(NO_UNIT))
            continue
        mean = float(column.mean())
        yield MovedFigure(Quantity(mean), mean, 1.0, -_centred(column), True, "value")
