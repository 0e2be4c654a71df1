"""What a caption says, as a set of words: order, form, filling words and everyday synonyms do not
count, so that paraphrases come out equal or nearly so. The milder step, `plain`, is in
semantics/paraphrase/plain_text.py.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Mask
from semantics.paraphrase import lexicon
from semantics.paraphrase.plain_text import words_of

# Scripts that put no space between words: their texts are compared by pairs of characters.
UNSPACED = re.compile(
    r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+"
)
VOWELS = frozenset("aeiouy")
# A misspelt word is taken for the one word that it is an edit away from, if that one is well known.
LONG_ENOUGH, RARE, KNOWN = 6, 2, 10


@frozen
class Saying:
    """words: what is said, each once. many: whether it speaks of several people. numbers: the
    numerals above one in it."""

    words: frozenset[str]
    many: bool = False
    numbers: frozenset[int] = frozenset()


class Wording:
    """Reads captions. Which spelling is right is learned from all of them together."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._counts = Counter(word for text in texts for word in set(words_of(text)))
        self._respelt = corrections(self._counts)

    def saying(self, text: str) -> Saying:
        words = [self._respelt.get(word, word) for word in words_of(text)]
        return _saying(_joined(words, self._counts))


def corrections(counts: Mapping[str, int]) -> dict[str, str]:
    """A rare word -> the well known one that differs by one letter more, fewer or other, or by two
    neighbours that changed places. Where several do, the most frequent.

    counts: of texts with each word. Words are met by what is left when a letter is taken out, so
    the work grows with the number of words and not with its square.
    """
    known: dict[str, list[str]] = {}
    for word, count in counts.items():
        if count >= KNOWN and len(word) >= LONG_ENOUGH - 1:
            for part in _shortened(word):
                known.setdefault(part, []).append(word)
    found = {}
    for word, count in counts.items():
        if count <= RARE and len(word) >= LONG_ENOUGH and word.isalpha():
            near = {one for part in _shortened(word) for one in known.get(part, ())}
            near = {one for one in near if _stem(one) != _stem(word) and _one_edit(word, one)}
            if near:
                found[word] = max(near, key=lambda one: (counts[one], one))
    return found


def _shortened(word: str) -> Iterable[str]:
    yield word
    for place in range(len(word)):
        yield word[:place] + word[place + 1 :]


def _one_edit(one: str, other: str) -> bool:
    """Slips of the hand, and vowels that were heard wrong. Another consonant, or another first
    letter, makes another word more often: `cooling` and `cooking`, `sing` and `king`."""
    if one[0] != other[0]:
        return False
    if len(one) != len(other):
        longer, shorter = (one, other) if len(one) > len(other) else (other, one)
        places = range(1, len(longer) - 1)
        return any(longer[:place] + longer[place + 1 :] == shorter for place in places)
    differ = [n for n, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    if len(differ) == 1:
        (place,) = differ
        return place < len(one) - 2 and one[place] in VOWELS and other[place] in VOWELS
    if len(differ) != 2 or differ[1] != differ[0] + 1:
        return False
    first, second = differ
    return one[first] == other[second] and one[second] == other[first]


def _joined(words: list[str], counts: Mapping[str, int]) -> list[str]:
    """`sun flower` is `sunflower` where captions have that word too."""
    joined: list[str] = []
    for word in words:
        whole = joined[-1] + word if joined else ""
        if whole in counts and len(word) > 2 and len(joined[-1]) > 2:
            joined[-1] = whole
        else:
            joined.append(word)
    return joined


def _saying(words: list[str]) -> Saying:
    kept = set()
    for word in words:
        if unspaced := UNSPACED.findall(word):
            kept |= {run[n : n + 2] for run in unspaced for n in range(max(1, len(run) - 1))}
        elif word not in lexicon.EMPTY and word not in lexicon.NUMBERS:
            kept.add(_meant(word))
    numbers = frozenset(lexicon.NUMBERS[word] for word in words if word in lexicon.NUMBERS)
    many = bool(numbers) or not lexicon.MANY.isdisjoint(words)
    return Saying(frozenset(kept) | {f"#{number}" for number in numbers}, many, numbers)


@cache
def _meant(word: str) -> str:
    stem = _stem(word)
    return _synonyms().get(stem, stem)


@cache
def _synonyms() -> dict[str, str]:
    # Of a word in several lines, the first counts.
    return {_stem(word): _stem(line[0]) for line in lexicon.SAME[::-1] for word in line[::-1]}


def _stem(word: str) -> str:
    """The word without its ending: -s, -ed, -ing, and a last e. What two forms of a word share, not
    a word of the language."""
    if word in lexicon.IRREGULAR:
        word = lexicon.IRREGULAR[word]
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    word = _without_s(word)
    if word.endswith("ied"):
        word = word[:-3] + "y"
    elif not word.endswith("eed"):
        word = _without_ending(word)
    word = lexicon.IRREGULAR.get(word, word)
    return word.removesuffix("e") if len(word) > 3 else word


def _without_ending(word: str) -> str:
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and len(base) > 1 and VOWELS & set(base):
            # `running` is a form of `run`, but `rolling` is one of `roll`.
            doubled = len(base) > 2 and base[-1] == base[-2] and base[-1] not in "lszaeiou"
            return base[:-1] if doubled else base
    return word


def _without_s(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes", "oes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


@cache
def light_words() -> frozenset[str]:
    return frozenset(map(_meant, lexicon.LIGHT))


# What two captions cannot differ in and mean the same: whichever of them one alone has (a negation,
# several people), and those of which each has another (colours, numbers, directions, sexes).
ALWAYS = 2


def traits(sayings: Sequence[Saying]) -> NDArray[np.int32]:
    """(sayings, traits): what `contradicting` looks at, as bits."""
    negation = _meant("not")
    groups = [frozenset(map(_meant, line)) for line in (lexicon.MALE, lexicon.FEMALE)]
    places = [
        {word: place for place, word in enumerate(sorted(set(map(_meant, line))))}
        for line in lexicon.EXCLUDING
    ]
    return np.array(
        [
            (
                one.many,
                negation in one.words,
                sum(1 << number for number in one.numbers),
                sum(1 << place for place, sex in enumerate(groups) if one.words & sex),
                *(sum(1 << place[word] for word in one.words & place.keys()) for place in places),
            )
            for one in sayings
        ],
        np.int32,
    ).reshape(len(sayings), ALWAYS + 2 + len(places))


def contradicting(one: NDArray[np.int32], other: NDArray[np.int32]) -> Mask:
    """(pairs,): whether the two cannot both be meant, however many words they share. one, other:
    (pairs, traits)."""
    differ = one != other
    always = differ[:, :ALWAYS].any(axis=1)
    both = (one[:, ALWAYS:] != 0) & (other[:, ALWAYS:] != 0)
    return np.asarray(always | (differ[:, ALWAYS:] & both).any(axis=1))
