"""Pages of a list whose newest rows come first, by `?older=` and `?newer=`."""

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

from foundation.frozen import frozen
from foundation.paging.keys import read_key
from foundation.paging.keyset import columns_of, take

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 50


@frozen
class KeyPage(Generic[Row]):
    """Some rows, and the keys of the neighbouring pages: 0 where the list ends. What _pager.html
    reads."""

    rows: list[Row]
    older: int
    newer: int


def page_by_key(
    rows: QuerySet[Row], asked: Mapping[str, Any], size: int = PAGE_SIZE
) -> KeyPage[Row]:
    """The page that `?older=KEY` or `?newer=KEY` asks for; without either, the newest rows."""
    older, newer = _key(asked, "older"), _key(asked, "newer")
    part = take(rows, columns_of(rows.model, "-pk"), newer or older, size, back=bool(newer))
    return KeyPage(
        part.rows,
        older=part.rows[-1].pk if part.rows and part.more_after else 0,
        newer=part.rows[0].pk if part.rows and part.more_before else 0,
    )


def _key(asked: Mapping[str, Any], name: str) -> tuple[int, ...]:
    """No row has the key 0, which KeyPage gives where the list ends."""
    key = read_key(asked, name)
    return key if any(key) else ()
