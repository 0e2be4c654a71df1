"""A word's sense is the one whose gloss has most of the caption's other words."""

import pytest

from semantics.words.parsing import parse
from semantics.words.senses import lesk, senses_in
from semantics.words.word import STOP_WORDS, tokens_of
from semantics.words.wordnet import open_wordnet
from tests.semantics.words.captions import CAPTIONS


def slow_lesk(words, place, wordnet):
    word, best, most = words[place], None, -1
    for sense in wordnet.synsets(word.lemma, word.part):
        said = set()
        for token in tokens_of(wordnet.gloss(sense)):
            if token not in STOP_WORDS:
                said.add(token)
                for part in ("noun", "verb", "adjective", "adverb"):
                    said.update(wordnet.bases(token, part))
        others = {
            (other.text, other.lemma)
            for other in words
            if other.text not in STOP_WORDS and other.lemma != word.lemma
        }
        overlap = len([1 for text, lemma in others if text in said or lemma in said])
        if overlap > most:
            best, most = sense, overlap
    return best


def test_it_equals_the_slow_twin():
    wordnet, chosen = open_wordnet(), []
    for words in parse(CAPTIONS):
        for place, word in enumerate(words):
            found = lesk(words, place, wordnet)
            assert found == slow_lesk(words, place, wordnet)
            if word.part in ("noun", "verb") and found is not None:
                chosen.append(wordnet.synsets(word.lemma, word.part).index(found))
    assert chosen.count(0) > 20  # the most usual, where nothing else is known
    assert len(set(chosen)) > 2  # and others, where something is


@pytest.mark.parametrize(
    ("caption", "place", "definition"),
    [
        ("boats on the bank of the river", 3, "sloping land"),
        ("he deposits his money in the bank", 6, "financial institution"),
    ],
)
def test_the_caption_decides(caption, place, definition):
    (words,), wordnet = parse([caption]), open_wordnet()
    assert definition in wordnet.gloss(lesk(words, place, wordnet))


def test_a_word_that_wordnet_does_not_have_is_its_own_class():
    (words,), wordnet = parse(["put tupperware on shelf"]), open_wordnet()
    tupperware, shelf = senses_in(words, "noun", wordnet)
    assert tupperware == "tupperware"
    assert int(shelf) in wordnet.synsets("shelf", "noun")


def test_synonyms_share_a_class():
    (couch,), (sofa,) = (
        senses_in(words, "noun", open_wordnet()) for words in parse(["a couch", "a sofa"])
    )
    assert couch == sofa
