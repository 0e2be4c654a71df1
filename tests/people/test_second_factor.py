"""A second factor at every door: password right and code missing opens nothing."""

import io
import re
import threading
from base64 import b32decode
from time import time

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from people.actions.invitations import invite_person
from people.actions.passwords import change_password
from people.actions.second_factor import MOST_WRONG_CODES
from people.actions.tokens import make_token
from people.actor import COMMAND, Actor
from people.entering import HALF_WAY, SECONDS
from people.models import ApiToken, AuditEvent, RecoveryCode, Role, Scope, SecondFactor, User
from people.secret import digest_of
from tests.factories import PASSWORD
from tests.people.coding import App, give_app

SIGN_IN, ADMIN = "/people/sign-in/", "/admin/login/"
ASK, SET_UP = "/people/sign-in/second-factor/", "/people/sign-in/second-factor/set-up/"
MINE, MY_SET_UP = "/people/account/second-factor/", "/people/account/second-factor/set-up/"
DOORS = pytest.mark.parametrize("door", [SIGN_IN, ADMIN])
CLOSED = ["/people/account/", "/", "/admin/", "/people/", MINE, MY_SET_UP]


@pytest.fixture
def app(administrator) -> App:
    return give_app(administrator)[0]


@pytest.fixture
def codes(administrator, app) -> list[str]:
    """Recovery codes of the administrator, beside the app."""
    factor = SecondFactor.objects.get(person=administrator)
    return [f"{letter * 4}-2222-3333-4444" for letter in "abc" if _keep(factor, letter)]


def _keep(factor, letter):
    factor.codes.filter(used_at=None).earliest("pk").delete()
    return factor.codes.create(digest=digest_of(f"{letter * 4}-2222-3333-4444"))


def give_password(client, username="anton", door=SIGN_IN, **more):
    return client.post(door, {"username": username, "password": PASSWORD, **more})


def give_code(client, code, **more):
    return client.post(ASK, {"code": code}, **more)


def is_in(client):
    return client.get("/people/account/").status_code == 200


def verbs_of(person):
    events = AuditEvent.objects.filter(object_type="user", object_id=str(person.pk))
    return list(events.order_by("pk").values_list("verb", flat=True))


# Signing in


@DOORS
def test_a_password_alone_opens_nothing(client, app, door):
    answer = give_password(client, door=door)
    assert (answer.status_code, answer["Location"]) == (302, ASK)
    for page in CLOSED:
        assert client.get(page).status_code == 302, page
    assert client.post("/people/account/tokens/", {"name": "x"}).status_code == 302
    assert client.get("/api/v1/me/").status_code == 401
    assert client.post("/api/v1/tokens/", {"name": "x"}).status_code == 401
    assert not ApiToken.objects.exists()
    assert not is_in(client)
    assert not AuditEvent.objects.filter(verb="signed in").exists()


@DOORS
def test_the_code_opens_the_door_and_leads_where_one_was_going(client, administrator, app, door):
    give_password(client, door=door, next="/people/audit/?verb=x")
    answer = give_code(client, app.code())
    assert (answer.status_code, answer["Location"]) == (302, "/people/audit/?verb=x")
    assert client.get("/admin/").status_code == 200
    assert is_in(client)
    assert verbs_of(administrator)[-1] == "signed in"


def test_next_never_leads_to_another_site(client, app):
    give_password(client, next="https://evil.example/")
    client.get(SIGN_IN, {"next": "//evil.example/"})
    assert give_code(client, app.code())["Location"] == "/"


def test_a_page_that_is_asked_for_half_way_leads_back_to_the_code(client, app):
    give_password(client)
    answer = client.get("/people/audit/", follow=True)
    assert answer.redirect_chain[-1] == (ASK, 302)
    assert give_code(client, app.code())["Location"] == "/people/audit/"


def test_without_a_password_there_is_nothing_to_give_a_code_to(client, app):
    for address in (ASK, SET_UP):
        assert client.get(address)["Location"] == SIGN_IN
    assert give_code(client, app.code())["Location"] == SIGN_IN
    assert not is_in(client)
    assert "the time for the code has run out" in client.get(SIGN_IN).text


def test_who_has_an_app_cannot_set_up_another_with_the_password_alone(client, app):
    give_password(client)
    before = SecondFactor.objects.get()
    assert client.get(SET_UP)["Location"] == ASK
    assert client.post(SET_UP, {"code": app.code()})["Location"] == ASK
    assert SecondFactor.objects.get().sealed == before.sealed


def test_the_cookie_ends_with_the_browser_until_the_code_is_given(client, app):
    half = give_password(client).cookies["sessionid"]
    assert half["max-age"] == ""
    assert half["expires"] == ""
    whole = give_code(client, app.code()).cookies["sessionid"]
    assert whole["max-age"] == 12 * 3_600
    assert whole.value != half.value


def noted(client, **changed):
    session = client.session
    session[HALF_WAY] = session[HALF_WAY] | changed
    session.save()


def test_half_way_ends_after_ten_minutes(client, app):
    give_password(client)
    assert 595 <= client.session[HALF_WAY]["until"] - time() <= SECONDS == 600
    noted(client, until=int(time()) - 1)
    assert give_code(client, app.code())["Location"] == SIGN_IN
    assert client.get(SIGN_IN).status_code == 200
    assert not is_in(client)


def test_half_way_ends_with_the_password(client, administrator, app):
    give_password(client)
    change_password(COMMAND, administrator, "seven purple elephants")
    assert give_code(client, app.code())["Location"] == SIGN_IN
    assert not is_in(client)


def test_half_way_ends_with_the_account(client, administrator, app):
    give_password(client)
    User.objects.filter(pk=administrator.pk).update(is_active=False)
    assert give_code(client, app.code())["Location"] == SIGN_IN
    assert not is_in(client)


def test_somebody_else_may_sign_in_instead(client, rater, app):
    give_password(client)
    assert "Sign in as somebody else" in client.get(ASK).text
    client.post("/people/sign-out/")
    assert client.get(ASK)["Location"] == SIGN_IN
    assert give_password(client, "rosa")["Location"] == "/"


def test_coming_by_the_admin_site_as_another_person_ends_the_first_ones_session(
    client, viewer, app
):
    give_password(client, "vera")
    assert is_in(client)
    give_password(client, door=ADMIN)
    assert not is_in(client)


# Codes


@pytest.mark.parametrize("late", [-30, 30])
def test_a_clock_that_is_half_a_minute_off_is_taken(client, app, late):
    give_password(client)
    assert give_code(client, app.code(late)).status_code == 302
    assert is_in(client)


@pytest.mark.parametrize("late", [-90, 90])
def test_a_clock_that_is_further_off_is_not_and_is_named(client, app, late):
    give_password(client)
    answer = give_code(client, app.code(late))
    assert answer.status_code == 422
    assert "check your phone&#x27;s clock" in answer.text
    assert not is_in(client)


@pytest.mark.parametrize(
    "typed",
    ["", "12345", "1234567", "abcdef", "１２３４５６", "12345é", "12a456", "-12345", "\x00" * 6],
)
def test_what_is_no_code_is_told_so_and_is_no_guess(client, administrator, app, typed):
    give_password(client)
    for _ in range(7):
        assert give_code(client, typed).status_code == 422
    assert "gave a wrong code" not in verbs_of(administrator)
    assert give_code(client, app.code()).status_code == 302


def test_digits_in_groups_are_a_code(client, app):
    give_password(client)
    code = app.code()
    assert give_code(client, f" {code[:3]} {code[3:]} ").status_code == 302


def test_no_code_is_taken_twice(client, app):
    code = app.code()
    give_password(client)
    assert give_code(client, code).status_code == 302
    other = Client()
    give_password(other)
    answer = give_code(other, code)
    assert answer.status_code == 422
    assert "This code was used already. Wait until the app shows the next one." in answer.text
    assert give_code(other, app.code(-30)).status_code == 422, "nor one before it"
    assert not is_in(other)
    assert give_code(other, app.code(30)).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_many_who_give_the_same_code_at_once_one_comes_in(administrator, app):
    clients = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(6)]
    for client in clients:
        give_password(client)
    code, statuses = app.code(), []

    def give(client):
        statuses.append(give_code(client, code).status_code)
        connection.close()

    threads = [threading.Thread(target=give, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [302] + [422] * 5


# Recovery codes


def recover(client, code):
    return client.post(ASK, {"recovery_code": code})


def test_a_recovery_code_signs_in_once(client, administrator, app, codes):
    give_password(client)
    answer = client.post(ASK, {"recovery_code": codes[0].upper()}, follow=True)
    assert answer.redirect_chain == [("/", 302)]
    assert "You have 9 recovery codes left." in answer.text
    other = Client()
    give_password(other)
    again = recover(other, codes[0])
    assert again.status_code == 422
    assert "This recovery code was used already." in again.text
    assert not is_in(other)
    assert recover(other, codes[1]).status_code == 302
    assert verbs_of(administrator)[1:] == [
        "used a recovery code",
        "signed in",
        "gave a wrong code",
        "used a recovery code",
        "signed in",
    ]


def test_a_recovery_code_is_of_one_person(client, lead, app, codes):
    give_app(lead)
    give_password(client, "lena")
    answer = recover(client, codes[0])
    assert answer.status_code == 422
    assert "This is none of your recovery codes." in answer.text


@pytest.mark.parametrize("typed", ["", "abcd", "1234567890", "ａａａａ-2222-3333-4444"])
def test_what_is_no_recovery_code_is_told_so(client, administrator, app, typed):
    give_password(client)
    assert recover(client, typed).status_code == 422
    assert "gave a wrong code" not in verbs_of(administrator)


def test_recovery_codes_are_kept_as_digests_and_the_secret_sealed(administrator, client):
    app, codes = give_app(administrator)
    kept = {code.digest for code in RecoveryCode.objects.all()}
    assert kept == {digest_of(code) for code in codes}
    assert len(codes) == len(set(codes)) == 10
    sealed = SecondFactor.objects.get().sealed
    assert app.key not in sealed.encode()
    assert app.key.hex() not in sealed


def test_another_key_of_this_truepool_leaves_recovery_codes(client, app, codes, settings):
    settings.SECRET_KEY = "another key, of which nothing but its being another matters here"
    give_password(client)
    answer = give_code(client, app.code())
    assert answer.status_code == 422
    assert "because the key of this Truepool has changed" in answer.text
    assert recover(client, codes[0]).status_code == 302


# Guessing


def test_wrong_codes_lock_out_like_wrong_passwords(administrator, app):
    client = Client()
    give_password(client)
    token = make_token(COMMAND, administrator, name="x", scope=Scope.READ)[1]
    found = [give_code(client, app.wrong_code()).status_code for _ in range(5)]
    assert found == [422] * 4 + [429]
    assert give_code(client, app.code()).status_code == 429
    assert give_password(Client()).status_code == 429
    assert give_password(Client(), door=ADMIN).status_code == 429
    bearer = {"Authorization": f"Bearer {token}"}
    assert Client().get("/api/v1/me/", headers=bearer).status_code == 429
    assert verbs_of(administrator)[-6:] == ["gave a wrong code"] * 5 + ["was locked out"]


def test_giving_the_password_again_does_not_begin_anew(administrator, app):
    found = []
    for _ in range(5):
        client = Client()
        found.append(give_password(client).status_code)
        found.append(give_code(client, app.wrong_code()).status_code)
    assert found == [302, 422] * 4 + [302, 429]


def test_wrong_passwords_and_wrong_codes_add_up(administrator, app):
    for _ in range(3):
        Client().post(SIGN_IN, {"username": "anton", "password": "wrong"})
    client = Client()
    give_password(client)
    found = [give_code(client, app.wrong_code()).status_code for _ in range(2)]
    assert found == [422, 429]


def test_the_right_code_forgets_the_mistakes(app):
    Client().post(SIGN_IN, {"username": "anton", "password": "wrong"})
    client = Client()
    give_password(client)
    for _ in range(3):
        give_code(client, app.wrong_code())
    assert give_code(client, app.code()).status_code == 302
    other = Client()
    give_password(other)
    assert [give_code(other, app.wrong_code()).status_code for _ in range(4)] == [422] * 4


def test_wrong_codes_count_for_their_address(administrator, lead, rater, settings):
    settings.SIGN_IN_FAILURES_OF_ADDRESS = 6
    for person in (administrator, lead):
        app, client = give_app(person)[0], Client()
        give_password(client, person.username)
        found = [give_code(client, app.wrong_code()).status_code for _ in range(3)]
    assert found == [422, 422, 429]
    assert give_password(Client(), "rosa").status_code == 429


def test_elsewhere_its_owner_comes_in(app):
    client = Client()
    give_password(client)
    for _ in range(5):
        give_code(client, app.wrong_code())
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    give_password(elsewhere)
    assert give_code(elsewhere, app.code()).status_code == 302


def test_after_a_hundred_wrong_codes_from_wherever_only_a_recovery_code_helps(client, app, codes):
    SecondFactor.objects.update(wrong_codes=MOST_WRONG_CODES - 1)
    give_password(client)
    assert give_code(client, app.wrong_code()).status_code == 422
    answer = give_code(client, app.code())
    assert answer.status_code == 422
    assert "codes of the app are not taken any more" in answer.text
    assert recover(client, codes[0]).status_code == 302
    assert SecondFactor.objects.get().wrong_codes == 0


# Setting up, on one's account page


def secret_on(page) -> bytes:
    found = re.search(r'id="secret">([A-Z2-7 ]+)<', page.text)
    return b32decode(found[1].replace(" ", ""))


def set_up(client, person, address=MY_SET_UP, **given):
    app = App(secret_on(client.get(address)))
    sent = {"code": app.code(), "current": PASSWORD} | given
    return app, client.post(address, sent)


def test_somebody_sets_up_an_app_and_needs_it_from_then_on(rater, client):
    elsewhere = Client()
    for one in (client, elsewhere):
        give_password(one, "rosa")
    token = make_token(COMMAND, rater, name="x", scope=Scope.READ)[1]
    assert "Set up a second factor" in client.get("/people/account/").text
    app, answer = set_up(client, rater)
    assert answer.status_code == 201
    assert "no-store" in answer["Cache-Control"]
    codes = re.search(r'id="codes">([^<]+)<', answer.text)[1].split()
    assert {digest_of(code) for code in codes} == {
        one.digest for one in RecoveryCode.objects.filter(factor__person=rater)
    }
    assert is_in(client)
    assert not is_in(elsewhere)
    bearer = {"Authorization": f"Bearer {token}"}
    assert Client().get("/api/v1/me/", headers=bearer).status_code == 200, "tokens stay"
    assert "signing in also asks for a code" in client.get("/people/account/").text
    assert verbs_of(rater)[-1] == "set up a second factor"
    assert codes[0] not in str(list(AuditEvent.objects.values()))

    assert give_password(elsewhere, "rosa")["Location"] == ASK
    assert give_code(elsewhere, app.code(30)).status_code == 302


def test_the_picture_and_the_link_have_the_same_secret(rater, signed_in):
    page = signed_in(rater).get(MY_SET_UP)
    link = re.search(r'href="(otpauth:[^"]+)"', page.text)[1]
    secret = re.search(r"secret=([A-Z2-7]+)", link)[1]
    assert b32decode(secret) == secret_on(page)
    assert "otpauth://totp/Truepool%3Arosa" in link
    assert 'src="data:image/svg+xml' in page.text


def test_the_page_shows_one_secret_however_often_it_is_loaded(rater, signed_in):
    client = signed_in(rater)
    assert secret_on(client.get(MY_SET_UP)) == secret_on(client.get(MY_SET_UP))


def test_no_code_is_taken_twice_not_even_that_of_the_set_up(rater, signed_in):
    app, _ = set_up(signed_in(rater), rater)
    other = Client()
    give_password(other, "rosa")
    assert give_code(other, app.code()).status_code == 422


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"code": "000 00"}, "Expected six digits"),
        ({"current": "wrong"}, "This is not your current password."),
        ({"current": ""}, "This field is required."),
        ({"code": ""}, "This field is required."),
    ],
)
def test_setting_up_takes_a_code_and_the_password(rater, signed_in, given, said):
    _, answer = set_up(signed_in(rater), rater, **given)
    assert answer.status_code == 422
    assert said in answer.text
    assert not SecondFactor.objects.exists()


def test_a_wrong_code_sets_nothing_up(rater, signed_in):
    client = signed_in(rater)
    app = App(secret_on(client.get(MY_SET_UP)))
    answer = client.post(MY_SET_UP, {"code": app.wrong_code(), "current": PASSWORD})
    assert answer.status_code == 422
    assert "This is not the code that the app shows now" in answer.text
    assert not SecondFactor.objects.exists()
    assert secret_on(answer) == app.key


def test_wrong_passwords_on_the_account_page_lock_out(administrator, app, signed_in):
    client = signed_in(administrator)
    sent = {"remove-current": "wrong"}
    found = [client.post(f"{MINE}remove/", sent).status_code for _ in range(5)]
    assert found == [422] * 4 + [429]


def test_replacing_it_ends_the_old_app_and_its_recovery_codes(administrator, app, codes, signed_in):
    client = signed_in(administrator)
    newer, answer = set_up(client, administrator)
    assert answer.status_code == 201
    assert is_in(client)
    assert verbs_of(administrator)[-1] == "replaced the second factor"
    other = Client()
    give_password(other)
    assert give_code(other, app.code()).status_code == 422
    assert recover(other, codes[0]).status_code == 422
    assert give_code(other, newer.code(30)).status_code == 302


def test_the_page_of_codes_loaded_again_says_that_it_is_set_up(rater, signed_in):
    client = signed_in(rater)
    app, done = set_up(client, rater, f"{MINE}set-up/")
    assert done.status_code == 201
    again = {"code": app.code(), "current": PASSWORD}
    answer = client.post(f"{MINE}set-up/", again, follow=True)
    assert answer.redirect_chain == [(MINE, 302)]
    assert "It is set up already." in answer.text
    assert SecondFactor.objects.get().codes.count() == 10


def test_new_recovery_codes_end_the_older_and_take_the_password(
    administrator, app, codes, signed_in
):
    client = signed_in(administrator)
    wrong = client.post(f"{MINE}recovery-codes/", {"codes-current": "wrong"})
    assert wrong.status_code == 422
    assert RecoveryCode.objects.filter(digest=digest_of(codes[0])).exists()
    answer = client.post(f"{MINE}recovery-codes/", {"codes-current": PASSWORD})
    assert answer.status_code == 201
    fresh = re.search(r'id="codes">([^<]+)<', answer.text)[1].split()
    assert len(fresh) == RecoveryCode.objects.count() == 10
    other = Client()
    give_password(other)
    assert recover(other, codes[0]).status_code == 422
    assert recover(other, fresh[3]).status_code == 302


def test_one_gives_up_ones_own_by_the_password(administrator, app, signed_in):
    client, elsewhere = signed_in(administrator), Client()
    give_password(elsewhere)
    give_code(elsewhere, app.code())
    assert "is left" in client.get(MINE).text or "are left" in client.get(MINE).text
    assert client.post(f"{MINE}remove/", {"remove-current": "wrong"}).status_code == 422
    assert SecondFactor.objects.exists()
    answer = client.post(f"{MINE}remove/", {"remove-current": PASSWORD})
    assert answer["Location"] == "/people/account/"
    assert not SecondFactor.objects.exists()
    assert is_in(client)
    assert not is_in(elsewhere)
    assert verbs_of(administrator)[-1] == "removed the second factor"
    assert client.get(MINE)["Location"] == MY_SET_UP
    assert give_password(Client())["Location"] == "/"


# By others


def test_an_administrator_removes_somebody_elses(administrator, rater, signed_in):
    app, _ = give_app(rater)
    theirs = Client()
    give_password(theirs, "rosa")
    give_code(theirs, app.code())
    client = signed_in(administrator)
    page = client.get(f"/people/{rater.pk}/")
    assert "Remove the second factor" in page.text
    answer = client.post(f"/people/{rater.pk}/second-factor/remove/", follow=True)
    assert "The second factor of Rosa Rater is removed" in answer.text
    assert "Remove the second factor" not in answer.text
    assert not is_in(theirs)
    event = AuditEvent.objects.get(verb="removed the second factor")
    assert (event.actor, event.object_id, event.via) == (administrator, str(rater.pk), "page")
    assert give_password(Client(), "rosa")["Location"] == "/"
    again = client.post(f"/people/{rater.pk}/second-factor/remove/", follow=True)
    assert "This person has no second factor." in again.text


def test_a_lead_removes_none_but_sees_who_has_one(lead, rater, signed_in):
    client = signed_in(lead)
    none = client.get(f"/people/{rater.pk}/").text
    give_app(rater)
    page = client.get(f"/people/{rater.pk}/").text
    assert re.search(r"Second factor</dt>\s*<dd>\s*—", none)
    assert re.search(r"Second factor</dt>\s*<dd>\s*since", page)
    assert "Remove the second factor" not in page
    assert client.post(f"/people/{rater.pk}/second-factor/remove/").status_code == 403
    assert SecondFactor.objects.exists()


def test_administrators_do_not_remove_their_own_without_a_password(administrator, app, signed_in):
    client = signed_in(administrator)
    assert "second-factor/remove" not in client.get(f"/people/{administrator.pk}/").text
    answer = client.post(f"/people/{administrator.pk}/second-factor/remove/", follow=True)
    assert "remove it on your account page" in answer.text
    assert SecondFactor.objects.exists()


def test_the_only_administrator_who_lost_it_gets_in_by_a_command(administrator, app):
    client, out = Client(), io.StringIO()
    give_password(client)
    call_command("remove_second_factor", "ANTON", stdout=out)
    assert out.getvalue() == ("Removed the second factor of anton; their sessions have ended.\n")
    assert client.get(ASK)["Location"] == SIGN_IN
    assert give_password(client)["Location"] == "/"
    event = AuditEvent.objects.get(verb="removed the second factor")
    assert (event.actor, event.via, event.object_id) == (None, "command", str(administrator.pk))
    for username, why in (("anton", "has no second factor"), ("nobody", "nobody signs in as")):
        with pytest.raises(CommandError, match=why):
            call_command("remove_second_factor", username)


# Demanded by role


@pytest.fixture
def demanded(settings):
    settings.SECOND_FACTOR_ROLES = frozenset({"admin", "lead"})


@DOORS
def test_who_has_none_is_led_to_set_it_up_and_can_do_nothing_else(
    client, administrator, demanded, door
):
    assert give_password(client, door=door, next="/people/audit/")["Location"] == SET_UP
    for page in CLOSED:
        assert client.get(page).status_code == 302, page
    assert client.get("/api/v1/me/").status_code == 401
    assert client.post("/api/v1/tokens/", {"name": "x"}).status_code == 401
    app, answer = set_up(client, administrator, SET_UP)
    assert answer.status_code == 201
    assert 'href="/people/"' in answer.text or "/people/" in answer.text
    assert is_in(client)
    assert client.get("/admin/").status_code == 200
    assert verbs_of(administrator) == ["set up a second factor", "signed in"]
    other = Client()
    assert give_password(other, door=door)["Location"] == ASK
    assert give_code(other, app.code(30)).status_code == 302


def test_what_they_were_going_to_is_behind_the_recovery_codes(client, lead, demanded):
    give_password(client, "lena", next="/people/invitations/")
    _, answer = set_up(client, lead, SET_UP)
    assert 'href="/people/invitations/">I have kept them' in answer.text


@DOORS
@pytest.mark.parametrize("language", ["de", "fr", "en"])
def test_it_is_demanded_in_every_language(administrator, demanded, door, language):
    client = Client(headers={"Accept-Language": language})
    client.cookies["language"] = language
    assert give_password(client, door=door)["Location"] == SET_UP
    assert client.get(SET_UP)["Content-Language"] == {"en": "en-gb"}.get(language, language)
    _, answer = set_up(client, administrator, SET_UP)
    assert answer.status_code == 201
    assert is_in(client)


def test_other_roles_sign_in_as_before(client, rater, demanded):
    assert give_password(client, "rosa")["Location"] == "/"


def test_a_session_from_before_the_demand_ends_and_the_password_comes_first(lead, settings, client):
    give_password(client, "lena")
    assert is_in(client)
    settings.SECOND_FACTOR_ROLES = frozenset({"lead"})
    assert client.get("/api/v1/me/").status_code == 401
    answer = client.get("/people/", follow=True)
    assert answer.redirect_chain[-1] == ("/people/sign-in/?next=/people/", 302)
    assert "Your role needs a second factor now" in answer.text
    assert client.get(SET_UP, follow=True).redirect_chain  # nobody is half way
    assert not SecondFactor.objects.exists()
    give_password(client, "lena")
    set_up(client, lead, SET_UP)
    assert is_in(client)


def test_whoever_becomes_a_lead_sets_one_up(rater, client, demanded):
    give_password(client, "rosa")
    User.objects.filter(pk=rater.pk).update(role=Role.LEAD)
    assert not is_in(client)
    assert give_password(client, "rosa")["Location"] == SET_UP


def test_a_session_that_passed_stays_when_it_comes_to_be_demanded(lead, client, settings):
    app, _ = give_app(lead)
    give_password(client, "lena")
    give_code(client, app.code())
    settings.SECOND_FACTOR_ROLES = frozenset({"lead"})
    assert is_in(client)


def test_tokens_go_on_working(lead, client, demanded):
    token = make_token(COMMAND, lead, name="x", scope=Scope.READ)[1]
    bearer = {"Authorization": f"Bearer {token}"}
    assert client.get("/api/v1/me/", headers=bearer).status_code == 200


def test_an_invited_lead_sets_one_up_on_joining(administrator, client, demanded):
    _, secret = invite_person(Actor(administrator, "page"), role=Role.LEAD, for_whom="Nora")
    sent = {"username": "nora", "name": "Nora", "password": PASSWORD, "again": PASSWORD}
    assert client.post(f"/people/join/{secret}/", sent)["Location"] == SET_UP
    assert not is_in(client)


def test_one_that_is_demanded_is_replaced_and_not_given_up(lead, client, demanded):
    app, _ = give_app(lead)
    give_password(client, "lena")
    give_code(client, app.code())
    assert "you can only replace it" in client.get(MINE).text
    answer = client.post(f"{MINE}remove/", {"remove-current": PASSWORD})
    assert answer.status_code == 422
    assert SecondFactor.objects.exists()


def test_who_has_lost_one_that_is_demanded_sets_up_another(lead, administrator, demanded):
    from people.actions.second_factor import remove_second_factor

    give_app(lead)
    remove_second_factor(Actor(administrator, "page"), lead)
    assert give_password(Client(), "lena")["Location"] == SET_UP
