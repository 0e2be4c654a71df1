"""Captions and pairs that lie unevenly over videos: scores, differences of two runs, agreement.

What a video lends its captions is as much of their luck as in the even worlds of `scores`, so that
what one large video has decides much of a figure.
"""

from collections.abc import Iterator, Mapping
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from bench.bare import intervals_of_means
from bench.cells.agreement import ALIKE, SENSITIVITY, SPECIFICITY, labelled, outcome, truths
from bench.cells.cell import Cell, Goal, Outcome, held
from bench.cells.scores import Luck, drawn_luck, right
from measures.agreement_score import LabelledUnits, score_intervals
from measures.arrays import Integers
from measures.comparison import compare
from measures.dependence import Dependence
from measures.estimate import Interval
from measures.power import ALPHA

PERMUTATIONS = 999
LUCK = Luck(0.3, 0)


def one_with(share: float, videos: int, captions: int) -> Integers:
    """So many captions of so many videos, of which one has this share, and the others as many each
    as the rest gives."""
    large = round(share * captions)
    rest = np.arange(captions - large) % (videos - 1) + 1
    return np.concatenate([np.zeros(large, np.int64), np.sort(rest)])


@cache
def log_normal(videos: int, captions: int) -> Integers:
    """The same in every replicate, as a benchmark is."""
    sizes = np.random.default_rng(videos).lognormal(sigma=1.5, size=videos)
    places = np.cumsum(sizes / sizes.sum() * (captions - videos))
    extra = np.searchsorted(places, np.arange(captions - videos), side="right")
    return np.sort(np.concatenate([np.arange(videos), np.minimum(extra, videos - 1)]))


SHAPES: Mapping[str, Integers] = {
    "400 captions of 51 videos, half of one": one_with(0.5, 51, 400),
    "400 captions of 51 videos, a quarter of one": one_with(0.25, 51, 400),
    "900 captions of 60 videos, log-normal sizes": log_normal(60, 900),
    "410 captions of 41 videos, 45 % of one": one_with(0.45, 41, 410),
    "400 captions of 50 videos, 8 of each": np.repeat(np.arange(50), 8),
}
FIGURES = ("alpha", "percent", "prevalence")


def cells() -> Iterator[Cell]:
    for where, videos in SHAPES.items():
        yield Cell(where, "C@1, uneven", partial(_share, videos=videos))
        yield Cell(where, "difference of C@1, uneven", partial(_difference, videos=videos))
        yield Cell(
            where, "p of no difference, uneven", partial(_rejected, videos=videos), Goal.TYPE_I
        )
        pairs = where.replace("captions", "pairs")
        for name in FIGURES:
            yield Cell(pairs, f"{name}, uneven", partial(_agreement, name=name, videos=videos))


def _share(seed: int, *, videos: Integers) -> Outcome:
    of = Dependence.of(len(videos), videos)
    values = right(drawn_luck(np.random.default_rng([seed, 1]), of, LUCK), 0.4)
    return _judged(intervals_of_means(values[None], of)[0], 0.4)


def two_runs(seed: int, of: Dependence, shares: tuple[float, float]) -> NDArray[np.float64]:
    """(2, captions), of runs that share much of a caption's luck."""
    random = np.random.default_rng([seed, 2])
    common = drawn_luck(random, of, LUCK)
    luck = [0.5**0.5 * (common + drawn_luck(random, of, LUCK)) for _ in shares]
    return np.stack([right(one, share) for one, share in zip(luck, shares, strict=True)])


def _difference(seed: int, *, videos: Integers) -> Outcome:
    of = Dependence.of(len(videos), videos)
    scores = two_runs(seed, of, (0.5, 0.4))
    found = compare(scores, [(0, 1)], dependence=of, permutations=PERMUTATIONS, seed=seed)
    return Outcome.MARKED if found.why[0] else held(float(found.low[0]), float(found.high[0]), 0.1)


def _rejected(seed: int, *, videos: Integers) -> Outcome:
    of = Dependence.of(len(videos), videos)
    scores = two_runs(seed, of, (0.4, 0.4))
    found = compare(scores, [(0, 1)], dependence=of, permutations=PERMUTATIONS, seed=seed)
    return Outcome.HELD if found.p[0] <= ALPHA else Outcome.MISSED


def _judged(interval: Interval, truth: float) -> Outcome:
    return held(interval.low, interval.high, truth)


def _agreement(seed: int, *, name: str, videos: Integers, prevalence: float = 0.1) -> Outcome:
    counts = labelled(np.random.default_rng([seed, 3]), videos, prevalence, ALIKE)
    truth = truths(prevalence, np.array(SENSITIVITY), np.array(SPECIFICITY))[name]
    return outcome(score_intervals([LabelledUnits(counts, videos)], figures=[name])[0][name], truth)
