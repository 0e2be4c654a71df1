"""mAP, nDCG, R@K and GMR equal their slow twins, in both directions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from retrieval.protocols import ranking
from retrieval.protocols.directions import (
    mean_average_precision,
    ndcg,
    recalls,
)
from tests.retrieval import slow_protocols as slow

# Few different values, so that there are ties.
SIMILARITIES = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.5])
RELEVANCES = st.sampled_from([0.0, 0.25, 0.5, 1.0])


@st.composite
def questions(draw):
    shape = (draw(st.integers(1, 7)), draw(st.integers(1, 7)))
    return draw(arrays(np.float32, shape, elements=SIMILARITIES)), draw(
        arrays(np.float32, shape, elements=RELEVANCES)
    )


@given(questions())
def test_equal_their_slow_twins(question):
    similarity, relevance = question
    rows = range(len(similarity))
    relevant = relevance >= 0.5
    np.testing.assert_allclose(
        ranking.average_precisions(similarity, relevant),
        [slow.average_precision(similarity[i], relevant[i]) for i in rows],
    )
    np.testing.assert_allclose(
        ranking.ndcgs(similarity, relevance),
        [slow.ndcg(similarity[i], relevance[i].tolist()) for i in rows],
        atol=1e-12,
    )
    np.testing.assert_allclose(
        ranking.first_ranks(similarity, relevant),
        [slow.first_rank(similarity[i], relevant[i]) for i in rows],
    )


def test_blocks_of_rows_join_up(monkeypatch):
    rng = np.random.default_rng(0)
    similarity, relevance = rng.random((9, 9)), rng.random((9, 9))
    whole = ranking.ndcgs(similarity, relevance)
    monkeypatch.setattr(ranking, "BLOCK", 4)
    # A product of few rows may be summed in another order than one of many, by the processor.
    np.testing.assert_allclose(ranking.ndcgs(similarity, relevance), whole, rtol=1e-14)


def test_both_ways_average_over_queries_that_have_something_to_find():
    similarity = np.array([[0.9, 0.1], [0.2, 0.8], [0.7, 0.3]])
    relevance = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 0.5]])
    found = mean_average_precision(similarity, relevance > 0)
    assert found.tv == pytest.approx((1 + 1 / 2) / 2)  # the second caption has nothing to find
    assert found.vt == pytest.approx((1 + 1 / 2) / 2)
    graded = ndcg(similarity, relevance)
    # One clip is relevant to the third caption, and it is not the first: Eq. 2 looks no further.
    assert graded.tv == pytest.approx((1 + 0) / 2)
    assert graded.mean == (graded.tv + graded.vt) / 2


def test_nothing_to_find_at_all_has_no_mean():
    assert math.isnan(mean_average_precision(np.zeros((2, 3)), np.zeros((2, 3), bool)).tv)
    assert math.isnan(ndcg(np.zeros((2, 3)), np.zeros((2, 3))).vt)


def test_recalls_of_several_captions_a_video():
    similarity = np.array([[0.9, 0.8, 0.1], [0.9, 0.5, 0.8], [0.3, 0.2, 0.1]])
    tv, vt = recalls(similarity, np.array([0, 0, 2]))
    assert tv.at == pytest.approx({1: 2 / 3, 5: 1, 10: 1})
    assert vt.at == pytest.approx({1: 1 / 2, 5: 1, 10: 1})  # no caption is of the second video
    assert tv.total == pytest.approx(8 / 3)
    assert tv.geometric_mean == pytest.approx((2 / 3) ** (1 / 3))


def test_geometric_mean_is_none_where_a_recall_is_none():
    assert ranking.geometric_mean([0.0, 0.5, 1.0]) == 0


def test_every_similarity_needs_a_value():
    with pytest.raises(ValueError, match=r"Expected a value for every similarity, \(2, 3\)"):
        ranking.ndcgs(np.zeros((2, 3)), np.zeros((3, 2)))
