"""Runs that are not what they pass for: each kind of mistake is named, and a fair run is not."""

import numpy as np
import pytest

from measures.alignment import alike, find_suspicion, hub

CAPTIONS, VIDEOS = 400, 200


@pytest.fixture(scope="module")
def world():
    """Two captions a video, in an order of their own; a model that is right about half the time."""
    draw = np.random.default_rng(5)
    own = draw.permutation(np.arange(CAPTIONS) % VIDEOS)
    scores = draw.normal(size=(CAPTIONS, VIDEOS))
    scores[np.arange(CAPTIONS), own] += 2.5
    keys = [f"video{number}" for number in range(VIDEOS)]
    return own, scores, [f"c{n}" for n in range(CAPTIONS)], keys


def ranked(scores):
    return np.argsort(-scores, axis=1, kind="stable")[:, :50].astype(np.int32)


def suspicion(world, scores):
    own, _, captions, videos = world
    return find_suspicion(ranked(scores), own, VIDEOS, captions, videos)


def test_a_fair_run_is_not_suspected(world):
    assert suspicion(world, world[1]) is None


def test_a_weak_run_is_not_suspected_either(world):
    own, scores, _, _ = world
    weak = scores.copy()
    weak[np.arange(CAPTIONS), own] -= 1.7
    assert suspicion(world, weak) is None


@pytest.mark.parametrize(
    ("kind", "spoil"),
    [
        ("by_chance", lambda s: np.random.default_rng(9).normal(size=s.shape)),
        ("upside_down", lambda s: -s),
        ("rows_reversed", lambda s: s[::-1]),
        ("columns_reversed", lambda s: s[:, ::-1]),
        ("rows_shifted", lambda s: np.roll(s, 3, axis=0)),
        ("columns_shifted", lambda s: np.roll(s, -4, axis=1)),
        ("rows_sorted", lambda s: s[sorted(range(CAPTIONS), key=lambda n: f"c{n}")]),
        ("columns_sorted", lambda s: s[:, sorted(range(VIDEOS), key=lambda n: f"video{n}")]),
        ("one_ranking", lambda s: np.repeat(s[:1], len(s), axis=0)),
    ],
)
def test_what_went_wrong_is_named(world, kind, spoil):
    found = suspicion(world, spoil(world[1]))
    assert found is not None
    assert found.kind == kind
    assert found.share < 0.2
    assert (found.mended or 1) > 0.3


def test_shifted_rows_say_by_how_many(world):
    assert suspicion(world, np.roll(world[1], 3, axis=0)).offset == -3
    assert suspicion(world, np.roll(world[1], -2, axis=0)).offset == 2


def test_a_square_matrix_that_was_turned_is_named():
    draw = np.random.default_rng(1)
    own = draw.permutation(VIDEOS)
    scores = draw.normal(size=(VIDEOS, VIDEOS))
    scores[np.arange(VIDEOS), own] += 3
    assert find_suspicion(ranked(scores), own, VIDEOS) is None
    found = find_suspicion(ranked(scores.T), own, VIDEOS)
    assert found is not None
    assert found.kind == "transposed"


def test_with_few_captions_nothing_is_suspected():
    targets = np.tile(np.arange(10, dtype=np.int32), (10, 1))[:, ::-1].copy()
    assert find_suspicion(targets, np.zeros(10, np.int64), 10) is None


def test_two_runs_are_alike_where_their_tops_are():
    one = np.array([[1, 2, 3], [4, 5, 6], [7, 8, -1], [-1, -1, -1]], np.int32)
    other = np.array([[1, 2, 3], [4, 6, 5], [7, 8, -1], [1, 2, 3]], np.int32)
    assert alike(one, one) == 1
    assert alike(one, other) == pytest.approx(2 / 3)


def test_the_video_that_is_first_most_often():
    assert hub(np.array([[3, 1], [3, 2], [5, 3], [-1, -1]], np.int32)) == (3, pytest.approx(2 / 3))
    assert hub(np.full((2, 2), -1, np.int32)) == (-1, 0.0)
