"""Pickles of plain data, without Python's unpickler.

A pickle is a program. This reader knows only the instructions that build lists, dicts, tuples,
strings and whole numbers; an instruction that could import or call anything does not exist for it.
What the program may use up is counted. pickled_arrays.py adds arrays.
"""

import mmap
import pickletools
from collections.abc import Callable, Iterator, Mapping
from typing import IO, Any, NoReturn

from pooling.formats.problem import excerpt, refuse

BYTES_LIMIT = 64 * 2**20
VALUES_LIMIT = 5_000_000

_MARK = object()
_CODES = {one.code: one for one in pickletools.opcodes}
# Bytes, by the number of bytes in which their length is written. They are not copied.
_BYTES = {"SHORT_BINBYTES": 1, "BINBYTES": 4, "BINBYTES8": 8, "BYTEARRAY8": 8}


def read_pickle(file: IO[bytes], machine: "Machine | None" = None) -> Any:
    """The value that a pickle builds. Values may share parts, or hold themselves: whoever walks
    over them must count."""
    file.seek(0)
    content = file.read(BYTES_LIMIT + 1)
    if len(content) > BYTES_LIMIT:
        refuse("size", f"a pickle of more than {BYTES_LIMIT:,} bytes; convert it to JSON")
    return run(content, machine or Machine())


def run(content: bytes | mmap.mmap, machine: "Machine", start: int = 0) -> Any:
    """The value that the machine builds of it from `start` on. An instruction that claims to be
    followed by more bytes than there are gets those that there are."""
    try:
        for name, argument, at in _instructions(_View(content, start)):
            machine.do(name, argument, at)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        why = excerpt(str(error))[1:-1]
        refuse("pickle", f"the pickle is damaged at offset {machine.at} ({why})")
    return machine.result


class _View:
    """What is in memory or in a mapped file, as pickletools reads the arguments of instructions."""

    def __init__(self, content: bytes | mmap.mmap, start: int) -> None:
        self.content, self.at = content, start

    def take(self, count: int) -> memoryview:
        taken = memoryview(self.content)[self.at : self.at + count]
        self.at += len(taken)
        return taken

    def read(self, count: int) -> bytes:
        return bytes(self.take(count))

    def readline(self) -> bytes:
        end = self.content.find(b"\n", self.at)
        return self.read((len(self.content) if end < 0 else end + 1) - self.at)


def _instructions(view: _View) -> Iterator[tuple[str, Any, int]]:
    """Each with its argument and its offset, up to STOP."""
    name, argument = "", None
    while name != "STOP":
        at = view.at
        code = view.read(1).decode("latin-1")
        if code not in _CODES:
            raise ValueError(f"no instruction {code!r}" if code else "it is cut off")
        known = _CODES[code]
        name = known.name
        if name in _BYTES:
            length = int.from_bytes(view.read(_BYTES[name]), "little")
            argument = view.take(length)
            if len(argument) < length:
                raise ValueError(f"{length:,} bytes are claimed, {len(argument):,} are there")
        else:
            # The types know only files.
            argument = known.arg.reader(view) if known.arg else None  # type: ignore[arg-type]
        yield name, argument, at


class Machine:
    """A stack, a memo, and what the instructions do to them. Any other exception than a refusal
    means a damaged pickle. reads: what is built, in words."""

    reads = "lists, dicts, tuples, strings and whole numbers"

    def __init__(self) -> None:
        self.stack: list[Any] = []
        self.memo: dict[int, Any] = {}
        self.values = self.at = 0
        self.result: Any = None

    @property
    def known(self) -> Mapping[str, Callable[[Any, Any], None]]:
        return INSTRUCTIONS

    def do(self, name: str, argument: Any, at: int) -> None:
        self.at = at
        self.values += 1
        if self.values > VALUES_LIMIT:
            refuse(
                "size", f"a pickle of more than {VALUES_LIMIT:,} instructions; convert it to JSON"
            )
        if name not in self.known:
            self.refuse_instruction(name, argument)
        self.known[name](self, argument)

    def refuse_instruction(self, name: str, argument: Any) -> NoReturn:
        """Refuses an instruction, and names what it would import."""
        wanted = self.stack[-2:] if name == "STACK_GLOBAL" else [argument]
        is_named = all(isinstance(part, str) for part in wanted)
        names = f" {excerpt(' '.join(wanted))}" if is_named else ""
        asks = f"the pickle asks for {name}{names} at offset {self.at}"
        refuse("pickle", f"{asks}; only {self.reads} are read")

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


def _nothing(machine: Machine, argument: Any) -> None:
    """PROTO and FRAME only say how the rest is written."""


_STRINGS = ("UNICODE", "SHORT_BINUNICODE", "BINUNICODE", "BINUNICODE8")
_OLD_STRINGS = ("STRING", "BINSTRING", "SHORT_BINSTRING")
_NUMBERS = ("INT", "BININT", "BININT1", "BININT2", "LONG", "LONG1")
INSTRUCTIONS: dict[str, Callable[[Any, Any], None]] = {
    **dict.fromkeys(("PROTO", "FRAME"), _nothing),
    **dict.fromkeys(_STRINGS, Machine.push),
    **dict.fromkeys(_OLD_STRINGS, Machine.push_bytes),
    **dict.fromkeys(_NUMBERS, Machine.push_int),
    **dict.fromkeys(("PUT", "BINPUT", "LONG_BINPUT", "MEMOIZE"), Machine.remember),
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
