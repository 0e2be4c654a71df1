"""Differences of two runs: how often a true null hypothesis is rejected, and how often the interval
holds.

Captions are right in one run alone, in the other alone, or in neither, by what a video and a text
lend them: no run is better in truth, as both sides are as likely.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from bench.cells.cell import Cell, Goal, Outcome, held
from measures.comparison import Comparisons, compare
from measures.dependence import Dependence
from measures.power import ALPHA

PERMUTATIONS = 499
# MSVD's test split: captions, videos, and the share of captions whose text another has.
CAPTIONS, VIDEOS, REPEATED = 27_763, 670, 0.2
ONE_SIDE = 1.28  # so that about a tenth of captions are right in either run alone
RUNS = 6


@dataclass(frozen=True, slots=True)
class Luck:
    """What share of a caption's luck is its video's, and its text's; the rest is its own."""

    video: float
    text: float


def cells() -> Iterator[Cell]:
    like_msvd = {
        "a fifth repeats a text, of one up to 94": (94, 0.75, Luck(0.01, 0.6), "8 % rejected"),
        "a fifth repeats a text, one 250 times": (250, 1.0, Luck(0.0, 0.95), "23 % rejected"),
    }
    for texts, (top, steepness, luck, before) in like_msvd.items():
        draw = partial(_like_msvd, top=top, steepness=steepness, luck=luck)
        where = f"{VIDEOS} videos of {CAPTIONS:,} captions, {texts}"
        yield _rejecting(where, draw, before, large=True)
        covered = ".90-.945" if top < 100 else ".71-.77"
        yield _covering(where, draw, covered, large=True)
    before_few = {2: ".53", 3: ".76", 4: ".80", 8: ".87", 12: ".91", 40: ""}
    for videos, before in before_few.items():
        draw = partial(_few_videos, videos=videos)
        where = f"{videos} videos of 25 captions"
        yield _covering(where, draw, before, large=videos >= 40)
        if videos >= 8:  # with fewer the test cannot reject in 3.5 % or more
            yield _rejecting(where, draw, "", large=videos >= 40)
    crossed = partial(_crossed, videos=40, texts=60, captions=600)
    yield _rejecting("40 videos, 60 texts across them", crossed, "", large=True)
    for name in ("holm", "max-T"):
        yield Cell(
            f"{RUNS} runs alike, 60 videos",
            f"any of {RUNS * (RUNS - 1) // 2} comparisons rejected, {name}",
            partial(_any_rejected, by=name),
            # Holm's correction is for tests that know nothing of each other.
            Goal.TYPE_I if name == "max-T" else Goal.AT_MOST,
            large=True,
        )


Draw = Callable[[int], tuple[NDArray[np.float64], Dependence]]


def _rejecting(where: str, draw: Draw, before: str, *, large: bool) -> Cell:
    number = "sign flips, p of a true null hypothesis"
    return Cell(where, number, partial(_rejected, draw=draw), Goal.TYPE_I, before, large)


def _covering(where: str, draw: Draw, before: str, *, large: bool) -> Cell:
    replicate = partial(_covered, draw=draw)
    return Cell(where, "difference, two-way t", replicate, Goal.COVERAGE, before, large)


def _rejected(seed: int, *, draw: Draw) -> Outcome:
    return Outcome.HELD if _compared(seed, draw).p[0] <= ALPHA else Outcome.MISSED


def _covered(seed: int, *, draw: Draw) -> Outcome:
    found = _compared(seed, draw, permutations=19)
    low, high = (None if found.why[0] else float(end[0]) for end in (found.low, found.high))
    return held(low, high, 0.0)


def _compared(seed: int, draw: Draw, permutations: int = PERMUTATIONS) -> Comparisons:
    differences, of = draw(seed)
    scores = np.stack([differences, np.zeros(len(differences))])
    return compare(scores, [(0, 1)], dependence=of, permutations=permutations, seed=seed)


@cache
def _texts(top: int, steepness: float) -> Dependence:
    """The same in every replicate: which captions share a text belongs to the benchmark."""
    random = np.random.default_rng([top, 1])
    sizes: list[int] = []
    while sum(sizes) < REPEATED * CAPTIONS:
        sizes.append(max(2, int(top / (len(sizes) + 1) ** steepness)))
    texts = np.arange(CAPTIONS)
    repeated = np.repeat(np.arange(len(sizes)), sizes)
    texts[random.permutation(CAPTIONS)[: len(repeated)]] = CAPTIONS + repeated
    return Dependence.of(CAPTIONS, random.integers(0, VIDEOS, CAPTIONS), texts)


def _like_msvd(
    seed: int, *, top: int, steepness: float, luck: Luck
) -> tuple[NDArray[np.float64], Dependence]:
    of = _texts(top, steepness)
    latent = _latent(np.random.default_rng([seed, top]), of, luck)
    return (latent > ONE_SIDE).astype(float) - (latent < -ONE_SIDE), of


def _crossed(
    seed: int, *, videos: int, texts: int, captions: int
) -> tuple[NDArray[np.float64], Dependence]:
    random = np.random.default_rng([seed, videos, texts])
    of = Dependence.of(
        captions, random.integers(0, videos, captions), random.integers(0, texts, captions)
    )
    return _latent(random, of, Luck(0.1, 0.2)), of


def _few_videos(seed: int, *, videos: int) -> tuple[NDArray[np.float64], Dependence]:
    of = Dependence.of(25 * videos, np.repeat(np.arange(videos), 25))
    return _latent(np.random.default_rng([seed, videos]), of, Luck(0.3, 0.0)), of


def _latent(random: np.random.Generator, of: Dependence, luck: Luck) -> NDArray[np.float64]:
    by_video = random.normal(size=int(of.videos.max()) + 1)[of.videos]
    by_text = random.normal(size=int(of.texts.max()) + 1)[of.texts]
    own = random.normal(size=of.captions) * (1 - luck.video - luck.text) ** 0.5
    return np.asarray(luck.video**0.5 * by_video + luck.text**0.5 * by_text + own)


def _any_rejected(seed: int, *, by: str) -> Outcome:
    random = np.random.default_rng([seed, 60])
    of = Dependence.of(600, np.repeat(np.arange(60), 10))
    alike = random.normal(size=600) + random.normal(size=60)[of.videos]
    scores = alike + np.stack([_latent(random, of, Luck(0.3, 0.0)) for _ in range(RUNS)])
    pairs = [(a, b) for a in range(RUNS) for b in range(a)]
    found = compare(scores, pairs, dependence=of, permutations=1_999, seed=seed)
    p = found.holm if by == "holm" else found.p_max
    return Outcome.HELD if float(p.min()) <= ALPHA else Outcome.MISSED
