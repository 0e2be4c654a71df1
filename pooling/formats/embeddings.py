"""Runs as files of embeddings: a score is the inner product of a caption's and a video's, or of two
of one kind.

Products are summed in double precision and rounded to single, in which scores are compared. BLAS
sums in an order that depends on the block, the processor and its threads. Where the rounding hangs
on that order the sum is taken again in an order of its own, so that the same files give the same
bytes everywhere.
"""

from collections.abc import Iterator
from dataclasses import field
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.depth import SCORE_LIMIT, Singles, batches
from pooling.formats.keys import Axis, Direction, Keys, Numbers
from pooling.formats.npy import Matrix, open_array, warn_of_missing
from pooling.formats.npy_header import sides_of
from pooling.formats.problem import Problems, naming, refuse
from pooling.formats.text import Progress, no_progress

Doubles = NDArray[np.float64]

# Bytes: of what is ranked all embeddings are held in double precision, and a block of scores.
HELD, BLOCK = 2**31, 2**26
TILE = 8192  # of what is ranked, multiplied at a time: sums in double precision that stay small
AGAIN = 4096  # pairs whose sums are taken again at a time
EPSILON = 2.0**-52


@frozen
class EmbeddingFile:
    """One of the two files, opened. A row is an embedding; nothing of them is read yet."""

    name: str
    rows: Matrix  # captions or videos x numbers; row_places: in the order wanted
    axis: Axis
    normalise: bool

    @property
    def width(self) -> int:
        return self.rows.shape[1]

    def read(self, first: int, count: int) -> Doubles:
        """(count, width): each finite and longer than 0, or Unreadable."""
        with naming(self.name):
            read = self.rows.block(first, count).astype(np.float64)
            fits = np.abs(read) < SCORE_LIMIT
            if not fits.all():
                row, column = (int(at) for at in np.unravel_index(fits.argmin(), fits.shape))
                refuse(
                    "number",
                    f"{read[row, column]} at {self.place(first + row)}, column {column:,}, counted"
                    " from 0; expected finite numbers, at most 3.4e38",
                )
            lengths = lengths_of(read)
            if not lengths.all():
                refuse(
                    "zero",
                    f"all numbers at {self.place(first + int(lengths.argmin()))}, counted from 0,"
                    f" are 0; expected an embedding for each {self.axis.noun}",
                )
            if self.normalise:
                read /= lengths[:, None]
            return read

    def place(self, row: int) -> str:
        return f"row {int(self.rows.row_places[row]):,}"

    def all(self) -> Doubles:
        """Every embedding, (rows, width)."""
        count, width = self.rows.shape
        if count * width * 8 > HELD:
            with naming(self.name):
                refuse(
                    "size",
                    f"{count:,} embeddings of {width:,} numbers take more than"
                    f" {HELD >> 20:,} MiB in double precision, and what is ranked is held whole;"
                    " expected fewer numbers",
                )
        held = np.empty((count, width))
        for first, some in batches(count, width, 8):
            held[first : first + some] = self.read(first, some)
        return held


@frozen
class Embeddings:
    """Scores of captions (rows) for videos (columns), which are read as those of a Matrix. Of one
    kind for itself, both sides are the same file.

    captions, videos: their numbers, those first whose keys win a tie. block: bytes of scores at a
    time.
    """

    of_captions: EmbeddingFile
    of_videos: EmbeddingFile
    problems: Problems = field(default_factory=Problems)
    block: int = BLOCK

    @property
    def captions(self) -> Numbers:
        return self.of_captions.rows.captions

    @property
    def videos(self) -> Numbers:
        return self.of_videos.rows.captions

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.captions), len(self.videos)

    def blocks(
        self, direction: Direction = "t2v", progress: Progress = no_progress
    ) -> Iterator[Singles]:
        """All captions' scores, or all videos'."""
        items, targets = self.of_captions, self.of_videos
        if direction == "v2t":
            items, targets = targets, items
        held = targets.all()
        longest = float(lengths_of(held).max())
        total = items.rows.shape[0]
        for first, count in batches(total, len(held), 4, self.block):
            yield scores_of(items.read(first, count), held, longest)
            progress(first + count, total)

    def cell(self, row: int, column: int) -> str:
        sides = (self.of_captions, row), (self.of_videos, column)
        return ", ".join(f"{of.place(at)} of the {of.axis.noun}s" for of, at in sides)


def lengths_of(embeddings: Doubles) -> Doubles:
    lengths: Doubles = np.sqrt(np.einsum("ij,ij->i", embeddings, embeddings))
    return lengths


def scores_of(items: Doubles, targets: Doubles, longest: float) -> Singles:
    """(items, targets): inner products, rounded. longest: the greatest length of any target.

    Two orders of summing differ by less than `doubt`. What lies within eight times that of 0 is 0:
    there the order alone would decide which of two targets is better.
    """
    doubt = (2 * EPSILON * items.shape[1] * longest * lengths_of(items))[:, None]
    scores = np.empty((len(items), len(targets)), np.float32)
    with np.errstate(over="ignore"):  # what single precision cannot hold is refused by its reader
        for start in range(0, len(targets), TILE):
            tile, low = targets[start : start + TILE], scores[:, start : start + TILE]
            sums = items @ tile.T
            high = np.empty_like(low)
            np.subtract(sums, doubt, out=low, casting="same_kind")
            np.add(sums, doubt, out=high, casting="same_kind")
            row, column = np.nonzero(low != high)
            if len(row):
                noise = 8 * doubt[row, 0]
                low[row, column] = _settled(sums[row, column], noise, items, tile, (row, column))
    return scores


def _settled(
    sums: Doubles,
    noise: Doubles,
    items: Doubles,
    targets: Doubles,
    pairs: tuple[NDArray[np.intp], NDArray[np.intp]],
) -> Doubles:
    """Sums whose rounding is in doubt, in an order that is always the same."""
    for again in np.array_split(
        np.flatnonzero(np.abs(sums) > noise * 7 / 8), range(AGAIN, len(sums), AGAIN)
    ):
        row, column = pairs[0][again], pairs[1][again]
        sums[again] = np.einsum("ij,ij->i", items[row], targets[column])
    return np.where(np.abs(sums) > noise, sums, 0.0)


def open_embeddings(
    captions: tuple[BinaryIO, str],
    videos: tuple[BinaryIO, str],
    keys: Keys,
    *,
    normalise: bool = False,
    names: tuple[Numbers | None, Numbers | None] = (None, None),
) -> Embeddings:
    """Two files, each with its name, that fit the benchmark and each other, or Unreadable.

    names: the captions and videos of their rows, as read from files of names; without them, the
    benchmark's own order.
    """
    problems = Problems()
    of_captions, of_videos = (
        _open(file, name, axis, numbers, normalise, problems)
        for (file, name), axis, numbers in zip(
            (captions, videos), (keys.captions, keys.videos), names, strict=True
        )
    )
    if of_captions.width != of_videos.width:
        with naming(of_videos.name):
            refuse(
                "shape",
                f"the videos' embeddings have {of_videos.width:,} numbers, those of the captions in"
                f" {of_captions.name} {of_captions.width:,}; expected as many",
            )
    return Embeddings(of_captions, of_videos, problems)


def open_within(
    file: BinaryIO,
    name: str,
    axis: Axis,
    *,
    normalise: bool = False,
    named: Numbers | None = None,
) -> Embeddings:
    """One file, of videos or captions, whose embeddings are held against each other."""
    problems = Problems()
    of = _open(file, name, axis, named, normalise, problems)
    return Embeddings(of, of, problems)


def _open(
    file: BinaryIO,
    name: str,
    axis: Axis,
    named: Numbers | None,
    normalise: bool,
    problems: Problems,
) -> EmbeddingFile:
    numbers = np.arange(len(axis), dtype=np.int32) if named is None else named
    with naming(name):
        header, unpacked = open_array(file, problems)
        if len(header.shape) != 2 or header.shape[0] != len(numbers) or 0 in header.shape:
            refuse(
                "shape",
                f"expected {axis.noun}s x numbers = {len(numbers):,} rows, found"
                f" {sides_of(header.shape)}",
            )
        warn_of_missing(axis, numbers, problems)
    # Those first whose keys win a tie, so that no block need be put in order.
    places = np.argsort(-axis.order[numbers], kind="stable")
    columns = np.arange(header.shape[1], dtype=np.int32)
    rows = Matrix(unpacked(), header, len(numbers), places, numbers[places], columns)
    return EmbeddingFile(name, rows, axis, normalise)
