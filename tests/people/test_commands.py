import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from people.actions.tokens import make_token
from people.actor import COMMAND
from people.management.commands.add_user import Command as AddUser
from people.models import ApiToken, AuditEvent, Role, Scope, User
from people.secret import digest_of
from tests.factories import PASSWORD


@pytest.fixture
def typed(monkeypatch):
    """typed(text) is what stands on standard input."""

    def type_in(text, terminal=False):
        stdin = io.StringIO(text)
        stdin.isatty = lambda: terminal
        monkeypatch.setattr(sys, "stdin", stdin)

    type_in("")
    return type_in


def run(*words):
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_an_account_is_made_with_the_password_on_standard_input(db, typed):
    typed(f"{PASSWORD}\n")
    said = json.loads(run("add_user", "nora", "--role", "lead", "--json"))
    person = User.objects.get()
    assert said == {"id": person.pk, "username": "nora", "role": "lead"}
    assert (person.role, person.check_password(PASSWORD)) == (Role.LEAD, True)
    event = AuditEvent.objects.get()
    assert (event.verb, event.via, event.actor) == ("made the account", "command", None)


@pytest.mark.parametrize("terminal", [True, False])
def test_without_one_a_password_is_drawn_and_said_once(db, typed, terminal):
    typed("", terminal)
    said = json.loads(run("add_user", "nora", "--role", "rater", "--json"))
    assert len(said["password"]) >= 16
    assert said["password"].isalnum()
    assert User.objects.get().check_password(said["password"])


def test_a_person_reads_a_sentence(db, typed):
    typed(PASSWORD)
    assert run("add_user", "nora", "--role", "admin") == "Made nora, administrator.\n"


@pytest.mark.parametrize(
    ("words", "password", "said"),
    [
        (["rosa", "--role", "rater"], PASSWORD, "This username is taken."),
        (["ROSA", "--role", "rater"], PASSWORD, "This username is taken."),
        (["no spaces", "--role", "rater"], PASSWORD, "username: Enter a valid username"),
        (["nora", "--role", "owner"], PASSWORD, "invalid choice: 'owner'"),
        (["nora"], PASSWORD, "required: --role"),
        (["nora", "--role", "rater"], "short", "at least 10 characters"),
        (
            ["nora", "--role", "rater", "--email", "nowhere"],
            PASSWORD,
            "email: Enter a valid email address.",
        ),
    ],
)
def test_what_is_wrong_is_said_and_nobody_is_made(rater, typed, words, password, said):
    typed(password)
    with pytest.raises(CommandError, match=said):
        run("add_user", *words)
    assert User.objects.count() == 1


def test_a_refusal_is_one_line_on_standard_error_and_status_1(rater, typed, capsys, monkeypatch):
    monkeypatch.setattr(
        "people.management.command.connections.close_all", lambda: None
    )  # this test goes on
    typed(PASSWORD)
    for words in (
        ["rosa", "--role", "rater"],
        ["nora", "--role", "owner"],
        ["nora", "--role", "rater", "--jsn"],
    ):
        with pytest.raises(SystemExit) as left:
            AddUser().run_from_argv(["manage.py", "add_user", *words])
        said = capsys.readouterr()
        assert left.value.code == 1
        assert said.out == ""
        assert said.err.startswith("error: ")
        assert "Error" not in said.err
        assert said.err.count("\n") == 1


def test_a_token_is_made_and_shown(lead):
    secret = json.loads(run("make_token", "LENA", "--scope", "manage", "--days", "5", "--json"))[
        "token"
    ]
    token = ApiToken.objects.get()
    assert (token.user, token.scope, token.digest) == (lead, Scope.MANAGE, digest_of(secret))
    assert (token.expires_at - token.created_at).days == 5
    assert run("make_token", "lena").startswith("tp_")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody"], "nobody signs in as nobody"),
        (["rosa", "--scope", "manage"], "scope label at most, not manage"),
        (["rosa", "--scope", "own"], "invalid choice"),
        (["rosa", "--days", "0"], "--days: expected a whole number from 1 to 3650, found 0"),
        (["rosa", "--days", "soon"], "expected a whole number, found 'soon'"),
    ],
)
def test_a_token_that_cannot_be_is_refused(rater, words, said):
    with pytest.raises(CommandError, match=said):
        run("make_token", *words)
    assert not ApiToken.objects.exists()


def test_a_deactivated_person_gets_no_token(rater):
    User.objects.update(is_active=False)
    with pytest.raises(CommandError, match="deactivated"):
        run("make_token", "rosa")


def test_a_forgotten_password_is_replaced_and_ends_what_the_old_one_opened(rater, signed_in, typed):
    _, secret = make_token(COMMAND, rater, name="x", scope=Scope.READ)
    client = signed_in(rater)
    said = json.loads(run("changepassword", "ROSA", "--json"))
    rater.refresh_from_db()
    assert rater.check_password(said["password"])
    assert client.get("/people/account/").status_code == 302
    assert (
        client.get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
    )
    event = AuditEvent.objects.get(verb="changed the password")
    assert (event.via, event.object_id) == ("command", str(rater.pk))


@pytest.mark.parametrize(
    ("username", "password", "said"),
    [("nobody", PASSWORD, "nobody signs in"), ("rosa", "short", "at least 10")],
)
def test_a_password_that_cannot_be_changes_nothing(rater, typed, username, password, said):
    typed(password)
    with pytest.raises(CommandError, match=said):
        run("changepassword", username)
    rater.refresh_from_db()
    assert rater.check_password(PASSWORD)


def test_djangos_way_to_an_administrator_leads_to_ours(db):
    with pytest.raises(CommandError, match="add_user NAME --role admin"):
        run("createsuperuser")
    assert not User.objects.exists()
