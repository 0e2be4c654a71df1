"""Labels that C@K takes to within two points, by how captions are drawn: `python -m bench.designs`.

For each design, the least captions whose 95 % interval reaches 2 points to each side, by the
population's own spread and with the finite population correction; the labels that these take; their
ratio to simple sampling's; and how often the product's interval held in simulated draws of that
size. All K pairs of a caption are labelled, or those down to its first positive. The pilot's own
labels are not counted: it is an earlier pool's.

FIRE's size: 27,763 captions and the shares of a strong model there, by the original positives and
by all (C@1 .46 and .69, C@10 .85 and .97). The demo: heron-base on the demo's captions.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from measures.estimates import (
    SampleMean,
    correct_from_misses,
    simple_mean,
    stratified_mean,
)
from measures.misses import spread_by_stratum
from measures.sampling import Sample, sample_captions, strata_of
from measures.shares import as_share
from pooling.demo.world import make_world

HALF = 0.02
DEEPEST = 10
PILOT = 200
Z = NormalDist().inv_cdf(0.975)
Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class World:
    """own, found: (captions, ranks), whether the video there is the caption's own, or relevant."""

    name: str
    lengths: Counts
    own: Mask
    found: Mask

    def right(self, k: int) -> NDArray[np.float64]:
        return (self.own | self.found)[:, :k].any(axis=1).astype(float)

    def missed(self, k: int) -> Counts:
        return np.flatnonzero(~self.own[:, :k].any(axis=1))

    def asked(self, k: int, *, stop: bool) -> Counts:
        """(captions,): pairs that people judge, from the first rank down."""
        right = (self.own | self.found)[:, :k]
        before: Counts = np.cumsum(right, axis=1) - right
        asked: Mask = before == 0 if stop else np.ones(right.shape, np.bool_)
        return np.asarray(asked.sum(axis=1), np.int64)


@dataclass(frozen=True, slots=True)
class Found:
    world: str
    k: int
    design: str
    captions: int
    labels: int
    ratio: float
    coverage: float
    error: float  # Monte Carlo
    half: float  # of the simulated intervals, on average


def fire(seed: int = 1) -> World:
    random, n = np.random.default_rng(seed), 27_763
    of_video = random.normal(0, 0.5, 670)[random.integers(0, 670, n)]
    lengths = np.clip(random.gamma(4, 8, n), 8, 200).astype(np.int64)
    # Long texts describe fewer other videos; a video's captions share its luck.
    liking = of_video - 0.8 * (lengths - lengths.mean()) / lengths.std()
    own_at = np.full(n, DEEPEST)
    order, draw = np.argsort(of_video + random.normal(0, 1, n)), random.permutation(n)
    own_at[order[-round(0.85 * n) :]] = 1 + draw[: round(0.85 * n)] % (DEEPEST - 1)
    own_at[order[-round(0.46 * n) :]] = 0
    own: Mask = np.asarray(own_at[:, None] == np.arange(DEEPEST))
    found = np.zeros((n, DEEPEST), np.bool_)
    first: Mask = own[:, 0]
    any_: Mask = np.asarray(own.any(axis=1))
    # At rank 1, of those missed there; further down, of those still without one.
    score = liking + random.normal(0, 1, n)
    _mark(found, 0, score, ~first, round(0.69 * n) - int(first.sum()))
    rest: Mask = np.asarray(~any_ & ~found[:, 0])
    more = round(0.97 * n) - int((any_ | found[:, 0]).sum())
    chosen = np.flatnonzero(rest)[np.argsort(-score[rest])[:more]]
    found[chosen, random.integers(1, DEEPEST, len(chosen))] = True
    liked: Mask = np.asarray(found.any(axis=1))
    found[:, 1:] |= (random.random((n, DEEPEST - 1)) < 0.15) & liked[:, None]
    return World("FIRE's size", lengths, own, found & ~own)


def _mark(found: Mask, rank: int, score: NDArray[np.float64], among: Mask, n: int) -> None:
    places = np.flatnonzero(among)
    found[places[np.argsort(-score[places])[:n]], rank] = True


def demo() -> World:
    made = make_world()
    model = next(one for one in made.models if one.name == "heron-base")
    top = np.argsort(-model.similarity, axis=1, kind="stable")[:, :DEEPEST]
    own = top == np.array([caption.clip for caption in made.captions])[:, None]
    found = np.take_along_axis(made.truth, top, axis=1) & ~own
    lengths = np.array([len(caption.text) for caption in made.captions], np.int64)
    return World("demo", lengths, own, found)


# Designs: each from how many captions to a draw, its standard error and its interval.


@dataclass(frozen=True)
class Design:
    name: str
    population: Counts  # captions that can be drawn
    stop: bool
    by: str | None
    spread: tuple[int, ...] | None
    weight: float  # M / N
    world: World
    k: int

    def draw(self, n: int, seed: int) -> Sample:
        lengths = self.world.lengths[self.population]
        by = "length" if self.by else None
        return sample_captions(lengths, n, seed, by=by, spread=self.spread)  # type: ignore[arg-type]

    def half(self, n: int) -> float:
        """By the population's own spread."""
        values = self.world.right(self.k)[self.population]
        stratum = strata_of(
            self.world.lengths[self.population], n, by="length" if self.by else None
        )
        taken = np.bincount(self.draw(n, 0).stratum)
        sizes = np.bincount(stratum)
        spread = np.array([values[stratum == one].var(ddof=1) for one in range(len(sizes))])
        variance = (sizes**2 * (1 - taken / sizes) * spread / taken).sum() / sizes.sum() ** 2
        return float(Z * self.weight * np.sqrt(variance))

    def labels(self, n: int) -> float:
        """That a draw of n takes, over many draws."""
        cost = self.world.asked(self.k, stop=self.stop)[self.population]
        draws = [self.draw(n, seed) for seed in range(20)]
        return float(np.mean([cost[one.chosen].sum() for one in draws]))

    def interval(self, n: int, seed: int) -> tuple[float, float]:
        drawn = self.draw(n, seed)
        values = self.world.right(self.k)[self.population][drawn.chosen]
        mean = self._mean(values, drawn)
        if self.weight == 1 or not self.by:
            return mean.low, mean.high
        return tuple(1 - self.weight * (1 - end) for end in (mean.low, mean.high))  # type: ignore[return-value]

    def _mean(self, values: NDArray[np.float64], drawn: Sample) -> SampleMean:
        size, everyone = len(self.population), len(self.world.lengths)
        if not self.by:
            if self.weight < 1:
                return correct_from_misses(values, everyone, everyone - size)
            found = simple_mean(values, size)
            return as_share(found, values, len(values) - 1, [(len(values), size)])
        taken = np.bincount(drawn.stratum)
        of = np.rint(taken / np.array([drawn.inclusion[drawn.stratum == one][0]
                                       for one in range(len(taken))])).astype(int)  # fmt: skip
        samples = [values[drawn.stratum == one] for one in range(len(taken))]
        found = stratified_mean(samples, of.tolist())
        parts = list(zip(taken.tolist(), of.tolist(), strict=True))
        return as_share(found, values, len(values) - len(taken), parts)


def designs(world: World, k: int) -> Iterator[Design]:
    everyone, missed = np.arange(len(world.lengths)), world.missed(k)
    share = len(missed) / len(everyone)
    lengths = world.lengths[missed]
    # A pilot of misses, as an earlier pool would have told it.
    pilot = sample_captions(lengths, min(PILOT, len(missed)), 99).chosen
    stratum = strata_of(lengths, len(missed), by="length")
    right = world.right(k)[missed][pilot].astype(np.int64)
    spread = tuple(spread_by_stratum(stratum[pilot], right, int(stratum.max()) + 1))
    yield Design("simple", everyone, False, None, None, 1.0, world, k)
    yield Design("stratified by length", everyone, False, "length", None, 1.0, world, k)
    yield Design("misses", missed, False, None, None, share, world, k)
    yield Design("misses, first positive", missed, True, None, None, share, world, k)
    yield Design("misses, first positive, pilot", missed, True, "length", spread, share, world, k)


def least(half: Callable[[int], float], most: int, fewest: int = 20) -> int:
    """The least n that reaches; all of them where none does sooner."""
    low, high = fewest, most
    while low < high:
        middle = (low + high) // 2
        if half(middle) <= HALF:
            high = middle
        else:
            low = middle + 1
    return low


def measure(world: World, replicates: int) -> Iterator[Found]:
    for k in (1, DEEPEST):
        truth, simple = float(world.right(k).mean()), 0.0
        for design in designs(world, k):
            n = least(design.half, len(design.population))
            labels = design.labels(n)
            simple = simple or labels
            ends = np.array([design.interval(n, seed) for seed in range(replicates)])
            ends = ends[~np.isnan(ends).any(axis=1)]  # the product gives no interval there
            rounding = 1e-9  # a census is a point
            held = ((ends[:, 0] <= truth + rounding) & (truth <= ends[:, 1] + rounding)).mean()
            yield Found(
                world.name, k, design.name, n, round(labels), labels / simple, float(held),
                float((held * (1 - held) / replicates) ** 0.5),
                float((ends[:, 1] - ends[:, 0]).mean() / 2),
            )  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--replicates", type=int, default=1_000)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    rows = [row for world in (demo(), fire()) for row in measure(world, asked.replicates)]
    if asked.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return 0
    print("| world | C@K | design | captions | labels | of simple's | held | half-width |")
    print("|---|---|---|---|---|---|---|---|")
    for row in rows:
        print(
            f"| {row.world} | C@{row.k} | {row.design} | {row.captions:,} | {row.labels:,} |"
            f" {row.ratio:.2f} | {row.coverage:.3f} ± {row.error:.3f} | {row.half:.4f} |"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
