"""Keys in a page's address: whole numbers, joined by dashes, as in `12` or `12-7`."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.http import Http404

MOST_DIGITS = 18  # what fits into the largest column


def read_key(asked: Mapping[str, Any], name: str, parts: int = 1) -> tuple[int, ...]:
    """The key in the parameter called `name`: empty where there is none."""
    text = asked.get(name, "")
    if not text:
        return ()
    found = text.split("-")
    if len(found) != parts or not all(map(_is_number, found)):
        raise Http404(f"{name}: expected the key of a row")
    return tuple(map(int, found))


def write_key(key: Iterable[int]) -> str:
    return "-".join(map(str, key))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
