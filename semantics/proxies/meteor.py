"""METEOR of one sentence with many at once, equal to NLTK's `meteor_score`.

A sentence is aligned in three stages: equal words, then equal stems of what is left, then stems of
which one is in WordNet's synonyms of the other. (The third stage looks up stems, not words: so NLTK
does, and so its scores are.) Each stage takes the first sentence's words from its last to its
first, and gives each the last word of the other that is still free.

Where a word meets another sentence is a number of 64 bits, one for each place, the last place the
lowest bit: the last free place is the lowest bit set, and an alignment is arithmetic on bits for
all sentences at once. Sentences of more than 64 words are aligned one by one.
"""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

ALPHA, BETA, GAMMA = 0.9, 3.0, 0.5  # NLTK's, after Lavie and Agarwal (2007)
PLACES = 64

Bits = NDArray[np.uint64]
Integers = NDArray[np.int64]
Synonyms = Callable[[str], frozenset[str]]
Tokens = Sequence[str]  # in small letters
# Of each word: the sentences that have it, and at which places.
Places = dict[str, tuple[Integers, Bits]]


def meteor(
    hypothesis: Tokens, reference: Tokens, stem: Callable[[str], str], synonyms: Synonyms
) -> float:
    """One with one, from 0 to 1; 0 where they have nothing in common."""
    matches = sorted(_aligned(hypothesis, reference, stem, synonyms))
    if not matches:
        return 0.0
    chunks = 1 + sum((b[0] - a[0], b[1] - a[1]) != (1, 1) for a, b in pairwise(matches))
    precision, recall = len(matches) / len(hypothesis), len(matches) / len(reference)
    mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
    return (1 - _penalty(chunks, len(matches))) * mean


def _aligned(
    hypothesis: Tokens, reference: Tokens, stem: Callable[[str], str], synonyms: Synonyms
) -> list[tuple[int, int]]:
    stems = [stem(word) for word in hypothesis], [stem(word) for word in reference]
    stages: tuple[Callable[[int, int], bool], ...] = (
        lambda i, j: hypothesis[i] == reference[j],
        lambda i, j: stems[0][i] == stems[1][j],
        lambda i, j: stems[1][j] in synonyms(stems[0][i]),
    )
    matches: list[tuple[int, int]] = []
    mine, theirs = list(range(len(hypothesis))), list(range(len(reference)))
    for fits in stages:
        for i in mine[::-1]:
            j = next((j for j in theirs[::-1] if fits(i, j)), None)
            if j is not None:
                matches.append((i, j))
                mine.remove(i)
                theirs.remove(j)
    return matches


def _penalty(chunks: int, matches: int) -> float:
    return GAMMA * (chunks / matches) ** BETA


# [chunks, matches]. Looked up because numpy's powers differ from Python's in the last bit.
_PENALTIES = np.array(
    [
        [_penalty(chunks, matches) if 0 < chunks <= matches else 0 for matches in range(PLACES + 1)]
        for chunks in range(PLACES + 1)
    ]
)


def find_stemmer() -> Callable[[str], str]:
    # Two seconds, which each web process would pay at its start.
    from nltk.stem.porter import PorterStemmer  # noqa: PLC0415

    return cache(PorterStemmer().stem)


class References:
    """Sentences that others are scored with."""

    def __init__(self, sentences: Sequence[Tokens], synonyms: Synonyms) -> None:
        self._sentences = sentences
        self._synonyms = cache(synonyms)
        self._stem = find_stemmer()
        self._lengths = np.array([len(words) for words in sentences], np.int64)
        self._long = [n for n, words in enumerate(sentences) if len(words) > PLACES]
        self._by_word = _places(sentences, str)
        self._by_stem = _places(sentences, self._stem)
        # Of each stem asked for: the stems here that are synonyms of it.
        self._known: dict[str, list[str]] = {}

    def score(self, hypothesis: Tokens) -> NDArray[np.float64]:
        """(references,): METEOR of the hypothesis with each."""
        found = np.zeros(len(self._sentences))
        if hypothesis:
            stages = self._stages(hypothesis)
            # Most sentences share nothing with this one, and have 0.
            some = np.flatnonzero(np.bitwise_or.reduce(stages, axis=(0, 1)))
            matches, chunks = _counts(stages[:, :, some])
            precision, recall = matches / len(hypothesis), matches / self._lengths[some]
            mean = precision * recall / (ALPHA * precision + (1 - ALPHA) * recall)
            found[some] = (1 - _PENALTIES[chunks, matches]) * mean
        for n in self._long:
            found[n] = meteor(hypothesis, self._sentences[n], self._stem, self._synonyms)
        return found

    def _stages(self, hypothesis: Tokens) -> Bits:
        """(3 stages, words, references): the places at which a word could be matched."""
        stages = np.zeros((3, len(hypothesis), len(self._sentences)), np.uint64)
        for place, word in enumerate(hypothesis):
            stem = self._stem(word)
            _mark(stages[0, place], self._by_word, [word])
            _mark(stages[1, place], self._by_stem, [stem])
            _mark(stages[2, place], self._by_stem, self._synonyms_here(stem))
        return stages

    def _synonyms_here(self, stem: str) -> list[str]:
        if stem not in self._known:
            self._known[stem] = [word for word in self._synonyms(stem) if word in self._by_stem]
        return self._known[stem]


def _places(sentences: Sequence[Tokens], of: Callable[[str], str]) -> Places:
    """Sentences with more places than bits have none here."""
    found: dict[str, dict[int, int]] = {}
    for number, words in enumerate(sentences):
        if len(words) <= PLACES:
            for place, word in enumerate(reversed(words)):
                at = found.setdefault(of(word), {})
                at[number] = at.get(number, 0) | 1 << place
    return {
        word: (np.array(list(at), np.int64), np.array(list(at.values()), np.uint64))
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
    matched = np.zeros((words, references), np.uint64)  # the one place at which each word is
    free = np.full(references, ~np.uint64(0))
    for stage in stages:
        for word in reversed(range(words)):
            open_places = np.where(matched[word], np.uint64(0), stage[word] & free)
            last = open_places & (~open_places + np.uint64(1))  # the lowest bit set
            matched[word] |= last
            free ^= last
    is_matched = matched != 0
    matches = np.count_nonzero(is_matched, axis=0)
    # The next place is the next lower bit.
    goes_on = is_matched[1:] & is_matched[:-1] & (matched[1:] == matched[:-1] >> np.uint64(1))
    return matches, matches - np.count_nonzero(goes_on, axis=0)
