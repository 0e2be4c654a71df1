"""Lists a page at a time, in an order of their own columns: no COUNT, no OFFSET, and no row twice
or never because others came or went in between.

A key is a row's values in the columns of the order, and a page begins after one. Four faces read
keys from an address and write them back: by_key (the newest first), in_order (ordered lists),
sorting (lists that their reader sorts) and foundation/api/paging.py (the API's cursors).
"""

import functools
import operator
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Generic, TypeVar

from django.core.exceptions import FieldDoesNotExist, ImproperlyConfigured
from django.db.models import F, Field, IntegerField, Model, Q, QuerySet

from foundation.frozen import frozen

Row = TypeVar("Row")
Table = TypeVar("Table", bound=Model)


@frozen
class PageRows(Generic[Row]):
    """One page's rows, in the order of the list, and whether there are more on either side."""

    rows: list[Row]
    more_before: bool
    more_after: bool


@frozen
class Column:
    """One term of the order, and the way it runs: a column of the model's own, which has its
    `field`, or a field's path or an alias. gaps: a value may be missing; those come last, but for
    gaps_first."""

    name: str
    falling: bool
    gaps: bool = False
    gaps_first: bool = False
    field: Any = None

    @classmethod
    def own(cls, field: "Field[Any, Any]", falling: bool) -> "Column":
        """By the name of the column itself: an order by a foreign key's field would be that of the
        other model."""
        return cls(field.attname, falling, field=field)

    @classmethod
    def computed(cls, name: str, *, falling: bool) -> "Column":
        """A whole number that the rows are annotated with, never NULL, by its name there."""
        field: Field[Any, Any] = IntegerField()
        field.set_attributes_from_name(name)
        return cls.own(field, falling)

    @property
    def term(self) -> Any:
        if not self.gaps:
            return f"-{self.name}" if self.falling else self.name
        way: dict[str, Any] = {"nulls_first" if self.gaps_first else "nulls_last": True}
        return F(self.name).desc(**way) if self.falling else F(self.name).asc(**way)

    def of(self, row: Model) -> Any:
        return getattr(row, self.name)

    def turned(self) -> "Column":
        return replace(self, falling=not self.falling, gaps_first=not self.gaps_first)

    def past(self, value: Any) -> Q:
        return self._compared("lt" if self.falling else "gt", value, Q(pk__in=()))

    def from_here(self, value: Any) -> Q:
        return self._compared("lte" if self.falling else "gte", value, self.at(None))

    def at(self, value: Any) -> Q:
        return Q(**{f"{self.name}__isnull": True} if value is None else {self.name: value})

    def _compared(self, how: str, value: Any, after_all: Q) -> Q:
        if value is None:
            have_one = Q(**{f"{self.name}__isnull": False})
            return have_one | after_all if self.gaps_first else after_all
        found = Q(**{f"{self.name}__{how}": value})
        return found | self.at(None) if self.gaps and not self.gaps_first else found


def columns_named(model: type[Model], ordering: str | Sequence[str | Column]) -> list[Column]:
    """The order's columns, as in `-name`, or as they are. Together they must be unique among the
    rows of a list."""
    terms = [ordering] if isinstance(ordering, str) else list(ordering)
    return [
        term
        if isinstance(term, Column)
        else Column.own(_field(model, term.lstrip("-")), term.startswith("-"))
        for term in terms
    ]


def columns_of(model: type[Model], ordering: str | Sequence[str | Column]) -> list[Column]:
    """The order's columns; where none is unique, the primary key behind them makes them so."""
    columns = columns_named(model, ordering)
    if not any(column.field.unique for column in columns):
        named = {column.field for column in columns}
        columns += [
            Column.own(field, columns[-1].falling)
            for field in model._meta.pk_fields
            if field not in named
        ]
    return columns


def _field(model: type[Model], name: str) -> "Field[Any, Any]":
    if name == "pk":
        return model._meta.pk
    try:
        field = model._meta.get_field(name)
    except FieldDoesNotExist as error:
        raise ImproperlyConfigured(f"Pages order by the model's own columns: {error}") from None
    if not isinstance(field, Field) or field.null:
        raise ImproperlyConfigured(
            f"Pages order by columns that are never NULL, and {model.__name__}.{name} may be"
        )
    return field


def beyond(columns: Sequence[Column], key: Sequence[Any]) -> Q:
    """The rows after a key: (a > x) or (a = x and b > y) ..."""
    steps = []
    same = Q()
    for column, value in zip(columns, key, strict=True):
        steps.append(same & column.past(value))
        same &= column.at(value)
    after = functools.reduce(operator.or_, steps)
    # An index cannot begin at a disjunction, so what all its steps imply of the first column is
    # written apart.
    return columns[0].from_here(key[0]) & after if len(columns) > 1 else after


def take(
    rows: QuerySet[Table],
    columns: Sequence[Column],
    key: Sequence[Any],
    size: int,
    *,
    back: bool = False,
) -> PageRows[Table]:
    """The page after the key, or before it (`back`). Without a key, the list's first page or its
    last."""
    way = [column.turned() for column in columns] if back else columns
    ordered = rows.order_by(*(column.term for column in way))
    if key:
        ordered = ordered.filter(beyond(way, key))
    return cut(lambda most: list(ordered[:most]), size, begun=bool(key), back=back)


def cut(
    fetch: Callable[[int], Sequence[Row]], size: int, *, begun: bool, back: bool = False
) -> PageRows[Row]:
    """A page of whatever `fetch` returns at most so many rows of, beginning at the page's key; also
    for statements of one's own and for arrays.

    One row more than the page shows tells whether there is another page. begun: there is a key, and
    with it a page on its other side. back: `fetch` reads backwards.
    """
    found = fetch(size + 1)
    shown, more = list(found[:size]), len(found) > size
    if back:
        return PageRows(shown[::-1], more_before=more, more_after=begun)
    return PageRows(shown, more_before=begun, more_after=more)
