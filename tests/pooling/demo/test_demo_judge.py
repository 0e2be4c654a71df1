"""The demo's judge errs as often as it is said to, and is kinder to its own family."""

import numpy as np
import pytest

from pooling.demo.judge import ERRORS, simulate_judge
from pooling.demo.world import make_world


@pytest.fixture(scope="module")
def world():
    return make_world()


@pytest.fixture(scope="module")
def scores(world):
    return simulate_judge(world)


def test_it_errs_as_often_as_it_is_said_to(world, scores):
    answered = ~np.isnan(scores)
    assert 1 - answered.mean() == pytest.approx(ERRORS.refuses, abs=0.005)
    yes = scores >= 0.5
    assert yes[answered & world.truth].mean() == pytest.approx(ERRORS.finds, abs=0.02)
    favoured = np.zeros(world.truth.shape, bool)
    for caption in range(len(world.captions)):
        tops = {True: set(), False: set()}
        for model in world.models:
            best = np.argsort(-model.similarity[caption], kind="stable")[: ERRORS.depth]
            tops[model.design.family == ERRORS.family] |= set(best.tolist())
        favoured[caption, list(tops[True] - tops[False])] = True
    others = answered & ~world.truth
    assert yes[others & favoured].mean() == pytest.approx(ERRORS.flatters, abs=0.03)
    assert yes[others & ~favoured].mean() == pytest.approx(ERRORS.mistakes, abs=0.01)


def test_it_is_the_same_every_time_and_speaks_in_steps_from_0_to_1(world, scores):
    assert np.array_equal(scores, simulate_judge(world), equal_nan=True)
    known = scores[~np.isnan(scores)]
    assert (known.min(), known.max()) == (0, 1)
    assert np.allclose(known * 20, np.round(known * 20))
