"""JSON, strictly, and large JSON piece by piece.

It passes 300 lines because the two readers share one grammar: what the strict one refuses (NaN, a
key twice, a text that no database holds), the one that reads piece by piece refuses too.
"""

import json
import math
import re
from collections.abc import Collection, Iterator
from typing import Any, Never

from foundation.frozen import frozen
from pooling.formats.problem import Problems, excerpt, refuse
from pooling.formats.text import Text

_SPACE = re.compile(r"[ \t\n\r]*")
_COMMA = re.compile(r"[ \t\n\r]*,[ \t\n\r]*")
BLOCK_VALUES = 100  # objects that are looked at while they are still in the processor's cache
# No one value of the files read here comes near it; it bounds what is held while looking for a
# value's end.
VALUE_LIMIT = 2**24


class NotStrict(ValueError):
    """Something that Python's reader accepts and JSON, or good sense, does not."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@frozen
class Item:
    """One value of a document's top-level object; of an array there, one element."""

    key: str
    index: int | None  # None: the value itself, or an array without elements
    value: Any
    line: int
    column: int

    @property
    def is_empty_array(self) -> bool:
        return self.index is None and self.value == []

    @property
    def pointer(self) -> str:
        key = self.key.replace("~", "~0").replace("/", "~1")
        steps = [key] if key or self.index is None else []
        return "".join(f"/{step}" for step in [*steps, self.index] if step is not None)


@frozen
class Block:
    """Values that follow each other in one array, each with its line and column; or the one value
    itself of a key.

    first: the index of the first of them; None as for an Item.
    """

    key: str
    first: int | None
    values: list[Any]
    places: list[tuple[int, int]]

    def items(self) -> Iterator[Item]:
        for number, (value, place) in enumerate(zip(self.values, self.places, strict=True)):
            yield Item(self.key, None if self.first is None else self.first + number, value, *place)


def read_object(
    line: str,
    number: int,
    fields: dict[str, type],
    problems: Problems,
    *,
    ignored: Collection[str] = (),
    others: bool = False,
) -> dict[str, Any] | None:
    """One line of JSON Lines: an object with exactly these fields, or None and a problem. ignored:
    what it may have besides, and does not come along; others: whether it may have any more."""
    try:
        value = DECODER.decode(line.rstrip("\r\n"))
    except json.JSONDecodeError as error:
        problems.error(
            "json", f"{error.msg}; expected one JSON object on each line", number, error.colno
        )
        return None
    except (ValueError, RecursionError) as error:
        fault = _fault_of(error, "; expected one flat object")
        problems.error(fault.code, str(fault), number)
        return None
    if isinstance(value, dict):
        value = {name: of for name, of in value.items() if name not in ignored}
    return checked_fields(value, fields, problems, number, pointer="", others=others)


def _fault_of(error: Exception, flat: str = "") -> NotStrict:
    """What decoding raised, in words. flat: what is expected of the nesting."""
    if isinstance(error, NotStrict):
        return error
    if isinstance(error, RecursionError):
        return NotStrict("depth", f"nested too deeply{flat}")
    return NotStrict("number", f"a number that is too long ({error})")


def checked_item(item: Item, fields: dict[str, type], problems: Problems) -> dict[str, Any] | None:
    """The item's value, if it is an object that has these fields with these types; it may have
    more. What is plainly right is not put into words."""
    value = item.value
    if type(value) is dict and all(_is_plain(value.get(name), of) for name, of in fields.items()):
        return value
    return checked_fields(value, fields, problems, item.line, pointer=item.pointer, others=True)


def _is_plain(value: Any, wanted: type) -> bool:
    if isinstance(value, str):
        return wanted is str and not bad_string(value)
    return type(value) is wanted


def checked_fields(
    value: Any,
    fields: dict[str, type],
    problems: Problems,
    line: int,
    *,
    pointer: str,
    others: bool = False,
) -> dict[str, Any] | None:
    """The object, if it has these fields with these types. `others`: whether it may have more."""
    if not isinstance(value, dict):
        problems.error(
            "type", f"{pointer or 'the line'}: expected an object, found {name_of(value)}", line
        )
        return None
    faults = [
        (name, "fields", f"expected {_NAMES[wanted]}, found nothing")
        for name, wanted in fields.items()
        if name not in value
    ]
    if not others:
        only = f"unknown; expected only {', '.join(fields)}"
        faults += [(name, "fields", only) for name in value if name not in fields]
    faults += [
        (name, "type", f"expected {_NAMES[wanted]}, found {name_of(value[name])}")
        for name, wanted in fields.items()
        if name in value and not _is(value[name], wanted)
    ]
    faults = faults or [
        (name, "character", fault)
        for name in fields
        if isinstance(value[name], str) and (fault := bad_string(value[name]))
    ]
    for name, code, message in faults:
        # A name that is unknown may be anything; those that are expected are ours.
        where = f"{pointer}/{name}"
        problems.error(code, f"{excerpt(where) if code == 'fields' else where}: {message}", line)
    return None if faults else value


def _is(value: Any, wanted: type) -> bool:
    """Whether the value is of that type, without Python's belief that True is 1."""
    if wanted is float:
        return type(value) in (int, float)
    return type(value) is wanted


def bad_string(text: str) -> str | None:
    """What makes a string impossible to store, said in words; escapes in JSON can smuggle it past a
    look at the bytes."""
    if "\0" in text:
        return f"the character \\u0000 in {excerpt(text)}"
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            return f"half of a surrogate pair, \\u{ord(text[error.start]):04x}, in {excerpt(text)}"
    return None


def name_of(value: Any) -> str:
    """A value of JSON, for a message."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return f"the number {excerpt(str(value))[1:-1]}" if value < 10**80 else "a very long number"
    return _NAMES[type(value)]


_NAMES: dict[Any, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "an array",
    dict: "an object",
}


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotStrict("duplicate", f"the key {excerpt(twice)} stands twice in one object")
    return found


def _constant(name: str) -> Never:
    raise NotStrict("number", f"{name} is no JSON; expected a finite number")


def _float(digits: str) -> float:
    value = float(digits)
    if math.isinf(value):
        raise NotStrict(
            "number", f"the number {excerpt(digits)} is too large; expected a finite number"
        )
    return value


DECODER = json.JSONDecoder(object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float)


def read_items(text: Text, top: str) -> Iterator[Item]:
    """The values of the object that a document is, in order; arrays in it element by element, so
    that no file is too large. As `read_blocks`, one by one."""
    for block in read_blocks(text, top):
        yield from block.items()


def read_elements(text: Text, top: str) -> Iterator[Item]:
    """The elements of the array that a document is, in order, each under the key ''."""
    window = _Window(text)
    if window.peek() != "[":
        _refuse_shape(window, top)
    for block in _values(window, ""):
        yield from (item for item in block.items() if not item.is_empty_array)
    _check_end(window)


def read_blocks(text: Text, top: str) -> Iterator[Block]:
    """The values of the object that a document is, in order; of arrays in it many elements at a
    time, for those who look at them together.

    top: what the object should be, for messages. Any fault ends the reading: what follows it cannot
    be trusted.
    """
    window = _Window(text)
    if window.peek() != "{":
        _refuse_shape(window, top)
    keys: set[str] = set()
    for _ in window.members("{", "}"):
        key = _new_key(window, keys)
        keys.add(key)
        window.take(":")
        yield from _values(window, key)
    _check_end(window)


def _refuse_shape(window: "_Window", top: str) -> Never:
    found = window.peek()
    shapes = {"[": "an array", "{": "an object", '"': "a string", "": "nothing"}
    window.refuse("shape", f"expected {top}, found {shapes.get(found, excerpt(found))}")


def _check_end(window: "_Window") -> None:
    if window.peek():
        window.refuse(
            "json",
            "after the end of the object, expected the end of the file; are these several"
            " documents?",
        )


def _new_key(window: "_Window", keys: set[str]) -> str:
    """The key that comes next, which is none of those before it."""
    line, column = window.place()
    key = window.value()
    if not isinstance(key, str):
        refuse("json", "expected a key in double quotes", line, column)
    if fault := bad_string(key):
        refuse("character", f"a key has {fault}", line, column)
    if key in keys:
        refuse(
            "duplicate",
            f"the key {excerpt(key)} stands twice in the top-level object",
            line,
            column,
        )
    return key


def _values(window: "_Window", key: str) -> Iterator[Block]:
    first = window.peek()
    start = window.place()
    if first != "[":
        yield Block(key, None, [window.value()], [start])
        return
    index = 0
    for _ in window.members("[", "]"):
        window.peek()
        block = Block(key, index, [], [window.place()])
        block.values.append(window.value())
        window.take_more(block)
        yield block
        index += len(block.values)
    if not index:
        yield Block(key, None, [[]], [start])


class _Window:
    """The part of a document that is being read, and where in the file it is."""

    def __init__(self, text: Text) -> None:
        self.pieces = text.pieces()
        self.buffer = next(self.pieces, "")
        self.at = 0
        self.counted = 0  # up to here in the buffer, line and line_start are known
        self.line = 1
        self.line_start = 0

    def peek(self) -> str:
        """The next character that is no white space; '' at the end."""
        while True:
            self.at = _SPACE.match(self.buffer, self.at).end()  # type: ignore[union-attr]
            if self.at < len(self.buffer):
                return self.buffer[self.at]
            if not self._grow():
                return ""

    def take(self, wanted: str) -> None:
        if (found := self.peek()) != wanted:
            met = excerpt(found) if found else "the end of the file; is it cut off?"
            self.refuse("json", f"expected {wanted!r}, found {met}")
        self.at += 1

    def members(self, opening: str, closing: str) -> Iterator[None]:
        """Stops at each member of an object or array; the caller reads it before going on."""
        self.take(opening)
        is_first = True
        while not (self.peek() == closing and is_first):
            if self.peek() == closing:
                self.refuse(
                    "json", f"a comma before {closing!r}; expected none after the last value"
                )
            yield
            is_first = False
            if self.peek() == closing:
                break
            if (found := self.peek()) != ",":
                cut = "" if found else ", found the end of the file; is it cut off?"
                self.refuse("json", f"expected ',' or {closing!r}{cut}")
            self.at += 1
        self.at += 1

    def value(self) -> Any:
        self.peek()
        while True:
            try:
                value, end = DECODER.raw_decode(self.buffer, self.at)
            except json.JSONDecodeError as error:
                # What looks broken may only be cut off by the window's edge.
                if len(self.buffer) - self.at < VALUE_LIMIT and self._grow():
                    continue
                self.at = error.pos
                cut = "" if error.pos < len(self.buffer) else "; is the file cut off?"
                self.refuse("json", f"{error.msg}{cut}")
            except (ValueError, RecursionError) as error:
                fault = _fault_of(error)
                self.refuse(fault.code, str(fault))
            # A number at the edge may go on beyond it, and so may one that seems to end before the
            # "e+" of its exponent.
            if len(self.buffer) - end > 2 or not self._grow():
                self.at = end
                return value

    def take_more(self, block: Block) -> None:
        """The array's next values, as far as they are whole in the buffer.

        What is not plainly right stops it before the comma: `members` and `value` then meet the
        same place, and find the words for it.
        """
        last = len(self.buffer) - 3  # nearer to the edge a number may go on beyond it: see value()
        while len(block.values) < BLOCK_VALUES:
            comma = _COMMA.match(self.buffer, self.at)
            if comma is None:
                return
            try:
                value, end = DECODER.raw_decode(self.buffer, comma.end())
            except (ValueError, RecursionError):
                return
            if end > last:
                return
            self.at = comma.end()
            block.places.append(self.place())
            block.values.append(value)
            self.at = end

    def place(self) -> tuple[int, int]:
        """Line and column of the next character, counted on from the last call: all calls together
        read the file once."""
        at = self.at
        lines = self.buffer.count("\n", self.counted, at)
        if lines:
            self.line += lines
            self.line_start = self.buffer.rindex("\n", self.counted, at) + 1
        self.counted = at
        return self.line, at - self.line_start + 1

    def refuse(self, code: str, message: str) -> Never:
        refuse(code, message, *self.place())

    def _grow(self) -> bool:
        """More of the file, without what has been read. Doubling keeps a long value's repeated
        attempts cheap."""
        piece = next(self.pieces, "")
        if not piece:
            return False
        while len(piece) < len(self.buffer) - self.at:
            further = next(self.pieces, "")
            if not further:
                break
            piece += further
        self.place()
        self.buffer = self.buffer[self.at :] + piece
        self.line_start -= self.at
        self.at = self.counted = 0
        return True
