"""Features in a pickle of dicts, lists, arrays and tables, as EPIC-KITCHENS, MoEE and CE publish
them."""

import math
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from pooling.formats.pickled_arrays import PickledArray
from pooling.formats.pickled_tables import Table, plain, read_pickled_tables
from pooling.formats.problem import Problems, excerpt, refuse
from retrieval.features.shelves import FoundFeatures, Look, OneByOne, Wanted, find_features
from retrieval.features.stored import LONGEST_KEY, Stored
from retrieval.features.tables import arrays_of
from retrieval.features.video_features import MOST_BYTES, MOST_OF_ONE, Flags, Rows


def read_features_pickle(path: Path, wanted: Wanted, start: int = 0) -> FoundFeatures:
    """start: where in the file the pickle begins."""
    value = read_pickled_tables(path, start)
    if isinstance(value, Table):
        value = arrays_of(value)
    if isinstance(value, PickledArray) or _are_arrays(value):
        value = {"": value}
    if not isinstance(value, dict):
        found = f"found a {type(value).__name__}"
        refuse("shape", f"expected a dict of arrays, a table, or one array, {found}")
    return find_features(_Values(_flat(value)), wanted)


def _flat(value: Mapping[Any, Any]) -> dict[str, Any]:
    """Dicts within it are opened: what is in them has one name in all."""
    flat: dict[str, Any] = {}
    of: dict[str, str] = {}
    for name, one in value.items():
        inner = one if isinstance(one, dict) else {name: one}
        for key, within in inner.items():
            if str(key) in flat:
                two = f"{excerpt(of[str(key)])} and {excerpt(str(name))}"
                refuse(
                    "ambiguous",
                    f"{excerpt(str(key))} is in both {two}; expected a file for each of them",
                )
            flat[str(key)], of[str(key)] = within, str(name)
    return flat


class _Values(OneByOne):
    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = {name: plain(value) for name, value in values.items()}
        self.names = list(values)

    def look(self, name: str) -> Look:
        value = self.values[name]
        if _are_texts(value):
            return Look((len(value),), is_texts=True)
        if _are_arrays(value):
            first = next(one for one in value if isinstance(one, PickledArray))
            return Look((len(value), *first.shape[-1:]), is_texts=False)
        is_array = isinstance(value, PickledArray | np.ndarray) or _are_numbers(value)
        return super().look(name) if is_array else Look((), is_texts=False)

    def texts(self, name: str) -> list[str]:
        value = self.values[name]
        return list(value) if _are_texts(value) else super().texts(name)

    def rows(self, name: str, over: str) -> tuple[Rows, Flags]:
        """Of a list of arrays, each is a row's."""
        value = self.values[name]
        if not _are_arrays(value):
            return super().rows(name, over)
        each, problems = _Values({f"row {row:,}": one for row, one in enumerate(value)}), Problems()
        found = each.videos(each.names, over, problems)
        problems.raise_if_any()
        return found

    def stored(self, name: str) -> Stored | None:
        """CE has nan where an expert knows nothing of a video."""
        value = self.values[name]
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return None
        if isinstance(value, np.ndarray):
            return Stored(value.dtype, value.shape, False, BytesIO(value.data.cast("B")).read)
        if isinstance(value, PickledArray):
            reader = _Reader(value.data)
            return Stored(value.dtype, value.shape, value.fortran, reader.read)
        if not _are_numbers(value):
            refuse("type", f"expected numbers, found a {type(value).__name__}")
        array = np.array(value, np.float64)
        return Stored(array.dtype, array.shape, False, BytesIO(array.tobytes()).read)


class _Reader:
    """Reads on and on, without a copy."""

    def __init__(self, data: memoryview) -> None:
        self.data, self.at = data.cast("B"), 0

    def read(self, count: int) -> memoryview:
        given = self.data[self.at : self.at + count]
        self.at += len(given)
        return given


def _are_texts(value: Any) -> bool:
    return (
        isinstance(value, list | tuple)
        and 0 < len(value) <= MOST_BYTES // LONGEST_KEY
        and all(isinstance(one, str) for one in value)
    )


def _are_arrays(value: Any) -> bool:
    """Some of them may be missing."""
    return isinstance(value, list) and any(isinstance(one, PickledArray) for one in value)


def _are_numbers(value: Any) -> bool:
    """A list of numbers, or of lists of as many numbers."""
    if not isinstance(value, list | tuple):
        return False
    rows: Sequence[Any] = value if value and isinstance(value[0], list | tuple) else [value]
    width = len(rows[0])
    return len(rows) * width <= MOST_OF_ONE and all(
        isinstance(row, list | tuple)
        and len(row) == width
        and all(type(one) in (int, float) for one in row)
        for row in rows
    )
