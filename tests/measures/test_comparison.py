"""Sign flips against all sign flips, scipy and Holm's steps one by one; power against the figures
of Card et al."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bench.bare import sign_flip
from measures import draws
from measures.comparison import compare, holm
from measures.dependence import Dependence, errors_of_means
from measures.draws import flips_in_blocks
from measures.power import captions_needed, smallest_detectable
from measures.resampling import resample

NAN = math.nan
DIFFERENCE = st.one_of(st.just(NAN), st.sampled_from([-1.0, 0.0, 1.0]), st.floats(-1, 1))
# Whose sums are exact, and so never within rounding of one another unless they are equal.
EXACT = st.one_of(st.just(NAN), st.integers(-(2**20), 2**20).map(lambda parts: parts / 2**20))
PROBABILITIES = st.lists(st.one_of(st.just(NAN), st.floats(0, 1)), max_size=8)


def clustered_errors(scores, clusters=None):
    return errors_of_means(scores, Dependence.of(scores.shape[1], clusters)).error


def cluster_sums(values, clusters) -> list[float]:
    names = sorted(set(clusters))
    pairs = list(zip(values, clusters, strict=True))
    return [
        sum(value for value, name in pairs if name == wanted and not math.isnan(value))
        for wanted in names
    ]


def slow_sign_flip(sums, flips) -> float:
    reached = 0
    for row in flips:
        flipped = sum(-value if turned else value for value, turned in zip(sums, row, strict=True))
        reached += abs(flipped) >= abs(sum(sums)) - 1e-12 * sum(map(abs, sums))
    return (1 + reached) / (1 + len(flips))


@given(
    rows=st.lists(st.tuples(EXACT, EXACT, st.integers(0, 5)), min_size=1, max_size=10),
    seed=st.integers(0, 2**32),
)
def test_whole_videos_are_flipped(rows, seed):
    first, second, clusters = map(list, zip(*rows, strict=True))
    fast = sign_flip(np.array([first, second]), clusters=clusters, permutations=25, seed=seed)
    flips = np.concatenate(list(flips_in_blocks(len(set(clusters)), 25, seed)))
    for values, p in zip((first, second), fast, strict=True):
        if all(map(math.isnan, values)):
            assert math.isnan(p)
        else:
            assert p == pytest.approx(
                slow_sign_flip(cluster_sums(values, clusters), flips), abs=1e-12
            )


def test_p_comes_near_to_that_of_all_flips():
    values = np.array([0.5, -0.1, 0.3, 0.25, -0.2, 0.4, 0.1, 0.6])
    exact = stats.permutation_test(
        (values, np.zeros(8)),
        lambda a, b, axis: np.mean(a - b, axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
    ).pvalue
    all_flips = [
        abs(np.dot(signs, values)) >= values.sum() - 1e-12
        for signs in itertools.product((-1, 1), repeat=8)
    ]
    assert exact == pytest.approx(np.mean(all_flips), abs=1e-12)
    assert sign_flip(values[None], permutations=40_000, seed=2)[0] == pytest.approx(
        exact, abs=0.004
    )


def test_signs_fall_either_way_as_often():
    flips = np.concatenate(list(flips_in_blocks(130, 4_000, 3)))
    assert set(np.unique(flips)) == {0.0, 1.0}
    assert flips.mean(axis=0) == pytest.approx(0.5, abs=0.05)
    assert flips.mean() == pytest.approx(0.5, abs=0.003)


def test_a_seed_flips_the_same_signs_on_every_machine():
    assert next(flips_in_blocks(8, 2, 42)).tolist() == [
        [1, 0, 0, 0, 1, 0, 0, 0],
        [1, 1, 0, 0, 0, 0, 0, 1],
    ]


def test_the_size_of_a_block_changes_no_p(monkeypatch):
    values = np.random.default_rng(1).normal(0.1, 1, (3, 70))
    whole = sign_flip(values, permutations=200, seed=5)
    monkeypatch.setattr(draws, "FLIPPED", 8 * 70 * 9)
    np.testing.assert_array_equal(sign_flip(values, permutations=200, seed=5), whole)


def test_equal_runs_have_p_one():
    assert sign_flip(np.zeros((1, 20)), permutations=99, seed=1).tolist() == [1.0]


def test_p_is_never_nought():
    assert sign_flip(np.ones((1, 60)), permutations=99, seed=1).tolist() == [0.01]


@pytest.mark.parametrize("scale", [0.1, 1 / 3, 1e-9, 1e9])
def test_ties_survive_rounding(scale):
    values = np.array([[1, 2, 3, -4, 5, 6, 7, -8.0]])
    assert sign_flip(values * scale, permutations=500, seed=1) == sign_flip(
        values, permutations=500, seed=1
    )


def test_where_runs_are_alike_p_is_uniform():
    values = np.random.default_rng(8).normal(0, 1, (2_000, 40))
    p = sign_flip(values, permutations=999, seed=1)
    assert (p <= 0.05).mean() == pytest.approx(0.05, abs=0.015)
    assert stats.kstest(p, "uniform").pvalue > 0.001


def slow_holm(p) -> list[float]:
    """Holm's procedure as he gave it: walk up from the smallest, and reject nothing after the first
    that stays."""
    known = sorted((value, index) for index, value in enumerate(p) if not math.isnan(value))
    out, least = [NAN] * len(p), 0.0
    for step, (value, index) in enumerate(known):
        least = max(least, value * (len(known) - step))
        out[index] = min(least, 1.0)
    return out


@given(p=PROBABILITIES)
def test_holm_walks_up_from_the_smallest(p):
    np.testing.assert_allclose(holm(np.array(p)), slow_holm(p), atol=1e-12)


@given(p=PROBABILITIES)
def test_holm_lies_between_the_plain_p_and_bonferronis(p):
    given_ = np.array(p)
    adjusted, known = holm(given_), ~np.isnan(given_)
    assert (np.isnan(adjusted) == ~known).all()
    assert (adjusted[known] >= given_[known]).all()
    assert (adjusted[known] <= np.minimum(given_[known] * known.sum(), 1) + 1e-12).all()


def test_holms_own_example_of_four():
    assert holm(np.array([0.01, 0.04, 0.03, 0.005])) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_a_comparison_holds_all_that_belongs_beside_its_p():
    rng = np.random.default_rng(5)
    clusters = np.repeat(np.arange(50), 4)
    scores = np.stack([rng.random(200), rng.random(200), np.full(200, NAN)])
    scores[1] += 0.3
    scores[0, :3] = NAN
    pairs = [(0, 1), (1, 1), (0, 2)]
    of = Dependence.of(200, clusters)
    shown = compare(scores, pairs, dependence=of, permutations=400, seed=9)
    errors = errors_of_means((scores[0] - scores[1])[None], of)
    error, degrees = errors.error[0], errors.degrees[0]
    reach = stats.t.ppf(0.975, 49) * error
    assert shown.effect[0] == pytest.approx(np.nanmean(scores[0] - scores[1]))
    # By sign flips: of as many as 50 videos about Student's, by where 20 of 401 turns come to.
    assert (shown.low[0], shown.high[0]) == pytest.approx(
        (shown.effect[0] - reach, shown.effect[0] + reach), abs=0.3 * reach
    )
    assert shown.high[0] < 0
    assert [bool(one) for one in shown.why] == [False, True, True]
    assert shown.p[:2].tolist() == [1 / 401, 1.0]
    assert shown.holm[:2].tolist() == [2 / 401, 1.0]
    assert shown.p_max[:2].tolist() == [1 / 401, 1.0]
    seen = (stats.t.ppf(0.975, degrees) + stats.t.ppf(0.8, degrees)) * error
    corrected = (stats.t.ppf(1 - 0.025 / 2, degrees) + stats.t.ppf(0.8, degrees)) * error
    assert shown.detectable[0] == pytest.approx(seen)
    assert shown.detectable_corrected[0] == pytest.approx(corrected)
    absent = [shown.effect, shown.p, shown.holm, shown.p_max, shown.detectable]
    assert np.isnan([one[2] for one in absent] + [shown.detectable[1]]).all()
    assert shown.n.tolist() == [197, 200, 0]
    assert shown.errors.clusters.tolist() == [50, 50, 0]
    assert shown.permutations == 400


def test_nothing_to_compare_is_said_plainly():
    with pytest.raises(ValueError, match="no pairs"):
        compare(np.ones((2, 3)), [], seed=1)
    with pytest.raises(ValueError, match="at least 1 permutation"):
        sign_flip(np.ones((1, 3)), permutations=0, seed=1)


@given(rows=st.lists(st.tuples(DIFFERENCE, st.integers(0, 4)), min_size=1, max_size=12))
def test_the_clustered_error_is_that_of_the_videos_sums(rows):
    values, clusters = map(list, zip(*rows, strict=True))
    known = [(value, name) for value, name in rows if not math.isnan(value)]
    names = sorted({name for _, name in known})
    fast = clustered_errors(np.array([values]), clusters)[0]
    if len(names) < 2:
        assert math.isnan(fast)
        return
    mean = sum(value for value, _ in known) / len(known)
    squares = [
        sum(value - mean for value, name in known if name == wanted) ** 2
        / (1 - sum(name == wanted for _, name in known) / len(known))
        for wanted in names
    ]
    slow = math.sqrt(sum(squares)) / len(known)
    assert fast == pytest.approx(slow, abs=1e-9)


def test_captions_alone_have_the_usual_error():
    values = np.random.default_rng(1).random(50)
    assert clustered_errors(values[None])[0] == pytest.approx(stats.sem(values), abs=1e-12)


def test_the_clustered_error_is_the_spread_of_resampled_means():
    rng = np.random.default_rng(6)
    clusters = np.repeat(np.arange(200), rng.integers(1, 9, 200))
    scores = (rng.random(200)[clusters] > rng.random(len(clusters))).astype(float)[None]
    of = Dependence.of(scores.shape[1], clusters)
    means = resample(scores, of, resamples=8_000, seed=1).means
    assert clustered_errors(scores, clusters)[0] == pytest.approx(means.std(), rel=0.04)


@pytest.mark.parametrize(("discordant", "points"), [(0.10, 2.8), (0.05, 2.0)])
def test_a_thousand_captions_show_what_was_computed_before(discordant, points):
    """discordant: the share of captions that exactly one of the two gets right."""
    assert 100 * smallest_detectable((discordant / 1_000) ** 0.5) == pytest.approx(points, abs=0.03)


def test_binary_scores_are_a_case_of_any_scores():
    differences = np.zeros((1, 1_000))
    differences[0, :50], differences[0, 50:100] = 1, -1
    general = smallest_detectable(clustered_errors(differences))[0]
    assert general == pytest.approx(smallest_detectable((0.1 / 999) ** 0.5), abs=1e-12)


def power_for(difference: float, error: float, alpha: float) -> float:
    """The chance that a two-sided test sees a true difference, by scipy."""
    critical, shift = stats.norm.ppf(1 - alpha / 2), difference / error
    return stats.norm.cdf(shift - critical) + stats.norm.cdf(-shift - critical)


@given(error=st.floats(1e-4, 1), power=st.floats(0.3, 0.99), alpha=st.floats(0.001, 0.2))
def test_the_smallest_difference_is_seen_with_the_power_asked_for(error, power, alpha):
    smallest = float(smallest_detectable(error, alpha=alpha, power=power))
    other_side = stats.norm.cdf(
        -stats.norm.ppf(1 - alpha / 2) - smallest / error
    )  # significant, but the wrong way round
    assert power_for(smallest, error, alpha) == pytest.approx(power + other_side, abs=1e-9)


def test_the_power_is_how_often_a_test_sees_it():
    rng = np.random.default_rng(3)
    smallest = float(smallest_detectable(1 / 200**0.5))
    campaigns = rng.normal(smallest, 1, (1_500, 200))
    assert (sign_flip(campaigns, permutations=499, seed=1) <= 0.05).mean() == pytest.approx(
        0.8, abs=0.03
    )


@pytest.mark.parametrize(
    ("error", "difference", "n", "needed"),
    [
        # (1.959964 + 0.841621)^2 = 7.848880: with a standard deviation of 1 and a tenth of it.
        (1 / 100**0.5, 0.1, 100, 785),
        (1 / 100**0.5, -0.1, 100, 785),
        # A hundred captions right in one run alone, of a thousand: 1 point of difference.
        ((0.1 / 1_000) ** 0.5, 0.01, 1_000, 7_849),
        (0.02, 0.5, 40, 1),
    ],
)
def test_so_many_captions_show_a_difference(error, difference, n, needed):
    assert captions_needed(error, difference, n) == needed


@given(
    error=st.floats(1e-3, 1),
    difference=st.floats(1e-3, 1),
    n=st.integers(2, 10_000),
    power=st.floats(0.3, 0.99),
)
def test_with_the_captions_needed_the_difference_is_the_smallest_detectable(
    error, difference, n, power
):
    """One caption fewer, and the power is not reached: by scipy's own distribution."""
    needed = float(captions_needed(error, -difference, n, power=power))
    other_side = 0.025  # at most: significant, but the wrong way round
    for captions, enough in ((needed, True), (needed - 1, False)):
        if captions > 0:
            reached = power_for(difference, error * (n / captions) ** 0.5, 0.05)
            assert reached >= power - 1e-9 if enough else reached <= power + other_side


def test_with_the_captions_needed_a_test_sees_it_four_times_in_five():
    """Videos of three captions each, which share their luck: more of such videos are drawn."""
    rng = np.random.default_rng(8)

    def sample(videos: int, draws: int):
        return rng.normal(0.25, 1, (draws, videos)).repeat(3, axis=1)

    clusters = np.arange(60).repeat(3)
    error = float(np.mean(clustered_errors(sample(60, 200), clusters)))
    needed = int(captions_needed(error, 0.25, 180))
    assert needed == pytest.approx(3 * 126, rel=0.03)  # of means of videos: 7.849 / 0.25^2
    again = sample(needed // 3, 1_000)
    p = sign_flip(again, clusters=np.arange(needed // 3).repeat(3), permutations=499, seed=2)
    assert (p <= 0.05).mean() == pytest.approx(0.8, abs=0.04)


def test_no_number_of_captions_shows_what_does_not_differ():
    assert np.isnan(captions_needed([0.1, 0.0, NAN, 0.1], [0.0, 0.2, 0.2, NAN], 50)).all()


def test_without_a_difference_or_a_second_video_nothing_is_detectable():
    assert np.isnan(smallest_detectable([0.0, NAN])).all()
    assert np.isnan(clustered_errors(np.array([[0.0, 1.0]]), ["a", "a"])).all()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: smallest_detectable([0.1], power=1),
        lambda: smallest_detectable([0.1], power=0),
        lambda: smallest_detectable([0.1], alpha=0),
        lambda: smallest_detectable([0.1], alpha=1),
    ],
)
def test_impossible_questions_are_refused(wrong):
    with pytest.raises(ValueError, match="lie"):
        wrong()
