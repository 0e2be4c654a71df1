"""Rows written in bulk are checked for what they refer to by their writer, not one by one."""

import pytest
from django.db import IntegrityError, connection, transaction

from foundation.database.references import references_unchecked

pytestmark = pytest.mark.django_db

MISSING = "INSERT INTO child VALUES (7)"


@pytest.fixture
def cursor():
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE parent (id int PRIMARY KEY)")
        cursor.execute("CREATE TEMPORARY TABLE child (parent_id int REFERENCES parent)")
        yield cursor


def test_inside_nothing_is_checked_and_afterwards_all_is_again(cursor):
    with references_unchecked(cursor):
        cursor.execute(MISSING)
    cursor.execute("SELECT count(*) FROM child")
    assert cursor.fetchone() == (1,)
    with pytest.raises(IntegrityError), transaction.atomic():
        cursor.execute(MISSING)


def test_after_an_error_inside_all_is_checked_again(cursor):
    with pytest.raises(ZeroDivisionError), transaction.atomic(), references_unchecked(cursor):
        raise ZeroDivisionError
    with pytest.raises(IntegrityError), transaction.atomic():
        cursor.execute(MISSING)


def test_a_role_that_may_not_switch_it_off_has_each_row_checked(cursor):
    cursor.execute("CREATE ROLE plain_role")
    cursor.execute("GRANT ALL ON parent, child TO plain_role")
    cursor.execute("SET LOCAL ROLE plain_role")
    with pytest.raises(IntegrityError), transaction.atomic(), references_unchecked(cursor):
        cursor.execute(MISSING)
    cursor.execute("RESET ROLE")
