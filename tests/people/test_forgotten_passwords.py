"""A forgotten password: an administrator makes a link, and its person chooses another, once."""

import io
import json
import re
import threading
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from people.actions.passwords import PasswordLinkNotOpen, make_password_link, use_password_link
from people.actions.tokens import make_token
from people.actor import COMMAND, Actor
from people.models import ApiToken, AuditEvent, PasswordLink, Role, Scope, User
from people.queries import find_password_link
from people.secret import digest_of
from tests.factories import PASSWORD, make_user

STRONG = "seven purple elephants"


@pytest.fixture
def link(administrator, rater):
    _, secret = make_password_link(Actor(administrator, "page"), rater)
    return f"/people/new-password/{secret}/"


def make(client, person, **more):
    return client.post(f"/people/{person.pk}/password-link/", **more)


def link_in(response):
    found = re.search(r"http://testserver(/people/new-password/[\w-]+/)", response.text)
    return found and found[1]


def choose(client, link, **fields):
    return client.post(link, {"password": STRONG, "again": STRONG} | fields)


def signs_in(person, password, client=None):
    sent = {"username": person.username, "password": password}
    return (client or Client()).post("/people/sign-in/", sent).status_code == 302


def verbs_of(person):
    events = AuditEvent.objects.filter(object_type="user", object_id=str(person.pk))
    return list(events.order_by("pk").values_list("verb", flat=True))


# Making


def test_an_administrator_makes_a_link_that_is_shown_once(administrator, rater, signed_in):
    client = signed_in(administrator)
    response = make(client, rater)
    assert response.status_code == 201
    assert "no-store" in response["Cache-Control"]
    link = PasswordLink.objects.get()
    assert link.digest == digest_of(link_in(response).split("/")[-2])
    assert (link.person, link.made_by) == (rater, administrator)
    assert link.expires_at - link.created_at == timedelta(days=1)
    again = client.get(f"/people/{rater.pk}/")
    assert "Anton Administrator made a link that is valid until" in again.text
    assert link_in(again) is None


def test_the_audit_log_has_its_making_its_use_and_no_secret(administrator, rater, signed_in):
    link = link_in(make(signed_in(administrator), rater))
    choose(Client(REMOTE_ADDR="10.1.2.3"), link)
    assert verbs_of(rater) == [
        "made a password link",
        "used the password link",
        "changed the password",
    ]
    used = AuditEvent.objects.get(verb="used the password link")
    assert (used.actor, used.address) == (rater, "10.1.2.3")
    said = str(list(AuditEvent.objects.values()))
    assert link.split("/")[-2] not in said
    assert STRONG not in said


@pytest.mark.parametrize("part", ["lead", "adjudicator", "viewer", "submitter"])
def test_nobody_else_makes_or_withdraws_one(request, rater, link, signed_in, part):
    client = signed_in(request.getfixturevalue(part))
    for address in ("password-link/", "password-link/withdraw/"):
        assert client.post(f"/people/{rater.pk}/{address}").status_code == 403
    assert PasswordLink.objects.count() == 1
    assert Client().get(link).status_code == 200
    if part == "lead":
        page = client.get(f"/people/{rater.pk}/")
        assert (page.status_code, "password-link" in page.text) == (200, False)


def test_an_administrator_may_make_their_own(administrator, signed_in):
    link = link_in(make(signed_in(administrator), administrator))
    assert choose(Client(), link)["Location"] == "/people/sign-in/"
    assert signs_in(administrator, STRONG)


def test_a_deactivated_account_gets_none(administrator, rater, signed_in):
    User.objects.filter(pk=rater.pk).update(is_active=False)
    client = signed_in(administrator)
    assert "password-link" not in client.get(f"/people/{rater.pk}/").text
    refused = make(client, rater, follow=True)
    assert "This account is deactivated: reactivate it before" in refused.text
    assert not PasswordLink.objects.exists()


# What it opens


def test_it_says_whose_password_it_sets_and_what_is_asked_of_one(link):
    page = Client().get(link)
    assert page.status_code == 200
    assert "no-store" in page["Cache-Control"]
    assert "For the account of Rosa Rater, who signs in as rosa." in page.text
    assert "at least 10 characters" in page.text


def test_looking_uses_nothing_up(link):
    Client().get(link)
    Client().head(link)
    assert choose(Client(), link).status_code == 302


def test_it_is_in_the_language_of_its_reader(link):
    page = Client(headers={"Accept-Language": "de"}).get(link)
    assert page["Content-Language"] == "de"
    assert "Passwort wiederholen" in page.text


def test_it_sets_the_password_and_ends_sessions_and_tokens(rater, link):
    elsewhere = Client()
    assert signs_in(rater, PASSWORD, elsewhere)
    make_token(COMMAND, rater, name="script", scope=Scope.READ)
    browser = Client()
    answer = browser.post(link, {"password": STRONG, "again": STRONG}, follow=True)
    assert answer.redirect_chain == [("/people/sign-in/", 302)]
    assert "Your password is changed. Sign in with it." in answer.text
    assert elsewhere.get("/people/account/").status_code == 302
    assert browser.get("/people/account/").status_code == 302  # it lets nobody in by itself
    assert ApiToken.objects.get().revoked_at is not None
    assert not signs_in(rater, PASSWORD)
    assert signs_in(rater, STRONG)


def test_it_works_once(rater, link):
    choose(Client(), link)
    assert "This link has been used" in Client().get(link).text
    again = choose(Client(), link, password="eight green giraffes", again="eight green giraffes")
    assert again.status_code == 410
    assert signs_in(rater, STRONG)


def test_it_ends_after_a_day(rater, link):
    now = timezone.now()
    PasswordLink.objects.update(created_at=now - timedelta(days=1), expires_at=now)
    answer = choose(Client(), link)
    assert (answer.status_code, "This link has expired" in answer.text) == (410, True)
    assert signs_in(rater, PASSWORD)


def test_it_is_withdrawn(administrator, rater, link, signed_in):
    address = f"/people/{rater.pk}/password-link/withdraw/"
    client = signed_in(administrator)
    assert "The link for Rosa Rater is withdrawn." in client.post(address, follow=True).text
    answer = choose(Client(), link)
    assert (answer.status_code, "This link was withdrawn" in answer.text) == (410, True)
    assert verbs_of(rater) == ["made a password link", "withdrew the password link"]
    assert "no open link" in client.post(address, follow=True).text


def deactivated(administrator, rater, client):
    client.post(f"/people/{rater.pk}/deactivate/")
    client.post(f"/people/{rater.pk}/reactivate/")


def demoted(administrator, rater, client):
    make_user(Role.ADMIN)
    User.objects.filter(pk=administrator.pk).update(role=Role.LEAD)


def made_again(administrator, rater, client):
    make(client, rater)


def changed(administrator, rater, client):
    own = Client()
    own.force_login(rater)
    own.post(
        "/people/account/password/", {"current": PASSWORD, "password": STRONG, "again": STRONG}
    )


@pytest.mark.parametrize("meanwhile", [deactivated, demoted, made_again, changed])
def test_what_ends_it(administrator, rater, link, signed_in, meanwhile):
    meanwhile(administrator, rater, signed_in(administrator))
    other = "eight green giraffes"
    answer = choose(Client(), link, password=other, again=other)
    assert (answer.status_code, "This link was withdrawn" in answer.text) == (410, True)
    assert not signs_in(rater, other)
    if meanwhile is not demoted:
        assert "withdrew the password link" in verbs_of(rater)


def test_a_newer_link_works_after_an_older_one_has_expired(administrator, rater, link, signed_in):
    now = timezone.now()
    PasswordLink.objects.update(created_at=now - timedelta(days=2), expires_at=now)
    newer = link_in(make(signed_in(administrator), rater))
    assert choose(Client(), newer).status_code == 302
    assert "withdrew the password link" not in verbs_of(rater)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"password": "short", "again": "short"}, "at least 10 characters"),
        ({"again": STRONG + "!"}, "Expected the same password as above."),
        ({"password": "", "again": ""}, "This field is required."),
    ],
)
def test_what_is_wrong_is_said_and_the_link_stays_good(rater, link, fields, said):
    answer = choose(Client(), link, **fields)
    assert (answer.status_code, said in answer.text) == (422, True)
    assert signs_in(rater, PASSWORD)
    assert choose(Client(), link).status_code == 302


def test_the_password_is_not_like_the_name_that_it_is_for(db):
    person = make_user(username="rosa-from-oslo")
    _, secret = make_password_link(COMMAND, person)
    like = "rosa-from-oslo1"
    answer = choose(Client(), f"/people/new-password/{secret}/", password=like, again=like)
    assert (answer.status_code, "too similar to the username" in answer.text) == (422, True)


def test_somebody_signed_in_signs_out_first(administrator, rater, link, signed_in):
    client = signed_in(administrator)
    page = client.get(link)
    assert (page.status_code, choose(client, link).status_code) == (409, 409)
    assert "This link sets a new password for Rosa Rater." in page.text
    assert signs_in(rater, PASSWORD)
    back = client.post("/people/sign-out/", {"next": link}, follow=True)
    assert back.redirect_chain == [(link, 302)]
    assert back.status_code == 200


# At the door


def test_it_lifts_no_lock_out(administrator, rater, link, settings):
    for _ in range(settings.SIGN_IN_FAILURES):
        signs_in(rater, "wrong password")
    choose(Client(), link)
    refused = Client().post("/people/sign-in/", {"username": "rosa", "password": STRONG})
    assert refused.status_code == 429
    elsewhere = Client(REMOTE_ADDR="10.1.2.3")
    assert signs_in(rater, STRONG, elsewhere)


def test_unknown_links_of_both_kinds_are_counted_together(link, settings):
    settings.SIGN_IN_FAILURES_OF_ADDRESS = 4
    answers = [
        Client().get(f"/people/{kind}/unknown{number}/").status_code
        for number in range(2)
        for kind in ("join", "new-password")
    ]
    assert answers == [404, 404, 404, 429]
    refused = Client().get(link)
    assert refused.status_code == 429
    assert "no link for a new password can be opened" in refused.text
    assert Client(REMOTE_ADDR="10.1.2.3").get(link).status_code == 200


def test_the_sign_in_page_says_whom_to_ask_whatever_the_name(rater):
    pages = [Client().get("/people/sign-in/").text] + [
        Client().post("/people/sign-in/", {"username": name, "password": "wrong one"}).text
        for name in ("rosa", "nobody-here")
    ]
    said = [re.search(r"<details.*?</details>", page, re.DOTALL)[0] for page in pages]
    assert "Ask an administrator of this Truepool." in said[0]
    assert said[0] == said[1] == said[2]


@pytest.mark.django_db(transaction=True)
def test_of_many_who_use_it_at_once_one_sets_the_password():
    person = make_user(Role.RATER)
    _, secret = make_password_link(COMMAND, person)
    link = find_password_link(secret)
    start = threading.Barrier(4)
    ends = []

    def come(number):
        try:
            start.wait()
            use_password_link(
                Actor(None, "page"), link, secret=secret, password=f"{STRONG} {number}"
            )
            ends.append(number)
        except PasswordLinkNotOpen:
            ends.append(None)
        finally:
            connection.close()

    people = [threading.Thread(target=come, args=(number,)) for number in range(4)]
    for one in people:
        one.start()
    for one in people:
        one.join()
    (first,) = [number for number in ends if number is not None]
    assert ends.count(None) == 3
    person.refresh_from_db()
    assert person.check_password(f"{STRONG} {first}")


# By script


def api(person):
    return f"/api/v1/people/{person.pk}/password-link/"


def test_a_session_makes_one_by_the_api(administrator, rater, signed_in):
    answer = signed_in(administrator).post(api(rater))
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    said = answer.json()
    assert set(said) == {"username", "link", "expires_at"}
    link = said["link"].removeprefix("http://testserver")
    assert choose(Client(), link).status_code == 302
    assert signs_in(rater, STRONG)


def test_a_token_makes_none_but_withdraws_one(administrator, rater, link):
    _, secret = make_token(COMMAND, administrator, name="script", scope=Scope.MANAGE)
    script = Client(headers={"Authorization": f"Bearer {secret}"})
    assert script.post(api(rater)).status_code == 403
    assert script.delete(api(rater)).status_code == 204
    assert Client().get(link).status_code == 410
    assert script.delete(api(rater)).status_code == 409


def test_a_lead_makes_none_by_the_api(lead, rater, signed_in):
    client = signed_in(lead)
    assert client.post(api(rater)).status_code == 403
    assert client.delete(api(rater)).status_code == 403


def run(*words):
    out = io.StringIO()
    call_command("password_link", *words, stdout=out)
    return out.getvalue()


def test_a_command_makes_one_and_withdraws_it(rater, settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://*.example.org", "https://pool.example.org"]
    said = json.loads(run("ROSA", "--json"))
    assert set(said) == {"username", "link", "expires_at"}
    link = said["link"].removeprefix("https://pool.example.org")
    assert Client().get(link).status_code == 200
    assert json.loads(run("rosa", "--withdraw", "--json")) == {
        "username": "rosa",
        "withdrawn": True,
    }
    assert Client().get(link).status_code == 410
    with pytest.raises(CommandError, match="no open link"):
        run("rosa", "--withdraw")
    with pytest.raises(CommandError, match="nobody signs in as nora"):
        run("nora")


def test_a_command_says_where_its_link_is_opened(rater, settings):
    settings.CSRF_TRUSTED_ORIGINS = []
    told = run("rosa")
    assert "behind the address of this Truepool: /people/new-password/" in told
    link = told.split()[-1]
    assert choose(Client(), link).status_code == 302
    assert verbs_of(rater)[0] == "made a password link"
    assert AuditEvent.objects.get(verb="made a password link").via == "command"
