"""The main intervals of agreement: against loops that do what the definitions say, and against
worlds whose truth is known."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from bench.cells import agreement, grades
from bench.cells.agreement import (
    SENSITIVITY,
    SPECIFICITY,
    labelled,
    outcome,
    truths,
    world_of_pairs,
    world_of_raters,
)
from bench.cells.cell import Outcome
from measures.agreement import FIGURES, NO_UNIT, ONE_VALUE, ONE_VIDEO
from measures.agreement_errors import ALL_OF_ONE, FEW_RATERS, TOO_MANY, DrawnUnits, vary
from measures.agreement_score import LabelledUnits, score_intervals
from measures.score_intervals import curve_ends, statistic
from measures.uneven import wilson_ends

SQUARED = 1.959963984540054**2


def shares_where(of: str, figure: float, pi: float) -> list[float]:
    """Relevant, differing, irrelevant: where so many labels are relevant and the figure is this."""
    chance = 2 * pi * (1 - pi)
    differing = (1 - figure) * (chance if of == "alpha" else 1 - chance)
    return [pi - differing / 2, differing, 1 - pi - differing / 2]


def slow_statistic(of: str, figure: float, shares: list[float]) -> float:
    """The most likely shares found by somebody else's minimizer."""

    def unlikely(pi: float) -> float:
        expected = shares_where(of, figure, pi)
        if min(expected) <= 0:
            return 1e9 - 1e9 * min(expected)
        return -sum(one * np.log(other) for one, other in zip(shares, expected, strict=True) if one)

    places = np.linspace(0, 1, 2_001)[1:-1]
    best = places[np.argmin([unlikely(pi) for pi in places])]
    around = (max(0.0, best - 1e-3), min(1.0, best + 1e-3))
    found = minimize_scalar(unlikely, bounds=around, method="bounded", options={"xatol": 1e-12})
    expected = shares_where(of, figure, found.x)
    return sum((a - b) ** 2 / b for a, b in zip(shares, expected, strict=True))


@pytest.mark.parametrize("of", ["alpha", "ac1"])
@pytest.mark.parametrize("shares", [(0.1, 0.05, 0.85), (0.4, 0.3, 0.3), (0.02, 0.0, 0.98)])
def test_ends_of_a_score_interval_are_where_pearsons_statistic_says(of, shares):
    low, high = curve_ends(of, np.array([shares]), np.array([80.0]), SQUARED)[0]
    assert low < high <= 1
    for end in (low, high):
        if end == 1.0:
            continue
        assert slow_statistic(of, end, list(shares)) == pytest.approx(SQUARED / 80, rel=1e-4)
    middle = (low + min(high, 0.999)) / 2
    assert float(statistic(of, np.array([middle]), np.array([shares]))[0]) == pytest.approx(
        slow_statistic(of, middle, list(shares)), rel=1e-4, abs=1e-9
    )


def test_wilsons_ends_are_those_of_the_textbook():
    """8 of 10: Newcombe 1998 gives .4902 to .9433."""
    ends = wilson_ends(np.array([0.8, 0.0, 1.0]), np.array([10.0, 10.0, 10.0]), SQUARED)
    assert ends[0] == pytest.approx([0.4902, 0.9433], abs=5e-5)
    assert ends[1] == pytest.approx([0.0, SQUARED / (10 + SQUARED)])
    assert ends[2] == pytest.approx([10 / (10 + SQUARED), 1.0])


def slow_variance(influence, videos, raters) -> float:
    """Over every two units that share their video, or a rater; a rater is left out in turn."""
    units, everybody = len(influence), sorted(set().union(*raters))
    summed = by_video = 0.0
    for a in range(units):
        for b in range(units):
            product = influence[a] * influence[b]
            if videos[a] == videos[b]:
                by_video += product / (1 - (videos == videos[a]).sum() / units)
            else:
                summed += product * bool(raters[a] & raters[b])
    many = len(everybody)
    for one in everybody:
        own = [place for place in range(units) if one in raters[place]]
        total = sum(influence[place] for place in own)
        left = total / (1 - len(own) / units)
        summed += left**2 * (many - 1) / many - total**2
    return max(by_video, by_video + summed)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000))
def test_two_pairs_are_alike_where_they_share_a_video_or_a_rater(seed):
    random = np.random.default_rng(seed)
    units = int(random.integers(8, 16))
    videos = random.integers(0, 5, units)
    raters = [set(random.choice(6, random.integers(2, 4), replace=False)) for _ in range(units)]
    influence = random.normal(size=units)
    influence -= influence.mean()
    rows = [(unit, one) for unit, several in enumerate(raters) for one in several]
    found = vary(influence[:, None], videos, DrawnUnits(*np.array(rows).T))
    alone = (influence**2).sum() * units / (units - 1)
    if found.reason or len(set(videos)) < 2:
        return
    expected = max(slow_variance(influence, videos, raters), alone / 2)
    assert found.variance[0] == pytest.approx(expected)


def test_drawn_raters_are_never_more_certain_than_fixed_ones():
    sample = world_of_raters(1, pairs=3_000, videos=60, raters=20)
    drawn, fixed = score_intervals([sample, LabelledUnits(sample.counts, sample.videos)])
    for name in FIGURES:
        assert drawn[name].low <= fixed[name].low
        assert drawn[name].high >= fixed[name].high
    assert drawn["alpha"].high - drawn["alpha"].low > 2 * (fixed["alpha"].high - fixed["alpha"].low)


def test_raters_who_show_nothing_of_how_raters_differ_have_a_reason():
    counts = np.array([[2, 0], [1, 1], [0, 2], [1, 1]])
    two, of_all, eight = [5, 6] * 4, [5, 6, 5, 7, 5, 8, 5, 6], [*range(8)] * 4
    for raters, reason in ((two, FEW_RATERS), (of_all, ALL_OF_ONE), (eight, TOO_MANY)):
        each = len(raters) // 4
        drawn = DrawnUnits(np.repeat(np.arange(4), each), np.array(raters))
        (found,) = score_intervals([LabelledUnits(counts * (each // 2), np.arange(4), drawn)])
        assert {one.reason for one in found.values()} == {reason}


def test_what_has_no_interval_says_why_and_nothing_has_none_of_width():
    same = np.array([[2, 0]] * 6)
    samples = ((same, np.arange(6)), (same, np.zeros(6, np.int64)), (same[:1] // 2, np.zeros(1)))
    found, *others = score_intervals([LabelledUnits(*one) for one in samples])
    assert found["alpha"].reason == ONE_VALUE
    assert found["positive"].reason == "no label has the value that it is about"
    assert 0 < found["percent"].low < found["percent"].high == 1.0
    assert found["percent"].mark.startswith("not to be trusted")
    assert [one["percent"].reason for one in others] == [ONE_VIDEO, NO_UNIT]


def test_several_samples_at_once_are_what_each_is_alone():
    samples = [LabelledUnits(*world_of_pairs(seed, 60, 12, 0.3)) for seed in range(3)]
    for sample, found in zip(samples, score_intervals(samples), strict=True):
        (alone,) = score_intervals([sample])
        for name, one in alone.items():
            assert one.ends == pytest.approx(found[name].ends)


def test_intervals_hold_in_a_small_and_in_a_large_world():
    """The whole table is `python -m bench.coverage`; of 120 campaigns each, 90 to 100 in 100."""
    for pairs, videos, prevalence in ((200, 40, 0.1), (500, 52, 0.02)):
        truth = truths(prevalence, np.array(SENSITIVITY), np.array(SPECIFICITY))
        worlds = (world_of_pairs(seed, pairs, videos, prevalence) for seed in range(120))
        found = score_intervals([LabelledUnits(*one) for one in worlds])
        for name in FIGURES:
            outcomes = [outcome(one[name], truth[name]) for one in found]
            told = [one for one in outcomes if one is not Outcome.MARKED]
            assert len(told) > 60
            assert pairs < 500 or len(told) == 120
            assert sum(one is Outcome.HELD for one in told) / len(told) >= 0.88


@pytest.mark.parametrize("cells", [agreement.cells, grades.cells])
def test_every_cell_of_the_bench_follows_from_its_seed(cells):
    every = list(cells())
    assert len({(one.where, one.number) for one in every}) == len(every)
    chosen = next(one for one in every if "50 pairs" in one.where)
    assert [chosen.replicate(seed) for seed in (1, 2)] == [chosen.replicate(n) for n in (1, 2)]
    assert chosen.replicate(1) in Outcome


def test_few_videos_and_uneven_ones_are_marked_however_many_there_are():
    """Five of a hundred pairs; and 60 of which one has two thirds of 900 pairs."""
    five = np.arange(500) % 5
    uneven = np.concatenate([np.zeros(600, np.int64), 1 + np.arange(300) % 59])
    for seed in range(20):
        for videos in (five, uneven):
            counts = labelled(np.random.default_rng(seed), videos, 0.1)
            found = score_intervals([LabelledUnits(counts, videos)])[0]
            assert all(one.mark for one in found.values() if one.ends)
    even = np.arange(900) % 60
    counts = labelled(np.random.default_rng(1), even, 0.1)
    assert not any(one.mark for one in score_intervals([LabelledUnits(counts, even)])[0].values())
