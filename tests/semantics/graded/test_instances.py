"""What instance-based scores could be if captions that say the same counted as the same."""

import math
import statistics

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semantics.graded.instances import find_ranks, find_reach, own_pairs, score_ranks
from tests.semantics.graded.graded_worlds import relevance_of, worlds


def slow(cells, own, rankings, above):
    found = []
    for row, mine, ranking in zip(cells, own, rankings, strict=True):
        rank_of = dict.fromkeys(range(len(row)), math.inf)
        rank_of |= {item: rank for rank, item in enumerate(ranking, start=1) if item >= 0}
        ranks = [rank_of[item] for item in mine]
        same = [rank_of[item] for item, grade in enumerate(row) if grade > above] + ranks
        found.append((min(ranks), min(same), max(same)) if ranks else (math.nan,) * 3)
    return found


@given(world=worlds(), above=st.sampled_from([0.5, 0.8]), data=st.data())
def test_ranks_are_those_of_plain_loops_in_both_directions(world, above, data):
    cells, rankings = world
    captions, videos = cells.shape
    video_of = data.draw(st.lists(st.integers(0, videos - 1), min_size=captions, max_size=captions))
    own = own_pairs(np.array(video_of), videos)
    found = find_ranks(relevance_of(cells), own, rankings, above)
    expected = slow(cells.tolist(), [[video] for video in video_of], rankings.tolist(), above)
    _assert_equal(found, expected)
    backwards = np.array([data.draw(st.permutations(range(captions))) for _ in range(videos)])
    turned = find_ranks(relevance_of(cells).turned(), own.T.tocsr(), backwards, above)
    captions_of = [[c for c, of in enumerate(video_of) if of == v] for v in range(videos)]
    _assert_equal(turned, slow(cells.T.tolist(), captions_of, backwards.tolist(), above))


def _assert_equal(found, expected):
    columns = zip(*expected, strict=True)
    for one, other in zip((found.own, found.best, found.worst), columns, strict=True):
        assert one == pytest.approx(list(other), nan_ok=True)


@given(world=worlds(), data=st.data())
def test_what_is_scored_is_between_the_least_and_the_most(world, data):
    cells, rankings = world
    captions, videos = cells.shape
    video_of = data.draw(st.lists(st.integers(0, videos - 1), min_size=captions, max_size=captions))
    reach = find_reach(
        find_ranks(relevance_of(cells), own_pairs(np.array(video_of), videos), rankings)
    )
    for depth in (1, 5, 10):
        assert reach.least.recall[depth] <= reach.own.recall[depth] <= reach.most.recall[depth]
    means = [scores.geometric_mean for scores in (reach.least, reach.own, reach.most)]
    assert means == sorted(means)
    medians = [scores.median_rank for scores in (reach.most, reach.own, reach.least)]
    assert medians == sorted(medians)


@given(ranks=st.lists(st.sampled_from([1, 2, 5, 7, 10, 12, math.inf]), min_size=1, max_size=9))
def test_scores_of_ranks(ranks):
    scores = score_ranks(np.array([*ranks, math.nan]))
    recall = {depth: sum(rank <= depth for rank in ranks) / len(ranks) for depth in (1, 5, 10)}
    assert scores.recall == pytest.approx(recall)
    product = math.prod(recall.values())
    assert scores.geometric_mean == pytest.approx(product ** (1 / 3))
    assert scores.median_rank == statistics.median(ranks)


def test_a_relevance_of_exactly_the_threshold_is_not_above_it():
    # 4 of 5 words, in half precision and in single.
    relevance = relevance_of([[0.8, 1.0]])
    ranks = find_ranks(relevance, own_pairs(np.array([1]), 2), np.array([[0, 1]]))
    assert ranks.best.tolist() == [2]


def test_without_queries_there_are_no_scores():
    scores = score_ranks(np.empty(0))
    assert math.isnan(scores.median_rank)
    assert math.isnan(scores.geometric_mean)
    assert all(math.isnan(value) for value in scores.recall.values())
