"""Reading at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment() -> Iterator[None]:
    """Repeatable read: what is committed after the first read is in none of the others. Nothing can
    be written.

    Where a transaction is open already (a test's), its own level stands.
    """
    own = not connection.in_atomic_block
    with transaction.atomic():
        if own:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield
