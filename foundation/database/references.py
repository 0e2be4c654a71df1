"""Foreign keys of many rows at once.

PostgreSQL checks a foreign key row by row: for each it runs a statement and locks the row that is
referred to. Of half a million rows with four keys each, that takes longer than to write them with
all their indexes. Where a transaction has made all the rows that are referred to itself, nobody
else can see them, let alone delete them: one statement that joins them checks the same.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def references_unchecked(cursor: Any) -> Iterator[None]:
    """Rows that are written inside are not checked for what they refer to, if this role may switch
    that off (superusers may, and roles with SET on session_replication_role); else each is checked
    as always. The caller checks them all, in the same transaction, whichever it was.

    No trigger runs inside either. Unique indexes and check constraints do as ever.
    """
    cursor.execute("SELECT has_parameter_privilege('session_replication_role', 'SET')")
    if not cursor.fetchone()[0]:
        yield
        return
    cursor.execute("SET LOCAL session_replication_role = replica")
    yield
    # After an error there is nothing to set back: the transaction ends, and the setting with it.
    cursor.execute("SET LOCAL session_replication_role = origin")
