"""nDCG of Eq. 2 and 3, held against plain loops."""

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.dcg import ndcg, random_ndcg
from measures.hits import Pairs
from measures.scoring import score
from metrics.snapshot import Snapshot, StoredRun
from metrics.studies.graded import ndcg_of
from metrics.studies.proxied import NamedProxy, take_proxied
from retrieval.protocols.ranking import ndcgs
from semantics.graded.baseline import by_texts, random_baseline
from semantics.graded.evaluation import BothWays
from semantics.proxies import relevance as relevance_module
from tests.semantics.graded.graded_worlds import LEVELS, relevance_of, worlds


def slow_dcg(grades, order) -> float:
    relevant = sum(grade > 0 for grade in grades)
    return sum(
        (2 ** grades[item] - 1) / math.log(rank + 1)
        for rank, item in enumerate(order, start=1)
        if rank <= relevant and item >= 0
    )


def slow_ndcg(grades, order) -> float:
    best = sorted(range(len(grades)), key=lambda item: -grades[item])
    ideal = slow_dcg(grades, best)
    return slow_dcg(grades, order) / ideal if ideal else math.nan


def ranked(cells, rankings):
    """What is ranked, as `ndcg` takes it: 0 past a ranking's end."""
    found = np.take_along_axis(cells, np.maximum(rankings, 0), axis=1)
    return np.where(rankings < 0, 0, found)


@given(world=worlds())
def test_rankings_are_graded_as_eq_2_has_it(world):
    cells, rankings = world
    expected = [slow_ndcg(row, order) for row, order in zip(cells.tolist(), rankings, strict=True)]
    assert ndcg(ranked(cells, rankings), cells) == pytest.approx(expected, nan_ok=True)


@given(world=worlds(), data=st.data())
def test_whole_rankings_have_one_ndcg_wherever_it_is_computed(world, data):
    """As the training of networks has it, the study under a proxy, and the measure nDCG-exp."""
    cells, _ = world
    queries, items = cells.shape
    orders = np.array([data.draw(st.permutations(range(items))) for _ in range(queries)])
    wanted = [slow_ndcg(row, order) for row, order in zip(cells.tolist(), orders, strict=True)]
    scores = np.empty(cells.shape)
    np.put_along_axis(scores, orders, np.broadcast_to(-np.arange(items), cells.shape), axis=1)
    assert ndcgs(scores, cells) == pytest.approx(wanted, nan_ok=True)
    assert ndcg(ranked(cells, orders), cells) == pytest.approx(wanted, nan_ok=True)
    row, column = np.nonzero(cells)
    graded = Pairs.of(row, column, cells.shape, gains=cells[row, column])
    (measured,) = score(orders, graded, ["nDCG-exp"]).values.values()
    assert measured == pytest.approx(wanted, nan_ok=True)
    proxy = NamedProxy("syn", "SYN", relevance_of(cells))
    run = StoredRun("r", "m", "f", "t2v", orders)
    own = {"own_videos": np.zeros(queries, np.int64), "caption_queries": np.arange(queries)}
    counts = dict.fromkeys(("characters", "words"), np.ones(queries, np.int64))
    nothing = Pairs.of((), (), cells.shape)
    snapshot = Snapshot(
        benchmark="b",
        **own,
        **counts,
        queries=queries,
        videos=items,
        collected=nothing,
        judged=nothing,
        log_position=0,
        runs=(run,),
    )
    assert ndcg_of(run, take_proxied(proxy, snapshot)) == pytest.approx(wanted, nan_ok=True)


@given(
    grades=st.lists(st.sampled_from(LEVELS), min_size=1, max_size=5),
    seed=st.integers(0, 99),
)
def test_the_expectation_is_the_mean_over_all_orders(grades, seed):
    orders = list(permutations(range(len(grades))))
    every = [slow_ndcg(grades, order) for order in orders]
    drawn, expected = random_ndcg(np.array([grades], np.float32), np.random.default_rng(seed))
    assert expected == pytest.approx([np.mean(every)], nan_ok=True)
    assert any(drawn[0] == pytest.approx(one, nan_ok=True) for one in every)


def test_many_draws_come_near_the_expectation():
    rng = np.random.default_rng(7)
    grades = rng.choice(LEVELS, 40).astype(np.float32)
    drawn, expected = random_ndcg(np.tile(grades, (4_000, 1)), rng)
    error = drawn.std() / math.sqrt(len(drawn))
    assert abs(drawn.mean() - expected[0]) < 4 * error
    assert error < 0.005


def test_equally_relevant_items_may_come_in_any_order():
    grades = np.array([[1, 0.5, 0.5, 0]], np.float32)
    orders = np.array([[0, 1, 2, 3], [0, 2, 1, 3]])
    grades = np.tile(grades, (2, 1))
    assert ndcg(ranked(grades, orders), grades).tolist() == [1, 1]


def test_what_is_relevant_and_ranked_past_the_number_of_relevant_items_gains_nothing():
    grades = np.array([[0, 1, 0]], np.float32)
    assert ndcg(grades, grades).tolist() == [0]


def test_both_directions_weigh_the_same_and_the_undefined_is_left_out():
    found = BothWays(np.array([0.5, 1.0]), np.array([0.25, np.nan, 0.5, 0.75]))
    assert found.means == {"t2v": 0.75, "v2t": 0.5, "both": 0.625}


def test_without_anything_relevant_there_is_no_mean():
    found = BothWays(np.array([np.nan]), np.array([np.nan, np.nan]))
    assert found.means == {"t2v": None, "v2t": None, "both": None}


@given(world=worlds(), seed=st.integers(0, 9))
def test_a_baseline_is_the_same_for_a_seed_and_any_block(world, seed):
    relevance = relevance_of(world[0])
    first = random_baseline(relevance, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(relevance_module, "BLOCK", 2)
        again = random_baseline(relevance, seed)
    for one, other in ((first.drawn, again.drawn), (first.expected, again.expected)):
        np.testing.assert_allclose(one.t2v, other.t2v)
        np.testing.assert_allclose(one.v2t, other.v2t)


@given(world=worlds(), data=st.data())
def test_a_texts_row_is_the_most_of_its_captions(world, data):
    cells, _ = world
    given_texts = data.draw(st.lists(st.integers(0, 3), min_size=len(cells), max_size=len(cells)))
    texts = np.unique(given_texts, return_inverse=True)[1]  # no gaps
    found = by_texts(relevance_of(cells), texts)
    expected = [cells[texts == text].max(axis=0) for text in range(texts.max() + 1)]
    assert (found.rows(0, len(expected)) == np.array(expected)).all()
