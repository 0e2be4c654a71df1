"""The database's side of a backup: one moment of it, its rows, its migrations, and whether it is
empty."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.migrations.recorder import MigrationRecorder

from foundation.database.rows import column_of, number_of
from foundation.frozen import frozen
from people.models import SignInAttempt

# Sign-ins end with the instance that they were made on, and so do lock-outs and the counts that
# lead to them.
LEFT_OUT = (Session._meta.db_table, SignInAttempt._meta.db_table)

# Without these there is nothing to lose. Jobs and workers' sightings are left out: the machine
# writes them by itself.
OF_PEOPLE = ("people", "pooling", "annotator", "metrics")


@frozen
class Moment:
    """What everybody who joins the snapshot sees, pg_dump too."""

    snapshot: str
    at: datetime


@contextmanager
def one_moment() -> Iterator[Moment]:
    """Everything that this connection reads meanwhile is of one moment, which others may join by
    its name."""
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot(), now()")
        yield Moment(*cursor.fetchone())


def row_counts(*, without: Iterable[str]) -> dict[str, int]:
    quoted = connection.ops.quote_name
    return {
        name: number_of(f"SELECT count(*) FROM {quoted(name)}")
        for name in sorted(set(_tables()) - set(without))
    }


def _tables() -> list[str]:
    return column_of("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")


def occupied_tables() -> dict[str, int]:
    """The tables of what people have made that have rows, with how many."""
    ours = {
        model._meta.db_table
        for app in OF_PEOPLE
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
    }
    there = set(_tables())
    return {name: rows for name, rows in row_counts(without=there - ours).items() if rows}


def other_sessions() -> int:
    """Who else is connected to this database."""
    return number_of(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <>"
        " pg_backend_pid() AND coalesce(backend_type, 'client backend') = 'client backend'"
    )


def remove_tables() -> None:
    """Removes the tables, functions and views of a database that was found to be empty; the schema
    is then as a new database has it."""
    if not _tables():
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE")
        cursor.execute("CREATE SCHEMA public AUTHORIZATION pg_database_owner")
        cursor.execute("GRANT USAGE ON SCHEMA public TO PUBLIC")


def applied_migrations() -> dict[str, list[str]]:
    found = defaultdict(list)
    for app, name in sorted(MigrationRecorder(connection).applied_migrations()):
        found[app].append(name)
    return dict(found)
