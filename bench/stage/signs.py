"""Sign flips beside the least that they could take, and what the two corrections for several tests
find."""

import time
from collections.abc import Callable
from functools import partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import coo_array
from threadpoolctl import threadpool_limits

from bench.table import Goal, Row, row
from measures.clusters import total
from measures.comparison import compare
from measures.dependence import Dependence
from measures.draws import flips_in_blocks
from measures.flips import flip_signs, units_of
from measures.power import ALPHA

Scores = NDArray[np.float64]
WORLDS = 200  # simulated for the corrections for several tests


def seconds_of(what: Callable[[], object]) -> float:
    start = time.perf_counter()
    what()
    return time.perf_counter() - start


def processor_seconds_of(what: Callable[[], object]) -> float:
    """Of all threads, and of nothing else that runs on the machine."""
    start = time.process_time()
    what()
    return time.process_time() - start


def product_of(sums: Scores, signs: Scores, times: int) -> float:
    """Seconds of nothing but the product of signs with sums, for `times` rows of signs. The same
    block of signs serves again and again: none is drawn."""
    full, rest = divmod(times, len(signs))
    rows = [len(signs)] * full + [rest] * (rest > 0)
    return sum(processor_seconds_of(partial(np.matmul, signs[:some], sums)) for some in rows)


def beside_the_floor(
    what: str, differences: Scores, of: Dependence, times: int, rounds: int = 5
) -> Row:
    """Ours, whole, from differences of captions to p and interval; then the floor, in turns.

    The floor is the bare product of ready signs (permutations x units) with ready sums (units x
    tests), in double precision. Where errors are summed again in every permutation, it is that and
    twice the bare product of ready signs of every two units that share a cluster (permutations x
    pairs) with a number for each of these and each test: once for p, and once for how errors change
    with the true difference, which the interval takes. Not in it: summing differences over units,
    drawing signs, dividing, comparing and counting."""
    units = units_of(of)
    factors = [total(differences, units.turned).sums]
    if units.across is not None:
        pairs = meetings(units.turned, units.across)
        random = np.random.default_rng(1)
        factors += [random.normal(size=(pairs, len(differences))) for _ in ("p", "interval")]
    ready = [1.0 - 2.0 * next(flips_in_blocks(len(one), times, 1)) for one in factors]
    ours, floor = [], []
    ask = partial(flip_signs, differences, of, permutations=times, seed=1)
    both = list(zip(factors, ready, strict=True))
    # One thread: others wait for work in a loop, which counts as work.
    with threadpool_limits(1, "blas"):
        for _ in range(rounds):
            ours.append(processor_seconds_of(ask))
            floor.append(sum(product_of(one, signs, times) for one, signs in both))
    ratios, least = np.array(ours) / np.array(floor), float(np.median(floor))
    products = " and ".join(f"{times:,} x {len(one):,} x {one.shape[1]}" for one in factors)
    named = (
        f"sign flips, {what}: {np.median(ratios):.2f} times the floor ({ratios.min():.2f} to"
        f" {ratios.max():.2f} in {rounds} turns), 2 wanted; processor time, one thread; floor:"
        f" {least:.3f} s for the bare matrix product of {products}"
    )
    return row(named, ours, goal=Goal(seconds=2 * least))


def meetings(units: NDArray[np.int64], across: NDArray[np.int64]) -> int:
    """How many different pairs of units share any cluster across."""
    shape = (int(units.max()) + 1, int(across.max()) + 1)
    met = coo_array((np.ones(len(units)), (units, across)), shape=shape).tocsr()
    together = met @ met.T
    return (together.nnz - shape[0]) // 2


def floors(differences: Scores, videos: NDArray[np.int64], times: int) -> list[Row]:
    """By what is turned: videos, connected groups (a fifth of the captions repeat a text of the
    same four videos), captions, and videos whose texts lead everywhere (a fifth of the captions
    repeat one of 1,500 texts), where errors are summed again in every permutation."""
    random, captions = np.random.default_rng(2), len(videos)
    fifth = np.arange(captions) < captions // 5
    alone = captions + np.arange(captions)
    worlds = {
        "by video": Dependence.of(captions, videos),
        "by group": Dependence.of(
            captions,
            videos,
            np.where(fifth, videos // 4 * 7 + random.integers(0, 7, captions), alone),
        ),
        "captions alone": Dependence.of(captions),
        "studentised, texts across videos": Dependence.of(
            captions, videos, np.where(fifth, random.integers(0, 1_500, captions), alone)
        ),
    }
    return [beside_the_floor(what, differences, of, times) for what, of in worlds.items()]


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
