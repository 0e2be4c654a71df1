"""Texts that are the same but for spelling: case, punctuation, white space and Unicode's forms."""

import html
import re
import unicodedata

# Letters and digits of any script, with marks inside a word.
WORD = re.compile(r"[^\W_]+")
APOSTROPHE = re.compile(r"(?<=\w)['\u2019](?=\w)")


def plain(text: str) -> str:
    """Lower case, single spaces, no punctuation, one Unicode form."""
    return " ".join(words_of(text))


def words_of(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", html.unescape(text)).casefold()
    return WORD.findall(APOSTROPHE.sub(" ", folded))
