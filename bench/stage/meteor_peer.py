"""NLTK's METEOR, given our WordNet: it is spared reading its own."""

from collections.abc import Sequence
from dataclasses import dataclass

from nltk.translate.meteor_score import single_meteor_score

from semantics.words.wordnet import SUFFIXES, WordNet, open_wordnet


@dataclass(frozen=True, slots=True)
class _Lemma:
    text: str

    def name(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class _Synset:
    kept: tuple[_Lemma, ...]

    def lemmas(self) -> tuple[_Lemma, ...]:
        return self.kept


class _Synsets:
    def __init__(self, wordnet: WordNet) -> None:
        self._wordnet = wordnet
        self._found: dict[str, list[_Synset]] = {}

    def synsets(self, word: str) -> list[_Synset]:
        if word not in self._found:
            self._found[word] = [
                _Synset(tuple(map(_Lemma, self._wordnet.words(number))))
                for part in SUFFIXES
                for base in self._wordnet.bases(word, part)
                for number in self._wordnet.synsets(base, part)
            ]
        return self._found[word]


def score_pairs(pairs: Sequence[tuple[Sequence[str], Sequence[str]]]) -> list[float]:
    """Of each (hypothesis, reference)."""
    synsets = _Synsets(open_wordnet())
    return [
        single_meteor_score(reference, hypothesis, wordnet=synsets)
        for hypothesis, reference in pairs
    ]
