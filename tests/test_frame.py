"""The tests' own frame."""

import pytest
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import connection

from people.actions.tokens import make_token
from people.actor import COMMAND
from people.models import ApiToken, AuditEvent, Scope, User
from tests import emptying
from tests.slow import PLACES, TESTS


@pytest.mark.django_db
def test_one_that_asks_for_the_database_has_it():
    assert User.objects.count() == 0


def test_one_that_does_not_ask_cannot_reach_it_even_after_others_did():
    with pytest.raises(RuntimeError, match="Database access not allowed"):
        connection.ensure_connection()


@pytest.mark.parametrize("roomy", [emptying.ROOMY, 0], ids=["deleted", "truncated"])
@pytest.mark.django_db(transaction=True)
def test_what_a_test_commits_is_gone_after_it_and_what_belongs_to_no_test_stays(
    administrator, monkeypatch, roomy
):
    monkeypatch.setattr(emptying, "ROOMY", roomy)
    make_token(COMMAND, administrator, name="script", scope=Scope.READ)
    written = (User, ApiToken, AuditEvent)
    kept = [list(model.objects.order_by("pk").values()) for model in (ContentType, Permission)]
    assert all(model.objects.exists() for model in written)
    assert all(kept)
    emptying.empty_database()
    assert not any(model.objects.exists() for model in written)
    assert kept == [
        list(model.objects.order_by("pk").values()) for model in (ContentType, Permission)
    ]


def test_each_place_of_slow_tests_is_there():
    assert [place for place in PLACES if not (TESTS / place).exists()] == []
