"""Raters who err at known rates."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pooling.demo.world import simulate_raters


@pytest.fixture(scope="module")
def every_pair(world) -> np.ndarray:
    return np.argwhere(np.ones_like(world.truth))


def test_raters_without_error_tell_the_truth_and_those_with_nothing_else_its_opposite(
    world, every_pair
):
    answers = simulate_raters(world.truth, every_pair, [0, 1], seed=1)
    np.testing.assert_array_equal(answers[:, 0], world.truth.ravel())
    np.testing.assert_array_equal(answers[:, 1], ~world.truth.ravel())


def test_raters_err_as_often_as_said_and_each_alone(world, every_pair):
    answers = simulate_raters(world.truth, every_pair, [0.1, 0.03, 0.3], seed=1)
    wrong = answers != world.truth.ravel()[:, None]
    np.testing.assert_allclose(wrong.mean(axis=0), [0.1, 0.03, 0.3], atol=0.01)
    assert (wrong[:, 0] & wrong[:, 2]).mean() == pytest.approx(0.03, abs=0.006)


@given(data=st.data())
def test_an_answer_depends_neither_on_the_other_pairs_nor_on_the_other_raters(
    world, every_pair, data
):
    chosen = data.draw(st.lists(st.integers(0, len(every_pair) - 1), max_size=20))
    whole = simulate_raters(world.truth, every_pair, [0.2, 0.4, 0.1], seed=5)
    some = simulate_raters(world.truth, every_pair[chosen], [0.2, 0.4], seed=5)
    np.testing.assert_array_equal(some, whole[chosen][:, :2])


def test_nobody_answers_nothing_when_there_are_no_raters_or_no_pairs(world, every_pair):
    assert simulate_raters(world.truth, every_pair, [], seed=1).shape == (len(every_pair), 0)
    assert simulate_raters(world.truth, every_pair[:0], [0.1], seed=1).shape == (0, 1)


@pytest.mark.parametrize("rate", [-0.1, 1.1, float("nan")])
def test_a_rate_that_is_none_is_refused(world, every_pair, rate):
    with pytest.raises(ValueError, match="from 0 to 1"):
        simulate_raters(world.truth, every_pair, [rate], seed=1)
