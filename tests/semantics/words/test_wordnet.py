"""Our reader finds in WordNet what NLTK's does, in the same files."""

import re
from itertools import chain

import pytest

from semantics.words.wordnet import open_wordnet
from tests.semantics.nltk_wordnet import open_nltk_wordnet

PARTS = {"noun": "n", "verb": "v", "adjective": "a", "adverb": "r"}
_LISTED = """
put place washing cups knives leaves scissors glasses children went better best quickly open light
lights dry pan frying_pan boxes cities paris men saw found axes a abaci upper dogs xyzzy 7 gas buses
running
"""
WORDS = _LISTED.split()


@pytest.fixture(scope="module")
def nltk_wordnet(tmp_path_factory):
    return open_nltk_wordnet(tmp_path_factory.mktemp("wordnet"))


def number_of(synset):
    digits = {"n": 1, "v": 2, "a": 3, "s": 3, "r": 4}
    return digits[synset.pos()] * 10**8 + synset.offset()


@pytest.mark.parametrize("part", PARTS)
def test_bases_and_synsets_are_nltks(part, nltk_wordnet):
    ours = open_wordnet()
    for word in WORDS:
        assert list(ours.bases(word, part)) == nltk_wordnet._morphy(word, PARTS[part])
        found = [synset for base in ours.bases(word, part) for synset in ours.synsets(base, part)]
        assert found == [number_of(synset) for synset in nltk_wordnet.synsets(word, PARTS[part])]


def test_definitions_and_words_are_nltks(nltk_wordnet):
    ours, seen = open_wordnet(), 0
    for synset in chain.from_iterable(map(nltk_wordnet.synsets, WORDS)):
        without_examples = re.sub(r'"[^"]*"', "", ours.gloss(number_of(synset))).strip("; ")
        assert without_examples == synset.definition()
        assert list(ours.words(number_of(synset))) == synset.lemma_names()
        seen += 1
    assert seen > 300


def test_synonyms_are_those_that_nltks_meteor_looks_for(nltk_wordnet):
    ours = open_wordnet()
    for word in WORDS:
        names = {name for synset in nltk_wordnet.synsets(word) for name in synset.lemma_names()}
        assert ours.synonyms(word) == {name for name in names if "_" not in name} | {word}


def test_a_word_that_wordnet_does_not_have():
    ours = open_wordnet()
    assert ours.synsets("xyzzy", "noun") == ()
    assert ours.synsets("pan", "other") == ()
    assert ours.bases("pan", "other") == ()
    assert ours.synonyms("xyzzy") == {"xyzzy"}
    assert ours.has("frying_pan", "noun")
    assert not ours.has("frying_pan", "verb")
