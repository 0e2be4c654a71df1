"""A vector for each caption: an array (.npy), whose rows are in the benchmark's order, or a text
with a line for each, `key v1 v2 ...`."""

import re
from dataclasses import dataclass, field
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.depth import batches
from pooling.formats.keys import Axis
from pooling.formats.npy import Matrix
from pooling.formats.npy_header import MAGIC, NpyHeader, read_header, sides_of
from pooling.formats.problem import Problems, excerpt, naming, refuse
from pooling.formats.text import Progress, Text, no_progress, open_text

Vectors = NDArray[np.float32]
SHORTEST = 2  # bytes that a number and the space before it take at least
AT_ONCE = 2**24
_LARGEST = float(np.finfo(np.float32).max)


@frozen
class VectorFile:
    vectors: Vectors  # (captions, dimensions)
    problems: Problems = field(default_factory=Problems)  # warnings alone


def read_vectors(
    file: BinaryIO, name: str, captions: Axis, progress: Progress = no_progress
) -> VectorFile:
    """Raises Unreadable: every caption needs its vector, once, and all of one length."""
    with naming(name):
        problems = Problems()
        file.seek(0)
        is_array = file.read(len(MAGIC)) == MAGIC
        read = _read_array if is_array else _read_text
        vectors = read(file, captions, problems, progress)
        problems.raise_if_any()
        return VectorFile(vectors, problems)


def _read_array(file: BinaryIO, captions: Axis, problems: Problems, progress: Progress) -> Vectors:
    header = read_header(file, problems)
    rows, columns = _sides(header, len(captions))
    places = np.arange(rows)
    across = np.arange(columns, dtype=np.int32)
    matrix = Matrix(file, header, rows, places, places.astype(np.int32), across)
    vectors = np.empty((rows, columns), np.float32)
    for first, count in batches(rows, columns, header.dtype.itemsize, AT_ONCE):
        block = matrix.block(first, count)
        with np.errstate(invalid="ignore"):  # a nan is found below
            bad = ~(np.abs(block) <= _LARGEST)
        if bad.any():
            row, column = (int(place) for place in np.unravel_index(bad.argmax(), bad.shape))
            place = f"row {row + first:,}, column {column:,}, counted from 0"
            refuse("number", f"{block[row, column]:g} at {place}; expected finite numbers")
        vectors[first : first + count] = block
        progress(first + count, rows)
    return vectors


def _sides(header: NpyHeader, captions: int) -> tuple[int, int]:
    shape = header.shape
    if len(shape) != 2 or shape[0] != captions or not shape[1]:
        turned = len(shape) == 2 and shape[1] == captions
        hint = "; it is transposed: save vectors.T" if turned else ""
        refuse(
            "shape",
            f"expected a row for each of {captions:,} captions, in the benchmark's order; found"
            f" {sides_of(shape)}{hint}",
        )
    return captions, shape[1]


def _read_text(file: BinaryIO, captions: Axis, problems: Problems, progress: Progress) -> Vectors:
    text = open_text(file, problems, progress=progress)
    lines = _Lines(text, captions, problems)
    lines.read()
    if not text.ends_in_newline and not problems.errors:
        problems.warn("newline", "the last line does not end: the file may be cut off")
    return lines.vectors


@dataclass(slots=True)
class _Lines:
    """One reading of a text, and what is wrong with it."""

    text: Text
    captions: Axis
    problems: Problems
    vectors: Vectors = field(default_factory=lambda: np.empty((0, 0), np.float32))
    line_of: dict[int, int] = field(default_factory=dict)  # by the caption's number

    def read(self) -> None:
        for line, written in enumerate(self.text.lines(), start=1):
            key, *numbers = written.split() or [""]
            if not key:
                self.problems.warn("blank", "a blank line; it was left out", line)
                continue
            if not self.vectors.size:
                self._make_room(line, len(numbers))
            caption = self._caption(line, key)
            values = self._values(line, written, numbers)
            if caption is not None and values is not None:
                self.vectors[caption] = values
            if line % 1_000 == 0:
                self.text.progress(self.text.stream.tell(), self.text.size)
        self._find_missing()

    def _make_room(self, line: int, dimensions: int) -> None:
        """The first line says how long all are. Where that is much, a file that is too short for it
        is refused before there is room for them."""
        if not dimensions:
            refuse("columns", "expected a caption's key and its numbers: key v1 v2 ...", line, 1)
        needed = len(self.captions) * dimensions * SHORTEST
        if self.text.size < needed and needed > AT_ONCE:
            refuse(
                "truncated",
                f"{dimensions:,} numbers for each of {len(self.captions):,} captions take at least"
                f" {needed:,} bytes, the file has {self.text.size:,}: rows are missing, or it is"
                " cut off",
            )
        self.vectors = np.zeros((len(self.captions), dimensions), np.float32)

    def _caption(self, line: int, key: str) -> int | None:
        caption = self.captions.numbers.get(key)
        if caption is None:
            message = f"no caption has the key {excerpt(key)}{self.captions.hint(key)}"
            self.problems.error("unknown-caption", message, line, 1)
            return None
        first = self.line_of.setdefault(caption, line)
        if first != line:
            message = f"caption {excerpt(key)} has a vector in line {first:,} already"
            self.problems.error("duplicate", message, line, 1)
            return None
        return caption

    def _values(self, line: int, written: str, numbers: list[str]) -> list[float] | None:
        expected = self.vectors.shape[1]
        if len(numbers) != expected:
            message = f"expected {expected:,} numbers, as in the first line; found {len(numbers):,}"
            self.problems.error("columns", message, line, 1)
            return None
        try:
            values = list(map(float, numbers))
        except ValueError:
            values = []
        # Python's reader takes `1_0`, digits of every script and `nan`; a vector has none of them.
        is_plain = "_" not in written and written.isascii()
        if values and is_plain and all(-_LARGEST <= value <= _LARGEST for value in values):
            return values
        return None if self._find_bad(line, written) else values

    def _find_bad(self, line: int, written: str) -> bool:
        """Keys may be in any script, numbers may not."""
        _, *fields = re.finditer(r"\S+", written)
        for found in fields:
            if not _is_number(found[0]):
                message = f"{excerpt(found[0])} is no finite number; expected one as in 0.25"
                self.problems.error("number", message, line, found.start() + 1)
                return True
        return False

    def _find_missing(self) -> None:
        missing = [
            key for key, number in self.captions.numbers.items() if number not in self.line_of
        ]
        if missing:
            count = f"{len(missing):,} of {len(self.captions):,} captions have no vector"
            message = f"{count}; the first of them is {excerpt(missing[0])}"
            self.problems.error("missing-caption", message)


def _is_number(text: str) -> bool:
    try:
        return text.isascii() and "_" not in text and abs(float(text)) <= _LARGEST
    except ValueError:
        return False
