"""Lists in the order of what they list (a caption's number, a pair's ids), paged by key: never a
COUNT or an OFFSET."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, Q, QuerySet
from django.http import Http404

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class OrderedPage(Generic[Row]):
    """Some rows, and the keys to go on from: empty where the list ends. What pooling/_pager.html
    reads."""

    rows: list[Row]
    before: str
    after: str


def page_in_order(
    rows: QuerySet[Row],
    asked: Mapping[str, Any],
    by: tuple[str, ...] = ("number",),
    size: int = PAGE_SIZE,
) -> OrderedPage[Row]:
    """The page that `?after=KEY` or `?before=KEY` asks for; without either, the first rows.

    by: one or two whole-number columns that together are unique among the rows. A key is their
    values, as in `12` or `12-7`.
    """
    after, before = _key(asked, "after", by), _key(asked, "before", by)
    if before:
        found = list(
            rows.filter(_beyond(by, before, "lt")).order_by(*(f"-{name}" for name in by))[
                : size + 1
            ]
        )
        shown, more = found[:size][::-1], len(found) > size
        return OrderedPage(
            shown, before=_key_of(shown[:1], by) if more else "", after=_key_of(shown[-1:], by)
        )
    if after:
        rows = rows.filter(_beyond(by, after, "gt"))
    found = list(rows.order_by(*by)[: size + 1])
    shown, more = found[:size], len(found) > size
    return OrderedPage(
        shown,
        before=_key_of(shown[:1], by) if after else "",
        after=_key_of(shown[-1:], by) if more else "",
    )


def _beyond(by: tuple[str, ...], key: tuple[int, ...], way: str) -> Q:
    if len(by) == 1:
        return Q(**{f"{by[0]}__{way}": key[0]})
    # The first condition alone is what an index can begin at.
    first = Q(**{f"{by[0]}__{way}e": key[0]})
    return first & (Q(**{f"{by[0]}__{way}": key[0]}) | Q(**{f"{by[1]}__{way}": key[1]}))


def _key_of(rows: list[Row], by: tuple[str, ...]) -> str:
    return "-".join(str(getattr(rows[0], name)) for name in by) if rows else ""


def _key(asked: Mapping[str, Any], name: str, by: tuple[str, ...]) -> tuple[int, ...]:
    text = asked.get(name, "")
    if not text:
        return ()
    parts = text.split("-")
    if len(parts) != len(by) or not all(
        part.isascii() and part.isdigit() and len(part) <= 18 for part in parts
    ):
        raise Http404(f"{name}: expected the key of a row")
    return tuple(map(int, parts))
