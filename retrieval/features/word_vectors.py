"""Vectors of words: what a network reads captions by."""

from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from foundation.checksum import sha256_of
from foundation.frozen import frozen
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.scores import NUMBER
from pooling.formats.text import open_text

Rows = NDArray[np.float32]

LONGEST = 4096  # numbers of a word
MOST_WORDS = 10_000_000


@frozen
class WordVectors:
    """values: (words, numbers), each row for the word of that place. sha256: of the file; of what
    they were learnt from where they were learnt here."""

    places: dict[str, int]
    values: Rows
    source: str
    sha256: str

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


def read_word_vectors(path: Path, name: str, wanted: Collection[str]) -> WordVectors:
    """The vectors of the words `wanted` that the file has; all of its lines are checked. A line is
    `word v1 v2 ...`, and the first may be `count numbers`. Raises Unreadable."""
    with naming(name), path.open("rb") as file:
        problems = Problems()
        reading = _Reading(frozenset(wanted), problems)
        for first, lines in open_text(file, Problems()).blocks():
            for number, line in enumerate(lines, first):
                reading.take(number, line)
        reading.finish()
        problems.raise_if_any()
        if not reading.rows:
            refuse("empty", "no word of the captions has a vector here")
    values = np.array(list(reading.rows.values()), np.float32)
    places = {word: place for place, word in enumerate(reading.rows)}
    return WordVectors(places, values, name, sha256_of(path))


class _Reading:
    """Line after line. Of a large file few words are wanted: of the others only their line is kept,
    to know them when they come again."""

    def __init__(self, wanted: frozenset[str], problems: Problems) -> None:
        self.wanted, self.problems = wanted, problems
        self.rows: dict[str, list[float]] = {}
        self.seen: dict[bytes, int] = {}
        self.width = self.declared = 0

    def take(self, number: int, line: bytes) -> None:
        word, *rest = line.rstrip().split(b" ")
        if number == 1 and self._is_head(word, rest):
            return
        if not rest:
            found = f"{_shown(word)} alone" if word else "an empty line"
            self.problems.error("length", f"expected a word and numbers, found {found}", number, 1)
            return
        if not self.width:
            self.width = len(rest)
            if self.width > LONGEST:
                refuse("size", f"{self.width:,} numbers; expected at most {LONGEST:,}", number)
        if self._is_wrong(number, word, rest):
            return
        self.seen[word] = number
        if len(self.seen) > MOST_WORDS:
            refuse("size", f"expected at most {MOST_WORDS:,} words", number)
        if (text := word.decode()) in self.wanted:
            self.rows[text] = [float(value) for value in rest]

    def _is_head(self, word: bytes, rest: list[bytes]) -> bool:
        """Two whole numbers in the first line are how many words there are, and how long each
        is."""
        if len(rest) == 1 and word.isdigit() and rest[0].isdigit():
            self.declared, self.width = int(word), int(rest[0])
            if not 0 < self.width <= LONGEST:
                refuse("size", f"{self.width:,} numbers a word; expected 1 to {LONGEST:,}", 1)
            return True
        return False

    def _is_wrong(self, number: int, word: bytes, rest: list[bytes]) -> bool:
        add = self.problems.error
        if word in self.seen:
            where = f"in line {self.seen[word]:,} and again here"
            add("duplicate", f"the word {_shown(word)} is doubled: {where}", number, 1)
        elif len(rest) != self.width:
            found = f"{_shown(word)} has {len(rest):,} numbers; expected {self.width:,}"
            add("length", found, number, 1)
        elif wrong := next((value for value in rest if not _is_finite(value)), None):
            column = len(word) + 2 + sum(len(one) + 1 for one in rest[: rest.index(wrong)])
            found = f"{_shown(wrong)} is no number of {_shown(word)}"
            add("number", f"{found}; expected plain finite decimals", number, column)
        else:
            return False
        return True

    def finish(self) -> None:
        if self.declared and not self.problems.errors and len(self.seen) != self.declared:
            line, found = len(self.seen) + 1, len(self.seen)
            cut = "the file is cut short" if found < self.declared else "there are more"
            message = f"the first line promises {self.declared:,} words, found {found:,}: {cut}"
            self.problems.error("truncated", message, line, 1)


def _is_finite(value: bytes) -> bool:
    return bool(NUMBER.fullmatch(value)) and abs(float(value)) < float(np.finfo(np.float32).max)


def _shown(word: bytes) -> str:
    return excerpt(word.decode(errors="replace"))
