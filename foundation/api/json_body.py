"""Bodies in JSON, read strictly: what another reader, or the database, would take for something
else is refused here."""

import json
import re
from collections.abc import Mapping
from itertools import islice
from math import isfinite
from typing import Any, NoReturn

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from foundation.api.problems import TooLarge, pointer

DEEPEST = 100
TOO_DEEP = f"expected at most {DEEPEST} levels of nesting"
MOST_KEYS, MOST_KEYS_ALTOGETHER = 1_000, 20_000  # in one object; in a body
LEAST_BYTES = 5  # that a key takes, with its value and a comma: "":0,
# A string, closed or not, and the colon that makes a key of it. Possessive, so that no byte is
# looked at twice.
STRING = re.compile(r'"(?:[^"\\]++|\\.)*+(?:"(\s*+:)?)?', re.DOTALL)
LONGEST_INTEGER = 19  # digits of the largest 64-bit number
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


class JSONRefused(ValueError):
    """The text is no JSON, or not JSON that everybody reads alike; the message says where and
    why."""


class _Refused:
    """Stands where a value would, until the walk that knows its place finds it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason


class StrictJSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise TooLarge(f"Expected a JSON body of at most {most:,} bytes.")
        try:
            return read_json(body)
        except JSONRefused as refused:
            raise ParseError(str(refused)) from None


def read_json(body: bytes) -> Any:
    """The value, or JSONRefused. UTF-8 with or without a byte order mark, whatever the
    Content-Type's charset says."""
    try:
        text = body.decode("utf-8-sig")
        _count_keys(text)
        value = _DECODER.decode(text)
    except UnicodeDecodeError as error:
        raise JSONRefused(f"Expected UTF-8, found other bytes at offset {error.start}.") from None
    except json.JSONDecodeError as error:
        raise JSONRefused(
            f"Expected JSON, found a fault in line {error.lineno}, column {error.colno}:"
            f" {error.msg}."
        ) from None
    except RecursionError:
        _refuse((), TOO_DEEP)
    _walk(value, ())
    return value


def _count_keys(text: str) -> None:
    """Refuses too many keys before any is built: the parser would first make all, however many."""
    if len(text) <= LEAST_BYTES * MOST_KEYS_ALTOGETHER:
        return
    keys = (found for found in STRING.finditer(text) if found[1])
    beyond = next(islice(keys, MOST_KEYS_ALTOGETHER, None), None)
    if beyond is not None:
        read = STRING.sub("", text[: beyond.start()])
        if read.count("{") + read.count("[") - read.count("}") - read.count("]") > DEEPEST:
            _refuse((), TOO_DEEP)
        together = f"{MOST_KEYS_ALTOGETHER:,} keys in all objects together"
        _refuse((), f"expected at most {together}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) > MOST_KEYS:
        _refuse((), f"expected at most {MOST_KEYS:,} keys in one object, found {len(pairs):,}")
    found: dict[str, Any] = {}
    for key, value in pairs:
        found[key] = _Refused("the same key is given twice") if key in found else value
    return found


def _integer(digits: str) -> int | _Refused:
    too_long = len(digits.lstrip("-")) > LONGEST_INTEGER or not -(2**63) <= int(digits) < 2**63
    return _Refused("expected a whole number of at most 64 bits") if too_long else int(digits)


def _fraction(digits: str) -> float | _Refused:
    number = float(digits)
    return number if isfinite(number) else _Refused("expected a number that a double can hold")


def _constant(word: str) -> _Refused:
    return _Refused(f"{word} is no JSON: expected a number or null")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_fraction, parse_constant=_constant
)


def _walk(value: Any, path: tuple[str, ...]) -> None:
    if isinstance(value, str):
        if UNSTORABLE.search(value):
            _refuse(path, "expected text without NUL characters and lone surrogates")
    elif isinstance(value, _Refused):
        _refuse(path, value.reason)
    elif isinstance(value, dict | list):
        if len(path) >= DEEPEST:
            _refuse((), TOO_DEEP)
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            if isinstance(key, str):
                _walk(key, path)
            if not isinstance(inner, int | float):
                _walk(inner, (*path, str(key)))


def _refuse(path: tuple[str, ...], reason: str) -> NoReturn:
    place = pointer(path)
    raise JSONRefused(
        f"{place}: {reason}." if place != "#" else f"{reason[0].upper()}{reason[1:]}."
    )
