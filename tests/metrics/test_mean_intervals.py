"""Intervals of means, of functions of means and of differences: against their definitions written
out caption by caption, and by simulation."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bench.bare import intervals_of_means
from bench.cells import scores as cells_of
from bench.cells.cell import Outcome
from measures import uneven
from measures.dependence import Dependence
from measures.mean_intervals import (
    ALIKE,
    NO_SLOPE,
    ONE_TEXT,
    Moved,
    intervals_of,
)
from measures.names import parse_all
from measures.spread import NO_VALUE, ONE_GROUP
from metrics.studies.intervals import of_measure

NAN = float("nan")


def slow_error(moved, videos, texts):
    """From how far each caption moves a figure (None: it has no value), and the degrees of
    freedom."""
    known = [k for k, one in enumerate(moved) if one is not None]

    def variance(label):
        of = {}
        for k in known:
            of.setdefault(label(k), []).append(moved[k])
        shares = [len(some) / len(known) for some in of.values()]
        squares = (sum(some) ** 2 for some in of.values())
        rest = (max(1 - share, 1e-9) for share in shares)
        return shares, sum(one / left for one, left in zip(squares, rest, strict=True))

    (v, by_video), (t, by_text) = variance(lambda k: videos[k]), variance(lambda k: texts[k])
    _, both = variance(lambda k: (videos[k], texts[k]))
    summed, larger = by_video + by_text - both, max(by_video, by_text)
    degrees = min(uneven.degrees(np.array(shares)) for shares in (v, t))
    return (summed if summed > 1e-12 * larger else larger) ** 0.5, degrees


def influence_of_mean(values):
    known = [one for one in values if not math.isnan(one)]
    mean = sum(known) / len(known)
    return [None if math.isnan(one) else (one - mean) / len(known) for one in values]


@st.composite
def worlds(draw):
    n = draw(st.integers(2, 14))
    of = lambda some: draw(st.lists(some, min_size=n, max_size=n))  # noqa: E731
    score = st.one_of(st.just(NAN), st.sampled_from([0.0, 0.5, 1.0]))
    return of(score), of(st.integers(0, 4)), of(st.integers(0, 4))


@given(worlds())
def test_the_ends_are_the_shares_that_the_score_is_t_errors_from(world):
    values, videos, texts = world
    found = intervals_of_means(np.array([values]), Dependence.of(len(values), videos, texts))[0]
    known = [k for k, one in enumerate(values) if not math.isnan(one)]
    if found.ends is None or found.kind == "exact":
        few = len({videos[k] for k in known}) < 2 or len({texts[k] for k in known}) < 2
        alike = len({values[k] for k in known}) == 1
        assert few or alike or found.reason == ALIKE
        return
    error, degrees = slow_error(influence_of_mean(values), videos, texts)
    score, t = sum(values[k] for k in known) / len(known), stats.t.ppf(0.975, degrees)
    for end in found.ends:
        its_error = error * math.sqrt(end * (1 - end) / (score * (1 - score)))
        assert abs(score - end) == pytest.approx(t * its_error, abs=1e-7)
    assert 0 <= found.low < score < found.high <= 1


@given(worlds(), worlds())
def test_no_interval_is_without_width_and_none_leaves_its_range(one, other):
    n = min(len(one[0]), len(other[0]))
    dependence = Dependence.of(n, one[1][:n], one[2][:n])
    a, b = (Moved.means(np.array([world[0][:n]])) for world in (one, other))
    for moved, least in ((a, 0.0), (b, 0.0), (a.minus(b), -1.0)):
        (found,) = intervals_of(moved, dependence)
        if found.ends is None:
            assert found.reason
        else:
            assert least <= found.low < found.high <= 1


def test_a_difference_is_moved_by_what_moves_either():
    a, b = [1.0, 0, 1, 1, 0, 1], [0, 0, NAN, 1, 0, 0.5]
    videos, texts = [0, 0, 1, 1, 2, 2], [0, 1, 2, 0, 3, 4]
    both = [Moved.means(np.array([one])) for one in (a, b)]
    (found,) = intervals_of(both[0].minus(both[1]), Dependence.of(6, videos, texts))
    moved = [
        (x or 0.0) - (y or 0.0)
        for x, y in zip(influence_of_mean(a), influence_of_mean(b), strict=True)
    ]
    error, degrees = slow_error(moved, videos, texts)
    middle, reach = 4 / 6 - 1.5 / 5, stats.t.ppf(0.975, degrees) * error
    assert found.ends == pytest.approx([max(middle - reach, -1), min(middle + reach, 1)])
    assert (found.clusters, found.text_groups, found.kind) == (3, 5, "two-way t")


def test_gmr_is_moved_as_a_small_change_of_a_captions_weight_moves_it():
    (gmr,) = parse_all("GMR")
    random = np.random.default_rng(4)
    ranks = random.integers(1, 13, 60)
    values = {part: (ranks <= part.depth).astype(float) for part in gmr.parts}
    moved = of_measure(gmr, values)

    def weighted(weights):
        return np.prod([(one * weights).sum() / weights.sum() for one in values.values()]) ** (
            1 / 3
        )

    for caption in range(0, 60, 7):
        weights, step = np.ones(60), 1e-6
        weights[caption] += step
        slope = (weighted(weights) - weighted(np.ones(60))) / step
        assert moved.influence[0, caption] == pytest.approx(slope, abs=1e-6)
    assert moved.value[0] == pytest.approx(weighted(np.ones(60)))


def test_where_all_are_right_or_none_is_the_interval_is_exact_for_as_many_as_clusters():
    dependence = Dependence.of(40, np.arange(40) // 5)
    right, none = intervals_of_means(np.array([np.ones(40), np.zeros(40)]), dependence)
    exact = stats.binomtest(8, 8).proportion_ci(method="exact")
    assert right.ends == pytest.approx([exact.low, 1.0])
    assert none.ends == pytest.approx([0.0, 1 - exact.low])
    assert (right.kind, right.design_effect, right.clusters) == ("exact", None, 8)


def test_gmr_of_a_run_that_is_never_right_first_has_no_interval_and_one_always_right_has():
    (gmr,) = parse_all("GMR")
    some, dependence = np.tile([1.0, 0.0], 20), Dependence.of(40, np.arange(40) // 4)
    ones, zeros = np.ones(40), np.zeros(40)
    for values, kind, reason in (
        ((zeros, some, ones), "", NO_SLOPE),
        ((zeros, zeros, zeros), "exact", ""),
        ((ones, ones, ones), "exact", ""),
    ):
        moved = of_measure(gmr, dict(zip(gmr.parts, values, strict=True)))
        (found,) = intervals_of(moved, dependence)
        assert (found.kind, found.reason) == (kind, reason)


@pytest.mark.parametrize(
    ("values", "videos", "texts", "reason"),
    [
        ([1, 0, 1], [4, 4, 4], [0, 1, 2], ONE_GROUP),
        ([1, 1, 1], [4, 4, 4], [0, 1, 2], ONE_GROUP),
        ([1, 0, 1], [0, 1, 2], [5, 5, 5], ONE_TEXT),
        ([1, 0, 1, 0], [0, 0, 1, 1], [2, 2, 3, 3], ALIKE),
        ([0.5, 0.5], [0, 1], [0, 1], ALIKE),
        ([NAN, NAN], [0, 1], [0, 1], NO_VALUE),
    ],
)
def test_what_shows_no_spread_says_why(values, videos, texts, reason):
    dependence = Dependence.of(len(values), videos, texts)
    (found,) = intervals_of_means(np.array([values], float), dependence)
    assert (found.ends, found.reason) == (None, reason)


def test_simulated_cells_of_the_bench_hold():
    """A few of its replicates; `python -m bench.coverage` has them all."""
    wanted = ["difference of C@1", "GMR", "A - B", "a share of 0.95"]
    chosen = [
        cell
        for cell in cells_of.cells()
        if any(name in f"{cell.number} {cell.where}" for name in wanted)
    ]
    outcomes = [
        outcome
        for cell in chosen
        for outcome in itertools.starmap(cell.replicate, [(seed,) for seed in range(25)])
    ]
    shown = [one for one in outcomes if one is not Outcome.MARKED]
    share = sum(one is Outcome.HELD for one in shown) / len(shown)
    assert len(shown) >= 0.9 * len(outcomes)
    assert 0.92 <= share <= 0.985
