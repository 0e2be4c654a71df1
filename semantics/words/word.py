"""Words of captions: as a tagger sees them, as they are cut apart, and those that tell nothing."""

import re
from typing import Literal

from foundation.frozen import frozen

Part = Literal["verb", "noun", "adjective", "adverb", "other"]


@frozen
class Word:
    text: str  # as it is in the caption, in small letters
    lemma: str
    part: Part
    is_stop_word: bool


# A caption's words, in their order.
Parsed = tuple[Word, ...]


# As the British National Corpus has them, which the tagger was trained on: "doesn't" is "does" and
# "n't", "dog's" is "dog" and "'s". Words joined by hyphens are one. Punctuation is left out.
TOKEN = re.compile(
    r"n't\b"
    r"|'(?:s|re|ve|ll|d|m)\b"
    r"|[^\W_]+?(?=n't\b)"
    r"|[^\W_]+(?:-[^\W_]+)*"
)
APOSTROPHES = str.maketrans("’ʼ`", "'''")


def tokens_of(text: str) -> list[str]:
    """A caption's tokens, in small letters."""
    return TOKEN.findall(text.lower().translate(APOSTROPHES))


# Words that do not say what a caption is about: articles, pronouns, prepositions, conjunctions,
# auxiliaries. A list by form, so that a word is one whatever the tagger makes of it.
_LISTED = """
a an the this that these those some any each every no another other such same own
i me my mine myself we us our ours ourselves you your yours yourself yourselves
he him his himself she her hers herself it its itself they them their theirs themselves
one someone somebody something anyone anybody anything everyone everybody everything
who whom whose which what where when why how there here
of in on at by for with without from to into onto upon over under up down out off away back
about above across after against along around as before behind below beneath beside between
beyond during inside near outside through toward towards until while within
and or but nor so if then than because both either neither not n't only just also too very
am is are was were be been being do does did doing done have has had having
can could may might must shall should will would
's 're 've 'll 'd 'm s t
again once more most all few
"""

STOP_WORDS = frozenset(_LISTED.split())
