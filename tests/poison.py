"""A row that the database refuses to change, as a disk's bad block would be: for work that goes
through many."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def poisoned(table: str, condition: str, events: str = "UPDATE OR DELETE") -> Iterator[None]:
    """condition: SQL about OLD; every change of such a row fails meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            f" IF {condition} THEN RAISE EXCEPTION 'poisoned'; END IF;"
            " IF TG_OP = 'DELETE' THEN RETURN OLD; END IF; RETURN NEW; END $$"
        )
        cursor.execute(
            f"CREATE TRIGGER a_poison BEFORE {events} ON {table} FOR EACH ROW EXECUTE FUNCTION"
            " poison()"
        )
        # Also where the work switches triggers off, as for foreign keys that it checks by a join.
        # A table with checks that wait for the end of a test's transaction is not altered.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER a_poison")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP FUNCTION poison CASCADE")
