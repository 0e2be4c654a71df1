"""Angles between vectors of captions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semantics.proxies.kinds.angular import angular, fit_lsa
from semantics.proxies.registry import KINDS
from tests.semantics.worded import material, read

NUMBERS = st.integers(-3, 3)


def slow(vectors, video_of, videos):
    unit = [_unit(vector) for vector in vectors]
    middles = []
    for video in range(videos):
        its = [vector for vector, of in zip(unit, video_of, strict=True) if vector and of == video]
        middles.append(_unit([sum(numbers) for numbers in zip(*its, strict=True)]) if its else [])
    return [
        [_angle(a, b) if own != v else 1 for v, b in enumerate(middles)]
        for a, own in zip(unit, video_of, strict=True)
    ]


def _unit(vector):
    length = math.sqrt(sum(number * number for number in vector))
    return [number / length for number in vector] if length > 1e-6 else []


def _angle(a, b):
    if not a or not b:
        return 0
    cosine = sum(x * y for x, y in zip(a, b, strict=True))
    return 1 - math.acos(max(-1, min(1, cosine))) / math.pi


@given(
    world=st.lists(
        st.tuples(st.tuples(NUMBERS, NUMBERS, NUMBERS), st.integers(0, 2)), min_size=1, max_size=6
    )
)
def test_relevance_is_the_angle_as_a_share_of_half_a_turn(world):
    vectors, video_of = zip(*world, strict=True)
    made = material(
        [f"take{n}" for n in range(len(world))],
        video_of,
        vectors=np.array(vectors, np.float32),
    )
    found = KINDS["angular"].compute(made).rows(0, len(world))
    assert found == pytest.approx(np.array(slow(vectors, video_of, made.videos)), abs=2e-3)


def test_the_printed_formula_has_no_logarithm_where_ours_has():
    cosines = np.array([1.0000001, 1, 0.6, 0.5, 0, -1])
    printed = 1 - np.arccos(np.clip(cosines, -1, 1))
    assert (printed > 0).tolist() == [True, True, True, False, False, False]
    assert angular(cosines) == pytest.approx([1, 1, 0.704833, 2 / 3, 0.5, 0], abs=1e-6)


def test_a_caption_without_a_vector_is_counted_and_has_its_own_video_alone():
    vectors = np.array([[1, 0], [0, 0], [1, 1]], np.float32)
    made = material(["take", "put", "get"], [0, 1, 2], vectors=vectors)
    assert KINDS["angular"].count_wordless(made) == 1
    found = KINDS["angular"].compute(made).rows(0, 3)
    assert found == pytest.approx(np.array([[1, 0, 0.75], [0, 1, 0], [0.75, 0, 1]]), abs=1e-3)


def test_lsa_is_the_same_each_time_and_puts_like_captions_together():
    rng = np.random.default_rng(5)
    themes = [[f"a{n}" for n in range(30)], [f"b{n}" for n in range(30)]]
    captions = [read(" ".join(rng.choice(themes[n % 2], 6))) for n in range(80)]
    vectors = fit_lsa(captions, seed=3, dimensions=10)
    assert vectors.shape == (80, 10)
    assert (vectors == fit_lsa(captions, seed=3, dimensions=10)).all()
    gram = vectors @ vectors.T
    within = np.add.outer(range(80), range(80)) % 2 == 0
    assert gram[within].mean() > 0.05
    assert np.abs(gram[~within]).max() < 1e-4


def test_lsa_of_few_captions_keeps_all_dimensions_and_of_none_is_zero():
    few = fit_lsa([read("take cup"), read("get pan")], seed=0)
    assert few.shape == (2, 4)
    assert (fit_lsa([read("the"), ()], seed=0) == 0).all()


def test_captions_are_compared_by_lsa_where_no_vectors_are_given():
    made = material(["take cup", "take cup pan", "place mug", "the"], [0, 1, 2, 3])
    found = KINDS["angular"].compute(made).rows(0, 4)
    assert found[0, 1] > found[0, 2]
    assert found[0, 2] == pytest.approx(0.5, abs=1e-3)  # nothing in common: a right angle
    assert found[3].tolist() == [0, 0, 0, 1]
    assert KINDS["angular"].count_wordless(made) == 1
