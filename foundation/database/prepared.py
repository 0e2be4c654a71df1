"""Statements that the server plans once for a connection, not each time: those behind every call,
claim and answer.

Django binds values on the client's side, so that each statement is a new text and is planned anew,
which takes longer than to execute it. Its own cursors go on as before.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection


@contextmanager
def prepared_cursor() -> Iterator[psycopg.Cursor[tuple[Any, ...]]]:
    connection.ensure_connection()
    line = connection.connection
    line.prepare_threshold = 0
    with connection.wrap_database_errors, psycopg.Cursor(line) as cursor:
        yield cursor
