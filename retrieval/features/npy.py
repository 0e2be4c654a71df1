"""Features as one matrix: a row for each video."""

import math
from collections.abc import Sequence
from typing import Any, BinaryIO, Literal

import numpy as np
from numpy.typing import NDArray

from pooling.formats.npy_header import NpyHeader, read_header, sides_of
from pooling.formats.problem import Problems, excerpt, refuse
from retrieval.features.video_features import (
    MOST_BYTES,
    MOST_NUMBERS,
    Rows,
    check_finite,
    check_missing,
)

MOST_NAMED = 3


def read_npy(file: BinaryIO, wanted: Sequence[str], listed: Sequence[str] | None) -> Rows:
    """(wanted, numbers). listed: the keys of the file's rows, if not those wanted in their
    order."""
    header = read_header(file, Problems())
    named = wanted if listed is None else listed
    check_shape(header.shape, named, of="key" if listed else "video")
    rows = rows_of(wanted, named)
    values = finite(read_values(file, header), named)
    return values if listed is None else values[rows]


def rows_of(wanted: Sequence[str], keys: Sequence[str]) -> list[int]:
    """The row of each that is wanted. keys: of all rows."""
    problems = Problems()
    there = _places_of(keys, problems)
    check_missing(wanted, there, problems)
    problems.raise_if_any()
    return [there[key] for key in wanted]


def finite(values: NDArray[Any], keys: Sequence[str]) -> Rows:
    """The values in single precision, of which each is a number."""
    problems, single = Problems(), to_single(values)
    check_finite(single, [f"row {row:,} ({key})" for row, key in enumerate(keys)], problems)
    problems.raise_if_any()
    return single


def check_shape(shape: tuple[int, ...], named: Sequence[str], *, of: str) -> None:
    """named: the keys that there should be a row for, in their order."""
    rows = len(named)
    found = sides_of(shape)
    if len(shape) != 2 or shape[1] == 0:
        refuse("shape", f"expected {of}s x numbers = {rows:,} x any, found {found}")
    if shape[0] != rows:
        missing = rows - shape[0]
        first = ", ".join(excerpt(key) for key in named[shape[0] :][:MOST_NAMED])
        which = f"{-missing:,} rows too many"
        if missing > 0:
            which = f"{missing:,} rows missing, the first for {first}"
        refuse("shape", f"expected a row for each of {rows:,} {of}s, found {found}: {which}")
    if shape[1] > MOST_NUMBERS or 4 * shape[0] * shape[1] > MOST_BYTES:
        most = f"at most {MOST_NUMBERS:,} numbers a video, and {MOST_BYTES:,} bytes in all"
        refuse("size", f"expected {most}, found {found}")


def _places_of(keys: Sequence[str], problems: Problems) -> dict[str, int]:
    """key -> row; a key that two rows bear is an error."""
    there: dict[str, int] = {}
    for row, key in enumerate(keys):
        if key in there:
            where = f"rows {there[key]:,} and {row:,}"
            problems.error("duplicate", f"the key {excerpt(key)} is doubled: {where}")
        else:
            there[key] = row
    return there


def read_values(file: BinaryIO, header: NpyHeader) -> NDArray[Any]:
    """All of them: read_header has compared their number with the file's size."""
    size = header.dtype.itemsize * math.prod(header.shape)
    file.seek(header.offset)
    given = file.read(size)
    if len(given) < size:
        refuse("truncated", "the file became shorter while it was read")
    order: Literal["F", "C"] = "F" if header.fortran_order else "C"
    return np.frombuffer(given, header.dtype).reshape(header.shape, order=order)


def to_single(values: NDArray[Any]) -> Rows:
    """What is too large for single precision becomes infinite, and is refused as that."""
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(values, np.float32)
