"""Vectors of words from files: text, as GloVe has them, or word2vec's binary form, packed with gzip
or not."""

import codecs
import gzip
import re
import zlib
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import IO, BinaryIO, cast

import numpy as np

from foundation.checksum import sha256_of
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.scores import NUMBER
from pooling.formats.signatures import HEAD
from pooling.formats.text import open_text
from retrieval.features.word_vectors import WordVectors

LONGEST = 4096  # numbers of a word
LONGEST_WORD = 4096  # bytes
MOST_WORDS = 10_000_000
BLOCK = 2**20
GZIP = b"\x1f\x8b"
_BINARY = re.compile(rb"(\d{1,12}) (\d{1,6})\n(.+)", re.DOTALL)


def read_word_vectors(path: Path, name: str, wanted: Collection[str]) -> WordVectors:
    """The vectors of the words `wanted` that the file has; all of the file is checked. Raises
    Unreadable."""
    with naming(name), path.open("rb") as file:
        problems = Problems()
        taken = _Taken(frozenset(wanted), problems)
        if _is_binary(file):
            _read_binary(file, taken)
        else:
            lines = _Lines(taken)
            for first, block in open_text(file, Problems(), gzip_allowed=True).blocks():
                for number, line in enumerate(block, first):
                    lines.take(number, line)
            lines.finish()
        problems.raise_if_any()
        if not taken.rows:
            refuse("empty", "no word of the captions has a vector here")
    values = np.array(list(taken.rows.values()), np.float32)
    places = {word: place for place, word in enumerate(taken.rows)}
    return WordVectors(places, values, name, sha256_of(path), taken.notes(name))


class _Taken:
    """Of a large file few words are wanted: of the others only their place is kept, to know them
    when they come again."""

    def __init__(self, wanted: frozenset[str], problems: Problems) -> None:
        self.wanted, self.problems = wanted, problems
        self.rows: dict[str, object] = {}
        self.seen: dict[bytes, int] = {}
        self.width = self.declared = self.skipped = 0
        self.first_skipped = ""

    def declare(self, words: int, width: int) -> None:
        self.declared, self.width = words, width
        if not 0 < width <= LONGEST:
            refuse("size", f"{width:,} numbers a word; expected 1 to {LONGEST:,}", 1)

    def keep(self, number: int, word: bytes, values: object) -> None:
        self.seen[word] = number
        if len(self.seen) > MOST_WORDS:
            refuse("size", f"expected at most {MOST_WORDS:,} words", number)
        if (text := word.decode()) in self.wanted:
            self.rows[text] = values

    def skip(self, word: bytes) -> None:
        self.first_skipped = self.first_skipped or _shown(word)
        self.skipped += 1

    def notes(self, name: str) -> tuple[str, ...]:
        """What cannot be a caption's word, once for all."""
        if not self.skipped:
            return ()
        what = "words that are empty, have a space or are not in UTF-8 were skipped"
        return (f"{name}: {self.skipped:,} {what}, the first {self.first_skipped}",)


class _Lines:
    """Line after line: `word v1 v2 ...`; the first may be `count numbers`."""

    def __init__(self, taken: _Taken) -> None:
        self.taken, self.add = taken, taken.problems.error

    def take(self, number: int, line: bytes) -> None:
        parts = line.rstrip().split(b" ")
        if number == 1 and self._is_head(parts):
            return
        if len(parts) == 1:
            found = f"{_shown(parts[0])} alone" if parts[0] else "an empty line"
            self.add("length", f"expected a word and numbers, found {found}", number, 1)
            return
        if not self.taken.width:
            self._measure(number, parts)
        # Words of GloVe may have spaces (". . ."): numbers are counted from the right.
        more = len(parts) - 1 - self.taken.width
        if more > 0 and not all(NUMBER.fullmatch(one) for one in parts[1 : more + 1]):
            parts = [b" ".join(parts[: more + 1]), *parts[more + 1 :]]
        word, *rest = parts
        if self._is_wrong(number, word, rest):
            return
        if not word or b" " in word:
            self.taken.skip(word)
        else:
            self.taken.keep(number, word, [float(value) for value in rest])

    def _measure(self, number: int, parts: list[bytes]) -> None:
        """The first line's numbers are as many as all have."""
        width = 0
        while width < len(parts) - 1 and NUMBER.fullmatch(parts[-1 - width]):
            width += 1
        self.taken.width = width or len(parts) - 1
        if self.taken.width > LONGEST:
            found = f"{self.taken.width:,} numbers"
            refuse("size", f"{found}; expected at most {LONGEST:,}", number)

    def _is_head(self, parts: list[bytes]) -> bool:
        """Two whole numbers in the first line are how many words there are, and how long each
        is."""
        is_head = len(parts) == 2 and all(part.isdigit() for part in parts)
        if is_head:
            self.taken.declare(int(parts[0]), int(parts[1]))
        return is_head

    def _is_wrong(self, number: int, word: bytes, rest: list[bytes]) -> bool:
        seen, width = self.taken.seen, self.taken.width
        if word in seen:
            where = f"in line {seen[word]:,} and again here"
            self.add("duplicate", f"the word {_shown(word)} is doubled: {where}", number, 1)
        elif len(rest) != width:
            found = f"{_shown(word)} has {len(rest):,} numbers; expected {width:,}"
            self.add("length", found, number, 1)
        elif wrong := next((value for value in rest if not _is_finite(value)), None):
            column = len(word) + 2 + sum(len(one) + 1 for one in rest[: rest.index(wrong)])
            found = f"{_shown(wrong)} is no number of {_shown(word)}"
            self.add("number", f"{found}; expected plain finite decimals", number, column)
        else:
            return False
        return True

    def finish(self) -> None:
        declared, found = self.taken.declared, len(self.taken.seen) + self.taken.skipped
        if declared and not self.taken.problems.errors and found != declared:
            cut = "the file is cut short" if found < declared else "there are more"
            message = f"the first line promises {declared:,} words, found {found:,}: {cut}"
            self.add("truncated", message, found + 1, 1)


def _is_binary(file: BinaryIO) -> bool:
    """The line `count numbers`, and then what is no text."""
    start = file.read(HEAD)
    if start.startswith(GZIP):
        file.seek(0)
        with suppress(EOFError, OSError, zlib.error), gzip.GzipFile(fileobj=file) as unpacked:
            start = unpacked.read(HEAD)
    found = _BINARY.fullmatch(start)
    if found is None:
        return False
    try:
        codecs.getincrementaldecoder("utf-8")().decode(found[3])  # the last character may be cut
    except UnicodeDecodeError:
        return True
    return b"\0" in found[3]


def _read_binary(file: BinaryIO, taken: _Taken) -> None:
    """`word`, a space, and its numbers in single precision, perhaps with a line's end between two
    words. What is wrong is told by the word's ordinal."""
    file.seek(0)
    packed = file.read(len(GZIP)) == GZIP
    file.seek(0)
    stream = cast("IO[bytes]", gzip.GzipFile(fileobj=file)) if packed else file
    try:
        _read_words(_Stream(stream), taken)
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        refuse("gzip", f"the gzip file is damaged or cut off ({error})")


class _Stream:
    """A part of it is in memory, in which words are looked for."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream, self.buffer, self.at = stream, b"", 0

    def until(self, end: bytes) -> bytes:
        """Up to and without `end`; nothing where it is not near."""
        if self.buffer.find(end, self.at) < 0:
            self._fill()
        place = self.buffer.find(end, self.at, self.at + LONGEST_WORD)
        if place < 0:
            return b""
        found, self.at = self.buffer[self.at : place], place + 1
        return found

    def take(self, count: int) -> bytes:
        if len(self.buffer) - self.at < count:
            self._fill()
        found = self.buffer[self.at : self.at + count]
        self.at += len(found)
        return found

    def _fill(self) -> None:
        self.buffer, self.at = self.buffer[self.at :] + self.stream.read(BLOCK), 0


def _read_words(stream: _Stream, taken: _Taken) -> None:
    words, width = map(int, stream.until(b"\n").split(b" "))
    taken.declare(words, width)
    add = taken.problems.error
    for number in range(1, words + 1):
        word = stream.until(b" ").lstrip(b"\n")
        given = stream.take(4 * width)
        if not word or len(given) < 4 * width:
            cut = f"the first line promises {words:,} words, the file ends or is damaged in word"
            refuse("truncated", f"{cut} {number:,}")
        values = np.frombuffer(given, "<f4")
        if not np.isfinite(values).all():
            column = int(np.flatnonzero(~np.isfinite(values))[0])
            which = f"word {number:,} ({_shown(word)}), number {column:,}"
            add("finite", f"{which}: found {values[column]}; expected finite ones")
        elif word in taken.seen:
            where = f"words {taken.seen[word]:,} and {number:,}"
            add("duplicate", f"the word {_shown(word)} is doubled: {where}")
        elif _is_utf8(word):
            taken.keep(number, word, values)
        else:
            taken.skip(word)
    if stream.take(BLOCK).strip():
        refuse("truncated", f"the first line promises {words:,} words, there are more")


def _is_utf8(word: bytes) -> bool:
    try:
        word.decode()
    except UnicodeDecodeError:
        return False
    return True


def _is_finite(value: bytes) -> bool:
    return bool(NUMBER.fullmatch(value)) and abs(float(value)) < float(np.finfo(np.float32).max)


def _shown(word: bytes) -> str:
    return excerpt(word.decode(errors="replace"))
