"""What a caption says: the same for paraphrases, another where captions differ in what counts."""

from collections import Counter

import numpy as np
import pytest

from semantics.paraphrase.plain_text import plain, words_of
from semantics.paraphrase.wording import (
    Wording,
    contradicting,
    corrections,
    traits,
)


def sayings(*texts: str):
    read = Wording(texts)
    return [read.saying(text) for text in texts]


def said(text: str) -> set[str]:
    return set(sayings(text)[0].words)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("A man plays guitar.", "a man plays  guitar"),
        ("it\u2019s a dog", "IT'S A DOG!"),
        ("caf\u00e9", "cafe\u0301"),
        ("cats &amp; dogs", "cats, dogs"),
        ("\uff41 dog", "a dog"),
    ],
)
def test_spelling_alone_does_not_count(one, other):
    assert plain(one) == plain(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a man is slicing tomatoes", "a man sliced the tomato"),
        ("the guitar is being played by a man", "a man is playing a guitar"),
        ("a kitten climbs a tree", "a cat is climbing trees"),
        ("someone is cooking", "a person cooks"),
        ("the boys are running", "boys ran"),
        ("a woman dances", "a lady is dancing"),
        ("children are swimming", "kids swam"),
        ("a man feeds a dog", "a man fed a dog"),
        ("the baby cries", "a baby is crying"),
    ],
)
def test_form_order_and_everyday_synonyms_do_not_count(one, other):
    assert said(one) == said(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a man sings", "a woman sings"),
        ("a man sings", "two men sing"),
        ("two dogs run", "three dogs run"),
        ("a red car", "a blue car"),
        ("a man climbs up", "a man climbs down"),
        ("he is eating", "he is not eating"),
        ("a baby laughs", "a woman laughs"),
        ("a man and a woman sing", "a man sings"),
    ],
)
def test_what_cannot_both_be_meant(one, other):
    found = traits(sayings(one, other))
    assert contradicting(found[:1], found[1:]).tolist() == [True]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a man sings", "a person sings"),
        ("a red car", "a car"),
        ("a boy runs", "a child runs"),
        ("two men run", "men run"),
        ("a man sings", "a guy sings"),
    ],
)
def test_what_may_both_be_meant(one, other):
    found = traits(sayings(one, other))
    assert contradicting(found[:1], found[1:]).tolist() == [False]


def test_a_slip_of_the_hand_is_read_as_the_word_that_was_meant():
    texts = ["a man is playing the guitar"] * 12 + ["a man is plaing the giutar"]
    read = Wording(texts)
    assert read.saying(texts[-1]) == read.saying(texts[0])


def test_a_rare_word_of_its_own_is_not_corrected():
    counts = Counter({"cooking": 50, "cooling": 1, "singing": 50, "signing": 1, "kitchen": 50})
    assert corrections(counts | Counter({"kithen": 1})) == {
        "kithen": "kitchen",
        "signing": "singing",  # the price: two letters that changed places
    }


def test_two_words_are_one_where_captions_have_that_word():
    assert said("a sun flower") != said("a sunflower")
    first, other = sayings("a sun flower", "a sunflower")
    assert first == other


def test_scripts_without_spaces_are_compared_by_pairs_of_characters():
    assert said("\u4e00\u4e2a\u7537\u4eba") == {"\u4e00\u4e2a", "\u4e2a\u7537", "\u7537\u4eba"}


def test_words_of_any_alphabet_are_words():
    assert words_of("Ein M\u00e4dchen l\u00e4uft; \u0434\u0435\u0432\u043e\u0447\u043a\u0430") == [
        "ein",
        "m\u00e4dchen",
        "l\u00e4uft",
        "\u0434\u0435\u0432\u043e\u0447\u043a\u0430",
    ]


def test_no_sayings_have_no_traits():
    assert len(traits([])) == 0
    assert contradicting(traits([]), traits([])).dtype == np.bool_
