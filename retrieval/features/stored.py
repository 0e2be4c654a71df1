"""Arrays that are still in a file: what they declare is checked before they are read, and segments
are brought together block by block, so that n x segments x numbers may be larger than memory."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from pooling.formats.npy_header import (
    NUMBERS,
    START,
    TEXTS,
    parse_header,
    read_header,
    sides_of,
)
from pooling.formats.problem import Problems, refuse
from retrieval.features.video_features import MOST_BYTES, MOST_NUMBERS, MOST_OF_ONE, Rows

BLOCK = 2**26  # bytes at a time
LONGEST_KEY = 4096  # bytes
MEAN, MAX = "mean", "max"
OVER: Mapping[str, Callable[[NDArray[Any]], NDArray[Any]]] = {
    MEAN: lambda segments: segments.mean(axis=-2, dtype=np.float64),
    MAX: lambda segments: segments.max(axis=-2),
}


@frozen
class Stored:
    """read: its next bytes, fewer where the file ends."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran: bool
    read: Callable[[int], bytes | memoryview]

    @property
    def is_texts(self) -> bool:
        return self.dtype.kind in TEXTS

    @property
    def size(self) -> int:
        """In bytes."""
        return math.prod(self.shape) * self.dtype.itemsize

    def take(self, rows: int) -> NDArray[Any]:
        """The next rows; all of them where columns are together."""
        shape = (rows, *self.shape[1:])
        wanted = math.prod(shape) * self.dtype.itemsize
        given = self.read(wanted)
        if len(given) < wanted:
            refuse("truncated", f"{wanted:,} bytes are promised, {len(given):,} are there")
        values = np.frombuffer(given, self.dtype)
        return values.reshape(shape, order="F" if self.fortran else "C")

    def whole(self) -> NDArray[Any]:
        return self.take(self.shape[0])


def stored_npy(read: Callable[[int], bytes], size: int, kinds: str) -> Stored:
    """An .npy file that is read from its beginning. kinds: of which values may be."""
    start = read(START)
    header = parse_header(start, size, Problems(), kinds)
    rest = memoryview(start)[header.offset :]

    def after(count: int) -> bytes:
        nonlocal rest
        begun, rest = rest[:count], rest[count:]
        return bytes(begun) + read(count - len(begun))

    return Stored(header.dtype, header.shape, header.fortran_order, after)


def open_npy(file: BinaryIO) -> Stored:
    header = read_header(file, Problems())
    file.seek(header.offset)
    return Stored(header.dtype, header.shape, header.fortran_order, file.read)


def texts_in(stored: Stored) -> list[str]:
    if len(stored.shape) != 1 or stored.dtype.itemsize > LONGEST_KEY:
        refuse("shape", f"expected one list of texts of up to {LONGEST_KEY:,} bytes")
    if stored.size > MOST_BYTES:
        refuse("size", f"expected at most {MOST_BYTES:,} bytes")
    try:
        return [key.decode() if isinstance(key, bytes) else str(key) for key in stored.whole()]
    except UnicodeDecodeError:
        refuse("encoding", "expected texts in UTF-8")


def rows_in(stored: Stored, over: str) -> Rows:
    """(rows, numbers), of rows x numbers or rows x segments x numbers."""
    check_rows(stored.shape)
    _check_numbers(stored)
    together = stored.fortran and len(stored.shape) > 1
    if together and stored.size > MOST_BYTES:
        refuse("size", f"expected rows together (C order) in an array over {MOST_BYTES:,} bytes")
    count = stored.shape[0]
    rows = np.empty((count, stored.shape[-1]), np.float32)
    step = count if together else max(1, BLOCK // max(1, stored.size // max(1, count)))
    for start in range(0, count, step or 1):
        block = stored.take(min(step, count - start))
        rows[start : start + step] = _single(block if block.ndim == 2 else OVER[over](block))
    return rows


def check_rows(shape: Sequence[int]) -> None:
    found = sides_of(tuple(shape))
    if len(shape) not in (2, 3) or 0 in shape[1:]:
        refuse("shape", f"expected rows x numbers, or rows x segments x numbers, found {found}")
    too_many = math.prod(shape[1:]) > MOST_OF_ONE or 4 * shape[0] * shape[-1] > MOST_BYTES
    if shape[-1] > MOST_NUMBERS or too_many:
        most = f"at most {MOST_NUMBERS:,} numbers a video, and {MOST_BYTES:,} bytes in all"
        refuse("size", f"expected {most}, found {found}")


def row_in(stored: Stored, over: str) -> Rows:
    """(numbers,) of one video, of numbers or segments x numbers."""
    found = sides_of(stored.shape)
    if len(stored.shape) not in (1, 2):
        refuse("shape", f"expected its numbers, or segments x numbers, found {found}")
    _check_numbers(stored)
    if stored.shape[-1] > MOST_NUMBERS or math.prod(stored.shape) > MOST_OF_ONE:
        most = f"at most {MOST_NUMBERS:,} numbers, in at most {MOST_OF_ONE:,} with all segments"
        refuse("size", f"expected {most}, found {found}")
    values = stored.whole()
    return _single(values if values.ndim == 1 else OVER[over](values))


def _check_numbers(stored: Stored) -> None:
    if stored.dtype.kind not in NUMBERS:
        refuse("dtype", f"values of the type {stored.dtype}; expected numbers")


def _single(values: NDArray[Any]) -> Rows:
    """What is too large for single precision becomes infinite, and is refused as that."""
    with np.errstate(over="ignore", invalid="ignore"):
        return np.ascontiguousarray(values, np.float32)
