import pytest
from django.test import Client

from people.actions.accounts import deactivate_person, reactivate_person
from people.actions.tokens import make_token
from people.actor import COMMAND
from people.models import AuditEvent, Role, Scope, User
from tests.factories import PASSWORD


def bearer(secret):
    return {"headers": {"Authorization": f"Bearer {secret}"}}


def test_sessions_and_tokens_end_at_once(lead, rater, signed_in):
    theirs = Client()
    theirs.force_login(rater, backend="django.contrib.auth.backends.ModelBackend")
    _, secret = make_token(COMMAND, rater, name="script", scope=Scope.LABEL)
    assert theirs.get("/people/account/").status_code == 200
    assert Client().get("/api/v1/me/", **bearer(secret)).status_code == 200

    assert signed_in(lead).post(f"/people/{rater.pk}/deactivate/").status_code == 302

    assert theirs.get("/people/account/").status_code == 302
    assert theirs.get("/api/v1/me/").status_code == 401
    assert Client().get("/api/v1/me/", **bearer(secret)).status_code == 401
    event = AuditEvent.objects.get(verb="deactivated the account")
    assert (event.actor, event.before, event.after) == (
        lead,
        {"active": True},
        {"active": False, "tokens revoked": 1},
    )


def test_reactivating_revives_neither_sessions_nor_tokens(lead, rater, signed_in):
    theirs = Client()
    theirs.force_login(rater, backend="django.contrib.auth.backends.ModelBackend")
    _, secret = make_token(COMMAND, rater, name="script", scope=Scope.LABEL)
    client = signed_in(lead)
    client.post(f"/people/{rater.pk}/deactivate/")
    assert client.post(f"/people/{rater.pk}/reactivate/").status_code == 302
    assert theirs.get("/people/account/").status_code == 302
    assert Client().get("/api/v1/me/", **bearer(secret)).status_code == 401
    assert (
        Client().post("/people/sign-in/", {"username": "rosa", "password": PASSWORD}).status_code
        == 302
    )


def test_the_last_administrator_is_not_deactivated(administrator, signed_in):
    response = signed_in(administrator).post(f"/people/{administrator.pk}/deactivate/", follow=True)
    assert "the last active administrator" in response.text
    assert User.objects.get(pk=administrator.pk).is_active


@pytest.mark.parametrize("target", ["lead", "administrator"])
def test_a_lead_deactivates_nobody_at_or_above_their_role(request, lead, signed_in, target):
    person = request.getfixturevalue(target)
    assert signed_in(lead).post(f"/people/{person.pk}/deactivate/").status_code == 403
    assert User.objects.get(pk=person.pk).is_active


@pytest.mark.parametrize("verb", ["deactivate", "reactivate"])
def test_a_rater_does_neither(rater, other_rater, signed_in, verb):
    assert signed_in(rater).post(f"/people/{other_rater.pk}/{verb}/").status_code == 403


def test_doing_it_twice_is_harmless(rater):
    for action in (deactivate_person, deactivate_person, reactivate_person, reactivate_person):
        action(COMMAND, rater)
    verbs = AuditEvent.objects.order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["deactivated the account", "reactivated the account"]


def test_an_account_is_never_deleted(rater):
    from django.db.models import ProtectedError

    deactivate_person(COMMAND, rater)
    make_token_of = User.objects.create_user("busy", PASSWORD, role=Role.RATER)
    make_token(COMMAND, make_token_of, name="x", scope=Scope.READ)
    with pytest.raises(ProtectedError):
        make_token_of.delete()
