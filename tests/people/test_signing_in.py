import pytest
from django.urls import reverse

from people.models import AuditEvent, User
from tests.factories import PASSWORD

SIGN_IN = "/people/sign-in/"


def sign_in(client, username, password=PASSWORD, **more):
    return client.post(SIGN_IN, {"username": username, "password": password, **more})


def verbs():
    return list(AuditEvent.objects.order_by("pk").values_list("verb", flat=True))


def test_the_right_password_opens_the_door(client, rater):
    response = sign_in(client, "rosa")
    assert response.status_code == 302
    assert response["Location"] == reverse("home")
    assert client.get("/people/account/").status_code == 200
    event = AuditEvent.objects.get()
    assert (event.verb, event.actor, event.object_id, event.address) == (
        "signed in",
        rater,
        str(rater.pk),
        "127.0.0.1",
    )


@pytest.mark.parametrize("typed", ["ROSA", "Rosa", " rosa "])
def test_names_sign_in_in_any_case(client, rater, typed):
    assert sign_in(client, typed).status_code == 302


def test_two_names_cannot_differ_by_case_alone(rater):
    from django.db import IntegrityError

    with pytest.raises(IntegrityError, match="people_usernames_differ_by_more_than_case"):
        User.objects.create_user("ROSA", PASSWORD)


def test_a_wrong_password_is_told_and_written_down(client, rater):
    response = sign_in(client, "rosa", "not it")
    assert response.status_code == 422
    assert "Wrong username or password. Passwords are case-sensitive." in response.text
    event = AuditEvent.objects.get()
    assert (event.verb, event.actor, event.object_name) == ("failed to sign in", None, "Rosa Rater")


def test_a_name_that_nobody_bears_is_not_repeated_in_the_audit_log(client, db):
    assert sign_in(client, "my-secret-password", "x").status_code == 422
    event = AuditEvent.objects.get()
    assert (event.object_type, event.object_id, event.object_name) == ("user", "", "")


def test_the_answer_does_not_tell_whether_a_name_exists(client, rater):
    known = sign_in(client, "rosa", "wrong").context["form"].non_field_errors()
    assert sign_in(client, "nobody", "wrong").context["form"].non_field_errors() == known


def test_a_deactivated_person_is_not_let_in(client, rater):
    User.objects.filter(pk=rater.pk).update(is_active=False)
    assert sign_in(client, "rosa").status_code == 422


def test_next_leads_back_to_where_one_was_going(client, rater):
    response = client.get("/people/account/")
    assert response["Location"] == "/people/sign-in/?next=/people/account/"
    assert 'name="next" value="/people/account/"' in client.get(response["Location"]).text
    assert sign_in(client, "rosa", next="/people/account/")["Location"] == "/people/account/"


@pytest.mark.parametrize(
    "elsewhere",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example/",
        "javascript:alert(1)",
        "http:///evil.example",
        "\t//evil.example",
    ],
)
def test_next_never_leads_to_another_site(client, rater, elsewhere):
    assert sign_in(client, "rosa", next=elsewhere)["Location"] == reverse("home")


def test_whoever_is_signed_in_is_sent_on_but_not_to_another_site(rater, signed_in):
    client = signed_in(rater)
    assert client.get(SIGN_IN)["Location"] == reverse("home")
    assert client.get(SIGN_IN, {"next": "//evil.example/"})["Location"] == reverse("home")


def test_signing_out_takes_a_post_and_ends_the_session(rater, signed_in):
    client = signed_in(rater)
    assert client.get("/people/sign-out/").status_code == 405
    assert client.get("/people/account/").status_code == 200
    assert client.post("/people/sign-out/")["Location"] == SIGN_IN
    assert client.get("/people/account/").status_code == 302
    assert verbs() == ["signed in", "signed out"]


def test_signing_in_takes_a_csrf_token(rater):
    from django.test import Client

    assert sign_in(Client(enforce_csrf_checks=True), "rosa").status_code == 403


def test_a_session_gets_a_new_key_at_the_door(client, rater):
    client.get(SIGN_IN)
    client.session.save()
    sign_in(client, "rosa")
    first = client.session.session_key
    client.post("/people/sign-out/")
    sign_in(client, "rosa")
    assert client.session.session_key != first
