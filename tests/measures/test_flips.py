"""Signs turned where captions share videos and texts: against plain loops, exact enumeration, and
how often what is true is rejected."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bench.bare import sign_flip
from measures.comparison import (
    MOST_PERMUTATIONS,
    compare,
    enough_permutations,
    holm,
)
from measures.dependence import Dependence
from measures.draws import flips_in_blocks
from measures.flips import flip_signs, units_of
from measures.turned import BY_PAIRS

NAN = math.nan


def slow_statistic(values, signs, units, across) -> float:
    """|S| / sqrt(V) of one test, caption by caption. across: None where the units cut nothing."""

    def squares(labels) -> float:
        sums: dict = {}
        for value, unit, label in zip(values, units, labels, strict=True):
            if not math.isnan(value):
                sums[label] = sums.get(label, 0.0) + signs[unit] * value
        return sum(one**2 for one in sums.values())

    total = sum(
        signs[unit] * value
        for value, unit in zip(values, units, strict=True)
        if not math.isnan(value)
    )
    variance = squares(units)
    if across is not None:
        other = squares(across)
        summed = variance + other - squares(list(zip(units, across, strict=True)))
        larger = max(variance, other)
        variance = summed if summed > 1e-12 * larger else larger
    return abs(total) / math.sqrt(variance) if variance > 0 else 0.0


def slow_p(statistics) -> tuple[list[float], list[float]]:
    """statistics: [permutation][test], the first as observed. A double loop for the largest."""
    observed, drawn = statistics[0], statistics[1:]
    near = [t - 1e-9 * max(t, 1) for t in observed]
    alone = [
        (1 + sum(row[k] >= near[k] for row in drawn)) / (1 + len(drawn))
        for k in range(len(observed))
    ]
    order = sorted(range(len(observed)), key=lambda k: -observed[k])
    together, least = [0.0] * len(observed), 0.0
    for step, test in enumerate(order):
        rest = order[step:]
        reached = sum(max(row[k] for k in rest) >= near[test] for row in drawn)
        least = max(least, (1 + reached) / (1 + len(drawn)))
        together[test] = least
    return alone, together


@st.composite
def shared_worlds(draw):
    n = draw(st.integers(2, 10))
    of = lambda some: draw(st.lists(some, min_size=n, max_size=n))  # noqa: E731
    score = st.one_of(st.just(NAN), st.sampled_from([-1.0, 0.0, 0.3, 1.0]))
    rows = [of(score) for _ in range(draw(st.integers(1, 4)))]
    return rows, of(st.integers(0, 4)), of(st.integers(0, 4)), draw(st.integers(0, 2**32))


@given(shared_worlds())
def test_p_and_the_largest_are_those_of_plain_loops(world):
    rows, videos, texts, seed = world
    of = Dependence.of(len(videos), videos, texts)
    found = flip_signs(np.array(rows), of, permutations=30, seed=seed)
    units = units_of(of)
    turned = units.turned.tolist()
    across = None if units.across is None else units.across.tolist()
    count = int(units.turned.max()) + 1
    flips = np.concatenate([np.zeros((1, count)), *flips_in_blocks(count, 30, seed)])
    known = [k for k, row in enumerate(rows) if not all(map(math.isnan, row))]
    statistics = [
        [slow_statistic(rows[k], (1 - 2 * flip).tolist(), turned, across) for k in known]
        for flip in flips
    ]
    if known:
        alone, together = slow_p(statistics)
        np.testing.assert_allclose(found.p[known], alone, atol=1e-12)
        np.testing.assert_allclose(found.p_max[known], together, atol=1e-12)
    absent = [k for k in range(len(rows)) if k not in known]
    assert np.isnan(found.p[absent]).all()
    assert np.isnan(found.p_max[absent]).all()


@pytest.mark.parametrize("seed", range(4))
def test_texts_of_few_and_of_many_videos_are_summed_as_by_plain_loops(seed):
    """One text is shown in all videos, some in most of them, some in two or three."""
    random = np.random.default_rng(seed)
    of_text = {0: 15, 1: 9, 2: BY_PAIRS + 1, 3: BY_PAIRS, 4: 3, 5: 2, 6: 2}
    texts = np.concatenate([np.repeat(*one) for one in of_text.items()])
    texts = np.concatenate([texts, np.arange(7, 30)])
    videos = np.concatenate([random.permutation(15)[:many] for many in of_text.values()])
    videos = np.concatenate([videos, random.integers(0, 15, 23)])
    again = random.integers(0, len(texts), 20)  # captions that repeat both
    texts, videos = np.append(texts, texts[again]), np.append(videos, videos[again])
    values = random.choice([NAN, -1.0, 0.0, 0.3, 1.0], (3, len(texts)))
    of = Dependence.of(len(texts), videos, texts)
    found = flip_signs(values, of, permutations=200, seed=seed)
    assert (found.kind, found.studentised) == ("videos", True)
    flips = np.concatenate([np.zeros((1, 15)), *flips_in_blocks(15, 200, seed)])
    statistics = [
        [slow_statistic(row, 1 - 2 * flip, videos.tolist(), texts.tolist()) for row in values]
        for flip in flips
    ]
    alone, together = slow_p(statistics)
    assert found.p.tolist() == pytest.approx(alone, abs=1e-12)
    assert found.p_max.tolist() == pytest.approx(together, abs=1e-12)


@pytest.mark.parametrize("shared", [False, True])
def test_p_does_not_depend_on_the_unit_of_differences(shared):
    """Squares of differences of 1e-195 are none, and those of 1e195 infinite."""
    random = np.random.default_rng(3)
    videos = np.repeat(np.arange(8), 4)
    texts = np.tile(np.arange(8), 4) if shared else np.arange(32)
    values = random.normal(0.4, 1, (2, 32))
    of = Dependence.of(32, videos, texts)
    as_they_are = flip_signs(values, of, permutations=200, seed=1)
    assert as_they_are.studentised is shared
    assert as_they_are.p.max() < 1
    for factor in (2.0**-650, 2.0**650):
        scaled = flip_signs(values * factor, of, permutations=200, seed=1)
        assert scaled.p.tolist() == as_they_are.p.tolist()
        assert scaled.p_max.tolist() == as_they_are.p_max.tolist()


def test_without_shared_texts_videos_are_turned_as_they_ever_were():
    random = np.random.default_rng(2)
    videos = random.integers(0, 12, 60)
    values = random.normal(0.2, 1, (3, 60))
    texts = videos * 100 + random.integers(0, 3, 60)
    found = flip_signs(values, Dependence.of(60, videos, texts), permutations=500, seed=4)
    assert (found.kind, found.studentised) == ("videos", False)
    assert found.p.tolist() == sign_flip(values, clusters=videos, permutations=500, seed=4).tolist()


def test_few_units_come_near_to_all_ways_of_turning_them():
    """Videos that share a text with one another, so that the statistic is divided by its error."""
    random = np.random.default_rng(5)
    videos, texts = np.repeat(np.arange(8), 4), np.tile([0, 1, 2, 3, 4, 5, 6, 7], 4)
    values = random.normal(0.3, 1, 32)
    of = Dependence.of(32, videos, texts)
    found = flip_signs(values[None], of, permutations=20_000, seed=1)
    assert (found.kind, found.studentised) == ("videos", True)
    every = [
        slow_statistic(values, signs, videos.tolist(), texts.tolist())
        for signs in itertools.product((1, -1), repeat=8)
    ]
    exact = np.mean([one >= every[0] - 1e-9 for one in every])
    assert found.p[0] == pytest.approx(exact, abs=0.01)


def test_what_is_turned_follows_from_how_captions_hang_together():
    videos = np.repeat(np.arange(60), 2)
    in_pairs = np.where(np.arange(120) % 2, np.arange(120) // 4, np.arange(120) + 100)
    assert units_of(Dependence.of(120, videos, in_pairs)).kind == "groups"
    in_a_chain = (np.arange(120) + 1) // 2
    assert units_of(Dependence.of(120, videos, in_a_chain)).kind == "videos"
    of_few_texts = units_of(Dependence.of(120, videos, np.arange(120) % 7))
    assert of_few_texts.kind == "texts"
    assert of_few_texts.across.tolist() == videos.tolist()


def drawn_worlds(replicates: int, share: float):
    """Texts with luck of their own, each over several videos, and no difference in truth."""
    random = np.random.default_rng(9)
    videos, texts = random.integers(0, 60, 600), random.integers(0, 50, 600)
    of_text = random.normal(size=(replicates, 50))[:, texts]
    noise = random.normal(size=(replicates, 600))
    return share**0.5 * of_text + (1 - share) ** 0.5 * noise, Dependence.of(600, videos, texts)


def test_what_is_true_is_rejected_in_one_of_twenty_though_captions_share_texts():
    values, of = drawn_worlds(600, share=0.3)
    found = flip_signs(values, of, permutations=199, seed=1)
    assert found.studentised
    assert (found.p <= 0.05).mean() == pytest.approx(0.05, abs=0.02)
    by_video = sign_flip(values, clusters=of.videos, permutations=199, seed=1)
    assert (by_video <= 0.05).mean() > 0.15


def test_of_many_true_hypotheses_any_is_rejected_in_one_of_twenty():
    random = np.random.default_rng(4)
    wrong, tests = 0, 400
    for seed in range(tests):
        shared = random.normal(size=(1, 80))
        values = 0.8 * shared + 0.6 * random.normal(size=(10, 80))
        found = flip_signs(values, Dependence.of(80), permutations=199, seed=seed)
        wrong += np.min(found.p_max) <= 0.05
    assert wrong / tests == pytest.approx(0.05, abs=0.025)


def test_the_largest_statistic_finds_what_holm_finds_and_more():
    random = np.random.default_rng(6)
    found_by = {"holm": 0, "max": 0}
    for seed in range(60):
        runs = random.normal(size=(1, 100)) + 0.5 * random.normal(size=(6, 100))
        runs += np.array([0, 0, 0.1, 0.1, 0.2, 0.2])[:, None]
        pairs = list(itertools.combinations(range(6), 2))
        shown = compare(runs, pairs, permutations=999, seed=seed)
        found_by["holm"] += int((shown.holm <= 0.05).sum())
        found_by["max"] += int((shown.p_max <= 0.05).sum())
        assert (shown.p_max >= shown.p - 1e-12).all()
    assert found_by["max"] > found_by["holm"]


# As many permutations as let anything be significant


def test_more_permutations_are_drawn_where_so_few_could_reject_nothing():
    assert enough_permutations(500, 10_000) == 10_000
    assert enough_permutations(560, 10_000) == 56_000
    random = np.random.default_rng(1)
    scores = random.random((10, 60)) + np.linspace(0, 3, 10)[:, None]
    shown = compare(scores, list(itertools.combinations(range(10), 2)), permutations=100, seed=1)
    assert (shown.permutations, shown.tests) == (4_500, 45)
    assert shown.holm.min() < 0.05
    assert shown.smallest_p.max() == 1 / 4_501


def test_tests_beyond_all_permutations_are_refused_with_what_to_do():
    most = int(0.05 * (1 + MOST_PERMUTATIONS))
    assert enough_permutations(most, 10_000) == MOST_PERMUTATIONS
    with pytest.raises(ValueError, match=r"50,001 tests .* compare fewer runs or fewer measures"):
        enough_permutations(most + 1, 10_000)


def test_a_test_that_could_not_hold_for_all_together_has_nothing_detectable_then():
    """Six videos: p is 1/32 at best, which is significant alone, and not of two tests."""
    random = np.random.default_rng(3)
    scores = random.random((3, 6)) + np.array([[0], [1], [2]])
    alone = compare(scores, [(0, 1)], seed=1)
    both = compare(scores, [(0, 1), (0, 2)], seed=1)
    assert alone.detectable_corrected[0] == alone.detectable[0]
    assert (both.detectable > 0).all()
    assert np.isnan(both.detectable_corrected).all()


@pytest.mark.parametrize(("videos", "share"), [(2, 1), (4, 1), (5, 1), (8, 0.95), (12, 0.95)])
def test_intervals_of_differences_hold_with_few_videos(videos, share):
    """Resampled percentiles held in .53 of 2 to .91 of 12. Of five or fewer nothing is ever
    rejected, and everything is inside."""
    random = np.random.default_rng(videos)
    of = np.repeat(np.arange(videos), 10)
    values = random.normal(size=(600, videos))[:, of] + random.normal(size=(600, len(of)))
    held = 0
    for some in np.split(values, 20):
        scores = np.vstack([some, np.zeros(len(of))])
        pairs = [(row, len(some)) for row in range(len(some))]
        one = compare(scores, pairs, dependence=Dependence.of(len(of), of), seed=1)
        held += int(((one.low <= 0) & (one.high >= 0)).sum())
    assert held / len(values) == pytest.approx(share, abs=0.03)


def test_holm_and_the_largest_agree_for_one_test():
    values = np.random.default_rng(1).normal(0.2, 1, (1, 50))
    found = flip_signs(values, Dependence.of(50), permutations=500, seed=2)
    assert found.p.tolist() == found.p_max.tolist() == holm(found.p).tolist()
