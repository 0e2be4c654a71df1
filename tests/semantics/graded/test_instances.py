"""What instance-based scores could be if captions that say the same counted as the same."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from semantics.graded.instances import find_ranks
from tests.semantics.graded.graded_worlds import relevance_of, worlds


def own_pairs(video_of, videos) -> csr_array:
    """captions x videos: true where the video is the caption's own."""
    cells = np.ones(len(video_of), np.bool_), (np.arange(len(video_of)), video_of)
    return csr_array(cells, shape=(len(video_of), videos))


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
def test_the_own_rank_is_between_the_best_and_the_worst(world, data):
    cells, rankings = world
    captions, videos = cells.shape
    video_of = data.draw(st.lists(st.integers(0, videos - 1), min_size=captions, max_size=captions))
    found = find_ranks(relevance_of(cells), own_pairs(np.array(video_of), videos), rankings)
    assert (found.best <= found.own).all()
    assert (found.own <= found.worst).all()


def test_a_relevance_of_exactly_the_threshold_is_not_above_it():
    # 4 of 5 words, in half precision and in single.
    relevance = relevance_of([[0.8, 1.0]])
    ranks = find_ranks(relevance, own_pairs(np.array([1]), 2), np.array([[0, 1]]))
    assert ranks.best.tolist() == [2]
