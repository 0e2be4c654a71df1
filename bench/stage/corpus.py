"""A snapshot of any size, made up from a seed without a database: rankings, positives, labels."""

import numpy as np
from numpy.typing import NDArray

from measures.hits import Pairs
from metrics.snapshot import Snapshot, StoredRun

POSITIVES = 2.5  # that people found, for a caption


def simulate_snapshot(
    captions: int, videos: int, depth: int, *, runs: int = 2, seed: int = 1
) -> Snapshot:
    """Each caption has its own video, which a run has among its first for about half of them.
    videos: a prime number."""
    rng = np.random.default_rng(seed)
    own = rng.integers(0, videos, captions)
    drawn = int(POSITIVES * captions)
    row = np.concatenate([np.arange(captions), rng.integers(0, captions, drawn)])
    column = np.concatenate([own, rng.integers(0, videos, drawn)])
    collected = Pairs.of(row, column, (captions, videos), rule="collected")
    rankings = [
        StoredRun(f"run-{n}", f"run-{n}", f"run-{n}", "t2v", _rank(rng, own, videos, depth))
        for n in range(runs)
    ]
    nothing = np.zeros(captions, np.int64)
    return Snapshot(
        "made-up",
        np.arange(captions),
        own,
        nothing,
        nothing,
        captions,
        videos,
        collected,
        collected,
        0,
        tuple(rankings),
    )


def _rank(
    rng: np.random.Generator, own: NDArray[np.int64], videos: int, depth: int
) -> NDArray[np.int32]:
    """Steps through the videos: as their number is prime, no ranking names one twice. The own video
    stands at `place`."""
    captions = len(own)
    step = rng.integers(1, videos, captions)
    place = rng.integers(0, 2 * depth, captions)
    first = own - step * place
    ranked = np.empty((captions, depth), np.int32)
    for rank in range(depth):
        ranked[:, rank] = (first + step * rank) % videos
    return ranked


def simulate_labels(
    rng: np.random.Generator, pairs: int, videos: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """counts: (pairs, 2), two labels each, some 3 % at odds; clusters: (pairs,), each pair's
    video."""
    relevant = np.where(rng.random(pairs) < 0.97, 2 * (rng.random(pairs) < 0.2), 1)
    return np.stack([2 - relevant, relevant], axis=1).astype(np.int64), rng.integers(
        0, videos, pairs
    )
