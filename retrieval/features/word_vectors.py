"""Vectors of words: what a network reads captions by."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen

Rows = NDArray[np.float32]
LONGEST = 15  # words of a caption that are read in their order, as in Wray et al. 2019


@frozen
class WordVectors:
    """values: (words, numbers), each row for the word of that place. sha256: of the file; of what
    they were learnt from where they were learnt here. notes: what of the reading people should
    know, in sentences."""

    places: dict[str, int]
    values: Rows
    source: str
    sha256: str
    notes: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        return int(self.values.shape[1])

    def mean_of(self, texts: Sequence[Iterable[str]]) -> Rows:
        """(texts, numbers): the mean over a text's words that have a vector; zeros where none
        has."""
        means = np.zeros((len(texts), self.width), np.float32)
        for row, words in enumerate(texts):
            known = [self.places[word] for word in words if word in self.places]
            if known:
                means[row] = self.values[known].mean(axis=0)
        return means

    def in_order(
        self, texts: Sequence[Sequence[str]], kinds: Sequence[Sequence[int]]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], Rows]:
        """(texts, LONGEST): each text's first words that have a vector, as rows of the vectors with
        a row of zeros before them, which fills what is left; their kinds; and these vectors."""
        found = np.zeros((2, len(texts), LONGEST), np.int64)
        for row, pairs in enumerate(map(zip, texts, kinds)):
            known = [(self.places[word] + 1, kind) for word, kind in pairs if word in self.places]
            found[:, row, : len(known)] = np.array(known[:LONGEST], np.int64).reshape(-1, 2).T
        return found[0], found[1], np.vstack([np.zeros((1, self.width), np.float32), self.values])
