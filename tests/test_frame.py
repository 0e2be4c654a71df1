"""The tests' own frame."""

import pytest
from django.db import connection

from people.models import User


@pytest.mark.django_db
def test_one_that_asks_for_the_database_has_it():
    assert User.objects.count() == 0


def test_one_that_does_not_ask_cannot_reach_it_even_after_others_did():
    with pytest.raises(RuntimeError, match="Database access not allowed"):
        connection.ensure_connection()
