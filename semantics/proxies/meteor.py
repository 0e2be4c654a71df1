"""METEOR of one sentence with many at once, equal to NLTK's `meteor_score`.

A sentence is aligned in three stages: equal words, then equal stems of what is left, then stems of
which one is in WordNet's synonyms of the other. (The third stage looks up stems, not words: so NLTK
does, and so its scores are.) Each stage takes the first sentence's words from its last to its
first, and gives each the last word of the other that is still free.

Where a word meets another sentence is a number of 64 bits, one for each place, the last place the
lowest bit: the last free place is the lowest bit set, and an alignment is arithmetic on bits for
all sentences at once. For sentences of more than 64 words they are Python's numbers, which are as
long as need be.
"""

from collections.abc import Callable, Collection, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from measures.arrays import Integers, Values

ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5  # NLTK's, after Lavie and Agarwal (2007)
PLACES = 64

Bits = NDArray[Any]  # of 64 bits, or of Python's
Stem = Callable[[str], str]
Synonyms = Callable[[str], Collection[str]]
Tokens = Sequence[str]  # in small letters
# Of each word: the sentences that have it, and at which places.
Places = dict[str, tuple[Integers, Bits]]


@cache
def _penalty(chunks: int, matches: int) -> float:
    return GAMMA * (chunks / matches) ** BETA if matches else 0.0


# [chunks, matches]. Looked up because numpy's powers differ from Python's in the last bit.
_SIZES = range(PLACES + 1)
_PENALTIES = np.array([[_penalty(chunks, matches) for matches in _SIZES] for chunks in _SIZES])


def find_stemmer() -> Stem:
    # Two seconds, which each web process would pay at its start.
    from nltk.stem.porter import PorterStemmer  # noqa: PLC0415

    return cache(PorterStemmer().stem)


class References:
    """Sentences that others are scored with."""

    def __init__(self, sentences: Sequence[Tokens], synonyms: Synonyms) -> None:
        self._count = len(sentences)
        longer = np.array([len(words) > PLACES for words in sentences], bool)
        stem, known = find_stemmer(), cache(synonyms)
        self._parts = []
        for rows, bits in ((np.flatnonzero(~longer), np.uint64), (np.flatnonzero(longer), object)):
            if len(rows):
                own = [sentences[row] for row in rows.tolist()]
                self._parts.append((rows, _References(own, stem, known, bits)))

    def score(self, hypothesis: Tokens) -> Values:
        """(references,): METEOR of the hypothesis with each."""
        found = np.zeros(self._count)
        for rows, part in self._parts if hypothesis else ():
            found[rows] = part.score(hypothesis)
        return found


class _References:
    """bits: the type of the numbers that places are."""

    def __init__(
        self,
        sentences: Sequence[Tokens],
        stem: Stem,
        synonyms: Synonyms,
        bits: type,
    ) -> None:
        self._stem, self._bits = stem, bits
        self._lengths = np.array([len(words) for words in sentences], np.int64)
        self._by_word, self._by_stem = (_places(sentences, of, bits) for of in (str, stem))
        # Of each stem asked for: the stems here that are synonyms of it.
        self._known = cache(lambda of: [one for one in synonyms(of) if one in self._by_stem])

    def score(self, hypothesis: Tokens) -> Values:
        found, stages = np.zeros(len(self._lengths)), self._stages(hypothesis)
        # Most sentences share nothing with this one, and have 0.
        some = np.flatnonzero(np.bitwise_or.reduce(stages, axis=(0, 1)))
        matches, chunks = _counts(stages[:, :, some])
        precision, recall = matches / len(hypothesis), matches / self._lengths[some]
        mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
        if self._bits is object:
            penalties = np.array(list(map(_penalty, chunks.tolist(), matches.tolist())))
        else:
            penalties = _PENALTIES[chunks, matches]
        found[some] = (1 - penalties) * mean
        return found

    def _stages(self, hypothesis: Tokens) -> Bits:
        """(3 stages, words, references): the places at which a word could be matched."""
        stages: Bits = np.zeros((3, len(hypothesis), len(self._lengths)), self._bits)
        for place, word in enumerate(hypothesis):
            stem = self._stem(word)
            _mark(stages[0, place], self._by_word, [word])
            _mark(stages[1, place], self._by_stem, [stem])
            _mark(stages[2, place], self._by_stem, self._known(stem))
        return stages


def _places(sentences: Sequence[Tokens], of: Stem, bits: type) -> Places:
    found: dict[str, dict[int, int]] = {}
    for number, words in enumerate(sentences):
        for place, word in enumerate(reversed(words)):
            at = found.setdefault(of(word), {})
            at[number] = at.get(number, 0) | 1 << place
    return {
        word: (np.array(list(at), np.int64), np.array(list(at.values()), bits))
        for word, at in found.items()
    }


def _mark(row: Bits, places: Places, words: Sequence[str]) -> None:
    for word in words:
        if word in places:
            numbers, bits = places[word]
            row[numbers] |= bits


def _counts(stages: Bits) -> tuple[Integers, Integers]:
    """stages: (3, words, references). How many words are matched, and in how many chunks: runs of
    neighbours on both sides."""
    _, words, references = stages.shape
    matched = np.zeros((words, references), stages.dtype)  # the one place at which each word is
    free = ~np.zeros(references, stages.dtype)
    for stage in stages:
        for word in reversed(range(words)):
            open_places = (stage[word] & free) * (matched[word] == 0)
            last = open_places & (~open_places + 1)  # the lowest bit set
            matched[word] |= last
            free ^= last
    is_matched = matched != 0
    matches = np.count_nonzero(is_matched, axis=0)
    # The next place is the next lower bit.
    goes_on = is_matched[1:] & is_matched[:-1] & (matched[1:] == matched[:-1] >> 1)
    return matches, matches - np.count_nonzero(goes_on, axis=0)
