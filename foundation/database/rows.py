"""Rows as objects. Of a cursor's, each column goes to the field of its name, so that the order in
which a statement lists its columns means nothing."""

from typing import Any, TypeVar

import numpy as np
from django.db import connection
from django.db.models import Model, QuerySet
from django.http import Http404
from numpy.typing import NDArray
from psycopg.rows import class_row, dict_row

from foundation.database.copy import read_integers

T = TypeVar("T")
Row = TypeVar("Row", bound=Model)


def the_row(rows: QuerySet[Row], what: str, **which: Any) -> Row:
    """The one that these fields tell from the others; Http404 with `no such <what>` where there is
    none."""
    return first_or_404(rows.filter(**which), f"no such {what}")


def first_or_404(rows: QuerySet[Row], why: str) -> Row:
    """The first of them. why: what is not there, for who asked for it."""
    found = rows.first()
    if found is None:
        raise Http404(why)
    return found


def lock_row(of: type[Row], key: Any, *related: str) -> Row:
    """The row, which nobody else changes until the transaction is over; rows that refer to it need
    not wait. related: what is read with it."""
    locked = of._default_manager.select_for_update(no_key=True, of=("self",))  # noqa: SLF001
    return (locked.select_related(*related) if related else locked).get(pk=key)


def rows_as(cursor: Any, kind: type[T]) -> list[T]:
    """All that the cursor's last statement found, each row as one `kind`. A column without a field
    of its name, or a field without a column and a default, is a TypeError."""
    make = class_row(kind)(_of_psycopg(cursor))
    return [make(row) for row in cursor.fetchall()]


def row_as(cursor: Any, kind: type[T]) -> T | None:
    """The first row of them, where there is one."""
    return next(iter(rows_as(cursor, kind)), None)


def named_row(cursor: Any) -> dict[str, Any] | None:
    """The first row by the names of its columns: for one from which several objects are made."""
    found = cursor.fetchone()
    return None if found is None else dict_row(_of_psycopg(cursor))(found)


def _of_psycopg(cursor: Any) -> Any:
    """Django's cursors wrap psycopg's, which knows what its columns are called."""
    return getattr(cursor, "cursor", cursor)


def rows_of(statement: str, words: Any = None) -> list[Any]:
    """All that a statement finds, as tuples."""
    with connection.cursor() as cursor:
        cursor.execute(statement, words)
        found: list[Any] = cursor.fetchall()
        return found


def row_of(statement: str, words: Any = None) -> Any:
    """The row of a statement that always finds one."""
    return rows_of(statement, words)[0]


def number_of(statement: str, words: Any = None) -> int:
    """What such a statement counts."""
    return int(row_of(statement, words)[0])


def column_of(statement: str, words: Any = None) -> list[Any]:
    """The values of a statement's one column."""
    return [value for (value,) in rows_of(statement, words)]


def objects_of(kind: type[T], statement: str, words: Any = None) -> list[T]:
    """All that a statement finds, each row as one `kind`."""
    with connection.cursor() as cursor:
        cursor.execute(statement, words)
        return rows_as(cursor, kind)


def carry_out(statement: str, words: Any = None) -> int:
    """How many rows a statement has written."""
    with connection.cursor() as cursor:
        cursor.execute(statement, words)
        return int(cursor.rowcount)


def copied_integers(statement: str, words: Any, columns: int) -> NDArray[np.int64]:
    """(n, columns): all that a statement finds, where it may be many rows of whole numbers."""
    copied = f"COPY ({statement}) TO STDOUT (FORMAT BINARY)"
    with connection.cursor() as cursor, cursor.copy(copied, words) as copy:
        return read_integers(copy, columns)
