"""Pickles of plain data, without Python's unpickler.

A pickle is a program. This reader knows only the instructions that build lists, dicts, tuples,
strings and whole numbers; an instruction that could import or call anything does not exist for it.
What the program may use up is counted.
"""

import io
import pickletools
from collections.abc import Callable
from typing import Any, BinaryIO

from pooling.formats.problem import excerpt, refuse

BYTES_LIMIT = 64 * 2**20
VALUES_LIMIT = 5_000_000

_MARK = object()


def read_pickle(file: BinaryIO) -> Any:
    """The value that a pickle builds. Values may share parts, or hold themselves: whoever walks
    over them must count."""
    file.seek(0)
    # Held whole: a reader of the file itself would make room for as many bytes as an instruction
    # claims to follow.
    content = file.read(BYTES_LIMIT + 1)
    if len(content) > BYTES_LIMIT:
        refuse("size", f"a pickle of more than {BYTES_LIMIT:,} bytes; convert it to JSON")
    machine = _Machine()
    at = 0
    try:
        for instruction, argument, position in pickletools.genops(io.BytesIO(content)):
            at = position or 0
            machine.do(instruction.name, argument, at)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        refuse("pickle", f"the pickle is damaged at offset {at} ({excerpt(str(error))[1:-1]})")
    return machine.result


class _Machine:
    """A stack, a memo, and what the instructions do to them. Any other exception than a refusal
    means a damaged pickle."""

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}
        self.values = 0
        self.result: Any = None

    def do(self, name: str, argument: Any, at: int) -> None:
        self.values += 1
        if self.values > VALUES_LIMIT:
            refuse(
                "size", f"a pickle of more than {VALUES_LIMIT:,} instructions; convert it to JSON"
            )
        known = _INSTRUCTIONS.get(name)
        if known is None:
            names = f" {excerpt(str(argument))}" if isinstance(argument, str) else ""
            refuse(
                "pickle",
                f"the pickle asks for {name}{names} at offset {at}; only lists, dicts, tuples,"
                " strings and whole numbers are read",
            )
        known(self, argument)

    def push(self, value: Any) -> None:
        self.stack.append(value)

    def push_bytes(self, argument: str) -> None:
        """A string of Python 2, which pickletools reads as Latin-1: its bytes are meant."""
        self.stack.append(argument.encode("latin-1").decode("utf-8"))

    def push_int(self, argument: int) -> None:
        if type(argument) is not int:  # protocol 0 spells booleans as the integers 00 and 01
            raise TypeError("a truth value, where a whole number was expected")
        self.stack.append(argument)

    def since_mark(self) -> list[Any]:
        place = len(self.stack) - 1
        while self.stack[place] is not _MARK:
            place -= 1
            if place < 0:
                raise IndexError("no mark")
        values = self.stack[place + 1 :]
        del self.stack[place:]
        return values

    def remember(self, place: int | None) -> None:
        self.memo[len(self.memo) if place is None else place] = self.stack[-1]

    def tuple_of(self, count: int) -> None:
        if len(self.stack) < count:
            raise IndexError("too few values")
        self.stack[-count:] = [tuple(self.stack[-count:])]

    def extend(self, values: list[Any]) -> None:
        _a(list, self.stack[-1]).extend(values)

    def update(self, values: list[Any]) -> None:
        _a(dict, self.stack[-1]).update(_pairs(values))

    def stop(self) -> None:
        (self.result,) = self.stack


def _a(kind: type, value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError(f"expected a {kind.__name__}")
    return value


def _pairs(values: list[Any]) -> dict[Any, Any]:
    return dict(zip(values[::2], values[1::2], strict=True))


def _nothing(machine: _Machine, argument: Any) -> None:
    """PROTO and FRAME only say how the rest is written."""


_STRINGS = ("UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8")
_OLD_STRINGS = ("STRING", "BINSTRING", "SHORT_BINSTRING")
_NUMBERS = ("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1")
_INSTRUCTIONS: dict[str, Callable[[_Machine, Any], None]] = {
    **dict.fromkeys(("PROTO", "FRAME"), _nothing),
    **dict.fromkeys(_STRINGS, _Machine.push),
    **dict.fromkeys(_OLD_STRINGS, _Machine.push_bytes),
    **dict.fromkeys(_NUMBERS, _Machine.push_int),
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"), _Machine.remember),
    **dict.fromkeys(
        ("GET", "BINGET", "LONG_BINGET"), lambda machine, place: machine.push(machine.memo[place])
    ),
    "MARK": lambda machine, _: machine.push(_MARK),
    "EMPTY_LIST": lambda machine, _: machine.push([]),
    "EMPTY_DICT": lambda machine, _: machine.push({}),
    "EMPTY_TUPLE": lambda machine, _: machine.push(()),
    "LIST": lambda machine, _: machine.push(machine.since_mark()),
    "DICT": lambda machine, _: machine.push(_pairs(machine.since_mark())),
    "TUPLE": lambda machine, _: machine.push(tuple(machine.since_mark())),
    "TUPLE1": lambda machine, _: machine.tuple_of(1),
    "TUPLE2": lambda machine, _: machine.tuple_of(2),
    "TUPLE3": lambda machine, _: machine.tuple_of(3),
    "APPEND": lambda machine, _: machine.extend([machine.stack.pop()]),
    "APPENDS": lambda machine, _: machine.extend(machine.since_mark()),
    "SETITEM": lambda machine, _: machine.update([machine.stack.pop(-2), machine.stack.pop()]),
    "SETITEMS": lambda machine, _: machine.update(machine.since_mark()),
    "STOP": lambda machine, _: machine.stop(),
}
