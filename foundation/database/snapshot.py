"""Reading at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def one_moment(*, read_only: bool = True) -> Iterator[None]:
    """Repeatable read: what is committed after the first read is in none of the others. Nothing can
    be written; without `read_only` temporary tables can be made, which is writing to PostgreSQL.

    Where a transaction is open already (a test's), its own level stands.
    """
    own = not connection.in_atomic_block
    with transaction.atomic():
        if own:
            with connection.cursor() as cursor:
                level = "REPEATABLE READ, READ ONLY" if read_only else "REPEATABLE READ"
                cursor.execute(f"SET TRANSACTION ISOLATION LEVEL {level}")
        yield
