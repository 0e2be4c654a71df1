"""Scales to choose from, and how one is written: by its name, as 0-4, or as its words."""

import re
from collections.abc import Iterable

from annotator.called import NAMED
from annotator.scales import MOST_VALUES, TWO_VALUES, NoScale
from foundation.words import sentence
from pooling.plain_text import one_plain_line

SCALE_HELP = sentence(
    "What raters can say of a pair, the lowest first: 0-1, 0-2, 0-3 (TREC), 0-4 (TVR), 0-10, or"
    " your own 2 to 11 words, separated by commas or lines."
)
RANGE = re.compile(r"(\d+)-(\d+)")
LONGEST_WORD = 40


def read_scale(text: str) -> list[str]:
    """The words. Raises NoScale."""
    name = text.strip()
    if found := RANGE.fullmatch(name):
        return list(NAMED[name]) if name in NAMED else _numbers(int(found[1]), int(found[2]))
    return check_words(re.split(r"[,\n]", name))


def check_words(words: Iterable[str]) -> list[str]:
    """Raises NoScale."""
    kept = [word.strip() for word in words]
    if kept == [""]:
        kept = []  # nothing was typed
    if not 2 <= len(kept) <= MOST_VALUES:
        raise _out_of_bounds(len(kept))
    for place, word in enumerate(kept):
        if not word:
            raise NoScale(f"Value {place} of the scale has no word.", field="scale")
        if len(word) > LONGEST_WORD:
            too_long = f"Value {place} of the scale has more than {LONGEST_WORD} characters."
            raise NoScale(too_long, field="scale")
        if word.casefold() in map(str.casefold, kept[:place]):
            raise NoScale(f"Two values of the scale are called {word}.", field="scale")
        one_plain_line(word)
    return kept


def name_of(words: Iterable[str]) -> str:
    """The name of a scale that has one; else its words, as they are written."""
    written = tuple(words)
    return next((name for name, those in NAMED.items() if those == written), ", ".join(written))


def _numbers(lowest: int, highest: int) -> list[str]:
    """A range that has no words of its own."""
    if lowest:
        raise NoScale(f"A scale begins with 0, not with {lowest}.", field="scale")
    if not 1 <= highest < MOST_VALUES:
        raise _out_of_bounds(highest + 1)
    return [str(value) for value in range(highest + 1)]


def _out_of_bounds(found: int) -> NoScale:
    if found < len(TWO_VALUES):
        return NoScale(f"A scale has 2 to {MOST_VALUES} values, found {found}.", field="scale")
    return NoScale(
        f"A scale has 2 to {MOST_VALUES} values, found {found}: map it first, values that are next"
        " to each other to one.",
        field="scale",
    )
