"""Shares estimated from samples of captions, and intervals that may be looked at all the time."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from bench.cells.asymptotic import asymptotic_interval
from bench.cells.cell import Cell, Goal, Outcome, held
from measures.estimates import (
    correct_from_misses,
    horvitz_thompson_mean,
    simple_mean,
    stratified_mean,
)
from measures.sampling import sample_captions
from measures.sequences import betting_interval
from measures.shares import as_share

AT_LEAST = Goal.AT_LEAST
CAPTIONS = 2_000
LENGTHS = np.arange(CAPTIONS) % 200
DRAWN = 200


def cells() -> Iterator[Cell]:
    for share in (0.6, 0.9, 0.97):
        where = f"{DRAWN} of {CAPTIONS:,} captions, {share:.0%} right"
        yield Cell(where, "simple mean", partial(_simple, share=share))
        yield Cell(where, "stratified mean", partial(_strata, share=share))
        yield Cell(where, "Horvitz-Thompson", partial(_weighted, share=share))
    for share in (0.05, 0.5):
        where = f"{DRAWN} of {CAPTIONS:,} misses, {share:.0%} right after all"
        yield Cell(where, "from misses", partial(_misses, share=share))
        yield Cell(where, "from misses, strata by spread", partial(_by_spread, share=share))
    yield Cell("shares of .3, looked at after each of 500", "betting", _betting, AT_LEAST)
    yield Cell(
        "differences of clusters, looked at after each of 400", "asymptotic", _clusters, AT_LEAST
    )


def _world(seed: int, share: float) -> np.ndarray:
    """Long captions are right less often; exactly this share of all is."""
    random = np.random.default_rng([seed, round(1_000 * share)])
    order = np.argsort(-random.normal(-LENGTHS / 150, 1, CAPTIONS))
    right = np.zeros(CAPTIONS)
    right[order[: round(share * CAPTIONS)]] = 1
    return right


def _simple(seed: int, *, share: float) -> Outcome:
    drawn = sample_captions(LENGTHS, DRAWN, seed)
    values = _world(seed, share)[drawn.chosen]
    found = as_share(simple_mean(values, CAPTIONS), values, DRAWN - 1, [(DRAWN, CAPTIONS)])
    return held(found.low, found.high, share)


def _strata(seed: int, *, share: float, spread: tuple[int, ...] | None = None) -> Outcome:
    drawn = sample_captions(LENGTHS, DRAWN, seed, by="length", spread=spread)
    values, taken = _world(seed, share)[drawn.chosen], np.bincount(drawn.stratum)
    sizes = [CAPTIONS // len(taken)] * len(taken)
    samples = [values[drawn.stratum == one] for one in range(len(taken))]
    parts = list(zip(taken.tolist(), sizes, strict=True))
    found = as_share(stratified_mean(samples, sizes), values, DRAWN - len(taken), parts)
    return held(found.low, found.high, share)


def _by_spread(seed: int, *, share: float) -> Outcome:
    return _strata(seed, share=share, spread=(300, 350, 400, 450, 500))


def _weighted(seed: int, *, share: float) -> Outcome:
    drawn = sample_captions(LENGTHS, DRAWN, seed, by="length")
    values = _world(seed, share)[drawn.chosen]
    found = horvitz_thompson_mean(values, drawn.inclusion, CAPTIONS)
    found = as_share(found, values, DRAWN - 1, [(DRAWN, CAPTIONS)])
    return held(found.low, found.high, share)


def _misses(seed: int, *, share: float) -> Outcome:
    """Of twice as many captions, half are missed."""
    drawn = sample_captions(LENGTHS, DRAWN, seed)
    values = _world(seed, share)[drawn.chosen]
    found = correct_from_misses(values, 2 * CAPTIONS, CAPTIONS)
    return held(found.low, found.high, 0.5 + share / 2)


def _betting(seed: int) -> Outcome:
    """What is left at the end lies within all that was before. It promises 95 % or more: what it
    holds beyond that counts as held."""
    random = np.random.default_rng([seed, 5])
    low, high = betting_interval((random.random(500) < 0.3).astype(float))
    return held(low, high, 0.3)


def _clusters(seed: int) -> Outcome:
    random = np.random.default_rng([seed, 6])
    counts = random.integers(1, 8, 400)
    luck = random.beta(6, 4, 400)
    sums = (random.binomial(counts, luck) - random.binomial(counts, luck)).astype(float)
    for n in range(40, 401, 5):
        low, high = asymptotic_interval(sums[:n], counts[:n], planned=300)
        if not low <= 0 <= high:
            return Outcome.MISSED
    return Outcome.HELD
