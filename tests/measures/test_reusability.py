"""Reuse and lengths against sets and dictionaries."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from measures.hits import Pairs
from measures.lengths import (
    correlate_ranks,
    positives_by_length,
    right_by_length,
    sample_by_length,
)
from measures.reusability import (
    found_by,
    judge_new_run,
    leave_one_out,
    ranks_of_positives,
)

NAN = math.nan
VIDEOS, QUERIES, DEPTH = 6, 3, 4


@st.composite
def worlds(draw):
    """Two runs' rankings of some captions, and judged pairs of their queries: (query, video) ->
    (relevant, original)."""
    queries = draw(st.lists(st.integers(0, QUERIES - 1), min_size=1, max_size=5))
    ranking = st.lists(st.integers(0, VIDEOS - 1), unique=True, max_size=DEPTH)
    runs = [draw(st.lists(ranking, min_size=len(queries), max_size=len(queries))) for _ in range(2)]
    pair = st.tuples(st.integers(0, QUERIES - 1), st.integers(0, VIDEOS - 1))
    verdicts = draw(
        st.dictionaries(pair, st.sampled_from([(True, True), (True, False), (False, False)]))
    )
    return queries, runs, verdicts


def as_array(rankings):
    out = np.full((len(rankings), DEPTH), -1, np.int32)
    for row, ranking in zip(out, rankings, strict=True):
        row[: len(ranking)] = ranking
    return out


def as_keys(pairs):
    return np.array(sorted(query * VIDEOS + video for query, video in pairs), np.int64)


def relevant(verdicts):
    return sorted(pair for pair, (is_relevant, _) in verdicts.items() if is_relevant)


def found_in(run, queries, k):
    return {
        (query, video) for query, ranking in zip(queries, run, strict=True) for video in ranking[:k]
    }


@given(world=worlds(), k=st.integers(1, DEPTH + 1), families=st.booleans())
def test_left_out_a_run_loses_what_only_it_found(world, k, families):
    queries, runs, verdicts = world
    runs = [*runs, runs[0]]
    groups = ["one", "two", "one"] if families else [0, 1, 2]
    keys = as_keys(relevant(verdicts))
    found = np.stack(
        [found_by(keys, as_array(run), np.array(queries), VIDEOS, k) for run in runs], axis=1
    )
    left = dict(leave_one_out(found, groups))
    assert list(left) == list(dict.fromkeys(groups))
    for group, kept in left.items():
        others = [
            found_in(run, queries, k) for run, its in zip(runs, groups, strict=True) if its != group
        ]
        slow = [pair for pair in relevant(verdicts) if any(pair in other for other in others)]
        assert keys[kept].tolist() == as_keys(slow).tolist()


def test_a_pool_of_one_leaves_nothing():
    (left,) = leave_one_out(np.array([[True], [True]]), ["only"])
    assert (left[0], left[1].tolist()) == ("only", [False, False])


@given(world=worlds(), k=st.integers(1, DEPTH + 1))
def test_a_newcomers_bounds_are_what_the_unjudged_could_make_of_it(world, k):
    queries, (run, _), verdicts = world
    shown = judge_new_run(
        as_array(run), np.array(queries), VIDEOS, as_keys(relevant(verdicts)), as_keys(verdicts), k
    )
    unjudged = set()
    for row, (query, ranking) in enumerate(zip(queries, run, strict=True)):
        top = [(query, video) for video in ranking[:k]]
        unknown = [pair for pair in top if pair not in verdicts]
        low = sum(verdicts.get(pair, (False,))[0] for pair in top)
        high = low + len(unknown)
        unjudged.update(unknown)
        assert shown.judged[row] == pytest.approx(1 - len(unknown) / len(top) if top else 0)
        assert (shown.correct_low[row], shown.correct_high[row]) == (
            float(low > 0),
            float(high > 0),
        )
        assert (shown.precision_low[row], shown.precision_high[row]) == pytest.approx(
            (low / k, high / k)
        )
    assert shown.unjudged.tolist() == as_keys(unjudged).tolist()


def test_a_positive_is_judged_even_if_nobody_was_asked():
    rankings = np.array([[0, 1]], np.int32)
    shown = judge_new_run(rankings, np.array([0]), 2, np.array([0]), np.array([], np.int64), 2)
    assert (shown.judged.tolist(), shown.unjudged.tolist()) == ([0.5], [1])


def test_a_newcomer_is_looked_at_down_to_some_rank():
    with pytest.raises(ValueError, match="at least 1"):
        judge_new_run(np.array([[0]], np.int32), np.array([0]), 1, np.array([0]), np.array([0]), 0)


@given(world=worlds())
def test_positives_stand_at_a_rank_or_below_the_depth(world):
    queries, (run, _), verdicts = world
    every, original = (
        [
            (caption, video)
            for caption, query in enumerate(queries)
            for of, video in pairs
            if of == query
        ]
        for pairs in (relevant(verdicts), [one for one in relevant(verdicts) if verdicts[one][1]])
    )
    shape = len(queries), VIDEOS
    shown = ranks_of_positives(
        as_array(run),
        *(Pairs.of([c for c, _ in of], [v for _, v in of], shape) for of in (every, original)),
    )
    at, below = Counter(), Counter()
    for query, ranking in zip(queries, run, strict=True):
        for pair in relevant(verdicts):
            if pair[0] == query:
                source = verdicts[pair][1]
                if pair[1] in ranking:
                    at[source, ranking.index(pair[1])] += 1
                else:
                    below[source] += 1
    assert shown.original.tolist() == [at[True, rank] for rank in range(DEPTH)]
    assert shown.collected.tolist() == [at[False, rank] for rank in range(DEPTH)]
    assert (shown.original_below, shown.collected_below) == (below[True], below[False])


CAPTIONS = st.lists(
    st.tuples(
        st.integers(0, 70),
        st.integers(0, 4),
        st.sampled_from([0.0, 1.0, NAN]),
        st.sampled_from([0.0, 1.0, NAN]),
    )
)


@given(captions=CAPTIONS)
def test_lengths_and_positives_are_counted_together(captions):
    lengths, positives = (np.array([caption[i] for caption in captions], np.int64) for i in (0, 1))
    grid = positives_by_length(lengths, positives)
    slow = sorted(Counter((length, count) for length, count, *_ in captions).items())
    got = zip(grid.lengths.tolist(), grid.positives.tolist(), grid.captions.tolist(), strict=True)
    assert [((length, count), n) for length, count, n in got] == slow


@given(captions=CAPTIONS, width=st.integers(1, 30))
def test_who_is_right_is_counted_by_length(captions, width):
    lengths = np.array([caption[0] for caption in captions], np.int64)
    first, second = (np.array([caption[i] for caption in captions], float) for i in (2, 3))
    shown = right_by_length(lengths, first, second, width=width)
    slow = Counter((length // width, a, b) for length, _, a, b in captions if a == a and b == b)  # noqa: PLR0124 - nan
    for bin_, start in enumerate(shown.starts.tolist()):
        assert start == bin_ * width
        got = (
            shown.both[bin_],
            shown.only_first[bin_],
            shown.only_second[bin_],
            shown.neither[bin_],
        )
        assert got == (slow[bin_, 1, 1], slow[bin_, 1, 0], slow[bin_, 0, 1], slow[bin_, 0, 0])
    assert (
        shown.both.sum() + shown.only_first.sum() + shown.only_second.sum() + shown.neither.sum()
        == slow.total()
    )
    assert shown.left_out == len(captions) - slow.total()


def test_a_bin_has_a_width():
    with pytest.raises(ValueError, match="at least 1"):
        right_by_length(np.array([3]), np.ones(1), np.ones(1), width=0)


def test_samples_come_from_the_ends_and_the_middle():
    lengths = np.random.default_rng(1).permutation(1_000)
    shown = sample_by_length(lengths, seed=4)
    for sample, least, most in (
        (shown.shortest, 0, 100),
        (shown.median, 450, 550),
        (shown.longest, 900, 1_000),
    ):
        chosen = lengths[sample]
        assert len(set(chosen.tolist())) == 10
        assert (np.sort(chosen) == chosen).all()
        assert ((chosen >= least) & (chosen < most)).all()
    assert sample_by_length(lengths, seed=4).median.tolist() == shown.median.tolist()
    assert sample_by_length(lengths, seed=5).median.tolist() != shown.median.tolist()


def test_captions_of_one_length_stay_in_their_order():
    shown = sample_by_length(np.tile([5, 3], 200), size=100, seed=1)
    assert shown.shortest.tolist() == list(range(1, 200, 2))
    assert shown.longest.tolist() == list(range(200, 400, 2))


@pytest.mark.parametrize("captions", [0, 1, 7])
def test_few_captions_are_all_sampled(captions):
    shown = sample_by_length(np.arange(captions), seed=1)
    assert (
        shown.shortest.tolist()
        == shown.median.tolist()
        == shown.longest.tolist()
        == list(range(captions))
    )


def slow_kendall(a, b) -> float:
    """tau-b from every two captions."""
    pairs = [(i, j) for i in range(len(a)) for j in range(i)]
    both = sum(np.sign(a[i] - a[j]) * np.sign(b[i] - b[j]) for i, j in pairs)
    untied = [sum(side[i] != side[j] for i, j in pairs) for side in (a, b)]
    return both / math.sqrt(untied[0] * untied[1])


def slow_spearman(a, b) -> float:
    ranks = [
        [sum(y < x for y in side) + sum(y == x for y in side) / 2 for x in side] for side in (a, b)
    ]
    return float(np.corrcoef(*ranks)[0, 1])


PAIR = st.tuples(*[st.one_of(st.just(NAN), st.integers(0, 4).map(float))] * 2)


@given(pairs=st.lists(PAIR, max_size=12))
def test_correlations_are_of_ranks_and_leave_gaps_out(pairs):
    a, b = (np.array([pair[i] for pair in pairs], float) for i in (0, 1))
    shown = correlate_ranks(a, b)
    known = [pair for pair in pairs if not (math.isnan(pair[0]) or math.isnan(pair[1]))]
    assert (shown.n, shown.left_out) == (len(known), len(pairs) - len(known))
    if len({x for x, _ in known}) < 2 or len({y for _, y in known}) < 2:
        assert math.isnan(shown.spearman)
        assert math.isnan(shown.kendall)
        return
    sides = [x for x, _ in known], [y for _, y in known]
    assert shown.kendall == pytest.approx(slow_kendall(*sides), abs=1e-9)
    assert shown.spearman == pytest.approx(slow_spearman(*sides), abs=1e-9)


def test_correlations_are_scipys():
    rng = np.random.default_rng(2)
    a, b = rng.random(50), rng.random(50)
    shown = correlate_ranks(a, b)
    assert shown.spearman == pytest.approx(stats.spearmanr(a, b).statistic, abs=1e-12)
    assert shown.kendall == pytest.approx(stats.kendalltau(a, b).statistic, abs=1e-12)
