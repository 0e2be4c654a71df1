"""Empties the database after a test that committed.

Django truncates all tables and then makes the content types and permissions again: a fifth of a
second and some four hundred files, mostly for a handful of rows. Here rows are deleted.
"""

from django.db import connection, transaction
from django.test import TransactionTestCase

# They are the same before and after each test.
KEPT = {"django_content_type", "auth_permission"}
# What is deleted keeps its place on disk, and so does what was rolled back: beyond this, in bytes,
# truncating is cheaper than reading past it in the tests to come.
ROOMY = 16 * 2**20


def install() -> None:
    TransactionTestCase._fixture_teardown = lambda _: empty_database()


def empty_database() -> None:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    tables = [connection.ops.quote_name(name) for name in sorted(set(names) - KEPT)]
    with transaction.atomic(), connection.cursor() as cursor:
        # As TRUNCATE does: whoever is still at work in another process comes to its end first.
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN ACCESS EXCLUSIVE MODE")
        cursor.execute(
            "SELECT sum(pg_relation_size(name::regclass)) FROM unnest(%s::text[]) name", [tables]
        )
        if cursor.fetchone()[0] > ROOMY:
            cursor.execute(f"TRUNCATE {', '.join(tables)}")
            return
        guarded = _guarded(cursor)
        # References are not followed, nor triggers fired: at the end nothing is left to refer to.
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in tables:
            cursor.execute(f"{'TRUNCATE' if table in guarded else 'DELETE FROM'} {table}")


def _guarded(cursor) -> set[str]:
    """Those with a trigger that fires in every session: the audit log, which refuses DELETE."""
    cursor.execute(
        "SELECT relname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid WHERE tgenabled = 'A'"
    )
    return {connection.ops.quote_name(name) for (name,) in cursor.fetchall()}
