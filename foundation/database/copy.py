"""PostgreSQL's binary COPY format for rankings: arrays go in and come out as bytes, without a
Python object for each number.

Pure: bytes and numpy arrays only. A row is a count of fields, and for each its length and its
bytes, all big-endian; an array is a header of five numbers, and for each element its length and its
bytes.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen

HEADER = b"PGCOPY\n\xff\r\n\0" + struct.pack("!ii", 0, 0)
TRAILER = struct.pack("!h", -1)
INT2, INT4, FLOAT8 = 21, 23, 701
EMPTY_ARRAY = 12  # bytes: a header without a dimension
ROW = struct.Struct("!h")
LENGTH = struct.Struct("!i")
INT_FIELD = struct.Struct("!ii")
ARRAY_HEAD = struct.Struct("!iiiii")
NULL = LENGTH.pack(-1)
AT_ONCE = 10_000  # lists
BLOCK = 50_000  # rows
INT_ELEMENTS = np.dtype([("length", ">i4"), ("value", ">i4")])
INT8_ELEMENTS = np.dtype([("length", ">i4"), ("value", ">i8")])
FLOAT_ELEMENTS = np.dtype([("length", ">i4"), ("value", ">f8")])


@frozen
class Lists:
    """Ordered numbers for each item, padded: (items, depth), -1 past a list's end."""

    items: NDArray[np.int64]
    targets: NDArray[np.int32]

    @property
    def lengths(self) -> NDArray[np.int64]:
        return (self.targets >= 0).sum(axis=1)


def ranking_rows(
    run_id: int,
    items: NDArray[np.integer],
    targets: NDArray[np.integer],
    scores: NDArray[np.floating],
    own_ranks: NDArray[np.integer],
) -> Iterator[bytes]:
    """Chunks of COPY's input for (run_id int8, item int4, targets int4[], scores float8[],
    own_rank int4).

    items: (n,). targets, scores: (n, depth), -1 and anything past a list's end. own_ranks: (n,),
    0 where it is not known."""
    lengths = (targets >= 0).sum(axis=1)
    ints = np.empty(targets.shape, INT_ELEMENTS)
    ints["length"], ints["value"] = 4, targets
    floats = np.empty(scores.shape, FLOAT_ELEMENTS)
    floats["length"], floats["value"] = 8, scores
    head = ROW.pack(5) + struct.pack("!iq", 8, run_id)
    yield HEADER
    chunk: list[bytes] = []
    for index, length in enumerate(lengths.tolist()):
        own, item = int(own_ranks[index]), int(items[index])
        chunk += [head, INT_FIELD.pack(4, item)]
        chunk += [_array_head(length, INT4, 8), ints[index, :length].tobytes()]
        chunk += [_array_head(length, FLOAT8, 12), floats[index, :length].tobytes()]
        chunk.append(INT_FIELD.pack(4, own) if own else NULL)
        if len(chunk) > 7_000:
            yield b"".join(chunk)
            chunk.clear()
    yield b"".join(chunk) + TRAILER


def fixed_rows(columns: Sequence[NDArray[Any]]) -> Iterator[bytes]:
    """Chunks of COPY's input for columns of equal length whose fields all have a fixed size, with
    no loop over the rows.

    (n,) columns of int16/32/64, float64 or bool; a (n, m) column of int16 becomes a smallint[] of m
    elements.
    """
    record = np.dtype(
        [("fields", ">i2"), *(_field(number, column) for number, column in enumerate(columns))]
    )
    yield HEADER
    for start in range(0, len(columns[0]), BLOCK):
        rows = np.zeros(len(columns[0][start : start + BLOCK]), record)
        rows["fields"] = len(columns)
        for number, column in enumerate(columns):
            _fill(rows[f"c{number}"], column[start : start + BLOCK])
        yield rows.tobytes()
    yield TRAILER


def _field(number: int, column: NDArray[Any]) -> tuple[str, list[tuple[Any, ...]]]:
    if column.ndim == 2:
        element = np.dtype([("length", ">i4"), ("value", ">i2")])
        return f"c{number}", [
            ("length", ">i4"),
            ("head", ">i4", (5,)),
            ("elements", element, (column.shape[1],)),
        ]
    kind = "u1" if column.dtype == bool else column.dtype.newbyteorder(">")
    return f"c{number}", [("length", ">i4"), ("value", kind)]


def _fill(field: NDArray[Any], column: NDArray[Any]) -> None:
    if column.ndim == 1:
        field["length"], field["value"] = field.dtype["value"].itemsize, column
        return
    many = column.shape[1]
    field["length"] = 20 + many * 6
    field["head"] = (1, 0, INT2, many, 1)
    field["elements"]["length"], field["elements"]["value"] = 2, column


def read_integers(chunks: Iterable[bytes], columns: int) -> NDArray[np.int64]:
    """COPY's output of int8 columns, none of them NULL: (rows, columns)."""
    data = b"".join(chunks)
    record = np.dtype([("fields", ">i2"), ("values", INT8_ELEMENTS, (columns,))])
    count = (len(data) - len(HEADER) - len(TRAILER)) // record.itemsize
    rows = np.frombuffer(data, record, count, len(HEADER))
    return rows["values"]["value"].astype(np.int64)


def read_columns(chunks: Iterable[bytes], columns: int) -> tuple[NDArray[np.int64], ...]:
    """COPY's output of int8[] columns without NULLs in them, such as array_agg makes: each as one
    array, row after row.

    A client takes a microsecond for every row that comes, whatever its length: half a million
    numbers in one row come in a fraction of the time. An array that is NULL (array_agg of nothing)
    is empty.
    """
    data = b"".join(chunks)
    found: list[list[NDArray[np.int64]]] = [[] for _ in range(columns)]
    position, end = len(HEADER), len(data) - len(TRAILER)
    while position < end:
        position += ROW.size
        for column in found:
            (size,) = LENGTH.unpack_from(data, position)
            position += LENGTH.size
            count = max(0, size - ARRAY_HEAD.size) // INT8_ELEMENTS.itemsize
            elements = np.frombuffer(
                data, INT8_ELEMENTS, count, position + ARRAY_HEAD.size if count else 0
            )
            column.append(elements["value"].astype(np.int64))
            position += max(size, 0)
    return tuple(np.concatenate([np.empty(0, np.int64), *column]) for column in found)


def _array_head(length: int, kind: int, element_bytes: int) -> bytes:
    if length == 0:
        return LENGTH.pack(12) + struct.pack("!iii", 0, 0, kind)
    return LENGTH.pack(20 + length * element_bytes) + ARRAY_HEAD.pack(1, 0, kind, length, 1)


def read_lists(chunks: Iterable[bytes], depth: int) -> Lists:
    """COPY's output of (item int4, targets int4[]), in the order it comes."""
    data = b"".join(chunks)
    alike = _read_alike(data, depth)
    return _read_unlike(data, depth) if alike is None else alike


def _read_alike(data: bytes, depth: int) -> Lists | None:
    """Reads all lists at once if they have as many elements as the first, which is the rule, and
    much faster; None if they have not."""
    body = len(data) - len(HEADER) - len(TRAILER)
    (size,) = LENGTH.unpack_from(data, len(HEADER) + 10) if body else (0,)
    if size <= EMPTY_ARRAY or body % (14 + size):
        return None
    record = np.dtype(
        [
            ("fields", ">i2"),
            ("item", ">i4", (2,)),
            ("size", ">i4"),
            ("head", ">i4", (5,)),
            ("list", INT_ELEMENTS, ((size - 20) // 8,)),
        ]
    )
    rows = np.frombuffer(data, record, offset=len(HEADER), count=body // record.itemsize)
    # Where each begins follows from the one before, so the first that is not alike is seen as such.
    if (rows["fields"] != 2).any() or (rows["size"] != size).any():
        return None
    targets = np.full((len(rows), depth), -1, np.int32)
    kept = rows["list"]["value"][:, :depth]
    targets[:, : kept.shape[1]] = kept
    return Lists(rows["item"][:, 1].astype(np.int64), targets)


def _read_unlike(data: bytes, depth: int) -> Lists:
    """Lists of any lengths, one by one."""
    items: list[int] = []
    starts: list[int] = []
    lengths: list[int] = []
    position = len(HEADER)
    while True:
        (fields,) = ROW.unpack_from(data, position)
        if fields < 0:
            break
        items.append(LENGTH.unpack_from(data, position + 6)[0])
        (size,) = LENGTH.unpack_from(data, position + 10)
        starts.append(position + 34)
        lengths.append(max(0, size - 20) // 8)
        position += 14 + size
    targets = np.full((len(items), depth), -1, np.int32)
    raw = np.frombuffer(data, np.uint8)
    begins, longs = np.array(starts, np.int64), np.array(lengths, np.int64)
    for length in sorted(set(lengths) - {0}):
        every = np.flatnonzero(longs == length)
        # A place for each byte, which takes eight times what is read.
        for first in range(0, len(every), AT_ONCE):
            rows = every[first : first + AT_ONCE]
            places = begins[rows, None] + np.arange(length * 8)
            targets[rows, :length] = raw[places].view(INT_ELEMENTS)["value"][:, :depth]
    return Lists(np.array(items, np.int64), targets)
