"""Agreement on grades: of few pairs and many, of three shapes of prevalence.

A pair's worth is normal, in part its caption's and its video's; two raters see it with errors of
their own, and cut it into five grades. Where they cut is the shape.
"""

from collections.abc import Iterator
from functools import cache, partial

import numpy as np
from scipy.special import ndtr, ndtri

from bench.cells.agreement import outcome
from bench.cells.cell import Cell, Outcome
from measures.agreement import count_values
from measures.agreement_grades import MovedFigure, distribution, grade_figures
from measures.agreement_score import LabelledUnits
from measures.arrays import Counts, Integers, Values
from measures.grade_intervals import sure_figures
from measures.kappas import KAPPAS, kappas

GRADES = 5
SHAPES = {
    "even": (0.2, 0.2, 0.2, 0.2, 0.2),
    "most of the lowest": (0.8, 0.1, 0.05, 0.03, 0.02),
    "both ends": (0.45, 0.05, 0.05, 0.05, 0.4),
}
SIZES = {50: 25, 500: 50, 5_000: 100}  # pairs; captions and videos, of either so many
OF_TEXT, OF_VIDEO, ERROR = 0.15, 0.15, 0.4  # shares of the variance of worth; and what is added
FIGURES = (
    *("percent", "distance", "alpha", "ordinal_alpha", "interval_alpha", "ac1", "ac2_quadratic"),
    *("kappa_linear", "highest"),
)


def cells() -> Iterator[Cell]:
    for pairs, clusters in SIZES.items():
        for shape in SHAPES:
            for name in FIGURES:
                yield Cell(
                    f"grades: {pairs:,} pairs of {clusters} captions and videos, {shape}",
                    f"{name}, score",
                    partial(_of_grades, name=name, pairs=pairs, shape=shape),
                    large=pairs >= 500,
                )


def figure_of(name: str, labels: Integers) -> MovedFigure:
    """labels: (pairs, 2), of two raters."""
    pairs, raters = labels.shape
    unit, rater = np.repeat(np.arange(pairs), raters), np.tile(np.arange(raters), pairs)
    if name in KAPPAS:
        return kappas(unit, rater, labels.ravel(), GRADES).figures[name]
    counts = count_values(unit, labels.ravel(), pairs, GRADES)
    if name == "highest":
        return [*distribution(counts)][-1]
    return grade_figures(counts)[name]


def world_of_grades(seed: int, pairs: int, shape: str) -> tuple[Integers, Integers, Integers]:
    """Labels of each pair, its caption and its video."""
    random, clusters = np.random.default_rng([seed, pairs, *map(ord, shape)]), SIZES[pairs]
    text, video = np.arange(pairs) % clusters, random.integers(0, clusters, pairs)
    own = 1 - OF_TEXT - OF_VIDEO
    worth = random.normal(0, own**0.5, pairs)
    worth += random.normal(0, OF_TEXT**0.5, clusters)[text]
    worth += random.normal(0, OF_VIDEO**0.5, clusters)[video]
    seen = worth[:, None] + random.normal(0, ERROR**0.5, (pairs, 2))
    return np.searchsorted(_cuts(shape), seen), text, video


def _cuts(shape: str) -> Values:
    found: Values = ndtri(np.cumsum(SHAPES[shape])[:-1]) * (1 + ERROR) ** 0.5
    return found


@cache
def truth(name: str, shape: str, pairs: int = 400_000) -> float:
    """Of as many pairs as have either two grades as often as raters give them in the long run."""
    worth, weight = np.polynomial.hermite_e.hermegauss(120)
    below = ndtr((_cuts(shape)[:, None] - worth) / ERROR**0.5)
    each = np.diff(np.vstack([np.zeros(len(worth)), below, np.ones(len(worth))]), axis=0)
    together = (each * (weight / weight.sum())) @ each.T
    times: Counts = np.rint(together * pairs).astype(np.int64)
    cells = np.argwhere(times >= 0)
    return float(figure_of(name, np.repeat(cells, times.ravel(), axis=0)).quantity)


def _of_grades(seed: int, *, name: str, pairs: int, shape: str) -> Outcome:
    labels, text, video = world_of_grades(seed, pairs, shape)
    counts = count_values(np.repeat(np.arange(pairs), 2), labels.ravel(), pairs, GRADES)
    sample = LabelledUnits(counts, video, texts=text)
    found = sure_figures({name: figure_of(name, labels)}, sample)[name]
    return outcome(found.intervals["interval"], truth(name, shape))
