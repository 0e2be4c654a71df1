"""What is in an .npz: one array, or the parts of a sparse matrix as SciPy writes them.

An archive says how large its members are when unpacked; one that says more than the benchmark's
matrix can need is refused, and nothing is unpacked beyond what it said.
"""

import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, BinaryIO, cast

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from foundation.frozen import frozen
from measures.arrays import Integers
from pooling.formats.npy_header import HEADER_LIMIT, read_header, sides_of
from pooling.formats.problem import Problems, excerpt, naming, refuse
from semantics.formats.values import Values

Shape = tuple[int, int]
MOST_MEMBERS = 20
WIDEST = 16  # bytes of a number, at most
# The members of a sparse matrix, by its format. The formats that SciPy has besides are rare.
INDICES: Mapping[str, tuple[str, str]] = {
    "csr": ("indptr", "indices"),
    "csc": ("indptr", "indices"),
    "coo": ("row", "col"),
}
DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


@frozen
class OneArray:
    """An .npy file; its name is for messages."""

    file: BinaryIO
    name: str


@frozen
class SparseParts:
    """rows, columns, values: (entries,) in any order, each cell once."""

    rows: Integers
    columns: Integers
    values: Values

    def as_rows(self, shape: Shape) -> csr_array:
        return csr_array((self.values.astype(np.float32), (self.rows, self.columns)), shape=shape)


@contextmanager
def open_archive(
    file: BinaryIO, name: str, shape: Shape, problems: Problems
) -> Iterator[OneArray | SparseParts]:
    """shape: captions x videos, which the matrix must have. Raises Unreadable."""
    with _damage_named():
        packed = zipfile.ZipFile(file)
    with packed:
        archive = _Archive(packed, name, shape, problems)
        if "format" in archive.names:
            yield _read_sparse(archive)
        else:
            with archive.unpacked(archive.only_one()) as array:
                yield array


@contextmanager
def _damage_named() -> Iterator[None]:
    """Around the archive's own bytes alone: what is done with a member may fail by itself."""
    try:
        yield
    except DAMAGED:
        refuse("zip", "the .npz archive is damaged or cut short, or is none")


@frozen
class _Archive:
    packed: zipfile.ZipFile
    name: str
    shape: Shape
    problems: Problems

    @property
    def names(self) -> list[str]:
        """The names of the arrays, as NumPy calls them: without `.npy`."""
        return [name.removesuffix(".npy") for name in self.packed.namelist()[:MOST_MEMBERS]]

    def only_one(self) -> str:
        if len(self.packed.namelist()) != 1:
            listed = ", ".join(excerpt(name) for name in self.names[:5]) or "nothing"
            refuse(
                "zip",
                f"expected one array, or a sparse matrix as scipy.sparse.save_npz writes it; found"
                f" {listed}",
            )
        return self.names[0]

    @contextmanager
    def unpacked(self, array: str, entries: int | None = None) -> Iterator[OneArray]:
        """A member as a file that can be read from anywhere. entries: how many numbers it may have;
        as many as the matrix has cells if not given."""
        member, cells = f"{array}.npy", self.shape[0] * self.shape[1]
        most = (cells if entries is None else entries) * WIDEST + HEADER_LIMIT
        if member not in self.packed.namelist():
            refuse("zip", f"expected the array {array} in the archive, and there is none")
        info = self.packed.getinfo(member)
        if info.file_size > most:
            refuse(
                "size",
                f"the array {array} unpacks to {info.file_size:,} bytes; expected at most {most:,}"
                f" for {self.shape[0]:,} x {self.shape[1]:,}",
            )
        with tempfile.TemporaryFile() as copy:
            with _damage_named(), self.packed.open(info) as source:
                shutil.copyfileobj(source, copy)
            copy.seek(0)
            yield OneArray(cast("BinaryIO", copy), f"{self.name}/{member}")

    def numbers(self, array: str, kinds: str, entries: int | None = None) -> NDArray[Any]:
        """A list of numbers. kinds: of NumPy's types, that it may be of."""
        with self.unpacked(array, entries) as found, naming(found.name):
            header = read_header(found.file, self.problems)
            if len(header.shape) != 1 or header.dtype.kind not in kinds:
                what = "whole numbers" if "f" not in kinds else "numbers"
                refuse("shape", f"expected a list of {what}")
            if entries is not None and header.shape[0] != entries:
                refuse(
                    "shape",
                    f"expected {entries:,} numbers, found {header.shape[0]:,} of them",
                )
            found.file.seek(header.offset)
            size = header.shape[0] * header.dtype.itemsize
            return np.frombuffer(found.file.read(size), header.dtype)

    def word(self, array: str) -> str:
        """A short text, which SciPy keeps as an array without sides. It is taken from behind the
        header by hand: no more than its letters is needed."""
        with self.unpacked(array, 16) as found:
            content = found.file.read()
        behind = content[10 + int.from_bytes(content[8:10], "little") :]
        return behind.replace(b"\0", b"").decode("latin-1")


def _read_sparse(archive: _Archive) -> SparseParts:
    of_format = archive.word("format")
    if of_format not in INDICES:
        refuse(
            "format",
            f"a sparse matrix in the format {excerpt(of_format)}; expected"
            f" {', '.join(INDICES)}: save matrix.tocsr()",
        )
    check_shape(tuple(archive.numbers("shape", "iu", 2).tolist()), archive.shape)
    first, second = INDICES[of_format]
    values = archive.numbers("data", "fiu")
    columns = archive.numbers(second, "iu").astype(np.int64)
    if of_format == "coo":
        rows = archive.numbers(first, "iu").astype(np.int64)
    else:
        lines = archive.shape[0 if of_format == "csr" else 1]
        rows = _lines_of(archive.numbers(first, "iu", lines + 1).astype(np.int64), len(values))
    if of_format == "csc":
        rows, columns = columns, rows
    exact = np.float32 if np.can_cast(values.dtype, np.float32, "safe") else np.float64
    parts = SparseParts(rows, columns, values.astype(exact))
    _check_places(parts, archive.shape)
    return parts


def check_shape(found: tuple[int, ...], wanted: Shape) -> None:
    if found != wanted or 0 in wanted:
        expected = f"captions x videos = {wanted[0]:,} x {wanted[1]:,}"
        turned = "; it is transposed: save matrix.T" if found == wanted[::-1] else ""
        refuse("shape", f"expected {expected}, found {sides_of(found)}{turned}")


def _lines_of(starts: Integers, entries: int) -> Integers:
    """(entries,): the line of each entry, from where each line starts."""
    if starts[0] != 0 or starts[-1] != entries or (np.diff(starts) < 0).any():
        refuse("shape", f"indptr does not lead from 0 to the {entries:,} entries line by line")
    return np.repeat(np.arange(len(starts) - 1), np.diff(starts))


def _check_places(parts: SparseParts, shape: Shape) -> None:
    if not len(parts.rows) == len(parts.columns) == len(parts.values):
        refuse("shape", "data and the indices are not equally long")
    for side, places, most in (("row", parts.rows, shape[0]), ("column", parts.columns, shape[1])):
        wrong = np.flatnonzero((places < 0) | (places >= most))
        if len(wrong):
            at = int(places[wrong[0]])
            refuse("shape", f"an entry in {side} {at:,}; expected 0 to {most - 1:,}")
    cells = np.sort(parts.rows * shape[1] + parts.columns)
    twice = np.flatnonzero(cells[1:] == cells[:-1])
    if len(twice):
        row, column = divmod(int(cells[twice[0]]), shape[1])
        refuse(
            "duplicate",
            f"row {row:,}, column {column:,}, counted from 0, has two values; expected one",
        )
