"""Captions are parsed into words with lemmas and parts of speech."""

import pytest

from semantics.words.parsing import parse


def words_of(text, part):
    return [word.lemma for word in parse([text])[0] if word.part == part]


@pytest.mark.parametrize(
    ("caption", "verbs", "nouns"),
    [
        # Instructions, which a tagger of sentences reads as nouns or adjectives.
        ("wash cup", ["wash"], ["cup"]),
        ("open the fridge door", ["open"], ["fridge", "door"]),
        ("rinse and place tablespoons", ["rinse", "place"], ["tablespoon"]),
        ("slice sausage", ["slice"], ["sausage"]),
        ("empty lunch box", ["empty"], ["lunch", "box"]),
        ("continue peeling onion", ["continue", "peel"], ["onion"]),
        # What a participle is for.
        ("put fork on drying rack", ["put"], ["fork", "rack"]),
        ("move frying pan", ["move"], ["pan"]),
        ("rinse wiping cloth", ["rinse"], ["cloth"]),
        # Sentences and notes stay as they are.
        ("a man plays the guitar", ["play"], ["man", "guitar"]),
        ("people dancing in a park", ["dance"], ["people", "park"]),
        ("video showing a cat", ["show"], ["video", "cat"]),
        # Words that the tagger's corpus does not have.
        ("put tofu in pan", ["put"], ["tofu", "pan"]),
    ],
)
def test_verbs_and_nouns(caption, verbs, nouns):
    assert words_of(caption, "verb") == verbs
    assert words_of(caption, "noun") == nouns


@pytest.mark.parametrize(
    ("caption", "part", "lemmas"),
    [
        ("the children ate the leaves", "noun", ["child", "leaf"]),
        ("two women were cutting tomatoes", "verb", ["cut"]),
        # As a plural `glasses` is `glass`, though WordNet has a noun `glasses` as well.
        ("wash the glasses", "noun", ["glass"]),
        ("turn off the gas", "noun", ["gas"]),
        ("pick up the scissors", "noun", ["scissors"]),
        # Not in WordNet.
        ("move two tupperwares", "noun", ["tupperware"]),
        ("a bigger dog runs", "adjective", ["big"]),
        ("a dog runs quickly", "adverb", ["quickly"]),
    ],
)
def test_lemmas(caption, part, lemmas):
    assert words_of(caption, part) == lemmas


def test_modal_verbs_and_forms_of_be_are_no_verbs():
    assert words_of("a man can swim", "verb") == ["swim"]
    assert words_of("two dogs are running", "verb") == ["run"]
    assert "be" in words_of("two dogs are running", "other")


def test_stop_words_are_marked_by_their_form():
    (words,) = parse(["Put it on the plate"])
    assert [(word.text, word.is_stop_word) for word in words] == [
        ("put", False),
        ("it", True),
        ("on", True),
        ("the", True),
        ("plate", False),
    ]


def test_every_text_has_its_place_and_equal_texts_are_parsed_once():
    first, other, again, empty = parse(["wash cup", "open door", "wash cup", "?!"])
    assert first is again
    assert [word.text for word in other] == ["open", "door"]
    assert empty == ()
