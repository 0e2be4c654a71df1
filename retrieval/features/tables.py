"""Features in a table as pandas pickles it: a row for each video."""

from typing import Any

import numpy as np

from pooling.formats.npy_header import NUMBERS
from pooling.formats.pickled_arrays import PickledArray
from pooling.formats.pickled_tables import Column, Table
from pooling.formats.problem import refuse
from retrieval.features.video_features import MOST_BYTES


def arrays_of(table: Table) -> dict[str, Any]:
    """By name: columns of arrays, or, where there is none, all columns of numbers as one array;
    and what the rows are called, by the index or else by columns of texts. Numbers beside columns
    of arrays are times and classes, and no features."""
    lists = {name: column for name, column in table.columns if isinstance(column, list)}
    texts = {name: column for name, column in lists.items() if _are_all(str, column)}
    numbers = [column for _, column in table.columns if _are_numbers(column)]
    found: dict[str, Any] = {
        name: column
        for name, column in lists.items()
        if any(isinstance(one, PickledArray) for one in column)
    }
    if not found and numbers:
        found = {"": _side_by_side(numbers)}
    if not found:
        named = ", ".join(name for name, _ in table.columns[:3])
        refuse("shape", f"expected a table with arrays or numbers, found the columns {named}")
    return found | _keys(table, texts)


def _keys(table: Table, texts: dict[str, Any]) -> dict[str, Any]:
    """An index that counts says nothing; one of other numbers may name the rows."""
    keys = table.keys
    if keys and _are_all(str, keys):
        return {"the index": keys}
    if texts or not keys or keys == list(range(len(keys))):
        return texts
    return {"the index": [str(key) for key in keys]}


def _side_by_side(columns: list[Any]) -> Any:
    """(rows, numbers)."""
    if 4 * len(columns) * len(columns[0]) > MOST_BYTES:
        refuse("size", f"expected at most {MOST_BYTES:,} bytes")
    rows = np.empty((len(columns[0]), len(columns)), np.float32)
    with np.errstate(over="ignore", invalid="ignore"):
        for place, column in enumerate(columns):
            rows[:, place] = column
    return rows


def _are_numbers(column: Column) -> bool:
    return isinstance(column, np.ndarray) and column.dtype.kind in NUMBERS


def _are_all(kind: type, values: list[Any]) -> bool:
    return all(isinstance(one, kind) for one in values)
