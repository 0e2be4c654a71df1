import pytest
from django.test import Client

from people.actions.tokens import make_token
from people.actor import COMMAND
from people.models import AuditEvent, Scope, User
from tests.factories import PASSWORD

NEW = "seven purple elephants"


def change(client, current=PASSWORD, new=NEW, again=None):
    return client.post(
        "/people/account/password/", {"current": current, "password": new, "again": again or new}
    )


@pytest.fixture
def mine(rater, signed_in):
    return signed_in(rater)


@pytest.fixture
def elsewhere(rater):
    client = Client()
    client.post("/people/sign-in/", {"username": "rosa", "password": PASSWORD})
    return client


def test_it_ends_all_other_sessions_and_all_tokens(mine, elsewhere, rater):
    _, secret = make_token(COMMAND, rater, name="script", scope=Scope.LABEL)
    script = {"headers": {"Authorization": f"Bearer {secret}"}}
    assert elsewhere.get("/people/account/").status_code == 200
    assert Client().get("/api/v1/me/", **script).status_code == 200

    assert change(mine).status_code == 302

    assert mine.get("/people/account/").status_code == 200, "the session that asked goes on"
    assert elsewhere.get("/people/account/").status_code == 302
    assert Client().get("/api/v1/me/", **script).status_code == 401
    assert User.objects.get(pk=rater.pk).check_password(NEW)
    event = AuditEvent.objects.get(verb="changed the password")
    assert (event.actor, event.after) == (rater, {"tokens revoked": 1})


def test_no_password_is_ever_written_down(mine):
    change(mine)
    change(mine, current="a wrong one, typed in anger")
    written = str(list(AuditEvent.objects.values()))
    assert NEW not in written
    assert PASSWORD not in written
    assert "anger" not in written


def test_it_needs_the_current_password(mine, rater):
    response = change(mine, current="not it")
    assert response.status_code == 422
    assert "This is not your current password." in response.text
    assert User.objects.get(pk=rater.pk).check_password(PASSWORD)


def test_wrong_current_passwords_count_towards_the_lock_out(mine, rater):
    assert [change(mine, current=f"wrong {number}").status_code for number in range(5)] == [
        422
    ] * 4 + [429]
    assert change(mine).status_code == 429, "the right one is refused as well"
    assert User.objects.get(pk=rater.pk).check_password(PASSWORD)
    assert (
        Client().post("/people/sign-in/", {"username": "rosa", "password": PASSWORD}).status_code
        == 429
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"new": "short"}, "at least 10 characters"),
        ({"new": "1234567890"}, "too common"),
        ({"new": NEW, "again": "something else"}, "Expected the same password as above."),
    ],
)
def test_the_new_one_must_be_good(mine, rater, fields, said):
    response = change(mine, **fields)
    assert response.status_code == 422
    assert said in response.text
    assert User.objects.get(pk=rater.pk).check_password(PASSWORD)


def test_ending_the_other_sessions_keeps_this_one_and_the_tokens(mine, elsewhere, rater):
    _, secret = make_token(COMMAND, rater, name="script", scope=Scope.LABEL)
    assert mine.post("/people/account/sessions/end/").status_code == 302
    assert mine.get("/people/account/").status_code == 200
    assert elsewhere.get("/people/account/").status_code == 302
    assert (
        Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}).status_code
        == 200
    )
    assert AuditEvent.objects.filter(verb="ended the sessions", actor=rater).exists()
