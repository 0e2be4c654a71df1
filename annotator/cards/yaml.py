"""YAML as data cards and CITATION.cff have it: names, lists, and texts in double quotes, which JSON
writes as YAML reads them. No library is needed to write so little."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

# YAML would take these for ends of lines, or for the mark of an encoding.
_ESCAPES = {ord(letter): f"\\u{ord(letter):04x}" for letter in "\x7f\x85\u2028\u2029\ufeff"}


def as_yaml(content: Mapping[str, Any]) -> str:
    return "".join(f"{line}\n" for line in _lines(content, ""))


def _lines(content: Mapping[str, Any], before: str) -> Iterator[str]:
    for name, value in content.items():
        if isinstance(value, Mapping):
            yield f"{before}{name}:"
            yield from _lines(value, f"{before}  ")
        elif isinstance(value, Sequence) and not isinstance(value, str):
            yield f"{before}{name}:" + ("" if value else " []")
            for one in value:
                yield from _item(one, before)
        else:
            yield f"{before}{name}: {_scalar(value)}"


def _item(one: Any, before: str) -> Iterator[str]:
    if not isinstance(one, Mapping):
        yield f"{before}- {_scalar(one)}"
        return
    first, *others = _lines(one, f"{before}  ")
    yield f"{before}- {first.lstrip()}"
    yield from others


def _scalar(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False).translate(_ESCAPES)
