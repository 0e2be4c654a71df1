"""Tokens are those that the tagger was trained on, in small letters."""

import pytest

from semantics.words.word import tokens_of


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Open the fridge door.", "open the fridge door"),
        ("a man doesn't move", "a man does n't move"),
        ("he can’t; it’s the dog's", "he ca n't it 's the dog 's"),
        ("turn-on T-shirt 3 v60", "turn-on t-shirt 3 v60"),
        ("pâté & crème_brûlée", "pâté crème brûlée"),
        ("- ... !", ""),
        ("", ""),
    ],
)
def test_tokens(text, tokens):
    assert tokens_of(text) == tokens.split()
