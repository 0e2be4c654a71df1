"""Sign flips beside the least that they could take, and what the two corrections for several tests
find."""

import time
from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bench.table import Goal, Row, row
from metrics.measures.comparison import compare
from metrics.measures.dependence import Dependence
from metrics.measures.draws import flips_in_blocks
from metrics.measures.flips import flip_signs
from metrics.measures.power import ALPHA

Scores = NDArray[np.float64]
WORLDS = 200  # simulated for the corrections for several tests


def seconds_of(what: Callable[[], object]) -> float:
    start = time.perf_counter()
    what()
    return time.perf_counter() - start


def floor_of(sums: Scores, times: int) -> list[float]:
    """Nothing but the product of ready signs with sums, a block at a time."""
    blocks = [len(block) for block in flips_in_blocks(len(sums), times, 1)]
    signs = next(flips_in_blocks(len(sums), max(blocks), 1))
    return [
        sum(seconds_of(partial(np.matmul, signs[:rows], sums)) for rows in blocks) for _ in range(3)
    ]


def times_the_floor(what: str, ours: list[float], floor: list[float]) -> Row:
    least = float(np.median(floor))
    named = (
        f"sign flips, {what}: {float(np.median(ours)) / least:.1f} times the bare product of signs"
        f" and sums ({least:.3f} s), 2 wanted"
    )
    return row(named, ours, goal=Goal(seconds=2 * least))


def two_way(differences: Scores, videos: NDArray[np.int64], times: int) -> Row:
    """A fifth of the captions repeat a text of other videos, so that errors are summed again in
    every permutation."""
    captions = len(videos)
    texts = np.arange(captions)
    texts[: captions // 5] = np.random.default_rng(2).integers(0, 1_500, captions // 5)
    of = Dependence.of(captions, videos, texts)
    taken = seconds_of(lambda: flip_signs(differences, of, permutations=times, seed=1))
    return row(f"{times:,} sign flips, {len(differences)} pairs, texts across videos", [taken])


def corrected() -> list[Row]:
    """A simulated world of six runs, some better: how many true differences each correction finds,
    and how often it finds any where there is none. Printed as shares, not as seconds."""
    pairs = list(combinations(range(6), 2))
    better = np.array([0.0, 0.0, 0.04, 0.08, 0.12, 0.16])
    truly = [better[a] != better[b] for a, b in pairs]
    shares: dict[str, list[float]] = {"Holm": [], "max-T": []}
    wrong: dict[str, list[bool]] = {"Holm": [], "max-T": []}
    for seed in range(WORLDS):
        random = np.random.default_rng([seed, 6])
        noise = random.normal(size=(1, 400)) + 0.6 * random.normal(size=(6, 400))
        for lift in (better, 0 * better):
            found = compare(noise + lift[:, None], pairs, permutations=1_999, seed=seed)
            for name, p in (("Holm", found.holm), ("max-T", found.p_max)):
                if lift.any():
                    shares[name].append(float((p <= ALPHA)[truly].mean()))
                else:
                    wrong[name].append(bool((p <= ALPHA).any()))
    return [
        row(
            f"{name} over {len(pairs)} tests, {WORLDS} worlds: finds {np.mean(shares[name]):.3f} of"
            f" true differences; any false one in {np.mean(wrong[name]):.3f}",
            [0.0],
        )
        for name in shares
    ]
