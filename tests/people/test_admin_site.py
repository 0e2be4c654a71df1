"""Django's admin site is a place to look, and no way around the actions."""

import pytest

from people.actions.invitations import invite_person
from people.actions.tokens import make_token
from people.actor import COMMAND, Actor
from people.models import AuditEvent, Role, Scope, User


@pytest.fixture
def admins(administrator, signed_in):
    make_token(COMMAND, administrator, name="x", scope=Scope.READ)
    invite_person(Actor(administrator, "page"), role=Role.RATER, for_whom="Nora")
    return signed_in(administrator)


TABLES = ["user", "auditevent", "invitation", "apitoken"]


@pytest.mark.parametrize("table", TABLES)
def test_tables_are_shown_and_not_written(admins, administrator, table):
    from django.apps import apps

    row = apps.get_model("people", table).objects.order_by("pk").first()
    assert admins.get(f"/admin/people/{table}/").status_code == 200
    assert admins.get(f"/admin/people/{table}/{row.pk}/change/").status_code == 200
    for address in ("add/", f"{row.pk}/delete/"):
        assert admins.get(f"/admin/people/{table}/{address}").status_code == 403
        assert admins.post(f"/admin/people/{table}/{address}").status_code == 403
    assert (
        admins.post(
            f"/admin/people/{table}/{row.pk}/change/", {"role": "viewer", "verb": "x"}
        ).status_code
        == 403
    )
    many = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
    admins.post(f"/admin/people/{table}/", many)
    assert type(row).objects.filter(pk=row.pk).exists()


@pytest.mark.parametrize("table", TABLES)
def test_no_digest_and_no_password_is_shown(admins, administrator, table):
    from django.apps import apps

    row = apps.get_model("people", table).objects.order_by("pk").first()
    text = admins.get(f"/admin/people/{table}/{row.pk}/change/").text
    for hidden in ("password", "digest"):
        assert getattr(row, hidden, "?!?") not in text


def secrets_of(model) -> list[str]:
    words = ("password", "digest", "secret", "session", "token", "key")
    return [
        field.name
        for field in model._meta.get_fields()
        if any(word in field.name for word in words)
    ]


def test_nobody_finds_out_a_secret_letter_by_letter(admins):
    """Of every registered table, of its own columns and of those of people that it leads to."""
    from django.contrib import admin

    asked, answered = 0, {}
    for model in admin.site._registry:
        people = [
            field.name for field in model._meta.concrete_fields if field.related_model is User
        ]
        paths = [
            *secrets_of(model),
            *(f"{name}__password" for name in people),
            "tokens__digest",
            "invitation__digest",
        ]
        for path in paths:
            for lookup in ("", "__startswith", "__regex", "__gt", "__in", "__isnull"):
                asked += 1
                page = admins.get(
                    f"/admin/{model._meta.app_label}/{model._meta.model_name}/",
                    {path + lookup: "a"},
                )
                if page.status_code != 400:
                    answered[f"{model.__name__}: {path}{lookup}"] = page.status_code
    assert asked >= 6 * len(admin.site._registry)
    assert answered == {}


def test_what_is_no_secret_is_asked_for(admins):
    assert admins.get("/admin/people/user/", {"role__exact": "admin"}).status_code == 200


def test_a_person_leads_to_our_page(admins, administrator):
    text = admins.get(f"/admin/people/user/{administrator.pk}/change/").text
    assert f'href="/people/{administrator.pk}/"' in text


def test_the_admin_sites_own_password_form_is_closed(admins, administrator):
    before = User.objects.get(pk=administrator.pk).password
    fields = {
        "old_password": "correct horse battery staple",
        "new_password1": "x" * 12,
        "new_password2": "x" * 12,
    }
    response = admins.post("/admin/password_change/", fields)
    assert response["Location"] == "/people/account/"
    assert User.objects.get(pk=administrator.pk).password == before


def test_groups_and_lock_outs_are_not_there(admins):
    text = admins.get("/admin/").text
    assert "Groups" not in text
    assert "Axes" not in text


def test_coming_in_by_this_door_is_written_down_too(client, administrator):
    client.post("/admin/login/", {"username": "anton", "password": "correct horse battery staple"})
    client.post("/admin/logout/")
    verbs = (
        AuditEvent.objects.filter(actor=administrator).order_by("pk").values_list("verb", flat=True)
    )
    assert list(verbs) == ["signed in", "signed out"]
