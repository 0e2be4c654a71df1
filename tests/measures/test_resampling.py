"""Intervals and sample sizes against slow twins, scipy and the paper's own figure."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from measures import draws
from measures.dependence import Dependence
from measures.draws import draw_with_replacement
from measures.resampling import SampleSize, percentiles, resample, study_cells

NAN = math.nan
SCORE = st.one_of(st.just(NAN), st.sampled_from([0.0, 0.5, 1.0]), st.floats(0, 1))


@st.composite
def clustered_scores(draw):
    """(cells, captions) with gaps, and a cluster for each caption."""
    captions, cells = draw(st.integers(1, 9)), draw(st.integers(1, 4))
    rows = st.lists(SCORE, min_size=captions, max_size=captions)
    scores = np.array(draw(st.lists(rows, min_size=cells, max_size=cells)))
    clusters = np.array(draw(st.lists(st.integers(0, 4), min_size=captions, max_size=captions)))
    return scores, clusters


def by_video(scores, clusters=None, **options):
    return resample(scores, Dependence.of(scores.shape[1], clusters), **options)


def interval(scores, clusters=None, **options):
    """Of the first cell."""
    found = by_video(scores, clusters, **options)
    return percentiles(found.means[0], int(found.clusters[0]))


def slow_mean(values) -> float:
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else NAN


def slow_resamples(scores, clusters, resamples: int, seed: int):
    """Captions gathered cluster by cluster, one resample after the other: (cells, resamples)."""
    names = sorted(set(clusters.tolist()))
    bits = np.random.PCG64(seed)
    columns = []
    for _ in range(resamples):
        drawn = [names[index] for index in draw_with_replacement(bits, len(names), len(names))]
        captions = [caption for name in drawn for caption in np.flatnonzero(clusters == name)]
        cells = [[row[caption] for caption in captions] for row in scores.tolist()]
        columns.append([slow_mean(values) for values in cells])
    return np.array(columns).T


@given(case=clustered_scores(), seed=st.integers(0, 2**32))
def test_each_mean_is_that_of_the_drawn_videos_captions(case, seed):
    scores, clusters = case
    fast = by_video(scores, clusters, resamples=7, seed=seed)
    np.testing.assert_allclose(fast.means, slow_resamples(scores, clusters, 7, seed), atol=1e-12)
    np.testing.assert_allclose(fast.mean, [slow_mean(row) for row in scores], atol=1e-12)
    assert fast.clusters.tolist() == [len(set(clusters[~np.isnan(row)].tolist())) for row in scores]


@given(case=clustered_scores(), seed=st.integers(0, 99))
def test_scores_are_left_as_they_were_given(case, seed):
    scores, clusters = case
    before = scores.copy()
    by_video(scores, clusters, resamples=3, seed=seed)
    np.testing.assert_array_equal(scores, before)


def test_the_size_of_a_block_changes_nothing(monkeypatch):
    scores = np.random.default_rng(1).random((3, 50))
    whole = by_video(scores, resamples=40, seed=5).means
    monkeypatch.setattr(draws, "BLOCK", 8 * 50 * 3)
    np.testing.assert_allclose(by_video(scores, resamples=40, seed=5).means, whole, atol=1e-15)


def test_other_seeds_draw_other_captions():
    scores = np.random.default_rng(1).random((1, 30))
    first, again, other = (by_video(scores, resamples=20, seed=seed).means for seed in (1, 1, 2))
    assert (first != other).all()
    np.testing.assert_array_equal(first, again)


def test_one_clusters_name_is_as_good_as_another():
    scores = np.random.default_rng(3).random((2, 6))
    by_number = by_video(scores, [0, 0, 1, 1, 2, 2], resamples=30, seed=1).means
    by_name = by_video(scores, ["a", "a", "b", "b", "c", "c"], resamples=30, seed=1).means
    np.testing.assert_array_equal(by_number, by_name)


def test_intervals_are_scipys_where_each_caption_stands_alone():
    values = np.random.default_rng(7).random(400) ** 2
    ours = interval(values[None], resamples=20_000, seed=3)
    theirs = stats.bootstrap(
        (values,), np.mean, method="percentile", n_resamples=20_000, rng=np.random.default_rng(4)
    )
    ends = theirs.confidence_interval
    np.testing.assert_allclose(ours.ends, [ends.low, ends.high], atol=0.04 * (ends.high - ends.low))


def test_an_intervals_ends_are_quantiles_of_the_resampled_means():
    found = by_video(np.random.default_rng(7).random((2, 40)), resamples=999, seed=3)
    for means in found.means:
        ends = percentiles(means, 40).ends
        np.testing.assert_allclose(ends, np.quantile(means, [0.025, 0.975]), atol=1e-12)


def test_captions_of_one_video_do_not_pass_for_independent():
    videos = np.random.default_rng(2).random(60)
    scores = np.repeat(videos, 20)[None]  # all captions of a video have one value
    clusters = np.repeat(np.arange(60), 20)
    alone, together = (interval(scores, by, resamples=4_000, seed=1) for by in (None, clusters))
    width = (together.high - together.low) / (alone.high - alone.low)
    assert width == pytest.approx(20**0.5, rel=0.1)


def test_one_video_shows_no_spread():
    scores = np.array([[0.0, 1.0, 1.0]])
    assert by_video(scores, [8, 8, 8], resamples=50, seed=1).mean == pytest.approx([2 / 3])
    assert interval(scores, [8, 8, 8], resamples=50, seed=1).ends is None


def test_resamples_without_a_value_are_dropped():
    scores = np.array([[1.0, 0.0, NAN, NAN, NAN], [NAN] * 5])
    found = by_video(scores, resamples=300, seed=1)
    assert 0 < np.isnan(found.means[0]).sum() < 60
    assert percentiles(found.means[0], 2).ends == [0.0, 1.0]
    assert np.isnan(found.mean[1])
    assert np.isnan(found.means[1]).all()
    assert percentiles(found.means[1], 0).ends is None


def test_a_run_compared_with_itself_differs_by_nothing():
    scores = np.array([[0.1, 0.9, NAN, 0.4]])
    shown = interval(scores - scores, resamples=50, seed=1)
    assert shown.ends is None
    assert shown.reason.startswith("nearly every resample gave the same value")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"scores": np.empty((0, 3))}, "at least one of each"),
        ({"scores": np.empty((2, 0))}, "at least one of each"),
        ({"scores": np.array([[np.inf]])}, "finite"),
        ({"clusters": [1, 2]}, "one cluster"),
        ({"resamples": 0}, "at least 1"),
    ],
)
def test_what_cannot_be_resampled_is_said_plainly(changed, said):
    given_ = {"scores": np.ones((1, 3)), "resamples": 5, "seed": 1} | changed
    with pytest.raises(ValueError, match=said):
        by_video(**given_)


def study_one(values, sizes, **options) -> list[SampleSize]:
    [study] = study_cells([values], sizes, **options)
    return study


def test_a_thousand_captions_show_three_points_as_in_the_paper():
    values = np.zeros(27_763)
    values[: round(0.653 * len(values))] = 1.0
    study = study_one(values, [500, 1_000, 3_000], seed=11)
    small, thousand, large = study
    assert thousand.expected == pytest.approx(0.0295, abs=5e-5)
    for one, exact in ((small, 0.04172), (thousand, 0.02950), (large, 0.01703)):
        assert one.half_width == one.expected == pytest.approx(exact, abs=1e-5)
    # Means of 1,000 captions stand 0.001 apart.
    assert np.quantile(thousand.differences, 0.95) == pytest.approx(0.0295, abs=0.0008)
    assert len(thousand.differences) == 10_000


@given(
    values=st.lists(SCORE, min_size=1, max_size=12).filter(lambda v: not all(map(math.isnan, v))),
    seed=st.integers(0, 99),
)
def test_a_study_draws_captions_that_have_values(values, seed):
    known = [value for value in values if not math.isnan(value)]
    size = (len(known) + 1) // 2
    study = study_one(np.array(values), [size], resamples=6, seed=seed)
    drawn = draw_with_replacement(np.random.PCG64(seed), len(known), 6 * size).reshape(6, size)
    slow = [abs(slow_mean([known[index] for index in row]) - slow_mean(known)) for row in drawn]
    np.testing.assert_allclose(study[0].differences, slow, atol=1e-12)
    mean = slow_mean(known)
    share = 1.959964 * math.sqrt(mean * (1 - mean) / size)
    wanted = share if set(known) <= {0.0, 1.0} else np.quantile(slow, 0.95)
    assert study[0].half_width == pytest.approx(wanted, abs=1e-6)


@given(
    cells=st.integers(1, 6).flatmap(
        lambda n: st.lists(
            st.lists(st.floats(0, 1), min_size=n, max_size=n), min_size=1, max_size=3
        )
    ),
    gap=st.integers(0, 2),
    resamples=st.integers(1, 9),
)
def test_cells_that_share_their_draws_come_out_as_each_alone(cells, gap, resamples):
    """To the last bit: a report says the same whatever else it has."""
    arrays = [np.array([NAN] * ((gap + place) % 3) + values) for place, values in enumerate(cells)]
    together = study_cells(arrays, [1, len(cells[0])], resamples=resamples, seed=3)
    for values, one in zip(arrays, together, strict=True):
        alone = study_one(values, [1, len(cells[0])], resamples=resamples, seed=3)
        for shared, own in zip(one, alone, strict=True):
            assert shared.differences.tolist() == own.differences.tolist()
            assert (shared.size, shared.half_width, shared.expected) == (
                own.size,
                own.half_width,
                own.expected,
            )


def test_how_many_are_drawn_at_a_time_changes_nothing(monkeypatch):
    values = np.random.default_rng(1).random(50)
    whole = study_one(values, [20, 50], resamples=100, seed=3)
    monkeypatch.setattr("measures.resampling.CACHED", 70)
    small = study_one(values, [20, 50], resamples=100, seed=3)
    assert [one.differences.tolist() for one in small] == [
        one.differences.tolist() for one in whole
    ]


def test_cells_with_values_for_more_or_fewer_captions_do_not_share_draws():
    with pytest.raises(ValueError, match="as many captions"):
        study_cells([np.ones(3), np.ones(2)], [1], seed=1)


@pytest.mark.parametrize("size", [0, 4])
def test_a_sample_is_no_larger_than_the_benchmark(size):
    with pytest.raises(ValueError, match="1 to 3 captions"):
        study_one(np.array([1.0, 0.0, 1.0, NAN]), [size], seed=1)


def test_nothing_is_studied_where_no_caption_has_a_value():
    with pytest.raises(ValueError, match="no caption has a value"):
        study_one(np.array([NAN]), [1], seed=1)


@given(n=st.integers(1, 2**31), seed=st.integers(0, 2**64 - 1))
def test_what_is_drawn_exists(n, seed):
    drawn = draw_with_replacement(np.random.PCG64(seed), n, 50)
    assert drawn.min() >= 0
    assert drawn.max() < n


def test_every_caption_is_as_likely_as_any_other():
    counts = np.bincount(draw_with_replacement(np.random.PCG64(4), 7, 70_000), minlength=7)
    assert stats.chisquare(counts).pvalue > 0.001


def test_a_seed_means_the_same_on_every_machine():
    assert draw_with_replacement(np.random.PCG64(42), 1_000, 5).tolist() == [773, 438, 858, 697, 94]
