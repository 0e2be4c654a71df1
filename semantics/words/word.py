"""A word of a caption as a tagger sees it."""

from dataclasses import dataclass
from typing import Literal

Part = Literal["verb", "noun", "adjective", "adverb", "other"]


@dataclass(frozen=True, slots=True)
class Word:
    text: str  # as it is in the caption, in small letters
    lemma: str
    part: Part
    is_stop_word: bool


# A caption's words, in their order.
Parsed = tuple[Word, ...]
