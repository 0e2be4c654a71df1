"""Likeness of test captions to training captions, against the formula written out."""

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from measures.similarity import similarity_to_training

CAPTION = st.text("ab c", max_size=9)


def slow(test, training, nearest):
    grams = [Counter(text[i : i + 5] for i in range(len(text) - 4)) for text in map(plain, test)]
    idf = {
        gram: math.log((1 + len(test)) / (1 + sum(gram in one for one in grams))) + 1
        for one in grams
        for gram in one
    }
    others = [
        Counter(text[i : i + 5] for i in range(len(text) - 4)) for text in map(plain, training)
    ]
    out = []
    for one in grams:
        cosines = sorted(
            (cosine(vector(one, idf), vector(other, idf)) for other in others), reverse=True
        )[:nearest]
        out.append(sum(cosines) / len(cosines) if one else math.nan)
    return out


def plain(text):
    return " ".join(text.lower().split())


def vector(counts, idf):
    return {gram: count * idf[gram] for gram, count in counts.items() if gram in idf}


def cosine(a, b):
    lengths = math.hypot(*a.values()) * math.hypot(*b.values())
    return (
        sum(weight * b.get(gram, 0.0) for gram, weight in a.items()) / lengths if lengths else 0.0
    )


@given(
    test=st.lists(CAPTION, min_size=1, max_size=6),
    training=st.lists(CAPTION, min_size=1, max_size=9),
    nearest=st.integers(1, 4),
    blocks=st.tuples(st.integers(1, 4), st.integers(1, 4)),
)
def test_it_is_the_formula_in_blocks_of_any_size(test, training, nearest, blocks):
    with pytest.MonkeyPatch.context() as patch:
        for name, size in zip(("TRAINING_BLOCK", "TEST_BLOCK"), blocks, strict=True):
            patch.setattr(f"measures.similarity.{name}", size)
        found = similarity_to_training(test, training, nearest=nearest)
    np.testing.assert_allclose(found, slow(test, training, nearest), rtol=0, atol=1e-9)


def test_a_caption_that_ten_training_captions_repeat_is_entirely_like_them():
    training = ["A man  cooks rice"] * 10 + ["a dog runs"] * 5
    cooks, runs, neither = similarity_to_training(
        ["a man cooks rice", "a dog runs", "zzzzzzzz"], training
    )
    assert cooks == pytest.approx(1)
    assert 0.5 <= runs < 0.7  # five are the same, and the other five have little in common with it
    assert neither == 0


def test_fewer_training_captions_than_ten_are_averaged_as_they_are():
    assert similarity_to_training(["a dog runs"], ["a dog runs"]) == pytest.approx([1])


def test_a_caption_too_short_for_a_gram_has_no_likeness():
    assert np.isnan(similarity_to_training(["a", "a dog runs"], ["a dog runs"])).tolist() == [
        True,
        False,
    ]
    assert np.isnan(similarity_to_training(["a"], ["a dog runs"])).all()


def test_without_training_captions_there_is_nothing_to_compare_with():
    with pytest.raises(ValueError, match="without training captions"):
        similarity_to_training(["a dog runs"], [])
