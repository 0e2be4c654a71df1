"""Sets of numbered words, one set for each of many texts, as arrays."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Bags:
    """The words of text n are `members[starts[n] : starts[n + 1]]`, ascending, each once."""

    starts: NDArray[np.int64]  # (texts + 1,)
    members: NDArray[np.int32]
    words: int  # how many different ones there may be: members are below it

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def sizes(self) -> NDArray[np.int64]:
        return np.diff(self.starts)

    def of(self, text: int) -> NDArray[np.int32]:
        return self.members[self.starts[text] : self.starts[text + 1]]


def number_words(texts: Iterable[Iterable[str]], numbers: dict[str, int]) -> Bags:
    """numbers: those given so far; a new word gets the next, so that bags made with the same
    dictionary can be compared, once all are made."""
    rows = [sorted({numbers.setdefault(word, len(numbers)) for word in words}) for words in texts]
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    members = np.fromiter((word for row in rows for word in row), np.int32, int(starts[-1]))
    return Bags(starts, members, len(numbers))
