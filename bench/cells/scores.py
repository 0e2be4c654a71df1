"""Scores of runs and what labels add to them, over captions that share videos and texts.

A caption is right where a luck of its own, its video's and its text's come out high enough
together, so that the true share is known.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

from bench.bare import intervals_of_means
from bench.cells.cell import Cell, Outcome, held
from measures.dependence import Dependence
from measures.estimate import Interval
from measures.kinds.geometric_mean import GMR
from measures.mean_intervals import Moved, intervals_of
from measures.measure import Measure
from measures.resampling import percentiles, resample
from metrics.studies.dependent import of_two
from metrics.studies.intervals import of_measure

CAPTIONS, VIDEOS = 27_763, 670
PER_VIDEO = 13  # where videos are few
SHARED = 0.2  # of the captions repeat another video's text
TWO_WAY, DRAWN = "C@1, two-way t", "C@1, pigeonhole"
RESAMPLES = 400

Hits = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Luck:
    """How much of the luck a caption has from its video, and from its text; the rest is its own."""

    video: float
    text: float


@cache
def like_msvd(largest: int, slope: float) -> Dependence:
    """As many captions and videos as MSVD's test split. The texts that several captions have fall
    off from the largest by a power of their place."""
    random = np.random.default_rng(largest)
    videos = np.sort(random.integers(0, VIDEOS, CAPTIONS))
    texts = np.full(CAPTIONS, -1)
    places, done, text = random.permutation(CAPTIONS), 0, 0
    while done < SHARED * CAPTIONS:
        size = max(2, int(largest / (text + 1) ** slope))
        texts[places[done : done + size]] = text
        done, text = done + size, text + 1
    alone = np.flatnonzero(texts < 0)
    texts[alone] = text + np.arange(len(alone))
    return Dependence.of(CAPTIONS, videos, texts)


@cache
def few_videos(videos: int, per_video: int = PER_VIDEO) -> Dependence:
    return Dependence.of(videos * per_video, np.repeat(np.arange(videos), per_video))


def drawn_luck(random: np.random.Generator, dependence: Dependence, luck: Luck) -> Hits:
    """(captions,), standard normal."""
    of_videos = random.normal(size=int(dependence.videos.max()) + 1)[dependence.videos]
    of_texts = random.normal(size=int(dependence.texts.max()) + 1)[dependence.texts]
    own = random.normal(size=dependence.captions)
    rest = 1 - luck.video - luck.text
    return of_videos * luck.video**0.5 + of_texts * luck.text**0.5 + own * rest**0.5


def right(luck: Hits, share: float) -> Hits:
    """1 for so many captions, on average."""
    return (luck > ndtri(1 - share)).astype(np.float64)


def cells() -> Iterator[Cell]:
    yield from _large()
    yield from _few()
    yield from _near_the_ends()
    for videos in (12, 60):
        where = f"{videos} videos of {PER_VIDEO} captions"
        world = partial(few_videos, videos)
        yield Cell(where, "GMR, two-way t", partial(_gmr, world=world), large=videos >= 40)
        yield Cell(where, "C@1, A - B, two-way t", partial(_delta, world=world), large=videos >= 40)


def _large() -> Iterator[Cell]:
    for name, largest, slope, before in (
        ("a fifth with another's text", 90, 0.5, ".90-.945"),
        ("a fifth with another's text, one text 250 times", 250, 0.7, ".71-.77"),
    ):
        where, world = f"27,763 captions of 670 videos, {name}", partial(like_msvd, largest, slope)
        luck = Luck(0.1, 0.5)
        yield Cell(
            where, TWO_WAY, partial(_share, world=world, luck=luck), before=before, large=True
        )
        yield Cell(where, DRAWN, partial(_drawn, world=world, luck=luck), large=True)


def _few() -> Iterator[Cell]:
    for videos, before in ((2, ""), (3, ""), (4, ""), (8, ""), (12, ""), (20, ""), (40, "")):
        yield Cell(
            f"{videos} videos of {PER_VIDEO} captions, a share of .5",
            TWO_WAY,
            partial(_share, world=partial(few_videos, videos), luck=Luck(0.3, 0), share=0.5),
            before=before,
            large=videos >= 40,
        )
    for videos, before in ((2, ".53"), (3, ".76"), (4, ".80"), (8, ".87"), (12, ".91"), (40, "")):
        yield Cell(
            f"{videos} videos of {PER_VIDEO} captions, two runs",
            "difference of C@1, two-way t",
            partial(_difference, world=partial(few_videos, videos)),
            before=before,
            large=videos >= 40,
        )


def _near_the_ends() -> Iterator[Cell]:
    for videos in (12, 40, 100):
        for share in (0.02, 0.95):
            yield Cell(
                f"{videos} videos of {PER_VIDEO} captions, a share of {share:g}",
                TWO_WAY,
                partial(_share, world=partial(few_videos, videos), luck=Luck(0.1, 0), share=share),
                large=videos >= 40,
            )


def _judged(interval: Interval, truth: float) -> Outcome:
    if of_two(interval):
        return Outcome.MARKED
    return held(interval.low, interval.high, truth)


def _share(seed: int, *, world: partial[Dependence], luck: Luck, share: float = 0.4) -> Outcome:
    dependence = world()
    values = right(drawn_luck(np.random.default_rng(seed), dependence, luck), share)
    return _judged(intervals_of_means(values[None], dependence)[0], share)


def _drawn(seed: int, *, world: partial[Dependence], luck: Luck, share: float = 0.4) -> Outcome:
    dependence = world()
    values = right(drawn_luck(np.random.default_rng(seed), dependence, luck), share)
    found = resample(values[None], dependence, resamples=RESAMPLES, seed=seed)
    return _judged(percentiles(found.means[0], int(found.clusters[0])), share)


def _difference(seed: int, *, world: partial[Dependence]) -> Outcome:
    """Of two runs that share much of a caption's luck."""
    dependence, random = world(), np.random.default_rng(seed)
    common = drawn_luck(random, dependence, Luck(0.3, 0))
    runs = [
        right(0.5**0.5 * (common + drawn_luck(random, dependence, Luck(0.3, 0))), share)
        for share in (0.5, 0.4)
    ]
    first, second = (Moved.means(run[None]) for run in runs)
    return _judged(intervals_of(first.minus(second), dependence)[0], 0.1)


def _gmr(seed: int, *, world: partial[Dependence]) -> Outcome:
    """A caption that is right at the first rank is right at five, and at ten."""
    dependence = world()
    luck, shares = (
        drawn_luck(np.random.default_rng(seed), dependence, Luck(0.3, 0)),
        (0.3, 0.6, 0.7),
    )
    measure = Measure(GMR)
    values = {part: right(luck, share) for part, share in zip(measure.parts, shares, strict=True)}
    found = intervals_of(of_measure(measure, values), dependence)[0]
    return _judged(found, float(np.prod(shares) ** (1 / 3)))


def _delta(seed: int, *, world: partial[Dependence]) -> Outcome:
    """A over all captions, and B, which counts less as right, over nine in ten of them."""
    dependence, random = world(), np.random.default_rng(seed)
    luck = drawn_luck(random, dependence, Luck(0.3, 0))
    original = np.where(random.random(len(luck)) < 0.1, np.nan, right(luck, 0.3))
    a, b = Moved.means(right(luck, 0.45)[None]), Moved.means(original[None])
    return _judged(intervals_of(a.minus(b), dependence)[0], 0.15)
