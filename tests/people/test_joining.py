import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from people.actions.invitations import InvitationNotOpen, accept_invitation, invite_person
from people.actor import Actor
from people.models import AuditEvent, Invitation, Role, User
from tests.factories import make_user

STRONG = "seven purple elephants"
NO_ONE = Actor(None, "page", "127.0.0.1")


@pytest.fixture
def link(lead):
    _, secret = invite_person(Actor(lead, "page"), role=Role.ADJUDICATOR, for_whom="Nora")
    return f"/people/join/{secret}/"


def join(client, link, **fields):
    return client.post(
        link, {"username": "nora", "name": "Nora New", "password": STRONG, "again": STRONG} | fields
    )


def test_the_link_says_who_invites_and_as_what(client, link):
    page = client.get(link)
    assert page.status_code == 200
    assert "Lena Lead invites you as adjudicator" in page.text
    assert "no-store" in page["Cache-Control"]


def test_looking_uses_nothing_up(client, link):
    client.get(link)
    client.head(link)
    assert client.get(link).status_code == 200


def test_joining_makes_the_account_and_signs_it_in(client, link):
    assert join(client, link)["Location"] == "/"
    person = User.objects.get(username="nora")
    assert (person.name, person.role, person.check_password(STRONG)) == (
        "Nora New",
        Role.ADJUDICATOR,
        True,
    )
    assert "You sign in as nora" in client.get("/people/account/").text
    verbs = AuditEvent.objects.filter(actor=person).order_by("pk").values_list("verb", flat=True)
    assert list(verbs) == ["made the account", "accepted the invitation", "signed in"]


def test_the_role_is_the_inviters_to_choose(client, link):
    join(client, link, role="admin", is_active="1", is_staff="1")
    assert User.objects.get(username="nora").role == Role.ADJUDICATOR


def test_a_used_link_invites_nobody_else(client, link):
    join(client, link)
    late = Client()
    assert join(late, link, username="late").status_code == 410
    assert "This invitation has been used" in late.get(link).text
    assert not User.objects.filter(username="late").exists()


def test_an_expired_link_says_so(client, link):
    Invitation.objects.update(
        created_at=timezone.now() - timedelta(days=8), expires_at=timezone.now() - timedelta(days=1)
    )
    response = join(client, link)
    assert response.status_code == 410
    assert "This invitation has expired" in response.text
    assert not User.objects.filter(username="nora").exists()


def test_an_unknown_link_is_no_page(client, db):
    assert client.get("/people/join/abcdefgh/").status_code == 404
    assert join(client, "/people/join/abcdefgh/").status_code == 404


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"username": "LENA"}, "This username is taken."),
        ({"username": "no spaces"}, "Enter a valid username"),
        ({"username": "nöra"}, "Enter a valid username"),
        ({"username": ""}, "This field is required."),
        ({"again": STRONG + "!"}, "Expected the same password as above."),
        ({"password": "short", "again": "short"}, "at least 10 characters"),
        (
            {"password": "nora-nora-nora", "username": "nora-nora-nor", "again": "nora-nora-nora"},
            "too similar to the username",
        ),
        ({"password": "1234567890", "again": "1234567890"}, "too common"),
    ],
)
def test_what_is_wrong_is_said_and_the_link_stays_good(client, link, fields, said):
    response = join(client, link, **fields)
    assert response.status_code == 422
    assert said in response.text
    assert Invitation.objects.get().used_at is None


def test_somebody_signed_in_is_told_instead(rater, signed_in, link):
    client = signed_in(rater)
    assert client.get(link).status_code == 409
    assert join(client, link).status_code == 409
    assert Invitation.objects.get().used_at is None


def test_there_is_no_other_way_to_sign_up(client, db):
    assert client.get("/people/join/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_many_who_come_at_once_one_gets_in():
    lead = make_user(Role.LEAD)
    invitation, secret = invite_person(Actor(lead, "page"), role=Role.RATER, for_whom="one")
    start = threading.Barrier(4)
    joined, refused = [], []

    def come(number):
        try:
            start.wait()
            person = accept_invitation(
                NO_ONE, secret=secret, username=f"racer{number}", name="", password=STRONG
            )
            joined.append(person.pk)
        except InvitationNotOpen:
            refused.append(number)
        finally:
            connection.close()

    racers = [threading.Thread(target=come, args=(number,)) for number in range(4)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    invitation.refresh_from_db()
    assert [invitation.used_by_id] == joined
    assert len(refused) == 3
    assert User.objects.filter(username__startswith="racer").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_one_name_at_once_one_gets_it_and_the_other_keeps_the_link():
    from people.actions.create_account import UsernameTaken

    lead = make_user(Role.LEAD)
    secrets = [
        invite_person(Actor(lead, "page"), role=Role.RATER, for_whom=str(number))[1]
        for number in range(2)
    ]
    start = threading.Barrier(2)
    ends = []

    def come(secret, username):
        try:
            start.wait()
            accept_invitation(NO_ONE, secret=secret, username=username, name="", password=STRONG)
            ends.append("joined")
        except UsernameTaken:
            ends.append("taken")
        finally:
            connection.close()

    racers = [
        threading.Thread(target=come, args=pair)
        for pair in zip(secrets, ("same", "SAME"), strict=True)
    ]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(ends) == ["joined", "taken"]
    assert Invitation.objects.filter(used_at__isnull=True).count() == 1
