"""Intervals of differences from the turns of the sign-flip test: they say what its p says."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.comparison import compare
from measures.dependence import Dependence
from measures.flips import flip_signs
from measures.inverted import most_rejected
from measures.power import ALPHA
from metrics.studies.comparison import ENOUGH, NOT_ALONE, more_captions


def one_large(seed: int):
    """41 videos, of which one has 45 % of the captions."""
    random = np.random.default_rng([seed, 41])
    videos = np.concatenate([np.zeros(90, np.int64), 1 + np.arange(110) % 40])
    luck = random.normal(size=(2, 41)) * 0.6
    runs = (random.normal(size=(2, 200)) + luck[:, videos] > [[0.0], [0.2]]).astype(float)
    return runs, Dependence.of(200, videos)


def grouped(seed: int):
    """60 videos; a tenth of the captions share their text with another video's of a group."""
    random = np.random.default_rng([seed, 60])
    videos = random.integers(0, 60, 300)
    texts = np.where(random.random(300) < 0.1, videos // 2, 1_000 + np.arange(300))
    runs = (random.normal(size=(2, 300)) + random.normal(size=(2, 60))[:, videos] * 0.5) > 0
    return runs.astype(float), Dependence.of(300, videos, texts)


def crossed(seed: int):
    """Texts lead from every video to every other one, so that errors are summed again."""
    random = np.random.default_rng([seed, 30])
    sizes = random.lognormal(sigma=1.2, size=30)
    videos = random.choice(30, 200, p=sizes / sizes.sum())
    texts = np.where(random.random(200) < 0.4, random.integers(0, 9, 200), 100 + np.arange(200))
    scores = random.random((2, 200)) + 0.2 * random.random((2, 30))[:, videos]
    missing = random.random((2, 200)) < 0.05
    return np.where(missing, math.nan, scores / 1.2), Dependence.of(200, videos, texts)


def by_text(seed: int):
    """Fewer texts than videos: texts are turned."""
    random = np.random.default_rng([seed, 12])
    of = Dependence.of(150, random.integers(0, 40, 150), random.integers(0, 12, 150))
    return random.integers(0, 2, (2, 150)).astype(float), of


WORLDS = (one_large, grouped, crossed, by_text)


@pytest.mark.parametrize("world", WORLDS)
def test_none_is_outside_an_interval_exactly_where_p_rejects_it(world):
    outside = 0
    for seed in range(60):
        runs, of = world(seed)
        for lift in (0.0, 0.06, 0.12):
            moved = np.stack([np.clip(runs[0] + lift, 0, 1), runs[1]])
            found = compare(moved, [(0, 1)], dependence=of, permutations=399, seed=seed)
            low, high, p = float(found.low[0]), float(found.high[0]), float(found.p[0])
            assert low <= found.effect[0] <= high
            assert (p <= ALPHA) == (low > 0 or high < 0), (seed, lift, low, high, p)
            outside += p <= ALPHA
    assert 10 < outside < 170


def p_of(differences, of, true: float, seed: int, permutations: int) -> float:
    shifted = (differences - true)[None]
    return float(flip_signs(shifted, of, permutations=permutations, seed=seed).p[0])


@pytest.mark.parametrize("world", WORLDS)
def test_at_the_ends_the_test_begins_to_reject(world):
    """By testing differences a little within the ends and a little beyond them."""
    for seed in range(12):
        runs, of = world(seed)
        differences = runs[0] - runs[1]
        found = flip_signs(differences[None], of, permutations=199, seed=seed)
        low, high = float(found.low[0]), float(found.high[0])
        step = 1e-5 * (high - low)
        for end, way in ((low, 1), (high, -1)):
            assert p_of(differences, of, end + way * step, seed, 199) > ALPHA
            assert p_of(differences, of, end - way * step, seed, 199) <= ALPHA


@given(st.integers(0, 2**32), st.integers(2, 9), st.integers(1, 120))
def test_few_units_and_few_turns_say_the_same_as_their_p(seed, videos, permutations):
    random = np.random.default_rng(seed)
    of = Dependence.of(
        12, random.integers(0, videos, 12), random.integers(0, 14, 12) if seed % 2 else None
    )
    scores = random.choice([0.0, 0.0, 0.5, 1.0, math.nan], (3, 12))
    found = compare(
        scores, [(0, 1), (0, 2), (1, 2)], dependence=of, permutations=permutations, seed=seed
    )
    for low, high, p, why in zip(found.low, found.high, found.p, found.why, strict=True):
        if why:
            assert np.isnan([low, high]).all()
        else:
            assert -1 <= low <= high <= 1
            assert (p <= ALPHA) == (low > 0 or high < 0)


def test_where_no_difference_can_be_rejected_an_interval_reaches_as_far_as_differences_can():
    """Of five videos all or none are turned once in sixteen times."""
    videos = np.repeat(np.arange(5), 4)
    runs = np.stack([np.full(20, 0.9), np.linspace(0.1, 0.4, 20)])
    found = compare(runs, [(0, 1)], dependence=Dependence.of(20, videos), seed=0)
    assert found.p[0] > ALPHA
    assert (found.low[0], found.high[0]) == (-1.0, 1.0)
    beyond = compare(10 * runs, [(0, 1)], dependence=Dependence.of(20, videos), seed=0)
    assert (beyond.low[0], beyond.high[0]) == (-math.inf, math.inf)


def test_the_many_tests_that_signs_are_drawn_for_again_have_the_same_intervals(monkeypatch):
    for world in (one_large, crossed):
        differences = np.concatenate([np.subtract(*world(seed)[0])[None] for seed in range(7)])
        of = world(0)[1]
        at_once = flip_signs(differences, of, permutations=150, seed=2)
        monkeypatch.setattr("measures.flips.KEPT", 300)
        in_parts = flip_signs(differences, of, permutations=150, seed=2)
        monkeypatch.undo()
        np.testing.assert_allclose(in_parts.low, at_once.low, atol=1e-6)
        np.testing.assert_allclose(in_parts.high, at_once.high, atol=1e-6)
        np.testing.assert_array_equal(in_parts.p, at_once.p)


@pytest.mark.parametrize("permutations", [1, 18, 19, 39, 59, 99, 999, 10_000])
def test_as_many_turns_are_left_out_as_p_rejects_by(permutations):
    k = most_rejected(permutations)
    assert k / (1 + permutations) <= ALPHA < (k + 1) / (1 + permutations)


def of_like_videos():
    """Five videos, one of them large, in which a run is right twice as often as another, and one
    where it is worse: an error that is small, and signs that come out alike once in sixteen."""
    sizes, better = [60, 15, 15, 15, 15, 3], [30, 7, 7, 7, 7, -1]
    videos = np.repeat(np.arange(6), sizes)
    differences = np.concatenate(
        [
            np.where(np.arange(n) < abs(some), np.sign(some), 0)
            for n, some in zip(sizes, better, strict=True)
        ]
    ).astype(float)
    runs = np.stack([np.maximum(differences, 0), np.maximum(-differences, 0)])
    return runs, Dependence.of(len(videos), videos)


def test_the_correction_is_named_as_what_is_in_the_way_only_where_p_alone_is_small():
    runs, of = of_like_videos()
    found = compare(runs, [(0, 1)], dependence=of, seed=1)
    assert found.p[0] > ALPHA
    assert found.needed[0] <= found.n[0]
    assert found.low[0] <= 0 <= found.high[0]
    assert more_captions(found, 0).reason == NOT_ALONE
    random = np.random.default_rng(3)
    captions = random.random((2, 60)) + np.array([[0.17], [0.0]])
    many = [(0, 1)] * 40
    corrected = compare(captions / 1.3, many, permutations=1_999, seed=1)
    assert corrected.p[0] <= ALPHA < corrected.holm[0]
    assert more_captions(corrected, 0).reason == ENOUGH
