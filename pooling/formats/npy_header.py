"""The header of an .npy file, read by hand: nothing is allocated for what it declares before it was compared with the file."""

import ast
import io
import math
from dataclasses import dataclass
from typing import Any, BinaryIO

import numpy as np

from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.signatures import HEAD, foreign

MAGIC = b"\x93NUMPY"
HEADER_LIMIT = 10_000
_KEYS = {"descr", "fortran_order", "shape"}
_REFUSED_KINDS = {
    "O": "object arrays (pickles)",
    "V": "structured arrays",
    "S": "byte strings",
    "a": "byte strings",
    "U": "strings",
    "c": "complex numbers",
    "b": "truth values",
    "M": "dates",
    "m": "durations",
}


@dataclass(frozen=True, slots=True)
class NpyHeader:
    """What the file declares, checked against its size. offset: where the data begins."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran_order: bool
    offset: int


def read_header(file: BinaryIO, problems: Problems) -> NpyHeader:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    head = file.read(HEAD)
    _check_magic(head)
    offset = _data_offset(head, size)
    file.seek(0)
    declared = _declared(file.read(offset))
    header = NpyHeader(_dtype(declared["descr"]), _shape(declared["shape"]), _order(declared["fortran_order"]), offset)
    _check_size(header, size, problems)
    return header


def _check_magic(head: bytes) -> None:
    if not head:
        refuse(0, 0, "empty", "the file is empty")
    if head.startswith(MAGIC):
        return
    kind = foreign(head)
    refuse(
        0,
        0,
        kind[0] if kind else "npy",
        f"this is {kind[1]}" if kind else "not an .npy file: its first bytes are not those of one",
    )


def _data_offset(head: bytes, size: int) -> int:
    version = tuple(head[6:8])
    if version not in ((1, 0), (2, 0), (3, 0)):
        refuse(0, 0, "npy", f"not an .npy file: its version is {'.'.join(map(str, version))}; expected 1.0, 2.0 or 3.0")
    digits = 2 if version == (1, 0) else 4
    length = int.from_bytes(head[8 : 8 + digits], "little")
    if length > HEADER_LIMIT:
        refuse(0, 0, "npy", f"not an .npy file: its header claims {length:,} bytes; expected at most {HEADER_LIMIT:,}")
    if 8 + digits + length > size:
        refuse(0, 0, "truncated", f"truncated: the header should have {length:,} bytes, the whole file has {size:,}")
    return 8 + digits + length


def _declared(start: bytes) -> dict[str, Any]:
    version_3 = start[6] == 3
    written = start[10 if start[6] == 1 else 12 :].decode("utf-8" if version_3 else "latin-1", "replace")
    try:
        declared = ast.literal_eval(written.strip())
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        declared = None
    if not isinstance(declared, dict) or set(declared) != _KEYS:
        refuse(0, 0, "npy", f"not an .npy file: expected a header with descr, fortran_order and shape, found {excerpt(written)}")
    return declared


def _dtype(descr: object) -> np.dtype[Any]:
    if not isinstance(descr, str):
        refuse(0, 0, "dtype", "structured arrays are not accepted; expected float16, float32, float64 or whole numbers")
    kind = descr.lstrip("<>|=")[:1]
    try:
        dtype = np.dtype(descr)
    except (TypeError, ValueError, SyntaxError):
        refuse(0, 0, "dtype", f"not an .npy file that is known here: its type is {excerpt(descr)}")
    if dtype.kind not in "fiu" or dtype.itemsize == 0:
        named = _REFUSED_KINDS.get(dtype.kind, _REFUSED_KINDS.get(kind, excerpt(descr)))
        refuse(0, 0, "dtype", f"{named} are not accepted ({excerpt(descr)}); expected float16, float32, float64 or whole numbers")
    return dtype


def _shape(shape: object) -> tuple[int, ...]:
    if not isinstance(shape, tuple) or not all(type(side) is int and side >= 0 for side in shape):
        refuse(0, 0, "shape", f"expected a shape of whole numbers from 0, found {excerpt(str(shape)[:200])}")
    return shape


def _order(fortran_order: object) -> bool:
    if not isinstance(fortran_order, bool):
        refuse(0, 0, "npy", f"not an .npy file: fortran_order is {excerpt(str(fortran_order)[:200])}; expected True or False")
    return fortran_order


def _check_size(header: NpyHeader, size: int, problems: Problems) -> None:
    promised = math.prod(header.shape) * header.dtype.itemsize  # Python's numbers: nothing overflows
    found = size - header.offset
    if promised > found:
        many = f"{promised:,}" if promised < 10**30 else "more than 10^30"
        refuse(0, 0, "truncated", f"truncated: the header promises {many} bytes of data, the file has {found:,}")
    if found > promised:
        problems.warn(0, 0, "trailing", f"{found - promised:,} bytes after the data were left out")
