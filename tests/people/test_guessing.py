"""Guesses that are sent all at once, over many names, or at doors that ask for a secret of another
kind."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from time import sleep

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from people.actions.invitations import invite_person
from people.actions.tokens import make_token
from people.actor import COMMAND, Actor
from people.models import AuditEvent, Role, Scope
from tests.factories import PASSWORD, make_user
from tests.people.hashing import heard_so_far

pytestmark = pytest.mark.django_db(transaction=True)

ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture(autouse=True)
def _counted(settings, _quick_passwords):
    settings.PASSWORD_HASHERS = ["tests.people.hashing.CountingHasher"]


def sign_in(username, password=PASSWORD, **meta):
    return Client().post("/people/sign-in/", {"username": username, "password": password}, **meta)


def at_once(calls):
    """Each call in a thread with a connection of its own; all begin together."""
    together = Barrier(len(calls))

    def one(call):
        together.wait(timeout=60)
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        return list(threads.map(one, calls))


def heard(send):
    """Sent again as long as the door is full, as the page asks for."""
    while "was not looked at" in (answer := send()).text:
        sleep(0.05)
    return answer


def test_of_64_guesses_at_one_name_sent_at_once_five_are_heard(rater):
    before = heard_so_far()
    calls = [
        lambda number=number: sign_in("rosa", f"wrong {number}").status_code for number in range(64)
    ]
    statuses = at_once(calls)
    assert heard_so_far() - before == 5
    assert sorted(statuses) == [422] * 4 + [429] * 60
    assert AuditEvent.objects.filter(verb="failed to sign in").count() == 5
    assert AuditEvent.objects.filter(verb="was locked out").count() == 1


def test_of_64_guesses_at_64_names_sent_at_once_thirty_are_heard(db):
    before = heard_so_far()
    at_once(
        [
            lambda number=number: heard(lambda: sign_in(f"name-{number}", "wrong"))
            for number in range(64)
        ]
    )
    assert AuditEvent.objects.filter(verb="failed to sign in").count() == 30
    assert heard_so_far() - before == 30


def ask(secret, **meta):
    return Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}, **meta)


def test_of_64_unknown_tokens_sent_at_once_fewer_than_thirty_are_answered_401(rater):
    secret = make_token(COMMAND, rater, name="script", scope=Scope.READ)[1]
    statuses = at_once(
        [
            lambda number=number: ask(f"{secret[:11]}{number:032}").status_code
            for number in range(64)
        ]
    )
    assert sorted(statuses) == [401] * 29 + [429] * 35
    assert ask(secret).status_code == 200, "a good one is served whatever is counted"
    assert sign_in("rosa").status_code == 302, "what they begin like is no guess at its owner"


def test_the_same_unknown_token_sent_at_once_or_again_and_again_counts_once(rater):
    statuses = at_once([lambda: ask("tp_mistyped").status_code for _ in range(40)])
    statuses += [ask("tp_mistyped").status_code for _ in range(40)]
    assert set(statuses) == {401}
    assert AuditEvent.objects.filter(verb="failed to sign in").count() == 1
    assert [ask(f"tp_{number}").status_code for number in range(30)] == [401] * 28 + [429] * 2
    assert ask("tp_mistyped").status_code == 429
    assert ask("tp_mistyped", **ELSEWHERE).status_code == 401


def test_an_unknown_token_is_not_kept(rater):
    from people.models import SignInAttempt

    ask("tp_nearly_the_real_one")
    assert SignInAttempt.objects.count() == 1
    assert "nearly_the_real_one" not in str(list(SignInAttempt.objects.values()))


def test_forty_names_tried_from_one_address_are_refused_after_the_thirtieth(rater):
    statuses = [sign_in(f"name-{number}", "Summer2024!").status_code for number in range(40)]
    assert statuses == [422] * 29 + [429] * 11
    before = heard_so_far()
    refused = sign_in("rosa")
    assert refused.status_code == 429, "a name that nobody has tried is refused as well"
    assert heard_so_far() == before, "without its password being looked at"
    assert "from this address" in refused.text
    assert 59 * 60 <= int(refused["Retry-After"]) <= 60 * 60
    assert sign_in("rosa", **ELSEWHERE).status_code == 302


def test_the_right_password_is_not_looked_at_while_the_name_is_locked_out(rater):
    for number in range(5):
        sign_in("rosa", f"wrong {number}")
    before = heard_so_far()
    assert sign_in("rosa").status_code == 429
    assert heard_so_far() == before
    assert sign_in("rosa", **ELSEWHERE).status_code == 302


def test_a_name_that_nobody_bears_is_answered_alike_and_at_the_same_cost(rater):
    answers, costs = {}, {}
    for name in ("rosa", "nobody"):
        before = heard_so_far()
        found = [sign_in(name, f"wrong {number}") for number in range(6)]
        answers[name] = [
            (
                answer.status_code,
                re.findall(r"<p[^>]*>.*?</p>", re.sub("<time.*?</time>", "", answer.text)),
            )
            for answer in found
        ]
        costs[name] = heard_so_far() - before
    assert answers["rosa"] == answers["nobody"]
    assert [status for status, _ in answers["rosa"]] == [422] * 4 + [429] * 2
    assert costs == {"rosa": 5, "nobody": 5}


def test_a_hundred_people_behind_one_address_sign_in_at_once(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    people = [make_user(Role.RATER, username=f"person-{number}") for number in range(100)]
    for number in range(29):
        sign_in(f"person-{number}", "mistyped")
    for some in (people[:50], people[50:]):
        statuses = at_once(
            [
                lambda name=person.username: heard(lambda: sign_in(name)).status_code
                for person in some
            ]
        )
        assert set(statuses) == {302}


def test_who_signs_in_after_a_mistake_takes_it_back_for_the_whole_address(settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    for number in range(40):
        name = make_user(Role.RATER, username=f"person-{number}").username
        assert sign_in(name, "mistyped").status_code == 422
        assert sign_in(name).status_code == 302


@pytest.mark.parametrize(
    ("one", "another", "together"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:fffe", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.9", "192.0.2.9", True),
        ("192.0.2.9", "192.0.2.10", False),
    ],
)
def test_addresses_of_one_ipv6_network_are_one_address(rater, one, another, together):
    for number in range(5):
        sign_in("rosa", f"wrong {number}", REMOTE_ADDR=one)
    assert sign_in("rosa", REMOTE_ADDR=another).status_code == (429 if together else 302)


def test_the_admin_site_counts_for_the_same_address(administrator):
    for number in range(30):
        Client().post("/admin/login/", {"username": f"name-{number}", "password": "wrong"})
    assert (
        Client().post("/admin/login/", {"username": "anton", "password": PASSWORD}).status_code
        == 429
    )
    assert sign_in("anton").status_code == 429


def test_the_current_password_that_a_form_asks_for_is_no_way_round(rater, signed_in):
    mine = signed_in(rater)
    for number in range(30):
        sign_in(f"name-{number}", "wrong")
    before = heard_so_far()
    new = "seven purple elephants"
    sent = mine.post(
        "/people/account/password/", {"current": PASSWORD, "password": new, "again": new}
    )
    assert sent.status_code == 429
    assert heard_so_far() == before
    assert mine.get("/people/account/").status_code == 200, "whoever is signed in already works on"


def test_an_address_that_guesses_passwords_still_serves_tokens(rater):
    secret = make_token(COMMAND, rater, name="script", scope=Scope.READ)[1]
    for number in range(30):
        sign_in(f"name-{number}", "wrong")
    assert (
        Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}).status_code
        == 200
    )


def test_links_that_nobody_made_close_the_door_for_invitations(lead):
    _, secret = invite_person(Actor(lead, "page"), role=Role.RATER, for_whom="Nora")
    statuses = [Client().get(f"/people/join/{number:043}/").status_code for number in range(40)]
    assert statuses == [404] * 29 + [429] * 11
    assert Client().get(f"/people/join/{secret}/").status_code == 429
    assert Client().get(f"/people/join/{secret}/", **ELSEWHERE).status_code == 200
    assert sign_in("lena").status_code == 302


def test_opening_a_link_often_is_no_guess(lead):
    _, secret = invite_person(Actor(lead, "page"), role=Role.RATER, for_whom="Nora")
    assert {Client().get(f"/people/join/{secret}/").status_code for _ in range(40)} == {200}


def test_a_lead_lifts_what_keeps_a_whole_address_out(lead, administrator, rater, signed_in):
    mine = signed_in(lead)
    for number in range(5):
        sign_in("anton", f"wrong {number}")
    for number in range(25):
        sign_in(f"name-{number}", "wrong")
    assert sign_in("rosa").status_code == 429
    page = mine.get("/people/")
    assert "Signing in from 127.0.0.1 is blocked" in page.text
    assert mine.post("/people/addresses/lift/", {"address": "127.0.0.1"}).status_code == 302
    assert sign_in("rosa").status_code == 302
    assert sign_in("anton").status_code == 429, "whom this lead does not manage stays locked out"
    assert AuditEvent.objects.filter(
        verb="lifted the lock-out", actor=lead, object_name="127.0.0.1"
    ).exists()
    assert "is blocked" not in mine.get("/people/").text


def test_only_who_manages_people_lifts_an_address(adjudicator, signed_in):
    assert (
        signed_in(adjudicator).post("/people/addresses/lift/", {"address": "127.0.0.1"}).status_code
        == 403
    )


def test_lifting_a_persons_lock_out_opens_their_address_too(lead, rater, signed_in):
    mine = signed_in(lead)
    for number in range(5):
        sign_in("rosa", f"wrong {number}")
    for number in range(25):
        sign_in(f"name-{number}", "wrong")
    mine.post(f"/people/{rater.pk}/lock-out/lift/")
    assert sign_in("rosa").status_code == 302


def test_an_hour_later_the_address_is_heard_again(rater):
    from people.models import SignInAttempt

    for number in range(30):
        sign_in(f"name-{number}", "wrong")
    SignInAttempt.objects.update(at=timezone.now() - timedelta(minutes=60, seconds=1))
    assert sign_in("rosa").status_code == 302


def test_an_attempt_whose_process_died_counts_as_a_failure(rater):
    from people.models import SignInAttempt

    for number in range(5):
        sign_in("rosa", f"wrong {number}")
    SignInAttempt.objects.update(failed=False, at=timezone.now() - timedelta(minutes=2))
    assert sign_in("rosa").status_code == 429


def test_a_name_that_nobody_bears_is_not_kept(rater):
    from people.models import SignInAttempt

    sign_in("my secret password", "x")
    sign_in("rosa", "x")
    kept = str(list(SignInAttempt.objects.values()))
    assert "my secret password" not in kept
    assert "rosa" in kept


def test_whoever_has_the_machines_shell_lifts_a_lock_out(rater):
    import json
    from io import StringIO

    from django.core.management import CommandError, call_command

    def lift(*words):
        out = StringIO()
        call_command("lift_lock_out", *words, "--json", stdout=out)
        return json.loads(out.getvalue())

    for number in range(5):
        sign_in("rosa", f"wrong {number}", REMOTE_ADDR="2001:db8::1")
    for number in range(30):
        sign_in(f"name-{number}", "wrong")
    assert lift("ROSA") == {"username": "rosa", "addresses": 1}
    assert sign_in("rosa", REMOTE_ADDR="2001:db8::2").status_code == 302
    assert sign_in("rosa").status_code == 429
    assert lift("--address", "127.0.0.1") == {"address": "127.0.0.1", "failures": 30}
    assert sign_in("rosa").status_code == 302
    assert AuditEvent.objects.filter(verb="lifted the lock-out", via="command").count() == 2
    with pytest.raises(CommandError, match="expected USER"):
        lift()
