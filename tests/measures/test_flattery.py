"""Flattery against the plainest reading of its definition, and its intervals against worlds whose
truth is known. The correlation of opinions and verdicts likewise."""

from collections import defaultdict
from math import sqrt

import numpy as np
import pytest
from scipy import stats

from measures.correlation import CONSTANT, PERFECT, correlation, correlation_of
from measures.dependence import Dependence
from measures.flattery import NO_OTHER, NO_PAIR, LabelledTops, beyond_others, flattery

FIRST = np.array([True, False, False])


def slow_mean(errors, weights, top):
    there = [(weight, error) for weight, error, is_in in zip(weights, errors, top, strict=True)
             if is_in]  # fmt: skip
    return sum(weight * error for weight, error in there) / sum(weight for weight, _ in there)


def slow_error(errors, weights, top, videos, texts):
    """V(video) + V(text) - V(both), the sums of each cluster squared over the rest's share."""
    mean, total = slow_mean(errors, weights, top), sum(weights[top])

    def variance(of):
        sums, sizes = defaultdict(float), defaultdict(int)
        for place in np.flatnonzero(top):
            sums[of[place]] += weights[place] * (errors[place] - mean) / total
            sizes[of[place]] += 1
        n = sum(sizes.values())
        return sum(sums[one] ** 2 / (1 - sizes[one] / n) for one in sums)

    both = list(zip(videos, texts, strict=True))
    return sqrt(variance(videos) + variance(texts) - variance(both))


def world(rng, texts, videos, each):
    """Pairs whose errors share the luck of their video and of their text."""
    text = np.repeat(np.arange(texts), each)
    key = np.unique(text * videos + rng.integers(0, videos, texts * each))
    text, video = np.divmod(key, videos)
    luck = rng.normal(0, 0.6, videos)[video] + rng.normal(0, 0.6, texts)[text]
    y = rng.random(len(key)) < 1 / (1 + np.exp(1 - luck))
    f = rng.random(len(key)) < 1 / (1 + np.exp(0.6 - 2 * y - luck / 2))
    tops = rng.random((3, len(key))) < 0.6
    return y.astype(float), f.astype(float), tops, Dependence.of(len(key), video, text)


def tops_of(drawn, weights=None):
    y, f, tops, dependence = drawn
    return LabelledTops(f - y, np.ones(len(y)) if weights is None else weights, tops, dependence)


def test_a_runs_flattery_is_the_mean_error_of_its_labelled_pairs():
    rng = np.random.default_rng(3)
    for _ in range(20):
        drawn = world(rng, 12, 9, 5)
        weights = rng.uniform(1, 4, len(drawn[0]))
        of = tops_of(drawn, weights)
        for place, found in enumerate(flattery(of)):
            expected = slow_mean(of.errors, weights, of.tops[place])
            assert found.value == pytest.approx(expected, abs=1e-12)


def test_its_error_is_that_of_videos_and_texts():
    rng = np.random.default_rng(4)
    y, f, tops, dependence = drawn = world(rng, 30, 25, 5)
    weights = rng.uniform(1, 4, len(y))
    (low, high), *_ = (one.ends() for one in flattery(tops_of(drawn, weights)))
    error = slow_error(f - y, weights, tops[0], dependence.videos, dependence.texts)
    # What is left is Student's t of the fewer clusters, fewer still where sizes differ.
    t = (high - low) / 2 / error
    fewest = min(len(np.unique(of[tops[0]])) for of in (dependence.videos, dependence.texts))
    assert stats.t.ppf(0.975, fewest - 1) <= t <= stats.t.ppf(0.975, fewest / 2)


def test_beyond_others_is_the_difference_of_two_means():
    rng = np.random.default_rng(5)
    drawn = world(rng, 20, 20, 5)
    of = tops_of(drawn)
    rest = of.tops[1] | of.tops[2]
    expected = slow_mean(of.errors, of.weights, of.tops[0]) - slow_mean(of.errors, of.weights, rest)
    found = beyond_others(of, FIRST)
    low, high = found.ends()
    assert found.value == pytest.approx(expected)
    assert low < found.value < high


@pytest.mark.parametrize("weighted", [False, True])
def test_the_interval_holds_what_is_true_of_worlds_like_these(weighted):
    """Of 600 worlds each; unmarked intervals alone."""
    rng = np.random.default_rng(6)

    def one():
        drawn = world(rng, 40, 60, 5)
        weights = np.where(drawn[3].texts % 2, 3.0, 1.0) if weighted else None
        return tops_of(drawn, weights)

    truth = np.mean([one().moved(FIRST).value[0] for _ in range(600)])
    held, beyond = [], []
    for _ in range(600):
        of = one()
        found, more = next(flattery(of)), beyond_others(of, FIRST)
        assert not found.mark()
        low, high = found.ends()
        held.append(low <= truth <= high)
        beyond.append(more.ends()[0] <= 0 <= more.ends()[1])
    assert 0.93 <= np.mean(held) <= 0.975
    assert 0.93 <= np.mean(beyond) <= 0.975


def test_an_interval_of_few_clusters_is_marked():
    rng = np.random.default_rng(7)
    found = next(flattery(tops_of(world(rng, 8, 8, 4))))
    assert "15 are needed" in found.mark()
    assert found.ends() is not None


def test_a_run_without_a_labelled_pair_has_the_reason():
    of = LabelledTops(
        np.array([0.5, 0.1]),
        np.ones(2),
        np.array([[True, True], [False, False]]),
        Dependence.of(2, [0, 1], [0, 1]),
    )
    assert [one.reason for one in flattery(of)] == ["", NO_PAIR]
    assert beyond_others(of, np.array([True, False])).reason == NO_OTHER
    assert beyond_others(of, np.array([False, True])).reason == NO_PAIR


def test_a_witness_that_is_never_wrong_flatters_nobody_and_shows_no_spread():
    of = LabelledTops(
        np.zeros(4), np.ones(4), np.ones((1, 4), bool), Dependence.of(4, [0, 1, 2, 3])
    )
    (found,) = flattery(of)
    assert found.value == 0
    assert "nothing varies" in found.why_not()


def test_correlation_is_pearsons():
    rng = np.random.default_rng(8)
    for _ in range(20):
        f, y = rng.normal(size=30), (rng.random(30) < 0.4).astype(float)
        assert correlation(f, y) == pytest.approx(stats.pearsonr(f, y).statistic)


def test_the_interval_of_independent_pairs_is_near_fishers():
    rng = np.random.default_rng(9)
    y = rng.normal(size=4_000)
    f = 0.5 * y + rng.normal(size=4_000)
    found = correlation_of(f, y, Dependence.of(4_000))
    fisher = stats.pearsonr(f, y).confidence_interval(0.95)
    assert found.ends() == pytest.approx([fisher.low, fisher.high], abs=0.003)


def test_the_interval_of_a_correlation_holds_where_pairs_are_alike():
    rng = np.random.default_rng(10)

    def one():
        y, f, _, dependence = world(rng, 50, 60, 5)
        return f, y, dependence

    truth = np.mean([correlation(*one()[:2]) for _ in range(600)])
    ends = [correlation_of(*one()).ends() for _ in range(600)]
    assert 0.925 <= np.mean([low <= truth <= high for low, high in ends]) <= 0.975


def test_what_has_no_correlation_says_why():
    ones, steps = np.ones(4), np.arange(4.0)
    assert correlation_of(ones, steps, Dependence.of(4)).reason == CONSTANT
    assert correlation_of(2 * steps, steps, Dependence.of(4)).why_not() == PERFECT
