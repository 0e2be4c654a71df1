"""Resampling and testing at the size of MSVD's test split: 5 runs x 8 measures over 27,763 captions of 670 videos.

The peer is scipy, asked for one cell and once whole: its figure is seconds per cell, and so is ours beside it. scipy knows no
clusters, so it is held against ours with each caption alone; ours by video is what reports use.
"""

import argparse
import resource
import time
from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from bench.table import Goal, Row, arguments, machine, row, show
from metrics.measures.comparison import sign_flip
from metrics.measures.resampling import difference, resample

CAPTIONS, VIDEOS = 27_763, 670
RUNS, MEASURES = 5, 8
CELLS = RUNS * MEASURES
TIMES = 10_000
BATCH = 200  # scipy holds so many resamples at once; all of them would take 2 GB
PAIRS = [(m * RUNS + a, m * RUNS + b) for m in range(MEASURES) for a, b in combinations(range(RUNS), 2)]

Scores = NDArray[np.float64]


def simulate(rng: np.random.Generator) -> tuple[Scores, NDArray[np.int64]]:
    """Half the measures are right or wrong, half lie between; a video's captions are alike."""
    videos = rng.integers(0, VIDEOS, CAPTIONS)
    latent = rng.normal(0, 1, (CELLS, CAPTIONS)) + rng.normal(0, 0.6, VIDEOS)[videos]
    scores = 1 / (1 + np.exp(-latent))
    scores[::2] = scores[::2] > 0.4
    return scores, videos


def seconds_of(what: Callable[[], object]) -> float:
    start = time.perf_counter()
    what()
    return time.perf_counter() - start


def peak_megabytes() -> float:
    """Of all that this process did so far: no less than what was just measured took."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def scipy_interval(values: Scores) -> object:
    rng = np.random.default_rng(1)
    return stats.bootstrap((values,), np.mean, n_resamples=TIMES, batch=BATCH, method="percentile", rng=rng)


def scipy_permutations(differences: Scores) -> object:
    """The sign flips of one pair; for one sample, "samples" turns signs."""
    return stats.permutation_test(
        (differences,),
        np.mean,
        permutation_type="samples",
        vectorized=True,
        n_resamples=TIMES,
        batch=BATCH,
        rng=np.random.default_rng(1),
    )


def compared(what: str, by_video: Row, alone: Row, cells: int, peer: str, theirs: float) -> list[Row]:
    each = alone.seconds / cells
    named = f"{what}, captions alone, per cell: {theirs / each:,.0f} times as fast as the peer"
    return [by_video, alone, row(named, [each], peer, [theirs]), row(f"peer: {peer}", [theirs])]


def resampling(scores: Scores, videos: NDArray[np.int64]) -> list[Row]:
    what = f"{TIMES:,} resamples, {CELLS} cells and {len(PAIRS)} differences"
    ours = partial(resample, scores, pairs=PAIRS, resamples=TIMES, seed=1)
    by_video = [seconds_of(lambda: ours(clusters=videos).intervals()) for _ in range(3)]
    alone = [seconds_of(lambda: ours().intervals()) for _ in range(3)]
    peak, limit = [peak_megabytes()], Goal(megabytes=1_000)
    peer = "scipy.stats.bootstrap of one cell, percentile"
    return compared(
        "resamples",
        row(f"{what}, by video", by_video),
        row(f"{what}, captions alone", alone, megabytes=peak, goal=limit),
        CELLS + len(PAIRS),
        peer,
        seconds_of(lambda: scipy_interval(scores[1])),
    )


def testing(scores: Scores, videos: NDArray[np.int64]) -> list[Row]:
    what = f"{TIMES:,} sign flips, {len(PAIRS)} pairs"
    differences = difference(scores, PAIRS)
    ours = partial(sign_flip, differences, permutations=TIMES, seed=1)
    by_video = [seconds_of(lambda: ours(clusters=videos)) for _ in range(3)]
    alone = [seconds_of(ours) for _ in range(3)]
    peak, limit = [peak_megabytes()], Goal(megabytes=1_000)
    return compared(
        "sign flips",
        row(f"{what}, by video", by_video),
        row(f"{what}, captions alone", alone, megabytes=peak, goal=limit),
        len(PAIRS),
        "scipy.stats.permutation_test of one pair",
        seconds_of(lambda: scipy_permutations(differences[0])),
    )


def measure(asked: argparse.Namespace) -> list[Row]:
    scores, videos = simulate(np.random.default_rng(1))
    return [taken for part in (resampling, testing) for taken in part(scores, videos)]


if __name__ == "__main__":
    asked = arguments()
    show(f"Metrics ({machine()})", measure(asked), asked)
