"""The header of an .npy file, read by hand: nothing is allocated for what it declares before it was
compared with the file."""

import io
import math
import re
from typing import Any, BinaryIO

import numpy as np

from foundation.frozen import frozen
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.signatures import HEAD, foreign

MAGIC = b"\x93NUMPY"
HEADER_LIMIT = 10_000
START = HEADER_LIMIT + 12  # bytes that have all of a header, with what stands before it
NUMBERS, TEXTS = "fiu", "US"
EITHER, OR_OBJECTS = NUMBERS + TEXTS, NUMBERS + "O"
_EXPECTED = {
    NUMBERS: "expected float16, float32, float64 or whole numbers",
    TEXTS: "expected texts",
    OR_OBJECTS: "expected float16, float32, float64 or whole numbers",
    EITHER: "expected numbers or texts",
}
_ITEM = re.compile(
    r"""(?P<quote>['"])(?P<key>descr|fortran_order|shape)(?P=quote)\s*:\s*"""
    r"""(?P<value>(?P<mark>['"])[^'"\\]*(?P=mark)|True|False|\([-0-9,\s]*\)|\[.*\])\s*(?:,|(?=\}))\s*""",
    re.DOTALL,
)
_REFUSED_KINDS = {
    "O": "object arrays (pickles)",
    "V": "structured arrays",
    "f": "numbers",
    "i": "numbers",
    "u": "numbers",
    "S": "byte strings",
    "a": "byte strings",
    "U": "strings",
    "c": "complex numbers",
    "b": "truth values",
    "M": "dates",
    "m": "durations",
}


@frozen
class NpyHeader:
    """What the file declares, checked against its size. offset: where the data begins."""

    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    fortran_order: bool
    offset: int

    @property
    def size(self) -> int:
        """The size of the file, in bytes, as far as it is promised."""
        return self.offset + math.prod(self.shape) * self.dtype.itemsize


def read_header(file: BinaryIO, problems: Problems) -> NpyHeader:
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    return parse_header(file.read(START), size, problems)


def parse_header(start: bytes, size: int, problems: Problems, kinds: str = NUMBERS) -> NpyHeader:
    """start: the first bytes, START of them where there are as many. size: of the whole. kinds: as
    NumPy calls them, of which values may be."""
    _check_magic(start[:HEAD])
    offset = _data_offset(start, size)
    declared = _declared(start[:offset])
    header = NpyHeader(
        _dtype(declared["descr"], kinds),
        _shape(declared["shape"]),
        declared["fortran_order"] == "True",
        offset,
    )
    _check_size(header, size, problems)
    return header


def _check_magic(head: bytes) -> None:
    if not head:
        refuse("empty", "the file is empty")
    if head.startswith(MAGIC):
        return
    kind = foreign(head)
    refuse(
        kind[0] if kind else "npy",
        f"this is {kind[1]}" if kind else "not an .npy file: its first bytes are not those of one",
    )


def _data_offset(head: bytes, size: int) -> int:
    version = tuple(head[6:8])
    if version not in ((1, 0), (2, 0), (3, 0)):
        refuse(
            "npy",
            f"not an .npy file: its version is {'.'.join(map(str, version))}; expected 1.0, 2.0"
            " or 3.0",
        )
    digits = 2 if version == (1, 0) else 4
    length = int.from_bytes(head[8 : 8 + digits], "little")
    if length > HEADER_LIMIT:
        refuse(
            "npy",
            f"not an .npy file: its header claims {length:,} bytes; expected at most"
            f" {HEADER_LIMIT:,}",
        )
    if 8 + digits + length > size:
        refuse(
            "truncated",
            f"truncated: the header should have {length:,} bytes, the whole file has {size:,}",
        )
    return 8 + digits + length


def _declared(start: bytes) -> dict[str, str]:
    """The header's three items as they are written. It is a Python literal, but of so few kinds
    that Python need not read it."""
    digits = 2 if start[6] == 1 else 4
    written = start[8 + digits :].decode("latin-1").strip()
    items = {found["key"]: found["value"] for found in _ITEM.finditer(written)}
    if _ITEM.sub("", written) != "{}" or set(items) != {"descr", "fortran_order", "shape"}:
        refuse(
            "npy",
            "not an .npy file: expected a header with descr, fortran_order and shape, found"
            f" {excerpt(written)}",
        )
    return items


def _dtype(written: str, kinds: str) -> np.dtype[Any]:
    descr = written.strip("'\"")
    kind = "V" if written.startswith("[") else descr.lstrip("<>|=")[:1]
    if kind not in kinds:
        named = _REFUSED_KINDS.get(kind, "values of this kind")
        refuse("dtype", f"{named} are not accepted ({excerpt(descr)}); {_EXPECTED[kinds]}")
    try:
        dtype = np.dtype(descr)
    except (TypeError, ValueError, SyntaxError):
        dtype = np.dtype("V")
    if dtype.kind not in kinds or not dtype.itemsize:
        refuse("dtype", f"the type {excerpt(descr)} is not known; {_EXPECTED[kinds]}")
    return dtype


def _shape(written: str) -> tuple[int, ...]:
    sides = [side.strip() for side in written.strip("()").split(",") if side.strip()]
    if not all(side.isdigit() and len(side) < 20 for side in sides):
        refuse("shape", f"expected a shape of whole numbers from 0, found {excerpt(written)}")
    return tuple(map(int, sides))


def _check_size(header: NpyHeader, size: int, problems: Problems) -> None:
    promised = (
        math.prod(header.shape) * header.dtype.itemsize
    )  # Python's numbers: nothing overflows
    found = size - header.offset
    if promised > found:
        many = f"{promised:,}" if promised < 10**30 else "more than 10^30"
        refuse(
            "truncated",
            f"truncated: the header promises {many} bytes of data, the file has {found:,}",
        )
    if found > promised:
        problems.warn("trailing", f"{found - promised:,} bytes after the data were left out")


def sides_of(shape: tuple[int, ...]) -> str:
    """The shape as messages show it."""
    return " x ".join(f"{side:,}" for side in shape[:6]) or "a single number"
