import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from people.actions.make_demo_accounts import make_demo_accounts
from people.models import Role, User
from tests.factories import PASSWORD, make_user

EXPECTED = [
    ("admin", Role.ADMIN),
    ("lead", Role.LEAD),
    ("adjudicator", Role.ADJUDICATOR),
    ("rater1", Role.RATER),
    ("rater2", Role.RATER),
    ("viewer", Role.VIEWER),
    ("submitter", Role.SUBMITTER),
]


def test_there_is_one_for_each_role_and_two_raters(client, db):
    assert make_demo_accounts(PASSWORD) == EXPECTED
    for username, _ in EXPECTED:
        assert (
            client.post(
                "/people/sign-in/", {"username": username, "password": PASSWORD}
            ).status_code
            == 302
        )
        client.post("/people/sign-out/")


def test_making_them_again_changes_nothing(db):
    make_demo_accounts(PASSWORD)
    before = list(User.objects.order_by("pk").values())
    assert make_demo_accounts(PASSWORD) == EXPECTED
    assert list(User.objects.order_by("pk").values()) == before


def test_a_real_persons_account_is_left_alone_and_not_listed(db):
    real = make_user(Role.VIEWER, username="Lead", password="my own password")
    opened = make_demo_accounts(PASSWORD)
    assert "lead" not in {username.lower() for username, _ in opened}
    real.refresh_from_db()
    assert (real.role, real.check_password("my own password")) == (Role.VIEWER, True)


def run(monkeypatch, password):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(password))
    call_command("demo_accounts", "--json", stdout=out)
    return json.loads(out.getvalue())


def test_the_command_reads_the_password_and_says_who_there_is(db, monkeypatch):
    said = run(monkeypatch, f"{PASSWORD}\n")
    assert [(account["username"], account["role"]) for account in said["accounts"]] == EXPECTED
    assert User.objects.get(username="lead").check_password(PASSWORD)


def test_the_command_needs_a_password(db, monkeypatch):
    with pytest.raises(CommandError, match="password on standard input"):
        run(monkeypatch, "")
    assert not User.objects.exists()
