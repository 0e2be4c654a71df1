"""The migrations that this version was written with."""

from functools import cache

from django.db.migrations.loader import MigrationLoader

Names = frozenset[tuple[str, str]]


@cache
def known_migrations() -> Names:
    return frozenset(MigrationLoader(None).disk_migrations)


@cache
def replaced_migrations() -> tuple[Names, ...]:
    """The earlier migrations that each one replaces. A database that has all of them has it."""
    found = MigrationLoader(None).disk_migrations.values()
    return tuple(frozenset(each.replaces) for each in found)
