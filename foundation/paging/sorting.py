"""Lists that their reader sorts, by `?sort=name` or `?sort=-name`.

A list says once what its columns are (`Listing`). From that come the links of its header, the order
of its rows and its pages, by `?after=` and `?before=`. A page's key names a row; what that row has
in the sorted column is looked up, so that addresses stay short and no value has to be written in
them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from django.db.models import Count, IntegerField, Model, OuterRef, QuerySet, Subquery, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce
from django.http import QueryDict
from django.utils.translation import gettext as _

from foundation.frozen import frozen
from foundation.masks import Mask
from foundation.paging.keys import read_key, write_key
from foundation.paging.keyset import Column, columns_named, take
from foundation.refused import Refused

Row = TypeVar("Row", bound=Model)
PAGE_SIZE = 50
SORTED_BY = "sorted_by"  # the alias of a column that is an expression


class UnknownColumn(Refused):
    """This list has no such column to sort by."""

    status = 400


@frozen
class Header:
    """A column as `_sorted_header.html` shows it. way: what aria-sort says; empty where the list is
    not sorted by it. address: empty where it cannot be."""

    label: Any
    number: bool
    way: str
    address: str


@frozen
class ListColumn:
    """One column of a list.

    by: what it is sorted by, a field's path or an expression; empty where it cannot be. gaps: some
    rows have no value there; they come last, whichever way the column runs. falling: whether the
    first click begins with the most; numbers do, unless it says otherwise. leads: only leads are
    shown it.
    """

    name: str
    label: Any
    by: str | Combinable = ""
    number: bool = False
    gaps: bool = False
    falling: bool | None = None
    leads: bool = False

    @property
    def first(self) -> str:
        """What the first click asks for."""
        falling = self.number if self.falling is None else self.falling
        return f"-{self.name}" if falling else self.name

    @property
    def path(self) -> str:
        return self.by if isinstance(self.by, str) else SORTED_BY

    def header(self, asked: Mapping[str, Any], by: str, falling: bool) -> Header:
        """asked: the address's parameters. by: the name of the column that the list is sorted
        by."""
        if not self.by:
            return Header(self.label, self.number, "", "")
        wanted, way = self.first, ""
        if self.name == by:
            way = "descending" if falling else "ascending"
            wanted = self.name if falling else f"-{self.name}"
        return Header(self.label, self.number, way, sorted_address(asked, wanted))


@frozen
class SortedPage(Generic[Row]):
    """Some rows, the list's header, and the keys of the neighbouring pages: empty where the list
    ends. sort: as it stands in the address, empty where the reader has not asked."""

    rows: list[Row]
    headers: list[Header]
    before: str
    after: str
    sort: str


@frozen
class Listing:
    """The columns of a list, and the order in which it comes unasked. tie: whole-number columns
    that together are unique among its rows; pages' keys are made of them. former: columns that it
    once had: a link that somebody kept comes in the usual order."""

    columns: Sequence[ListColumn]
    usual: str
    former: tuple[str, ...] = ()
    tie: tuple[str, ...] = ("pk",)
    size: int = PAGE_SIZE

    def page(
        self,
        rows: QuerySet[Row],
        asked: Mapping[str, Any],
        *,
        lead: bool = True,
        mask: Mask | None = None,
    ) -> SortedPage[Row]:
        """lead: whether columns for leads are shown; what is not shown is not sorted by either.
        mask: what numbers of rows in addresses are hidden by."""
        shown = [column for column in self.columns if lead or not column.leads]
        sort = asked.get("sort", "")
        sort = "" if sort.removeprefix("-") in self.former else sort
        column, falling = self._column(shown, sort or self.usual), (sort or self.usual)[0] == "-"
        if isinstance(column.by, Combinable):
            rows = rows.alias(**{SORTED_BY: column.by})
        order = self._order(rows.model, column, falling)
        after, before = (self._key(rows, asked, name, column, mask) for name in ("after", "before"))
        part = take(rows, order, before or after, self.size, back=bool(before))
        return SortedPage(
            part.rows,
            [one.header(asked, column.name, falling) for one in shown],
            before=self._key_of(part.rows[:1], mask) if part.more_before else "",
            after=self._key_of(part.rows[-1:], mask) if part.more_after else "",
            sort=sort,
        )

    def _column(self, shown: Sequence[ListColumn], sort: str) -> ListColumn:
        known = {column.name: column for column in shown if column.by}
        name = sort.removeprefix("-")
        if name in known:
            return known[name]
        raise UnknownColumn(
            _("There is no column “%(name)s” to sort by. This list sorts by: %(known)s.")
            % {"name": name[:40], "known": ", ".join(known)}
        )

    def _order(self, model: type[Model], column: ListColumn, falling: bool) -> list[Column]:
        by_tie = column.path == self.tie[0]
        others = [name for name in self.tie if by_tie or name != column.path]
        tie = columns_named(model, [f"-{name}" if falling else name for name in others])
        return tie if by_tie else [Column(column.path, falling, column.gaps), *tie]

    def _key(
        self,
        rows: QuerySet[Row],
        asked: Mapping[str, Any],
        name: str,
        column: ListColumn,
        mask: Mask | None,
    ) -> tuple[Any, ...]:
        """The named row's values in the columns of the order. If that row has gone meanwhile, the
        list begins again."""
        key = read_key(asked, name, len(self.tie))
        if mask is not None:
            key = tuple(map(mask.meant, key))
        if not key or column.path == self.tie[0]:
            return key
        named = dict(zip(self.tie, key, strict=True))
        row = rows.filter(**named)
        if isinstance(column.by, Combinable):
            row = row.annotate(**{SORTED_BY: column.by})
        found = list(row.values_list(column.path, flat=True)[:1])
        others = [value for name, value in named.items() if name != column.path]
        return (*found, *others) if found else ()

    def _key_of(self, rows: list[Row], mask: Mask | None) -> str:
        key = [getattr(rows[0], name) for name in self.tie] if rows else []
        return write_key(map(mask.of, key) if mask is not None else key)


def sorted_address(asked: Mapping[str, Any], sort: str) -> str:
    """The address of the same list, with its filters, from its beginning, in this order."""
    kept = asked.copy() if isinstance(asked, QueryDict) else QueryDict(urlencode(asked), True)
    for name in ("after", "before", "older", "newer"):
        kept.pop(name, None)
    kept["sort"] = sort
    return f"?{kept.urlencode()}"


def counted(rows: QuerySet[Any], by: str, own: str = "pk", *, distinct: str = "") -> Combinable:
    """How many of these rows each row of a list has, to sort the list by: those whose column `by`
    has the value that the list's row has in `own`. distinct: how many different values of this
    column they have."""
    groups = rows.filter(**{by: OuterRef(own)}).order_by().values(by)
    what = Count(distinct, distinct=True) if distinct else Count("*")
    counts = groups.annotate(rows_of_it=what).values("rows_of_it")
    return Coalesce(Subquery(counts, output_field=IntegerField()), Value(0))
