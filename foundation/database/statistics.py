"""What the planner knows of a table, left behind by whoever filled it.

PostgreSQL estimates by statistics that autovacuum gathers a minute later, or later still on a busy
machine. Until then a table that has just been filled looks as it did before: half a million rows
pass for a handful, and a join over them takes minutes that would take a second.
"""

from typing import Any

from django.contrib.postgres.fields import ArrayField
from django.db import connection
from django.db.models import Model

MANY = 10_000  # rows; fewer are written and read quickly whatever the planner takes them for


def analyze(cursor: Any, *models: type[Model], rows: int) -> None:
    """Called last in the transaction that wrote `rows` rows into these tables, or where it joins
    them itself: nobody else can analyse them from here to its end, though everybody can read and
    write.

    Always in the same order, so that two writers wait for each other in turn.
    """
    if rows >= MANY:
        tables = sorted(_table(model) for model in models)
        cursor.execute("ANALYZE " + ", ".join(tables))


def _table(model: type[Model]) -> str:
    """The table and its columns, without arrays: nothing is looked for by their elements, and to
    count those of long rankings takes longer than to write them."""
    quoted = connection.ops.quote_name
    columns = (
        quoted(field.column)
        for field in model._meta.concrete_fields
        if field.column and not isinstance(field, ArrayField)
    )
    return f"{quoted(model._meta.db_table)} ({', '.join(columns)})"
