"""Intervals that hold at every moment at once."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from bench.cells.asymptotic import FIRST, asymptotic_interval
from measures.sequences import betting_interval

SHARES = (np.arange(200) * 37 % 100 < 30).astype(float)
EVEN = np.arange(60) * 23 % 60 / 59
DRAWN = (np.arange(80) * 7 % 10 < 9).astype(float)


def slow_capital(values, mean, alpha, population=None):
    """Of both sides, value by value, as theorem 3 writes it down: the most that either won."""
    best, up, down, total, spread, seen = 0.0, 0.5, 0.5, 0.0, 0.25, 0
    for x in values:
        left = mean if population is None else (population * mean - total) / (population - seen)
        if not 0 <= left <= 1:
            return math.inf
        bet = math.sqrt(
            2 * math.log(2 / alpha) / (spread / (seen + 1) * (seen + 1) * math.log(seen + 2))
        )
        up *= 1 + min(bet, 0.5 / left if left else math.inf) * (x - left)
        down *= 1 - min(bet, 0.5 / (1 - left) if left < 1 else math.inf) * (x - left)
        seen, total = seen + 1, total + x
        spread += (x - (0.5 + total) / (seen + 1)) ** 2
        best = max(best, up, down)
    return best


@pytest.mark.parametrize("population", [None, 90])
@given(values=st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=1, max_size=60))
@settings(max_examples=30)
def test_the_ends_are_where_the_capital_first_stays_small(values, population):
    low, high = betting_interval(values, level=0.9, population=population)
    for mean in np.linspace(0.005, 0.995, 34):
        inside = slow_capital(values, mean, 0.1, population) < 10
        if population is not None:
            # What the values that are not drawn cannot make up for is outside, too.
            left = population * mean - sum(values)
            inside = inside and 0 <= left <= population - len(values)
        assert inside == (low < mean < high)


def test_it_is_that_of_confseq():
    """By confseq 0.0.11: betting_mart(x, m, alpha, N=...) on 20,001 means m, and of those against
    which nobody won 1 / alpha the least and the greatest."""
    step = 1 / 20_000
    assert betting_interval(SHARES) == pytest.approx((0.2035, 0.4145), abs=step)
    assert betting_interval(EVEN, level=0.9) == pytest.approx((0.4012, 0.59925), abs=step)
    # 72 of the 80 drawn are right: of 120 at least 72 / 120 are, at most 112 / 120.
    found = betting_interval(DRAWN, population=120)
    assert found == pytest.approx((0.83135, 0.93333), abs=step)


@given(values=st.lists(st.floats(0, 1), max_size=40), more=st.lists(st.floats(0, 1), max_size=9))
@settings(max_examples=30)
def test_it_never_widens(values, more):
    before, after = betting_interval(values), betting_interval(values + more)
    # A sequence that has refuted everything has no order left to keep.
    if after[1] - after[0] > 1e-9:
        assert before[0] - 1e-9 <= after[0] <= after[1] <= before[1] + 1e-9


def test_differences_are_values_between_other_bounds():
    signs = 2 * SHARES - 1
    low, high = betting_interval(SHARES)
    assert betting_interval(signs, low=-1) == pytest.approx((2 * low - 1, 2 * high - 1))


def test_nothing_is_known_of_nothing():
    assert betting_interval([]) == (0, 1)
    assert betting_interval([], low=-1) == (-1, 1)
    assert asymptotic_interval([], planned=100) == (-math.inf, math.inf)


def test_with_all_drawn_it_is_the_mean():
    assert betting_interval(DRAWN, population=80) == pytest.approx((0.9, 0.9))


def test_asymptotic_by_hand():
    sums, counts = SHARES * 3 + np.arange(200) % 2, np.full(200, 4)
    low, high = asymptotic_interval(sums, counts, planned=150)
    of_clusters = sums / 4
    rho = math.sqrt((-2 * math.log(0.05) + math.log(1 - 2 * math.log(0.05))) / 150)
    mixed = 200 * rho**2 + 1
    normal = math.sqrt(2 * mixed / (200 * rho**2) * math.log(math.sqrt(mixed) / 0.05))
    reach = of_clusters.std(ddof=1) / math.sqrt(200) * stats.t(199).isf(stats.norm.sf(normal))
    assert (low, high) == pytest.approx((of_clusters.mean() - reach, of_clusters.mean() + reach))


def test_clusters_of_several_sizes_weigh_by_their_values():
    counts = np.arange(60) % 3 + 1
    low, high = asymptotic_interval(SHARES[:60] * counts, counts, planned=60)
    assert (low + high) / 2 == pytest.approx((SHARES[:60] * counts).sum() / counts.sum())


def test_it_waits_for_clusters_and_for_spread():
    values = SHARES[: FIRST - 1]
    assert asymptotic_interval(values, planned=100) == (-math.inf, math.inf)
    assert asymptotic_interval(np.ones(100), planned=100) == (-math.inf, math.inf)


def test_looked_at_all_the_time_it_holds():
    """An ordinary t interval, looked at as often, holds half of the time."""
    held = {"betting": 0, "drawn": 0, "asymptotic": 0}
    random, worlds = np.random.default_rng(4), 50
    population = (np.arange(400) < 60).astype(float)
    for _ in range(worlds):
        values = (random.random(300) < 0.15).astype(float)
        # What is left at the end lies within all that was before.
        low, high = betting_interval(values)
        held["betting"] += low <= 0.15 <= high
        low, high = betting_interval(random.permutation(population)[:200], population=400)
        held["drawn"] += low <= 0.15 <= high
        spans = [asymptotic_interval(values[:n], planned=300) for n in range(FIRST, 301, 20)]
        held["asymptotic"] += all(low <= 0.15 <= high for low, high in spans)
    assert all(0.92 * worlds <= times for times in held.values()), held


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (lambda: betting_interval([0.5, 1.2]), "each value lies between 0.0 and 1.0"),
        (lambda: betting_interval([float("nan")]), "each value lies between"),
        (lambda: betting_interval([0.5], level=1), "a level between 0 and 1"),
        (lambda: betting_interval([0, 1], population=1), "2 values cannot be drawn from 1"),
        (lambda: asymptotic_interval([1, 2], [1], planned=9), "each cluster has a sum and a count"),
        (lambda: asymptotic_interval([1, 2], planned=0), "1 planned cluster or more"),
        (lambda: asymptotic_interval([1, float("inf")], planned=5), "expected finite sums"),
    ],
)
def test_what_cannot_be_is_refused(asked, words):
    with pytest.raises(ValueError, match=words):
        asked()
