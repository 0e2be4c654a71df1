"""Texts that say nearly the same, held against a slow twin that looks at every two."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from semantics.paraphrase import near_texts
from semantics.paraphrase.near_texts import NEAR, SPARED, Vocabulary, near_of, place_texts
from semantics.paraphrase.wording import contradicting, traits

WORDS = ["man", "woman", "dog", "guitar", "tomato", "slices", "plays", "red", "blue", "two", "fast"]
texts = st.lists(
    st.lists(st.sampled_from(WORDS), max_size=4).map(" ".join), min_size=1, max_size=12
)


class Twin:
    """By the definition, two by two."""

    def __init__(self, given):
        self.vocabulary = Vocabulary(given)
        self.sayings = [self.vocabulary.wording.saying(text) for text in given]

    def weight(self, words):
        number, weights = self.vocabulary.number, self.vocabulary.weights
        return sum(weights[number[word]] for word in words)

    def alike(self, a, b):
        one, other = self.sayings[a].words, self.sayings[b].words
        return 2 * self.weight(one & other) / (self.weight(one) + self.weight(other))

    def covers(self, a, b):
        """Whether a says all that b says."""
        one, other = self.sayings[a].words, self.sayings[b].words
        return self.weight(one & other) >= self.weight(other) - SPARED

    def contradict(self, a, b):
        both = traits([self.sayings[a], self.sayings[b]])
        return bool(contradicting(both[:1], both[1:])[0])


@given(texts, st.data())
def test_every_caption_has_the_neighbours_of_the_slow_twin(captions, data):
    places = data.draw(st.lists(st.integers(-1, 4), min_size=len(captions), max_size=len(captions)))
    twin, vocabulary = Twin(captions), Vocabulary(captions)
    read = vocabulary.read(captions)
    found = place_texts(read, np.array(places))
    for a, text in enumerate(twin.sayings):
        if not text.words:
            assert np.isnan(found.own[a])
            assert found.fits[a] == 0
            continue
        others = [b for b in range(len(captions)) if b != a and twin.sayings[b].words]
        here = [b for b in others if places[b] == places[a] and places[a] >= 0]
        there = [b for b in others if b not in here]
        for values, of in ((found.own, here), (found.other, there)):
            nearest = max((twin.alike(a, b) for b in of), default=np.nan)
            assert values[a] == pytest.approx(nearest, abs=1e-5, nan_ok=True)
        fitting = [b for b in there if twin.covers(b, a) and not twin.contradict(a, b)]
        assert found.fits[a] == len(
            {places[b] if places[b] >= 0 else ("alone", b) for b in fitting}
        )
    kinds = {int(saying): a for a, saying in enumerate(read.saying) if saying >= 0}
    assert {*zip(found.near.row.tolist(), found.near.column.tolist(), strict=True)} == {
        (one, other)
        for one, other in combinations(sorted(kinds), 2)
        if twin.alike(kinds[one], kinds[other]) >= NEAR - 1e-6
        and not twin.contradict(kinds[one], kinds[other])
    }


@given(texts, texts)
def test_training_captions_are_compared_as_the_slow_twin_does(test, training):
    vocabulary = Vocabulary(test)
    read, known = vocabulary.read(test), vocabulary.read(training)
    near, best = near_of(read, known)
    assert (best >= 0).all()
    assert (best <= 1).all()
    for text, saying in zip(test, read.saying, strict=True):
        if saying >= 0 and text in training:
            assert best[saying] == pytest.approx(1, abs=1e-5)
            assert int(saying) in near.column


def test_a_word_that_no_caption_of_the_test_has_tells_texts_apart():
    vocabulary = Vocabulary(["a man plays guitar", "a dog runs"])
    near, _ = near_of(
        vocabulary.read(["a man plays guitar"]),
        vocabulary.read(["a man plays guitar underwater with sharks", "a man plays guitar"]),
    )
    assert near.row.tolist() == [1]


def test_small_blocks_find_what_large_ones_find(monkeypatch):
    captions = [f"{one} {other}" for one in WORDS for other in WORDS]
    places = np.arange(len(captions)) % 7
    vocabulary = Vocabulary(captions)
    read = vocabulary.read(captions)
    whole = place_texts(read, places)
    monkeypatch.setattr(near_texts, "CELLS", 5 * read.sayings)
    parts = place_texts(read, places)
    np.testing.assert_allclose(whole.own, parts.own, atol=1e-6)
    np.testing.assert_allclose(whole.other, parts.other, atol=1e-6)
    assert whole.fits.tolist() == parts.fits.tolist()
    assert sorted(zip(whole.near.row, whole.near.column, strict=True)) == sorted(
        zip(parts.near.row, parts.near.column, strict=True)
    )


def test_a_caption_of_the_same_place_with_the_same_text_is_its_nearest():
    vocabulary = Vocabulary(["a dog runs", "a man sings"])
    read = vocabulary.read(["a dog runs", "the dog is running", "a man sings"])
    found = place_texts(read, np.array([0, 0, 1]))
    assert found.own[:2].tolist() == [1, 1]
    assert np.isnan(found.own[2])
    assert found.other.tolist() == [0, 0, 0]
