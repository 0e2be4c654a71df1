"""Agreement: of few pairs and rare positives, of videos that differ, and of raters like these.

Two raters label each pair. A video's share of relevant pairs is drawn around the prevalence, so
that pairs of a video are alike.
"""

from collections.abc import Iterator
from functools import partial

import numpy as np

from bench.cells.cell import Cell, Outcome, held
from measures.agreement import FIGURES
from measures.agreement_errors import DrawnUnits
from measures.agreement_score import LabelledUnits, score_intervals
from measures.arrays import Counts, Integers, Values
from measures.estimate import Interval

SENSITIVITY, SPECIFICITY, ALIKE = 0.85, 0.99, 0.1
PAIRS, PREVALENCES, VIDEOS = (50, 200, 500, 5_000), (0.02, 0.1, 0.5), (10, 40, 200)
# As the intervals of before held where they were measured.
BEFORE = {("alpha", 50, 0.02): ".31-.64", ("alpha", 50, 0.1): "every eighth without width"}
RATERS, DIFFER = 100, 12  # so many draws a rater's sensitivity and specificity are like
BEFORE_RATERS = ".57"


def cells() -> Iterator[Cell]:
    for videos in VIDEOS:
        for pairs in PAIRS:
            if videos <= pairs:
                yield from _of_pairs(pairs, videos)
    for name in ("alpha", "percent", "positive"):
        yield Cell(
            f"{RATERS} raters who differ, 50,000 pairs",
            f"{name} of raters like these, score",
            partial(_of_raters, name=name, drawn=True),
            before=BEFORE_RATERS if name == "alpha" else "",
            large=True,
        )


def _of_pairs(pairs: int, videos: int) -> Iterator[Cell]:
    for prevalence in PREVALENCES:
        for name in FIGURES:
            yield Cell(
                f"{pairs:,} pairs of {videos} videos, {prevalence:.0%} relevant",
                f"{name}, score",
                partial(_of_few, name=name, pairs=pairs, videos=videos, prevalence=prevalence),
                before=BEFORE.get((name, pairs, prevalence), ""),
                large=videos >= 40 and pairs >= 500,
            )


def world_of_pairs(
    seed: int, pairs: int, videos: int, prevalence: float, alike: float = ALIKE
) -> tuple[Counts, Integers]:
    """Counts of two labels of each pair, and the pairs' videos."""
    random = np.random.default_rng([seed, pairs, videos, int(1_000 * prevalence)])
    of = np.arange(pairs) % videos
    return labelled(random, of, prevalence, alike), of


def labelled(
    random: np.random.Generator, videos: Integers, prevalence: float, alike: float = ALIKE
) -> Counts:
    """Counts of two labels of each pair. videos: (pairs,)."""
    shape = 1 / alike - 1
    shares = random.beta(prevalence * shape, (1 - prevalence) * shape, int(videos.max()) + 1)
    truth = random.random(len(videos)) < shares[videos]
    right = np.where(truth, SENSITIVITY, 1 - SPECIFICITY)[:, None]
    relevant = (random.random((len(videos), 2)) < right).sum(axis=1)
    return np.stack([2 - relevant, relevant], axis=1)


def truths(prevalence: float, sensitivity: Values, specificity: Values) -> dict[str, float]:
    """Of figures, from how often a label of a relevant and of an irrelevant pair is right: means,
    as the raters of a pair are independent."""
    right, wrong = float(np.mean(sensitivity)), 1 - float(np.mean(specificity))
    both = prevalence * right**2 + (1 - prevalence) * wrong**2
    pi = prevalence * right + (1 - prevalence) * wrong
    differing = 2 * (pi - both)
    chance = 2 * pi * (1 - pi)
    return {
        "percent": 1 - differing,
        "positive": both / pi,
        "negative": 1 - differing / 2 / (1 - pi),
        "alpha": 1 - differing / chance,
        "ac1": 1 - differing / (1 - chance),
        "prevalence": pi,
    }


def _of_few(seed: int, *, name: str, pairs: int, videos: int, prevalence: float) -> Outcome:
    sample = LabelledUnits(*world_of_pairs(seed, pairs, videos, prevalence))
    truth = truths(prevalence, np.array(SENSITIVITY), np.array(SPECIFICITY))[name]
    return outcome(score_intervals([sample], figures=[name])[0][name], truth)


def world_of_raters(
    seed: int, pairs: int = 50_000, videos: int = 670, raters: int = RATERS
) -> LabelledUnits:
    random = np.random.default_rng([seed, pairs, raters])
    sensitivity = random.beta(DIFFER * SENSITIVITY, DIFFER * (1 - SENSITIVITY), raters)
    specificity = random.beta(DIFFER * SPECIFICITY, DIFFER * (1 - SPECIFICITY), raters)
    of = np.arange(pairs) % videos
    truth = random.random(pairs) < random.beta(0.1 * 9, 0.9 * 9, videos)[of]
    first = random.integers(0, raters, pairs)
    second = (first + random.integers(1, raters, pairs)) % raters
    labelled = np.stack([first, second], axis=1)
    right = np.where(truth[:, None], sensitivity[labelled], 1 - specificity[labelled])
    relevant = (random.random((pairs, 2)) < right).sum(axis=1)
    counts = np.stack([2 - relevant, relevant], axis=1)
    return LabelledUnits(counts, of, DrawnUnits(np.repeat(np.arange(pairs), 2), labelled.ravel()))


def _of_raters(seed: int, *, name: str, drawn: bool) -> Outcome:
    sample = world_of_raters(seed)
    asked = sample if drawn else LabelledUnits(sample.counts, sample.videos)
    truth = truths(0.1, np.array(SENSITIVITY), np.array(SPECIFICITY))[name]
    return outcome(score_intervals([asked], figures=[name])[0][name], truth)


def outcome(interval: Interval, truth: float) -> Outcome:
    return Outcome.MARKED if interval.mark else held(interval.low, interval.high, truth)
