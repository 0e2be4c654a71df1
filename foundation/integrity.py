"""What must always be true, as each app says it of its own rows and files.

An app registers one `Integrity` in its integrity.py, which is loaded when Django starts. The
command check_integrity and backups ask all that are registered, and name no app themselves.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain
from typing import Any, Protocol

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from foundation.frozen import frozen

AT_ONCE = 1_000


@frozen
class Difference:
    """Something that is not as it must be. `kind` is the check that found it."""

    kind: str
    says: str


@frozen
class StoredFile:
    """A file that a row names."""

    path: str  # below MEDIA_ROOT
    sha256: str  # empty: nobody wrote it down
    by: str  # the row, in words


class Rebuilt(Protocol):
    """What could not be rebuilt: how many, and a line for each of the first of them."""

    count: int
    lines: list[str]


@frozen
class Integrity:
    """What one app asks of itself. The constraints of its models are looked for without being
    named here."""

    app: str
    # Triggers that must be switched on, by the tables that they guard.
    guards: Mapping[str, str] = field(default_factory=dict)
    # Recomputes what the app derives, and reports what is not so.
    differences: Callable[[], Iterable[Difference]] = tuple
    # Whether the rows of its tables are all looked at, by whichever app's checks.
    counted: bool = False
    rebuild: Callable[[], Rebuilt] | None = None
    stored_files: Callable[[], Iterable[StoredFile]] = tuple
    # Below MEDIA_ROOT, where every file has a row.
    folders: Sequence[str] = ()


_registered: dict[str, Integrity] = {}


def register(integrity: Integrity) -> None:
    if integrity.app in _registered:
        raise ImproperlyConfigured(f"{integrity.app} has registered its integrity already")
    _registered[integrity.app] = integrity


def registered() -> list[Integrity]:
    """What is registered, from the ground up: INSTALLED_APPS names apps from the top down."""
    labels = [config.label for config in apps.get_app_configs()]
    return [_registered[label] for label in reversed(labels) if label in _registered]


def differences() -> Iterator[Difference]:
    """Everything that is not as it must be, as far as the database can tell."""
    yield from missing_guards()
    for integrity in registered():
        yield from integrity.differences()


def rebuild() -> Iterator[Rebuilt]:
    """Rebuilds all that is derived, app after app."""
    return (integrity.rebuild() for integrity in registered() if integrity.rebuild)


def stored_files() -> Iterator[StoredFile]:
    """Every file that a row names; the same file as often as rows name it."""
    return chain.from_iterable(integrity.stored_files() for integrity in registered())


def checked() -> dict[str, int]:
    """How many rows of each table were looked at."""
    counted = {}
    with connection.cursor() as cursor:
        for integrity in reversed(registered()):
            models = apps.get_app_config(integrity.app).get_models() if integrity.counted else ()
            for table in (model._meta.db_table for model in models):
                cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")
                counted[table] = int(cursor.fetchone()[0])
    return counted


def missing_guards() -> Iterator[Difference]:
    """What keeps the rest true from one commit to the next: constraints, unique indexes, and
    triggers that are switched on."""
    known = registered()
    models = [
        model
        for app in sorted(integrity.app for integrity in known)
        for model in apps.get_app_config(app).get_models()
    ]
    missing = []
    with connection.cursor() as cursor:
        for model in models:
            table, expected = model._meta.db_table, {one.name for one in model._meta.constraints}
            there = connection.introspection.get_constraints(cursor, table).keys()
            missing += [
                f"table {table}: the constraint {name} is missing"
                for name in sorted(expected - there)
            ]
        cursor.execute(
            "SELECT tgrelid::regclass::text, tgname FROM pg_trigger WHERE tgenabled IN ('O', 'A')"
        )
        switched_on = set(cursor.fetchall())
    guards = {guard for integrity in known for guard in integrity.guards.items()}
    missing += [
        f"table {table}: the trigger {name} is missing or switched off"
        for table, name in sorted(guards - switched_on)
    ]
    return (Difference("constraint", says) for says in missing)


def run_checks(checks: Mapping[str, str], where: str, **words: Any) -> Iterator[Difference]:
    """A statement for each kind of difference: it selects one column, a sentence for each row of
    which something is not true. Each is one statement, and so sees one moment."""
    for kind, statement in checks.items():
        with connection.cursor() as cursor:
            cursor.execute(statement, words)
            while rows := cursor.fetchmany(AT_ONCE):
                yield from (Difference(kind, f"{where}, {says}") for (says,) in rows)
