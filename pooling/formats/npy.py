"""Similarity matrices, read in blocks by plain reads: a mapped file's pages would count as
memory."""

from collections.abc import Callable, Iterator
from dataclasses import field
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.depth import batches
from pooling.formats.keys import Axis, Direction, Keys, Numbers
from pooling.formats.npy_header import NpyHeader, read_header
from pooling.formats.npz import find_matrix, is_archive
from pooling.formats.padding import PaddedRows
from pooling.formats.problem import Problems, naming, refuse
from pooling.formats.text import Progress, no_progress
from pooling.formats.torch_file import find_tensor

Block = NDArray[np.floating]
Indices = NDArray[np.int64]

# A block is read whole where the file has its rows together; where it has its columns together,
# larger blocks need fewer reads.
TOGETHER = 2**24
APART = 2**26


@frozen
class Matrix:
    """Scores of captions (rows) for videos (columns), or of either for its own kind; higher is
    better.

    captions: (rows,) and videos: (columns,), their numbers in the benchmark.
    row_places: (rows,), where in the file each row stands, because padding is left out.
    """

    file: BinaryIO
    header: NpyHeader
    rows_in_file: int
    row_places: Indices
    captions: Numbers
    videos: Numbers
    padding: PaddedRows | None = None
    problems: Problems = field(default_factory=Problems)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.captions), len(self.videos)

    def block(self, first: int, count: int) -> Block:
        """(count, videos): some rows."""
        return self._at(self.row_places[first : first + count])

    def turned_block(self, first: int, count: int) -> Block:
        """(count, captions): some columns, each as a row."""
        if not self.header.fortran_order:
            return self._floats(self._lines(self.row_places, first, count).T)
        return self._floats(self._of_columns(self.row_places, np.arange(first, first + count)))

    def blocks(
        self, direction: Direction = "t2v", progress: Progress = no_progress
    ) -> Iterator[Block]:
        """All rows, or all columns as rows."""
        rows, columns = self.shape if direction == "t2v" else self.shape[::-1]
        read = self.block if direction == "t2v" else self.turned_block
        together = (direction == "t2v") is not self.header.fortran_order
        for first, count in batches(
            rows, columns, self.header.dtype.itemsize, TOGETHER if together else APART
        ):
            yield read(first, count)
            progress(first + count, rows)

    def pick(self, rows: Numbers) -> NDArray[np.float64]:
        """(columns,): of each column the score in one row; nan where that is -1. Only those few
        bytes are read."""
        picked = np.full(len(rows), np.nan)
        cell = np.empty((1, 1), self.header.dtype)
        for column in np.flatnonzero(rows >= 0).tolist():
            row = int(self.row_places[rows[column]])
            at = (
                column * self.rows_in_file + row
                if self.header.fortran_order
                else row * len(self.videos) + column
            )
            self._read_into(cell, at)
            picked[column] = cell[0, 0]
        return picked

    def cell(self, row: int, column: int) -> str:
        """Where a score stands in the file, for a message; all counted from 0, as in Python."""
        if self.padding is None:
            return f"row {row:,}, column {column:,}"
        return (
            f"video {self.padding.video[row]:,}, slot {self.padding.slot[row]:,}, column {column:,}"
        )

    def check_padding(self, padding: PaddedRows) -> None:
        """Slots beyond a video's captions are filled with inf; scores there mean captions that the
        benchmark does not have."""
        places = padding.pad_places
        for first, count in batches(
            len(places), len(self.videos), self.header.dtype.itemsize, TOGETHER
        ):
            some = places[first : first + count]
            holding = np.flatnonzero(np.isfinite(self._at(some)).any(axis=1))
            if len(holding):
                video, slot = padding.of_place(int(some[holding[0]]))
                found = np.bincount(padding.video, minlength=padding.videos)[video]
                message = (
                    f"slot {slot:,} of video {video:,} (from 0) holds scores, but the benchmark has"
                    f" {found:,} captions for it"
                )
                refuse("shape", f"{message}; expected inf there")

    def _at(self, places: Indices) -> Block:
        if not self.header.fortran_order:
            return self._floats(self._lines(places, 0, len(self.videos)))
        return self._floats(self._of_columns(places, np.arange(len(self.videos))).T)

    def _of_columns(self, places: Indices, columns: NDArray[np.int64]) -> NDArray[Any]:
        """The values of a file that has columns together: (columns, places)."""
        low, high = int(places.min()), int(places.max()) + 1
        return self._lines(columns, low, high - low)[:, places - low]

    def _lines(self, places: NDArray[np.int64], start: int, count: int) -> NDArray[Any]:
        """(places, count): a part of some of the file's lines, which are its rows, or its columns
        in Fortran order."""
        width = self.rows_in_file if self.header.fortran_order else len(self.videos)
        lines = np.empty((len(places), count), self.header.dtype)
        if count == width and len(places) and (np.diff(places) == 1).all():
            self._read_into(lines, int(places[0]) * width)
            return lines
        for line, place in zip(lines, places.tolist(), strict=True):
            self._read_into(line, place * width + start)
        return lines

    def _read_into(self, wanted: NDArray[Any], place: int) -> None:
        """place: counted in values."""
        view = wanted.reshape(-1).view(np.uint8).data
        self.file.seek(self.header.offset + place * self.header.dtype.itemsize)
        while view:
            got = self.file.readinto(view)  # type: ignore[attr-defined]  # BinaryIO forgets that files can
            if not got:
                refuse("truncated", "the file became shorter while it was read")
            view = view[got:]

    def _floats(self, values: NDArray[Any]) -> Block:
        """Native floats: float32 for what fits into it exactly, else float64."""
        exact = np.float32 if np.can_cast(self.header.dtype, np.float32, "safe") else np.float64
        return values.astype(exact, copy=False)


def open_matrix(
    file: BinaryIO,
    name: str,
    keys: Keys,
    *,
    captions: Numbers | None = None,
    videos: Numbers | None = None,
) -> Matrix:
    """A matrix that fits the benchmark, or Unreadable, also the one of an .npz. Nothing of its data
    is read yet, but padding is looked for, and an archive is unpacked.

    captions, videos: the numbers of rows and columns as read from files of names; without them, the
    benchmark's own order.
    """
    with naming(name):
        problems = Problems()
        header, unpacked = open_array(file, problems)
        rows = np.arange(len(keys.captions), dtype=np.int32) if captions is None else captions
        columns = np.arange(len(keys.videos), dtype=np.int32) if videos is None else videos
        _warn_of_halves(header, problems)
        warn_of_missing(keys.captions, rows, problems)
        warn_of_missing(keys.videos, columns, problems)
        padded = PaddedRows.of(header, keys, columns) if len(header.shape) == 3 else None
        expected = len(rows), len(columns)
        if padded is None and (header.shape != expected or 0 in expected):
            refuse("shape", _unexpected(header.shape, expected, "captions x videos"))
        places, many = np.arange(len(rows)), len(rows)
        if padded is not None:
            places, many, rows = padded.places, padded.videos * padded.slots, padded.captions
        matrix = Matrix(unpacked(), header, many, places, rows, columns, padded, problems)
        if padded is not None:
            matrix.check_padding(padded)
        return matrix


def open_square(
    file: BinaryIO, name: str, keys: Keys, axis: Axis, named: Numbers | None = None
) -> Matrix:
    """A matrix of videos x videos, or of captions x captions: rows and columns in one order. named:
    their numbers, as open_matrix takes them."""
    with naming(name):
        problems = Problems()
        header, unpacked = open_array(file, problems)
        numbers = np.arange(len(axis), dtype=np.int32) if named is None else named
        _warn_of_halves(header, problems)
        warn_of_missing(axis, numbers, problems)
        expected = len(numbers), len(numbers)
        if header.shape != expected or 0 in expected:
            sentence = _unexpected(header.shape, expected, f"{axis.noun}s x {axis.noun}s")
            across = len(keys.captions), len(keys.videos)
            if header.shape in (across, across[::-1]):
                sentence += "; that is captions and videos: expected the direction t2v or v2t"
            refuse("shape", sentence)
        rows = np.arange(len(numbers))
        return Matrix(unpacked(), header, len(rows), rows, numbers, numbers, problems=problems)


def _warn_of_halves(header: NpyHeader, problems: Problems) -> None:
    if header.dtype.kind == "f" and header.dtype.itemsize == 2:
        problems.warn("ties", "float16 keeps three digits, so that many scores are tied")


def _unexpected(shape: tuple[int, ...], expected: tuple[int, int], sides: str) -> str:
    found = (
        " x ".join(f"{side:,}" if side < 10**30 else "..." for side in shape[:6])
        or "a single number"
    )
    message = f"expected {sides} = {expected[0]:,} x {expected[1]:,}, found {found}"
    return f"{message}; it is transposed: save matrix.T" if shape == expected[::-1] else message


def warn_of_missing(axis: Axis, present: Numbers, problems: Problems) -> None:
    if missing := len(axis) - len(present):
        problems.warn(
            f"missing-{axis.noun}",
            f"{missing:,} of {len(axis):,} {axis.noun}s have no scores in the matrix",
        )


def open_array(file: BinaryIO, problems: Problems) -> tuple[NpyHeader, Callable[[], BinaryIO]]:
    """The header, also that of the array of an .npz or the tensor of a .pt, and what gives the file
    that it describes: an .npz is unpacked only then."""
    if is_archive(file):
        if tensor := find_tensor(file):
            return tensor, lambda: file
        packed = find_matrix(file, problems)
        return packed.header, packed.unpacked
    return read_header(file, problems), lambda: file
