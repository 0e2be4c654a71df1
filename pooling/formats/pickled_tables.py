"""Pickles of pandas's tables, as data sets publish them: DataFrame, Series and Index.

pandas need not be there. What such a pickle asks to import is known here by its last name, whatever
module a version of pandas has it in, and is done by hand.
"""

import mmap
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from pooling.formats.pickled_arrays import (
    ARRAY_INSTRUCTIONS,
    ArrayMachine,
    Global,
    PickledArray,
)
from pooling.formats.pickled_texts import OF_PYARROW
from pooling.formats.pickles import run
from pooling.formats.problem import refuse

_SINCE = "0.14.1"  # the layout that pandas up to 2 writes beside older ones
Column = list[Any] | NDArray[Any]


def read_pickled_tables(path: Path, start: int = 0) -> Any:
    """The value that a pickle builds, in which tables are Table and indexes are lists. start: where
    in the file it begins. Arrays are PickledArray. Values may share parts, or hold themselves:
    whoever walks over them must count."""
    with path.open("rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    return plain(run(content, _TableMachine(), start))


def plain(value: Any) -> Any:
    """Object arrays and indexes as lists."""
    if isinstance(value, _Index):
        return value.texts
    if isinstance(value, _Backed):
        return plain(value.values)
    if isinstance(value, PickledArray) and value.objects is not None:
        return value.nested()
    return value


@dataclass(slots=True, eq=False)
class Table:
    """keys: what the rows are called, none where they are counted. columns: with their names, each
    a list of anything or an array of numbers."""

    keys: list[Any] | None = None
    columns: list[tuple[str, Column]] = field(default_factory=list)

    def build(self, state: Mapping[str, Any]) -> None:
        """A series is a table whose only column has no name, and whose block does not say which
        column it is."""
        manager = state["_mgr"] if "_mgr" in state else state["_data"]
        *names, rows = manager.axes
        self.keys = rows.texts
        named = names[0].texts if names else None
        found: dict[int, Column] = {}
        for values, places in manager.blocks:
            block = _rows_of(plain(values), is_series=not names)
            found |= zip(_counted(places) if names else (0,), block, strict=True)
        self.columns = [
            (str(named[place] if named else place), found[place]) for place in sorted(found)
        ]
        counts = {len(column) for _, column in self.columns}
        if len(counts | ({len(self.keys)} if self.keys else set())) > 1:
            raise ValueError("columns of other lengths than the index")


def _rows_of(values: Any, *, is_series: bool) -> Any:
    """A row for each column. Texts are a single column, in a block of their own."""
    if isinstance(values, PickledArray):
        return values.values()[None] if is_series else values.values()
    return values if not is_series and all(isinstance(one, list) for one in values) else [values]


def _counted(places: Any) -> Any:
    return places.values().tolist() if isinstance(places, PickledArray) else places


@dataclass(slots=True, eq=False)
class _Index:
    values: Any

    @property
    def texts(self) -> list[Any] | None:
        """None where it counts."""
        found = plain(self.values)
        return found.values().tolist() if isinstance(found, PickledArray) else found


@dataclass(slots=True, eq=False)
class _Manager:
    """blocks: values of one type, columns x rows, and which columns they are."""

    blocks: Any = ()
    axes: Any = ()

    def build(self, state: Any) -> None:
        found = state[3][_SINCE]
        self.axes = found["axes"]
        self.blocks = [(block["values"], block["mgr_locs"]) for block in found["blocks"]]


@dataclass(slots=True, eq=False)
class _Backed:
    """An array of texts, around an object array or pyarrow's."""

    values: Any = None

    def build(self, state: Any) -> None:
        self.values = state["_pa_array"] if isinstance(state, dict) else state[1]


def _new_index(_: Any, given: Mapping[str, Any]) -> _Index:
    if "levels" in given:
        refuse("pickle", "a table whose index has several levels; expected one level")
    return _Index(given.get("data"))


_OF_PANDAS = {
    "DataFrame": Global(Table),
    "Series": Global(Table),
    "BlockManager": Global(_Manager),
    "SingleBlockManager": Global(_Manager),
    "_new_Index": Global(_new_index),
    "_unpickle_block": Global(lambda values, places, _: (values, places)),
    "__pyx_unpickle_NDArrayBacked": Global(lambda *_: _Backed()),
    "ArrowStringArray": Global(_Backed),
    "StringDtype": Global(lambda *_: None),
    **dict.fromkeys(("Index", "RangeIndex", "Int64Index", "MultiIndex", "StringArray"), Global()),
}
_SLICES = {f"{module} slice": Global(range) for module in ("builtins", "__builtin__")}


class _TableMachine(ArrayMachine):
    reads = "arrays, pandas's tables, numbers, strings, lists, tuples and dicts"
    GLOBALS = {**ArrayMachine.GLOBALS, **_SLICES, **OF_PYARROW}

    @property
    def known(self) -> Mapping[str, Any]:
        return _TABLE_INSTRUCTIONS

    def push_global(self, argument: str) -> None:
        module, _, name = argument.partition(" ")
        if module.partition(".")[0] == "pandas" and name in _OF_PANDAS:
            self.push(_OF_PANDAS[name])
        else:
            super().push_global(argument)


_TABLE_INSTRUCTIONS = {**ARRAY_INSTRUCTIONS, "NEWOBJ": ArrayMachine.call}
