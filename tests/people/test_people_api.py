"""The API's part for people, and what scope and role each call needs."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from rest_framework.response import Response
from rest_framework.test import APIRequestFactory, force_authenticate
from rest_framework.views import APIView

from people.actions.tokens import make_token
from people.actor import COMMAND
from people.models import ApiToken, AuditEvent, Role, Scope

TOKENS = "/api/v1/tokens/"


@pytest.fixture
def token():
    """token(person, scope) is a client that comes with one."""

    def come_with(person, scope):
        return Client(
            headers={
                "Authorization": (
                    f"Bearer {make_token(COMMAND, person, name='x', scope=Scope(scope))[1]}"
                )
            }
        )

    return come_with


def test_a_session_may_what_its_person_may(viewer, rater, lead, signed_in):
    scopes = [
        signed_in(person).get("/api/v1/me/").json()["scope"] for person in (viewer, rater, lead)
    ]
    assert scopes == ["read", "label", "manage"]


def test_a_person_makes_lists_and_revokes_tokens(rater, signed_in):
    client = signed_in(rater)
    made = client.post(
        TOKENS, {"name": "script", "scope": "label", "days": 7}, content_type="application/json"
    )
    assert made.status_code == 201
    secret = made.json()["token"]
    assert (
        Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}).status_code
        == 200
    )
    listed = client.get(TOKENS).json()["results"]
    assert [(row["name"], row["scope"], "token" in row) for row in listed] == [
        ("script", "label", False)
    ]
    assert client.delete(f"{TOKENS}{listed[0]['id']}/").status_code == 204
    assert client.get(TOKENS).json()["results"] == []
    assert (
        Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}).status_code
        == 401
    )


@pytest.mark.parametrize(
    ("sent", "pointer"),
    [
        ({"name": "x", "scope": "manage"}, "#/scope"),
        ({"name": "x", "scope": "own"}, "#/scope"),
        ({"name": ""}, "#/name"),
        ({"name": "x", "days": 0}, "#/days"),
    ],
)
def test_what_is_wrong_with_a_wanted_token_is_said(rater, signed_in, sent, pointer):
    refused = signed_in(rater).post(TOKENS, sent, content_type="application/json")
    assert refused.status_code == 400
    assert [error["pointer"] for error in refused.json()["errors"]] == [pointer]
    assert not ApiToken.objects.exists()


def test_a_token_makes_no_token(lead, token):
    refused = token(lead, "manage").post(TOKENS, {"name": "more"}, content_type="application/json")
    assert refused.status_code == 403
    assert "not by a token" in refused.json()["detail"]
    assert ApiToken.objects.count() == 1


def test_a_token_revokes_itself_and_no_other(rater, token):
    client, other = (
        token(rater, "read"),
        make_token(COMMAND, rater, name="other", scope=Scope.READ)[0],
    )
    own = ApiToken.objects.exclude(pk=other.pk).get()
    assert client.delete(f"{TOKENS}{other.pk}/").status_code == 403
    assert client.delete(f"{TOKENS}{own.pk}/").status_code == 204
    assert client.get("/api/v1/me/").status_code == 401


def test_anothers_token_does_not_exist(rater, other_rater, signed_in):
    theirs, _ = make_token(COMMAND, other_rater, name="x", scope=Scope.READ)
    client = signed_in(rater)
    assert client.delete(f"{TOKENS}{theirs.pk}/").status_code == 404
    assert client.get(TOKENS).json()["results"] == []


def test_a_session_that_writes_needs_the_csrf_token(rater):
    client = Client(enforce_csrf_checks=True)
    client.force_login(rater, backend="django.contrib.auth.backends.ModelBackend")
    refused = client.post(TOKENS, {"name": "x"}, content_type="application/json")
    assert refused.status_code == 403
    assert "CSRF" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("who", "people", "audit"),
    [
        ("viewer", 403, 403),
        ("rater", 403, 403),
        ("adjudicator", 403, 403),
        ("lead", 200, 403),
        ("administrator", 200, 200),
    ],
)
def test_who_may_list_people_and_audit_events(request, signed_in, who, people, audit):
    client = signed_in(request.getfixturevalue(who))
    assert client.get("/api/v1/people/").status_code == people
    assert client.get("/api/v1/audit-events/").status_code == audit


def test_people_are_listed_without_secrets(lead, rater, signed_in):
    rows = signed_in(lead).get("/api/v1/people/").json()["results"]
    assert {row["username"] for row in rows} == {"lena", "rosa"}
    assert set(rows[0]) == {"id", "username", "name", "email", "role", "is_active", "created_at"}


def test_audit_events_page_by_cursor(administrator, signed_in):
    client = signed_in(administrator)
    for number in range(3):
        make_token(COMMAND, administrator, name=f"token {number}", scope=Scope.READ)
    page = client.get("/api/v1/audit-events/", {"limit": 2}).json()
    assert [row["object_name"].split(" (")[0] for row in page["results"]] == ["token 2", "token 1"]
    older = client.get(page["next"]).json()
    assert [row["verb"] for row in older["results"]] == ["made the token", "signed in"]
    assert older["results"][1]["actor"] == "anton"


class Declared(APIView):
    scope = {"GET": "read", "POST": "label"}
    least_role = Role.ADJUDICATOR
    authentication_classes = ()
    throttle_classes = ()

    def answer(self, request):
        return Response("yes")

    get = post = put = answer


class Undeclared(APIView):
    throttle_classes = ()
    get = post = Declared.answer


def ask(view, method, person, scope=None):
    request = getattr(APIRequestFactory(), method)("/api/v1/x/")
    token = None if scope is None else ApiToken(user=person, scope=scope)
    force_authenticate(request, person, token)
    return view.as_view()(request).status_code


@pytest.mark.parametrize(
    ("scope", "expected"),
    [("read", [200, 403, 403]), ("label", [200, 200, 403]), ("manage", [200, 200, 200])],
)
def test_a_token_needs_the_scope_that_a_view_declares_for_each_method(lead, scope, expected):
    assert [ask(Declared, method, lead, scope) for method in ("get", "post", "put")] == expected


def test_a_view_that_declares_nothing_needs_read_to_read_and_manage_to_write(lead):
    assert [ask(Undeclared, method, lead, "label") for method in ("get", "post")] == [200, 403]
    assert [ask(Undeclared, method, lead, "manage") for method in ("get", "post")] == [200, 200]


def test_a_session_is_bound_by_its_role_as_well(viewer, rater, adjudicator, lead):
    assert [ask(Declared, "get", person) for person in (viewer, rater, adjudicator, lead)] == [
        403,
        403,
        200,
        200,
    ]
    assert [ask(Undeclared, "post", person) for person in (viewer, rater, adjudicator, lead)] == [
        403,
        403,
        403,
        200,
    ]


def test_nobody_passes(db):
    assert Undeclared.as_view()(APIRequestFactory().get("/api/v1/x/")).status_code == 401
    assert ask(Undeclared, "get", AnonymousUser()) == 403


def test_calls_by_token_enter_the_audit_log_as_such(rater, token):
    client = token(rater, "read")
    client.delete(f"{TOKENS}{ApiToken.objects.get().pk}/")
    event = AuditEvent.objects.get(verb="revoked the token")
    assert (event.actor, event.via, event.address) == (rater, "api", "127.0.0.1")
