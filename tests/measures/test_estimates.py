"""Estimates from labelled samples: their formulas one by one, and 2,000 simulated campaigns
each."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from measures.estimates import (
    correct_from_misses,
    correct_from_misses_by_strata,
    hajek_mean,
    horvitz_thompson_mean,
    simple_mean,
    stratified_mean,
)

NAN = math.nan
CAMPAIGNS = 2_000
RNG = np.random.default_rng(20_240_101)


def coverage(truth: float, campaign) -> float:
    """The share of simulated campaigns whose interval holds the truth."""
    estimates = [campaign(np.random.default_rng([7, number])) for number in range(CAMPAIGNS)]
    return float(np.mean([estimate.low <= truth <= estimate.high for estimate in estimates]))


def spread(truth: float, campaign) -> tuple[float, float, float]:
    """Bias, spread of the estimates, and the error that they claim."""
    estimates = [campaign(np.random.default_rng([8, number])) for number in range(CAMPAIGNS)]
    values = np.array([estimate.value for estimate in estimates])
    claimed = math.sqrt(np.mean([estimate.error**2 for estimate in estimates]))
    return float(values.mean() - truth), float(values.std()), claimed


VALUES = RNG.beta(0.6, 0.4, 600)
STRATA = [RNG.beta(a, 1.0, size) for a, size in ((0.5, 300), (1.5, 200), (6.0, 100))]
MISSES = (RNG.random(400) < 0.3).astype(float)
INCLUSION = 0.15 + 0.5 * VALUES * RNG.random(600)  # who scores high is asked more often
GAPPY = np.where(RNG.random(600) < 0.2, NAN, VALUES)


def drawn(rng, values, n):
    return rng.choice(values, n, replace=False)


def systematic(rng):
    """A fixed number with exactly these probabilities: equal steps along their sums, the captions
    shuffled before."""
    scaled = INCLUSION * 150 / INCLUSION.sum()
    order = rng.permutation(600)
    passed = np.floor(scaled[order].cumsum() + 1e-9 - rng.random())
    chosen = order[np.diff(passed, prepend=-1) > 0]
    return chosen, scaled[chosen]


def simple(rng):
    return simple_mean(drawn(rng, VALUES, 120), 600)


def simple_with_gaps(rng):
    return simple_mean(drawn(rng, GAPPY, 150), 600)


def stratified(rng):
    return stratified_mean(
        [drawn(rng, s, n) for s, n in zip(STRATA, (60, 80, 30), strict=True)], [300, 200, 100]
    )


def misses_only(rng):
    return correct_from_misses(drawn(rng, MISSES, 100), 1_000, 600)


def horvitz_thompson_fixed(rng):
    chosen, inclusion = systematic(rng)
    return horvitz_thompson_mean(VALUES[chosen], inclusion, 600)


def hajek_fixed(rng):
    chosen, inclusion = systematic(rng)
    return hajek_mean(VALUES[chosen], inclusion, 600)


MEAN = float(VALUES.mean())
ALL_STRATA = float(np.concatenate(STRATA).mean())
DESIGNS = [
    (MEAN, simple),
    (float(np.nanmean(GAPPY)), simple_with_gaps),
    (ALL_STRATA, stratified),
    (0.6 + 0.4 * float(MISSES.mean()), misses_only),
    (MEAN, horvitz_thompson_fixed),
    (MEAN, hajek_fixed),
]
every_design = pytest.mark.parametrize(
    ("truth", "campaign"), DESIGNS, ids=[campaign.__name__ for _, campaign in DESIGNS]
)


@every_design
def test_95_percent_intervals_hold_the_truth_in_95_of_100_campaigns(truth, campaign):
    assert 0.93 <= coverage(truth, campaign) <= 0.97


@every_design
def test_the_error_is_how_far_estimates_spread(truth, campaign):
    bias, observed, claimed = spread(truth, campaign)
    assert claimed == pytest.approx(observed, rel=0.08)
    assert abs(bias) < 0.15 * observed


def test_a_simple_mean_is_the_books():
    sample = np.array([0.0, 1.0, 1.0, 0.5])
    estimate = simple_mean(sample, 10)
    error = math.sqrt((1 - 0.4) * sample.var(ddof=1) / 4)
    reach = stats.t.ppf(0.975, 3) * error
    assert (estimate.value, estimate.error) == pytest.approx((0.625, error), abs=1e-12)
    assert (estimate.low, estimate.high) == pytest.approx((0.625 - reach, 0.625 + reach), abs=1e-9)
    assert (estimate.n, estimate.left_out, estimate.population) == (4, 0, 10)


STRATUM = st.tuples(st.lists(st.floats(0, 1), min_size=2, max_size=6), st.integers(0, 5))


@given(strata=st.lists(STRATUM, min_size=1, max_size=4))
def test_a_stratified_mean_weighs_each_stratum_by_its_size(strata):
    samples = [np.array(sample) for sample, _ in strata]
    sizes = [len(sample) + unseen for sample, unseen in strata]
    estimate = stratified_mean(samples, sizes)
    parts = list(zip([size / sum(sizes) for size in sizes], samples, sizes, strict=True))
    assert estimate.value == pytest.approx(sum(w * s.mean() for w, s, _ in parts), abs=1e-12)
    variance = sum(w**2 * (1 - len(s) / size) * np.var(s, ddof=1) / len(s) for w, s, size in parts)
    if sum(sizes) == sum(map(len, samples)):
        assert estimate.error == 0
    elif variance > 1e-20:
        assert estimate.error == pytest.approx(math.sqrt(variance), rel=1e-6)


@given(
    values=st.lists(st.one_of(st.just(NAN), st.floats(0, 1)), min_size=1, max_size=8).filter(
        lambda v: not np.isnan(v).all()
    )
)
def test_who_has_seen_everything_is_certain(values):
    sample = np.array(values)
    mean = pytest.approx(float(np.nanmean(sample)), abs=1e-12)
    for estimate in (
        simple_mean(sample, len(sample)),
        hajek_mean(sample, np.ones(len(sample)), len(sample)),
    ):
        assert (estimate.low, estimate.value, estimate.high) == (mean, mean, mean)
        assert estimate.error == 0
        assert estimate.n + estimate.left_out == len(sample)


def test_a_stratum_known_whole_adds_no_error():
    part = np.array([0.2, 0.4, 0.9])
    with_whole = stratified_mean([part, np.array([1.0])], [9, 1])
    assert with_whole.error == pytest.approx(0.9 * simple_mean(part, 9).error, abs=1e-12)


def test_the_misses_only_estimate_is_the_definitions():
    z = np.array([1.0, 0.0, 0.0, 1.0, 0.0, NAN])
    estimate = correct_from_misses(z, 100, 70)
    assert estimate.value == pytest.approx(0.7 + 0.3 * 0.4, abs=1e-12)
    assert estimate.error == pytest.approx(
        math.sqrt(0.3**2 * (1 - 5 / 30) * z[:5].var(ddof=1) / 5), abs=1e-12
    )
    assert (estimate.n, estimate.left_out) == (5, 1)
    assert 0.7 < estimate.low < estimate.value < estimate.high < 1


@given(n=st.integers(1, 30), right=st.integers(0, 30), unseen=st.integers(1, 50))
def test_the_interval_of_a_share_holds_what_a_test_would_not_reject(n, right, unseen):
    right = min(right, n)
    sample = np.array([1.0] * right + [0.0] * (n - right))
    estimate = correct_from_misses(sample, n + unseen, 0)
    z = NormalDist().inv_cdf(0.975)
    for end in (estimate.low, estimate.high):
        error = math.sqrt(max(end * (1 - end), 0) * (unseen / (n + unseen)) / n)
        assert abs(end - right / n) == pytest.approx(z * error, abs=1e-7)


def test_a_sample_without_spread_is_not_called_certain():
    same = np.ones(20)
    assert np.isnan(
        [simple_mean(same, 100).error, simple_mean(same, 100).low, simple_mean(same, 100).high]
    ).all()
    from_misses = correct_from_misses(np.zeros(20), 1_000, 900)
    assert (from_misses.value, from_misses.low) == (0.9, pytest.approx(0.9))
    assert 0.905 < from_misses.high < 0.92
    assert math.isnan(simple_mean(np.array([0.5]), 9).error)


def test_without_misses_nothing_is_left_to_estimate():
    estimate = correct_from_misses(np.empty(0), 50, 50)
    assert (estimate.value, estimate.low, estimate.high, estimate.error) == (1.0, 1.0, 1.0, 0.0)


def test_equal_chances_make_weighted_means_simple():
    sample, chances = np.array([0.1, 0.9, 0.4, 0.7]), np.full(4, 0.1)
    plain = simple_mean(sample, 40)
    for weighted in (horvitz_thompson_mean(sample, chances, 40), hajek_mean(sample, chances, 40)):
        assert (weighted.value, weighted.error) == pytest.approx(
            (plain.value, plain.error), abs=1e-12
        )


ONE = np.array([1.0])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: simple_mean(np.empty(0), 5), "1 to all are sampled"),
        (lambda: simple_mean(np.ones(3), 2), "1 to all are sampled"),
        (lambda: simple_mean(np.array([NAN, NAN]), 5), "no sampled caption has a value"),
        (lambda: stratified_mean([], []), "its sample and its size"),
        (lambda: stratified_mean([ONE], [1, 2]), "its sample and its size"),
        (lambda: correct_from_misses(ONE, 5, 6), "can be right"),
        (lambda: correct_from_misses(ONE, 5, 5), "of 0 misses"),
        (lambda: correct_from_misses(np.empty(0), 5, 3), "of 2 misses"),
        (lambda: correct_from_misses(np.array([0.5]), 5, 3), "right"),
        (lambda: horvitz_thompson_mean(ONE, np.array([0.0]), 5), "above 0"),
        (lambda: horvitz_thompson_mean(ONE, np.array([0.5, 0.5]), 5), "its probability"),
        (
            lambda: horvitz_thompson_mean(np.array([NAN]), np.array([0.5]), 5),
            "every sampled caption",
        ),
        (lambda: hajek_mean(np.array([NAN]), np.array([0.5]), 5), "no sampled caption"),
    ],
)
def test_what_cannot_be_estimated_is_said_plainly(wrong, said):
    with pytest.raises(ValueError, match=said):
        wrong()


def test_misses_in_strata_are_weighed_by_what_each_stratum_has():
    """60 of 100 are right; of 30 and 10 misses, 4 and 2 were drawn: z = (30 x 0.75 + 10 x 0.5) /
    40."""
    samples = [np.array([1.0, 1.0, 1.0, 0.0]), np.array([1.0, 0.0])]
    found = correct_from_misses_by_strata(samples, [30, 10], 100)
    z = stratified_mean(samples, [30, 10])
    assert found.value == pytest.approx(0.6 + 0.4 * 27.5 / 40)
    assert found.error == pytest.approx(0.4 * z.error)
    assert (found.low, found.high) == (
        pytest.approx(0.6 + 0.4 * z.low),
        pytest.approx(0.6 + 0.4 * z.high),
    )
    assert (found.n, found.population) == (6, 100)


def test_without_strata_misses_are_those_of_the_simple_draw_and_without_misses_nothing_is_left():
    sample = np.array([1.0, 0.0, 1.0])
    assert correct_from_misses_by_strata([sample], [10], 50) == correct_from_misses(sample, 50, 40)
    none = correct_from_misses_by_strata([], [], 50)
    assert (none.value, none.low, none.high) == (1.0, 1.0, 1.0)
