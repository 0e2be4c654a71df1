"""What is taken from a proxy, against the whole matrix and plain loops."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.dcg import ndcg, random_ndcg
from metrics.studies import proxied as module
from metrics.studies.graded import ndcg_of
from metrics.studies.proxied import NamedProxy, reaches, take_proxied
from metrics.studies.study import NothingToStudy
from semantics.graded.evaluation import THRESHOLDS
from semantics.proxies.relevance import Relevance
from tests.metrics.proxied import dense, made_proxy, slow_ndcg, with_backwards
from tests.metrics.test_study_versions import small_world
from tests.metrics.worlds import bare_worlds


@given(world=bare_worlds(), is_dense=st.booleans(), seed=st.integers(0, 99))
def test_it_takes_what_the_whole_matrix_has(world, is_dense, seed):
    snapshot = with_backwards(world.snapshot(), 3)
    proxy = made_proxy(snapshot, seed, dense=is_dense)
    matrix, found = dense(proxy), take_proxied(proxy, snapshot)
    captions_of = {
        query: [caption for caption, of in enumerate(world.queries) if of == query]
        for query in set(world.queries)
    }
    judged = sorted((query, video) for query, video in world.verdicts if query in captions_of)
    assert found.at_judged.tolist() == [
        max(matrix[caption][video] for caption in captions_of[query]) for query, video in judged
    ]
    for run in snapshot.runs:
        turned = (
            matrix if run.direction == "t2v" else [list(row) for row in zip(*matrix, strict=True)]
        )
        expected = [
            [turned[item][target] if target >= 0 else np.nan for target in ranking]
            for item, ranking in enumerate(run.targets.tolist())
        ]
        np.testing.assert_array_equal(found.sides[run.direction].targets[run.name], expected)
    cells = [one for row in matrix for one in row]
    assert found.reached == tuple(sum(one >= t for one in cells) for t in THRESHOLDS)
    assert found.above_zero == sum(one > 0 for one in cells)


def test_blocks_of_any_size_take_the_same(monkeypatch):
    snapshot = with_backwards(small_world().snapshot(6))
    proxy = made_proxy(snapshot)
    whole = take_proxied(proxy, snapshot)
    monkeypatch.setattr(module, "CELLS", 40)
    parts = take_proxied(proxy, snapshot)
    assert whole.at_judged.tolist() == parts.at_judged.tolist()
    assert whole.reached == parts.reached
    for direction, side in whole.sides.items():
        for name in ("relevant", "ideal", "random"):
            np.testing.assert_allclose(
                getattr(side, name), getattr(parts.sides[direction], name), rtol=1e-12
            )


def test_uncut_it_is_the_ndcg_of_whole_rankings():
    """A run that ranks all there is has nothing cut, and a random order what its mean is."""
    world = small_world()
    draw = np.random.default_rng(3)
    whole = np.stack([draw.permutation(12) for _ in world.own]).astype(np.int32)
    snapshot = world.snapshot(6)
    snapshot = replace(snapshot, runs=(replace(snapshot.runs[0], targets=whole),))
    proxy = made_proxy(snapshot)
    found = take_proxied(proxy, snapshot)
    matrix = proxy.relevance.rows(0, snapshot.captions)
    ranked = np.take_along_axis(matrix, whole, axis=1)
    np.testing.assert_allclose(ndcg_of(snapshot.runs[0], found), ndcg(ranked, matrix))
    np.testing.assert_allclose(found.sides["t2v"].random, random_ndcg(matrix, draw)[1])


def test_a_random_order_is_the_mean_of_all_orders():
    """Over as many shuffles as bring the mean near the expectation."""
    world = small_world()
    snapshot = replace(world.snapshot(6), runs=world.snapshot(6).runs[:1])
    proxy = made_proxy(snapshot)
    side, row = take_proxied(proxy, snapshot).sides["t2v"], dense(proxy)[3]
    draw = np.random.default_rng(0)
    orders = [draw.permutation(12).tolist() for _ in range(4_000)]
    mean = np.mean([slow_ndcg(order, row, 6) for order in orders])
    assert side.random[3] == pytest.approx(mean, abs=0.01)


def test_half_precision_reaches_the_threshold_that_it_stands_for():
    stored = np.array(THRESHOLDS, np.float16).astype(np.float32)
    assert [bool(reaches(one, t)) for one, t in zip(stored, THRESHOLDS, strict=True)] == [True] * 10
    assert not reaches(np.float32(0.799), 0.8)


def test_a_proxy_of_other_captions_is_refused():
    snapshot = small_world().snapshot(6)
    other = NamedProxy("bow", "Words", Relevance(np.zeros((3, 12), np.float16)))
    with pytest.raises(NothingToStudy, match=r"of 3 captions x 12 videos, and bare has 30 x 12"):
        take_proxied(other, snapshot)
