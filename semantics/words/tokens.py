"""A caption's tokens."""

import re

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
    """In small letters."""
    return TOKEN.findall(text.lower().translate(APOSTROPHES))
