"""Our search over HanTa's model finds what HanTa's own does."""

import math
from itertools import product

import pytest
from HanTa.HanoverTagger import EMPTY, END, START

from semantics.words.tagger import open_tagger
from semantics.words.word import tokens_of
from tests.semantics.words.captions import CAPTIONS


@pytest.mark.parametrize("caption", [caption for caption in CAPTIONS if caption])
def test_tags_are_those_of_hantas_tag_sent(caption):
    tagger, words = open_tagger(), tokens_of(caption)
    assert tagger.tags(words) == tuple(tagger._model.tag_sent(words, taglevel=0))


@pytest.mark.parametrize("caption", ["put down plate", "wash cup", "turn the light on"])
def test_no_other_sequence_is_likelier(caption):
    """Every sequence of candidates, one after the other."""
    tagger, words = open_tagger(), tokens_of(caption)
    candidates = [tagger._candidates(word, is_first=place == 0) for place, word in enumerate(words)]
    after = tagger._model.LP_trans_word

    def likelihood(sequence):
        total, pair = 0.0, (EMPTY, START)
        for tag, of_word in sequence:
            total += after[pair].get(tag, -math.inf) + of_word
            pair = (pair[1], tag)
            if pair not in after:
                return -math.inf
        return total + after[pair].get(END, -math.inf)

    best = max(product(*candidates), key=likelihood)
    names = tagger._model.int2tag
    assert tagger.tags(words) == tuple(names[tag] for tag, _ in best)


def test_no_words_have_no_tags():
    assert open_tagger().tags([]) == ()
