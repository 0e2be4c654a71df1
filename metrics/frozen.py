"""What is frozen, as bytes: the same content is always the same bytes, and comes back as it was put
in."""

import hashlib
import json
import math
import zlib
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from foundation.frozen import frozen
from measures.arrays import Integers
from measures.hits import Pairs
from measures.quantity import Quantity
from metrics.table import WORDED, Cell, Column, Corrected, Percent, Span, Table, Word

Arrays = Mapping[str, NDArray[Any]]


def canonical(content: Any) -> bytes:
    """JSON in one spelling: names in order, no spaces, UTF-8. Not for nan and infinity, which JSON
    does not know."""
    text = json.dumps(
        content, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


def digest(content: Any, result: bytes, arrays: Arrays) -> str:
    """SHA-256 of `content` (what was asked, and of what), the result, and each array by name, in
    the order of the names."""
    whole = hashlib.sha256()
    for part in (canonical(content), result, *_parts_of(arrays)):
        whole.update(
            len(part).to_bytes(8, "big")
        )  # so that no part can pass for the end of another
        whole.update(part)
    return whole.hexdigest()


def found_in(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a part of a frozen result found; nothing for one that could not be computed. Reports of
    before 0.2.0 have it under another key."""
    return part.get("found") or part.get("told") or {}


def as_now(result: bytes) -> bytes:
    """A frozen result in today's spelling, to be held against one that is computed again."""
    whole = json.loads(result)
    for part in whole["parts"].values():
        if "told" in part:
            part["found"] = part.pop("told")
    return canonical(whole)


def _parts_of(arrays: Arrays) -> Iterable[bytes]:
    for name in sorted(arrays):
        array = _little(arrays[name])
        yield canonical([name, array.dtype.str, array.shape])
        yield array.tobytes()


# Arrays


@frozen
class PackedArray:
    """dtype: numpy's, with its byte order. content: zlib."""

    dtype: str
    shape: list[int]
    content: bytes


def pack_array(array: NDArray[Any]) -> PackedArray:
    little = _little(array)
    return PackedArray(little.dtype.str, list(little.shape), zlib.compress(little.tobytes()))


def unpack_array(packed: PackedArray) -> NDArray[Any]:
    """Raises ValueError where the content is not what dtype and shape say."""
    try:
        content = zlib.decompress(packed.content)
    except zlib.error as trouble:
        raise ValueError(f"the array is damaged: {trouble}") from None
    return np.frombuffer(content, np.dtype(packed.dtype)).reshape(packed.shape)


def _little(array: NDArray[Any]) -> NDArray[Any]:
    """Least significant byte first, on every machine."""
    return np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<"), copy=False)


def keys_as_deltas(keys: Integers) -> Integers:
    """Sorted keys as steps from one to the next, which are small and pack well."""
    return np.diff(keys, prepend=np.int64(0))


def pairs_of_deltas(deltas: Integers, shape: tuple[int, int], rule: str) -> Pairs:
    keys = np.cumsum(deltas, dtype=np.int64)
    return Pairs(keys, np.ones(len(keys)), *shape, rule)


# Tables


def pack_table(table: Table) -> dict[str, Any]:
    return {
        "key": table.key,
        "title": table.title,
        "columns": [[column.key, column.title] for column in table.columns],
        "rows": [[_pack(cell) for cell in row] for row in table.rows],
        "notes": list(table.notes),
    }


def unpack_table(packed: Mapping[str, Any]) -> Table:
    columns = [Column(key, title) for key, title in packed["columns"]]
    worded = [column.key in WORDED for column in columns]
    rows = [
        [_worded(cell) if words else _unpack(cell) for cell, words in zip(row, worded, strict=True)]
        for row in packed["rows"]
    ]
    return Table(packed["key"], packed["title"], columns, rows, packed["notes"])


def _pack(cell: Cell) -> Any:
    """A number or a text as itself; what has parts as an object that is named for its kind."""
    match cell:
        case Corrected():
            return {"corrected": [_number(cell.all), _number(cell.original)], "ranks": cell.ranks}
        case Span():
            return {"span": [_number(cell.low), _number(cell.high)], "percent": cell.percent}
        case Percent():
            return {"percent": _number(cell.value)}
        case Quantity():
            return {"quantity": _number(cell.value), "reason": cell.reason}
    return cell if isinstance(cell, str) else _number(cell)


def _number(value: float | None) -> Any:
    """numpy's own numbers as Python's."""
    if value is None:
        return None
    if isinstance(value, int | np.integer):
        return int(value)
    number = float(value)
    return number if math.isfinite(number) else {"float": str(number)}


def _worded(packed: Any) -> Cell:
    return Word(packed) if isinstance(packed, str) else _unpack(packed)


def _unpack(packed: Any) -> Cell:
    if not isinstance(packed, dict):
        return packed
    match packed:
        case {"corrected": [all_, original], "ranks": ranks}:
            return Corrected(_float(all_), _float(original), ranks)
        case {"span": [low, high], "percent": percent}:
            return Span(_float(low), _float(high), percent)  # type: ignore[arg-type]
        case {"percent": value}:
            return Percent(_float(value))
        case {"quantity": value, "reason": reason}:
            return Quantity(value, reason)
    return _float(packed)


def _float(packed: Any) -> float | None:
    return float(packed["float"]) if isinstance(packed, dict) else packed
