"""Estimates with a witness: exact over every sample of a small population, equal to what others
print for their examples, and no worse than people alone however poor the witness is."""

from itertools import combinations
from statistics import NormalDist

import numpy as np
import pytest

from measures.witness import (
    DrawnTotals,
    Stratum,
    any_of,
    cross_fitted,
    difference,
    filled,
    folds_of,
    greg,
    labels_as_if,
    of_totals,
    slope_of,
    worth,
    worth_ends,
)

NORMAL = NormalDist().inv_cdf(0.975)


def population(n: int, seed: int, witnesses: int = 1):
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.4).astype(float)
    return y, y[:, None] * 0.6 + rng.normal(0, 0.4, (n, witnesses))


def sample_of(y, f, drawn) -> Stratum:
    drawn = np.asarray(drawn)
    return Stratum(y[drawn], f[drawn], f.mean(axis=0), len(y))


def test_over_every_sample_the_difference_is_the_truth_and_its_variance_exact():
    y, f = population(12, 1)
    found = [difference(sample_of(y, f, one)) for one in combinations(range(12), 5)]
    values = np.array([one.value for one in found])
    assert values.mean() == pytest.approx(y.mean(), abs=1e-12)
    assert np.mean([one.error**2 for one in found]) == pytest.approx(values.var(), abs=1e-12)


def test_over_every_sample_greg_is_nearly_the_truth_and_narrower():
    y, f = population(12, 1)
    samples = [sample_of(y, f, one) for one in combinations(range(12), 6)]
    found = np.array([greg([one]).value for one in samples])
    alone = np.array([one.y.mean() for one in samples])
    assert abs(found.mean() - y.mean()) < 0.02
    assert found.var() < alone.var()


def test_without_a_witness_greg_is_the_stratified_mean():
    y, f = population(60, 2)
    strata = [
        Stratum(y[:8], f[:8, :0], np.empty(0), 30),
        Stratum(y[30:42], f[30:42, :0], np.empty(0), 30),
    ]
    assert greg(strata).value == pytest.approx((y[:8].mean() + y[30:42].mean()) / 2)


def ppi_plus_plus(y, f_labelled, f_unlabelled) -> tuple[float, float, float]:
    """Of an endless population, as its library prints it."""
    n, more = len(y), len(f_unlabelled)
    every = np.concatenate([f_labelled, f_unlabelled])
    covariance = np.cov(y, f_labelled)[0, 1]
    tuned = covariance / ((1 + n / more) * every.var(ddof=0) * len(every) / (len(every) - 1))
    value = tuned * f_unlabelled.mean() + (y - tuned * f_labelled).mean()
    residuals = y - tuned * f_labelled
    variance = tuned**2 * f_unlabelled.var(ddof=1) / more + residuals.var(ddof=1) / n
    reach = NORMAL * np.sqrt(variance)
    return value, value - reach, value + reach


def test_the_worked_example_of_ppi_plus_plus_and_what_greg_makes_of_it():
    y = np.array([1.0, 2, 3, 4])
    f = np.array([1.1, 2.2, 3.1, 3.9, 1.5, 1.8, 4.5, 4.8])
    value, low, high = ppi_plus_plus(y, f[:4], f[4:])
    assert (value, low, high) == pytest.approx((2.721, 1.676, 3.766), abs=2e-3)
    found = greg([Stratum(y, f[:4, None], f.mean(keepdims=True), 8)])
    assert found.value == pytest.approx(2.8075, abs=5e-5)


def test_it_is_ppi_plus_plus_where_both_variances_are_of_the_labelled():
    y, f = population(200, 3)
    n, size = 40, 200
    labelled, rest = f[:n, 0], f[n:, 0]
    tuned = np.cov(y[:n], labelled)[0, 1] / ((1 + n / (size - n)) * labelled.var(ddof=1))
    value = tuned * rest.mean() + (y[:n] - tuned * labelled).mean()
    assert slope_of(y[:n], f[:n])[0] == pytest.approx(tuned * size / (size - n))
    assert greg([sample_of(y, f, range(n))]).value == pytest.approx(value)


@pytest.mark.parametrize("seed", range(5))
def test_a_constant_added_to_an_opinion_changes_nothing(seed):
    y, f = population(300, seed, witnesses=3)
    rng = np.random.default_rng(seed)
    drawn, clusters = rng.choice(300, 90, replace=False), rng.integers(0, 25, 90)
    for shift in (5.0, np.array([1.0, -2.0, 30.0])):
        one, other = sample_of(y, f, drawn), sample_of(y, f + shift, drawn)
        assert greg([one]).value == pytest.approx(greg([other]).value)
        both = [cross_fitted(stratum, clusters) for stratum in (one, other)]
        assert both[0].value == pytest.approx(both[1].value)
        assert both[0].error == pytest.approx(both[1].error)


def test_a_witness_that_says_the_same_of_everything_is_people_alone():
    y, f = population(100, 4)
    same, alone = np.full((100, 1), 0.3), f[:, :0]
    one, other = (greg([sample_of(y, opinions, range(30))]) for opinions in (same, alone))
    assert (one.value, one.error) == pytest.approx((other.value, other.error))
    assert worth(other, one) == pytest.approx(1)


def test_folds_hold_whole_clusters_and_about_as_many_units():
    clusters = np.random.default_rng(0).integers(0, 40, 500) ** 2 // 40
    fold = folds_of(clusters, 5)
    assert len(set(zip(clusters.tolist(), fold.tolist(), strict=True))) == len(
        set(clusters.tolist())
    )
    held = np.bincount(fold)
    assert len(held) == 5
    assert held.max() - held.min() <= np.bincount(clusters).max()


def held(of, truth: float, draws: int) -> float:
    found = [of() for _ in range(draws)]
    return float(np.mean([one.low <= truth <= one.high for one in found]))


def test_five_witnesses_on_few_labels_need_cross_fitting():
    """Least squares fits their noise to the labels, so that the residuals look too small."""
    rng = np.random.default_rng(7)
    y = (rng.random(2_000) < 0.4).astype(float)
    f = rng.normal(size=(2_000, 12))

    def drawn():
        return sample_of(y, f, rng.choice(2_000, 40, replace=False))

    plain = held(lambda: greg([drawn()]), y.mean(), 600)
    crossed = held(lambda: cross_fitted(drawn(), np.arange(40)), y.mean(), 600)
    assert plain < 0.93 < crossed


def test_of_whole_videos_the_interval_holds_where_they_were_drawn():
    rng = np.random.default_rng(8)
    videos, each = 60, rng.integers(2, 60, 60)
    of = np.repeat(np.arange(videos), each)
    y = (rng.random(len(of)) < np.repeat(rng.beta(1, 2, videos), each)).astype(float)
    f = 0.5 * y + rng.normal(0, 0.3, len(y))
    totals = [np.bincount(of, values) for values in (y, np.ones(len(y)), f)]

    def drawn():
        some = rng.choice(videos, 10, replace=False)
        own = [one[some] for one in totals]
        everywhere = np.array([totals[1].sum(), totals[2].sum()])
        return of_totals(DrawnTotals(own[0], own[1], own[2][:, None], everywhere, videos))

    assert 0.92 <= held(drawn, y.mean(), 600) <= 0.985


def test_of_all_videos_it_is_the_mean_itself():
    y, captions = np.array([2.0, 0, 5]), np.array([4.0, 3, 9])
    found = of_totals(DrawnTotals(y, captions, np.empty((3, 0)), captions.sum(keepdims=True), 3))
    assert (found.value, found.low, found.high) == pytest.approx((7 / 16,) * 3)


def test_labels_as_if():
    assert labels_as_if(400, 9_260, 1.0) == pytest.approx(400)
    assert 1 / labels_as_if(400, 1e12, 1.5) == pytest.approx(1 / 600, rel=1e-6)
    assert labels_as_if(900, 1_000, 10.0) < 1_000  # never more than there are


def test_a_worths_interval_is_the_jackknifes_of_its_logarithm():
    each = np.array([1.3, 1.5, 1.4, 1.6])
    low, high = worth_ends(each, 1.45)
    logs = np.log(each)
    error = np.sqrt(3 / 4 * ((logs - logs.mean()) ** 2).sum())
    assert np.log(high / low) / 2 == pytest.approx(3.1824463 * error)
    assert np.isnan(worth_ends(np.array([1.0, np.nan]), 1.0)).all()


def test_missing_opinions_become_the_mean_and_are_counted():
    f, missing = filled(np.array([[1.0, np.nan], [np.nan, np.nan], [3.0, np.nan]]))
    assert missing == 4
    assert f.tolist() == [[1, 0], [2, 0], [3, 0]]


def test_any_of_some():
    assert any_of(np.array([[0.5, 0.5], [0, 0], [1, 0.2]])).tolist() == [0.75, 0, 1]


@pytest.mark.parametrize(
    ("y", "f", "size", "says"),
    [
        ([1.0, 0], [[1.0], [2]], 1, "of 1 units 1 to all are drawn, not 2"),
        ([1.0, 0], [[1.0]], 9, "has an opinion of each witness"),
        ([1.0, np.nan], [[1.0], [2]], 9, "fill what is missing"),
    ],
)
def test_what_cannot_be_estimated_from_is_refused(y, f, size, says):
    with pytest.raises(ValueError, match=says):
        greg([Stratum(np.array(y), np.array(f), np.zeros(1), size)])
