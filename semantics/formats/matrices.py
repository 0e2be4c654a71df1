"""Relevance matrices from elsewhere, captions x videos: an array (.npy, or the only one of a .npz),
or a sparse matrix as SciPy writes it (.npz).

What a header declares is compared with the benchmark before anything is allocated for it.
"""

from collections.abc import Iterator
from dataclasses import field
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Floats
from pooling.depth import batches
from pooling.formats.npy import Matrix
from pooling.formats.npy_header import MAGIC, NpyHeader, read_header
from pooling.formats.problem import Problems, naming, refuse
from pooling.formats.signatures import HEAD, foreign
from pooling.formats.text import Progress, no_progress
from semantics.formats.archives import SparseParts, check_shape, open_archive
from semantics.formats.stored import Arranged, arrange
from semantics.formats.values import Faults, Values
from semantics.proxies.relevance import Relevance

AT_ONCE = 2**24  # bytes
ZIP = b"PK\x03\x04"
Shape = tuple[int, int]
Own = NDArray[np.integer]


@frozen
class MatrixWanted:
    """own_videos: (captions,) the number of each caption's own video, -1 where it is not known."""

    shape: Shape
    own_videos: Own
    progress: Progress = no_progress


@frozen
class MatrixFile:
    arranged: Arranged
    problems: Problems = field(default_factory=Problems)  # warnings alone


def read_matrix(file: BinaryIO, name: str, wanted: MatrixWanted) -> MatrixFile:
    """Raises Unreadable: nothing of a file with an error is taken."""
    with naming(name):
        problems = Problems()
        file.seek(0)
        head = file.read(HEAD)
        is_archive = head.startswith(ZIP)
        if not is_archive:
            _check_kind(head)
        read = _read_archive if is_archive else _read_dense
        arranged = arrange(read(file, name, wanted, problems))
        if not arranged.pairs:
            refuse("constant", "no cell is above 0: nothing would be relevant to any caption")
        _check_own_videos(arranged.relevance, wanted, problems)
        return MatrixFile(arranged, problems)


def _check_kind(head: bytes) -> None:
    if head and not head.startswith(MAGIC):
        kind = foreign(head)
        found = f"this is {kind[1]}; " if kind else ""
        refuse(kind[0] if kind else "npy", f"{found}expected a .npy or .npz file")


def _read_archive(file: BinaryIO, name: str, wanted: MatrixWanted, problems: Problems) -> Relevance:
    with open_archive(file, name, wanted.shape, problems) as found:
        if isinstance(found, SparseParts):
            return _of_parts(found, wanted.shape, problems)
        with naming(found.name):
            return _read_dense(found.file, found.name, wanted, problems)


def _of_parts(parts: SparseParts, shape: Shape, problems: Problems) -> Relevance:
    faults = Faults()
    faults.take_cells(parts.rows, parts.columns, parts.values)
    faults.refuse(problems)
    return Relevance(parts.as_rows(shape))


def _read_dense(file: BinaryIO, name: str, wanted: MatrixWanted, problems: Problems) -> Relevance:
    header = read_header(file, problems)
    check_shape(header.shape, wanted.shape)
    return Relevance.of_blocks(_good_blocks(file, header, wanted, problems), wanted.shape)


def _good_blocks(
    file: BinaryIO, header: NpyHeader, wanted: MatrixWanted, problems: Problems
) -> Iterator[Values]:
    """The blocks until one has what is no relevance: from then on the rest is only counted, and
    refused at the end."""
    rows, columns = wanted.shape
    places, across = np.arange(rows), np.arange(columns, dtype=np.int32)
    matrix = Matrix(file, header, rows, places, places.astype(np.int32), across)
    faults = Faults()
    for first, count in batches(rows, columns, header.dtype.itemsize, AT_ONCE):
        block = matrix.block(first, count)
        faults.take_block(block, first)
        if faults.first is None:
            yield block
        wanted.progress(first + count, rows)
    faults.refuse(problems)


def _check_own_videos(relevance: Relevance, wanted: MatrixWanted, problems: Problems) -> None:
    """Wray et al. 2021, Eq. 5: a caption's own video has 1. A square matrix that has it only the
    other way round is refused; where some own videos have less, that is a warning."""
    own = wanted.own_videos
    known = np.flatnonzero(own >= 0)
    straight = _own_values(relevance, known, own[known])
    below = int(np.count_nonzero(straight < 1))
    if not below:
        return
    if relevance.shape[0] == relevance.shape[1]:
        turned = _own_values(relevance, own[known], known)
        if (turned == 1).all():
            refuse(
                "orientation",
                "every caption's own video has 1 only if rows are taken for videos; it is"
                " transposed: save matrix.T",
            )
    problems.warn(
        "own-video",
        f"in {below:,} of {len(known):,} captions the own video has less than 1; it was kept",
    )


def _own_values(relevance: Relevance, rows: Own, columns: Own) -> Floats:
    values = np.empty(len(rows), np.float32)
    for start, block in relevance.blocks():
        here = np.flatnonzero((rows >= start) & (rows < start + len(block)))
        values[here] = block[rows[here] - start, columns[here]]
    return values
