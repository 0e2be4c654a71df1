"""Verbs with their particles, nouns with what describes them."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from foundation.frozen import frozen
from semantics.words.word import Parsed, Word

OF = "of"
DESCRIBES = {"noun", "adjective"}


@frozen
class Phrase:
    """others: words that may belong to the head, as they are written and as lemmas, and how far
    from it each is."""

    head: str
    others: Mapping[str, int]


def verb_phrases(words: Parsed) -> Iterator[Phrase]:
    """Each verb with the particles, prepositions and adverbs before the next verb: `on` belongs to
    "turn" in "turn the light on"."""
    verbs = [place for place, word in enumerate(words) if word.part == "verb"]
    for verb, following in pairwise([*verbs, len(words)]):
        others = (word for word in words[verb + 1 : following] if word.part != "noun")
        yield Phrase(words[verb].lemma, _by_distance(others))


def noun_phrases(words: Parsed) -> Iterator[Phrase]:
    """Each noun that describes no other: the last of "olive oil bottle", the first of "bottle of
    olive oil"."""
    place = 0
    while place < len(words):
        stop = _compound(words, place)
        if stop == place:
            place += 1
            continue
        after = list(words[place : stop - 1])[::-1]
        head, place = words[stop - 1], stop
        while (of := _after_of(words, place)) is not None:
            after += words[of[0] : of[1]]
            place = of[1]
        yield Phrase(head.lemma, _by_distance(iter(after)))


def _compound(words: Parsed, start: int) -> int:
    """The end of the run of adjectives and nouns from `start` that ends in a noun; the start if
    there is none."""
    place = stop = start
    while place < len(words) and words[place].part in DESCRIBES:
        place += 1
        if words[place - 1].part == "noun":
            stop = place
    return stop


def _after_of(words: Parsed, place: int) -> tuple[int, int] | None:
    """The compound that follows "of" or "of the"."""
    if place >= len(words) or words[place].text != OF:
        return None
    for first in (place + 1, place + 2):
        stop = _compound(words, first)
        if stop > first:
            return first, stop
        if first < len(words) and not words[first].is_stop_word:
            break
    return None


def _by_distance(others: Iterator[Word]) -> dict[str, int]:
    found: dict[str, int] = {}
    for distance, word in enumerate(others, start=1):
        for form in (word.text, word.lemma):
            found.setdefault(form, distance)
    return found
