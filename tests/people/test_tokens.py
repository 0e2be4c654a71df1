import re
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from people.actions.accounts import change_role
from people.actions.tokens import ScopeTooWide, make_token
from people.actor import COMMAND, Actor
from people.models import ApiToken, AuditEvent, Role, Scope
from people.secret import digest_of

ACCOUNT = "/people/account/"


def make(client, scope="read", days=90, name="nightly import"):
    return client.post(f"{ACCOUNT}tokens/", {"name": name, "scope": scope, "days": days})


def call(secret, path="/api/v1/me/", method="get"):
    return getattr(Client(), method)(path, headers={"Authorization": f"Bearer {secret}"})


def secret_in(response):
    found = re.search(r"tp_[\w-]{43}", response.text)
    return found and found[0]


def test_a_token_is_shown_once_and_kept_as_its_digest(rater, signed_in):
    client = signed_in(rater)
    response = make(client, "label")
    assert response.status_code == 201
    assert "no-store" in response["Cache-Control"]
    secret = secret_in(response)
    token = ApiToken.objects.get()
    assert (token.user, token.scope, token.digest, token.start) == (
        rater,
        Scope.LABEL,
        digest_of(secret),
        secret[:11],
    )
    assert token.expires_at - token.created_at == timedelta(days=90)
    again = client.get(ACCOUNT)
    assert secret_in(again) is None
    assert f"{token.start}…" in again.text
    assert secret not in str(list(AuditEvent.objects.values()))


def test_it_opens_the_api_as_its_person(rater, signed_in):
    answer = call(secret_in(make(signed_in(rater), "label")))
    assert answer.json() == {
        "id": rater.pk,
        "username": "rosa",
        "name": "Rosa Rater",
        "role": "rater",
        "scope": "label",
    }


@pytest.mark.parametrize(
    ("who", "widest"),
    [
        ("viewer", "read"),
        ("rater", "label"),
        ("adjudicator", "label"),
        ("lead", "manage"),
        ("administrator", "manage"),
    ],
)
def test_a_scope_never_exceeds_its_person(request, signed_in, who, widest):
    person = request.getfixturevalue(who)
    client = signed_in(person)
    for scope in Scope:
        fits = scope.rank <= Scope(widest).rank
        assert make(client, scope).status_code == (201 if fits else 422)
        if not fits:
            with pytest.raises(ScopeTooWide, match=f"the scope {widest} at most, not {scope}"):
                make_token(COMMAND, person, name="x", scope=scope)


def test_a_token_shrinks_with_its_persons_role(lead):
    _, secret = make_token(COMMAND, lead, name="x", scope=Scope.MANAGE)
    assert call(secret, "/api/v1/people/").status_code == 200
    change_role(COMMAND, lead, Role.VIEWER)
    assert call(secret).json()["scope"] == "read"
    assert call(secret, "/api/v1/people/").status_code == 403


def test_nobody_makes_a_token_for_another(lead, rater):
    for actor in (Actor(lead, "page"), Actor(None, "page")):
        with pytest.raises(PermissionDenied):
            make_token(actor, rater, name="x", scope=Scope.READ)
    assert not ApiToken.objects.exists()


def test_a_revoked_token_opens_nothing_from_the_next_call_on(rater, signed_in):
    client = signed_in(rater)
    secret = secret_in(make(client))
    assert call(secret).status_code == 200
    token = ApiToken.objects.get()
    assert client.post(f"{ACCOUNT}tokens/{token.pk}/revoke/").status_code == 302
    refused = call(secret)
    assert refused.status_code == 401
    assert refused["WWW-Authenticate"].startswith("Bearer")
    assert refused.json()["detail"].startswith("This token was revoked on ")
    assert list(client.get(ACCOUNT).context["tokens"]) == []
    assert AuditEvent.objects.filter(verb="revoked the token", actor=rater).count() == 1


def test_nobody_revokes_anothers(rater, other_rater, signed_in):
    token, secret = make_token(COMMAND, other_rater, name="x", scope=Scope.READ)
    assert signed_in(rater).post(f"{ACCOUNT}tokens/{token.pk}/revoke/").status_code == 404
    assert call(secret).status_code == 200


def test_an_expired_token_says_so(rater):
    _, secret = make_token(COMMAND, rater, name="x", scope=Scope.READ)
    long_ago = timezone.now() - timedelta(days=100)
    ApiToken.objects.update(created_at=long_ago, expires_at=long_ago + timedelta(days=90))
    refused = call(secret)
    assert refused.status_code == 401
    assert refused.json()["detail"].startswith("This token expired on ")


def test_expired_and_revoked_ones_are_no_guesses(rater):
    _, live = make_token(COMMAND, rater, name="x", scope=Scope.READ)
    dead, secret = make_token(COMMAND, rater, name="y", scope=Scope.READ)
    ApiToken.objects.filter(pk=dead.pk).update(revoked_at=timezone.now())
    assert {call(secret).status_code for _ in range(10)} == {401}
    assert call(live).status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer two words",
        "bearer wrong",
        "Bearer tp_wrong",
        "Bearer tp_\u00e9",
    ],
)
def test_a_malformed_header_is_401_with_a_reason(db, header):
    refused = Client().get("/api/v1/me/", headers={"Authorization": header})
    assert refused.status_code == 401
    assert "xpected" in refused.json()["detail"]


def test_nobody_at_all_is_401(db):
    refused = Client().get("/api/v1/me/")
    assert refused.status_code == 401
    assert refused["WWW-Authenticate"].startswith("Bearer")


def test_last_use_is_written_to_the_minute(rater):
    token, secret = make_token(COMMAND, rater, name="x", scope=Scope.READ)
    call(secret)
    token.refresh_from_db()
    first = token.last_used_at
    assert first is not None
    call(secret)
    token.refresh_from_db()
    assert token.last_used_at == first
    ApiToken.objects.update(last_used_at=first - timedelta(minutes=2))
    call(secret)
    token.refresh_from_db()
    assert token.last_used_at >= first


@pytest.mark.parametrize("days", ["0", "3651", "x"])
def test_a_token_lasts_from_1_to_3650_days(rater, signed_in, days):
    assert make(signed_in(rater), days=days).status_code == 422
