"""Rows as objects, by the names of their columns, from Django's cursors and from prepared ones."""

from dataclasses import dataclass

import pytest
from django.db import connection

from foundation.database.prepared import prepared_cursor
from foundation.database.rows import named_row, row_as, rows_as


@dataclass
class Pair:
    query: int
    video: int = 0


@pytest.fixture(params=["Django's", "prepared"])
def cursor(db, request):
    opened = connection.cursor() if request.param == "Django's" else prepared_cursor()
    with opened as cursor:
        yield cursor


def test_a_column_goes_to_the_field_of_its_name_wherever_it_is(cursor):
    cursor.execute("SELECT 2 AS video, 1 AS query UNION ALL SELECT 4, 3 ORDER BY 1")
    assert rows_as(cursor, Pair) == [Pair(1, 2), Pair(3, 4)]
    cursor.execute("SELECT 5 AS query")
    assert row_as(cursor, Pair) == Pair(5)


def test_no_row_is_none_and_no_rows_are_empty(cursor):
    cursor.execute("SELECT 1 AS query WHERE false")
    assert row_as(cursor, Pair) is None
    cursor.execute("SELECT 1 AS query WHERE false")
    assert rows_as(cursor, Pair) == []
    cursor.execute("SELECT 1 AS query WHERE false")
    assert named_row(cursor) is None


@pytest.mark.parametrize("columns", ["1 AS video", "1 AS query, 2 AS clip"])
def test_a_column_or_a_field_too_many_is_no_row_of_its_kind(cursor, columns):
    cursor.execute(f"SELECT {columns}")
    with pytest.raises(TypeError):
        rows_as(cursor, Pair)


def test_a_row_of_several_objects_comes_by_its_names(cursor):
    cursor.execute("SELECT 1 AS query, 'x' AS name")
    assert named_row(cursor) == {"query": 1, "name": "x"}
