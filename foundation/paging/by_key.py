"""Lists that page by key: the newest first, and never a COUNT or an OFFSET."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet
from django.http import Http404

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class KeyPage(Generic[Row]):
    """Some rows, and the keys to go on from in either direction: 0 where the list ends. What
    _pager.html reads."""

    rows: list[Row]
    older: int
    newer: int


def page_by_key(
    rows: QuerySet[Row], asked: Mapping[str, Any], size: int = PAGE_SIZE
) -> KeyPage[Row]:
    """The page that `?older=KEY` or `?newer=KEY` asks for; without either, the newest rows."""
    older, newer = _key(asked, "older"), _key(asked, "newer")
    if newer:
        found = list(rows.filter(pk__gt=newer).order_by("pk")[: size + 1])
        shown, more = found[:size][::-1], len(found) > size
        return KeyPage(shown, older=shown[-1].pk if shown else 0, newer=shown[0].pk if more else 0)
    if older:
        rows = rows.filter(pk__lt=older)
    found = list(rows.order_by("-pk")[: size + 1])
    shown, more = found[:size], len(found) > size
    return KeyPage(
        shown, older=shown[-1].pk if more else 0, newer=shown[0].pk if older and shown else 0
    )


def _key(asked: Mapping[str, Any], name: str) -> int:
    text = asked.get(name, "")
    if not text:
        return 0
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise Http404(f"{name}: expected the key of a row")
    return int(text)
