"""Pickles of arrays: dicts and lists, as in pickles.py, of numbers, texts and NumPy's arrays.

What NumPy's pickles ask to import is known here by name and done by hand: nothing is imported or
called that a file names. The file is mapped, and arrays are places in it, so that nothing is
allocated for what it claims. pickled_tables.py reads them, and tables of arrays.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pooling.formats.npy_header import sides_of
from pooling.formats.pickles import INSTRUCTIONS, Machine
from pooling.formats.problem import excerpt, refuse

_TYPE = re.compile(r"[<>|=]?(?:[biufSU]\d{1,9}|O8)")
MOST_SIDES = 32


@dataclass(slots=True, eq=False)
class _Type:
    """Its byte order comes after it."""

    dtype: np.dtype[Any]

    def build(self, state: tuple[Any, ...]) -> None:
        if any(part is not None for part in state[2:5]):
            refuse("dtype", "structured arrays are not read; expected numbers or texts")
        if state[1] in ("<", ">"):
            self.dtype = self.dtype.newbyteorder(state[1])


@dataclass(slots=True, eq=False)
class PickledArray:
    """An array that is still in its file. objects: of an object array, which is no place in it."""

    dtype: np.dtype[Any] = field(default_factory=lambda: np.dtype("u1"))
    shape: tuple[int, ...] = (0,)
    fortran: bool = False
    data: memoryview = field(default_factory=lambda: memoryview(b""))
    objects: list[Any] | None = None

    def build(self, state: tuple[Any, ...]) -> None:
        """state: perhaps a version, then these four."""
        shape, kind, fortran, data = state[-4:]
        if len(shape) > MOST_SIDES or not all(type(side) is int and side >= 0 for side in shape):
            raise ValueError("expected a shape of whole numbers from 0")
        self.shape, self.dtype, self.fortran = shape, _typed(kind), bool(fortran)
        if self.dtype.hasobject:
            self.objects = _as_many(data, math.prod(shape))
            return
        self.data = memoryview(_bytes_of(data))
        promised = math.prod(shape) * self.dtype.itemsize
        if promised != len(self.data):
            found = f"found {len(self.data):,}"
            refuse("truncated", f"an array of {sides_of(shape)} has {promised:,} bytes, {found}")

    def values(self) -> NDArray[Any]:
        """The array itself, which is not copied."""
        order: Any = "F" if self.fortran else "C"
        return np.frombuffer(self.data, self.dtype).reshape(self.shape, order=order)

    def nested(self) -> Any:
        """The objects as lists in lists, in whose order they are pickled; a single one as it is."""
        if 0 in self.shape:
            return []
        cells = np.fromiter(self.objects or (), object)
        return cells.reshape(self.shape).tolist()


def _as_many(data: Any, count: int) -> list[Any]:
    if not isinstance(data, list) or len(data) != count:
        raise ValueError(f"expected {count:,} objects of an array")
    return data


def _typed(kind: Any) -> np.dtype[Any]:
    if not isinstance(kind, _Type):
        raise TypeError("expected a type of numbers")
    return kind.dtype


def _bytes_of(data: Any) -> Any:
    """A string of Python 2, which is read as Latin-1, may be bytes."""
    return data.encode("latin-1") if isinstance(data, str) else data


def _type(name: Any, *_: Any) -> _Type:
    name = str(name)
    if not _TYPE.fullmatch(name):
        named = f"values of the type {excerpt(name)} are not read"
        refuse("dtype", f"{named}; expected numbers or texts")
    return _Type(np.dtype(name))


def _scalar(kind: Any, data: Any) -> Any:
    return np.frombuffer(_bytes_of(data), _typed(kind), 1)[0].item()


def _from_buffer(data: Any, kind: Any, shape: Any, order: Any) -> PickledArray:
    array = PickledArray()
    array.build((shape, kind, order == "F", data))
    return array


def _encoded(text: str, coding: str) -> bytes:
    if coding not in ("latin1", "latin-1"):
        raise ValueError("expected bytes written as Latin-1")
    return text.encode("latin-1")


@dataclass(frozen=True, slots=True)
class Global:
    """A name, and what is done where the pickle calls it."""

    call: Callable[..., Any] | None = None


class ArrayMachine(Machine):
    reads = "arrays, numbers, strings, lists, tuples and dicts"
    # As NumPy 2 calls them; before, its core had no underscore.
    GLOBALS: Mapping[str, Global] = {
        "numpy ndarray": Global(),
        "numpy dtype": Global(_type),
        "numpy._core.multiarray _reconstruct": Global(lambda *_: PickledArray()),
        "numpy._core.multiarray scalar": Global(_scalar),
        "numpy._core.numeric _frombuffer": Global(_from_buffer),
        "_codecs encode": Global(_encoded),
        "__builtin__ bytes": Global(lambda: b""),
        "collections OrderedDict": Global(lambda pairs=(): dict(pairs)),
    }

    @property
    def known(self) -> Mapping[str, Callable[[Any, Any], None]]:
        return ARRAY_INSTRUCTIONS

    @property
    def globals(self) -> Mapping[str, Global]:
        return self.GLOBALS

    def push_global(self, argument: str) -> None:
        found = self.globals.get(argument.replace("numpy.core.", "numpy._core."))
        self.push(self.refuse_instruction("GLOBAL", argument) if found is None else found)

    def push_stacked_global(self, _: None) -> None:
        module, name = self.stack.pop(-2), self.stack.pop()
        self.push_global(f"{module} {name}")

    def call(self, _: None) -> None:
        wanted, arguments = self.stack.pop(-2), self.stack.pop()
        if not isinstance(wanted, Global) or wanted.call is None:
            raise TypeError("a call of what cannot be called")
        self.push(wanted.call(*arguments))

    def build(self, _: None) -> None:
        state = self.stack.pop()
        self.stack[-1].build(state)


ARRAY_INSTRUCTIONS: Mapping[str, Callable[[Any, Any], None]] = {
    **INSTRUCTIONS,
    # Old strings are Latin-1, as the field's own loaders have it: some of them are bytes.
    **dict.fromkeys(("STRING", "BINSTRING", "SHORT_BINSTRING"), Machine.push),
    **dict.fromkeys(("SHORT_BINBYTES", "BINBYTES", "BINBYTES8", "BYTEARRAY8"), Machine.push),
    **dict.fromkeys(("INT", "FLOAT", "BINFLOAT"), Machine.push),
    "NONE": lambda machine, _: machine.push(None),
    "NEWTRUE": lambda machine, _: machine.push(True),
    "NEWFALSE": lambda machine, _: machine.push(False),
    "GLOBAL": lambda machine, argument: machine.push_global(argument),
    "STACK_GLOBAL": ArrayMachine.push_stacked_global,
    "REDUCE": ArrayMachine.call,
    "BUILD": ArrayMachine.build,
}
