"""Intervals of agreement: against loops that do what the definition says, and against a world whose
truth is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import stats

from measures import agreement_intervals
from measures.agreement import FIGURES, agreement
from measures.agreement_intervals import bootstrap, jackknife

COUNTS = arrays.arrays(
    np.int64, st.tuples(st.integers(2, 8), st.just(2)), elements=st.integers(0, 3)
)


def campaign(random, videos: int, pairs: int, error: float = 0.1):
    """Doubled pairs, `pairs` of each video; how often a video's pairs are relevant differs from
    video to video."""
    truth = random.random((videos, pairs)) < random.beta(0.5, 2, size=(videos, 1))
    labels = [truth ^ (random.random(truth.shape) < error) for _ in range(2)]
    relevant = sum(one.astype(np.int64) for one in labels).ravel()
    return np.stack([2 - relevant, relevant], axis=1), np.repeat(np.arange(videos), pairs)


@settings(deadline=None)
@given(COUNTS, st.data())
def test_the_jackknife_leaves_out_each_video_in_turn(counts, data):
    videos = data.draw(arrays.arrays(np.int64, len(counts), elements=st.integers(0, 4)))
    found = jackknife(counts, videos, level=0.9)
    there = np.unique(videos[counts.sum(axis=1) > 1])
    for name in FIGURES:
        interval, n = found[name], len(there)
        full = float(agreement(counts)[name])
        deleted = np.array([float(agreement(counts[videos != one])[name]) for one in there])
        assert interval.clusters == n
        if n < 2 or np.isnan(full) or np.isnan(deleted).any():
            assert interval.ends is None
            continue
        pseudo = n * full - (n - 1) * deleted
        reach = stats.t.ppf(0.95, n - 1) * pseudo.std(ddof=1) / np.sqrt(n)
        if reach < 1e-12:
            assert "the same without any one" in interval.reason
            continue
        expected = [pseudo.mean() - reach, pseudo.mean() + reach]
        assert interval.ends == pytest.approx(expected, abs=1e-7)


def slow_bootstrap(counts, videos, resamples: int, random) -> dict:
    """Whole videos drawn one by one, and every figure computed anew."""
    names, drawn = np.unique(videos), []
    for _ in range(resamples):
        each = [np.flatnonzero(videos == video) for video in random.choice(names, len(names))]
        drawn.append(agreement(counts[np.concatenate(each)]))
    values = {name: [float(one[name]) for one in drawn] for name in FIGURES}
    return {name: np.nanquantile(each, [0.025, 0.975]) for name, each in values.items()}


@pytest.mark.parametrize("clustered", [True, False])
def test_the_bootstrap_draws_whole_videos(clustered):
    counts, videos = campaign(np.random.default_rng(1), videos=30, pairs=8)
    clusters = videos if clustered else np.arange(len(counts))
    slow = slow_bootstrap(counts, clusters, 2_000, np.random.default_rng(2))
    fast = bootstrap(counts, videos if clustered else None, seed=3, resamples=20_000)
    for name in FIGURES:
        width = slow[name][1] - slow[name][0]
        assert fast[name].ends == pytest.approx(slow[name], abs=0.08 * width)


def test_videos_whose_pairs_are_alike_make_the_interval_wider():
    counts, videos = campaign(np.random.default_rng(4), videos=60, pairs=30)
    found = [bootstrap(counts, clusters, seed=5)["prevalence"] for clusters in (videos, None)]
    together, apart = (one.high - one.low for one in found)
    assert together > 2 * apart
    assert [one.clusters for one in found] == [60, 1800]


def test_a_draw_that_leaves_alpha_undefined_is_dropped_and_counted():
    """One of ten pairs has a relevant label: a draw misses it with (9/10)^10 = 0.349."""
    counts = np.array([[2, 0]] * 9 + [[0, 2]])
    found = bootstrap(counts, seed=6)
    assert found["alpha"].dropped == pytest.approx(3487, abs=200)
    assert found["alpha"].dropped == found["positive"].dropped
    assert found["percent"].dropped == 0
    # It is 1 wherever it is defined.
    assert found["alpha"].reason.startswith("nearly every resample gave the same value")


def test_an_interval_that_cannot_be_says_why():
    same = np.array([[2, 0]] * 4)
    assert bootstrap(same, seed=1)["alpha"].reason == "undefined in every resample"
    assert jackknife(same)["alpha"].reason == "undefined"
    without_one = jackknife(np.array([[2, 0], [2, 0], [0, 2]]))["alpha"]
    assert without_one.reason == "undefined without one cluster"
    for method in (lambda counts, videos: bootstrap(counts, videos, seed=1), jackknife):
        assert "of one video" in method(same, [7, 7, 7, 7])["percent"].reason
        assert "no pair has two labels" in method(np.array([[1, 0]]), [7])["percent"].reason


def test_the_same_seed_gives_the_same_interval_in_whatever_blocks(monkeypatch):
    counts, videos = campaign(np.random.default_rng(7), videos=20, pairs=5)
    once = bootstrap(counts, videos, seed=8, resamples=500)
    monkeypatch.setattr(agreement_intervals, "BLOCK", 64)
    assert bootstrap(counts, videos, seed=8, resamples=500) == once
    assert bootstrap(counts, videos, seed=9, resamples=500) != once


@pytest.mark.parametrize("options", [{"resamples": 0}, {"level": 1.0}])
def test_what_cannot_be_drawn_is_refused(options):
    with pytest.raises(ValueError, match=r"at least 1|between 0 and 1"):
        bootstrap(np.array([[2, 0]] * 4), seed=1, **options)


def test_both_intervals_hold_the_truth_about_as_often_as_they_say():
    """Independent errors: percent agreement is e^2 + (1-e)^2 = 0.82, whatever is relevant. 400
    campaigns of 40 videos."""
    random, held = np.random.default_rng(10), np.zeros(2)
    for _ in range(400):
        counts, videos = campaign(random, videos=40, pairs=5)
        both = bootstrap(counts, videos, seed=11, resamples=400), jackknife(counts, videos)
        held += [one["percent"].low <= 0.82 <= one["percent"].high for one in both]
    assert (np.abs(held / 400 - 0.95) < 0.04).all()
