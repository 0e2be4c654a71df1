"""Pages of a list in the order of what it lists (a caption's number, a pair's ids), by `?after=`
and `?before=`."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

from foundation.frozen import frozen
from foundation.paging.keys import read_key, write_key
from foundation.paging.keyset import Column, columns_named, take

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 50


@frozen
class OrderedPage(Generic[Row]):
    """Some rows, and the keys of the neighbouring pages: empty where the list ends. What
    pooling/_pager.html reads."""

    rows: list[Row]
    before: str
    after: str


def page_in_order(
    rows: QuerySet[Row],
    asked: Mapping[str, Any],
    by: Sequence[str | Column] = ("number",),
    size: int = PAGE_SIZE,
) -> OrderedPage[Row]:
    """The page that `?after=KEY` or `?before=KEY` asks for; without either, the first rows.

    by: whole-number columns that together are unique among the rows, as in `-dispute`. A key is
    their values, as in `12` or `12-7`.
    """
    columns = columns_named(rows.model, by)
    after, before = (read_key(asked, name, len(columns)) for name in ("after", "before"))
    part = take(rows, columns, before or after, size, back=bool(before))
    return OrderedPage(
        part.rows,
        before=_key_of(part.rows[:1], columns) if part.more_before else "",
        after=_key_of(part.rows[-1:], columns) if part.more_after else "",
    )


def _key_of(rows: list[Row], columns: Sequence[Column]) -> str:
    return write_key(column.of(rows[0]) for column in columns) if rows else ""
