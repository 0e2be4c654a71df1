"""One lock-out for all doors: the sign-in page, the admin site, the API."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from people.actions.tokens import make_token
from people.actor import COMMAND
from people.models import AuditEvent, Scope, SignInAttempt
from tests.factories import PASSWORD

ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}


def page_door(username, password=PASSWORD, **meta):
    return Client().post("/people/sign-in/", {"username": username, "password": password}, **meta)


def admin_door(username, password=PASSWORD, **meta):
    return Client().post("/admin/login/", {"username": username, "password": password}, **meta)


def api_door(secret, **meta):
    return Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {secret}"}, **meta)


@pytest.fixture
def secret(administrator):
    """A token of the administrator, who may pass all three doors."""
    return make_token(COMMAND, administrator, name="script", scope=Scope.READ)[1]


def guess(door, times=5):
    return [door("anton", f"wrong {number}").status_code for number in range(times)]


def guess_tokens_like(secret, times=5):
    return [api_door(f"{secret[:11]}{number:032}").status_code for number in range(times)]


def doors(secret, **meta):
    """What each door answers to what is right."""
    return [
        page_door("anton", **meta).status_code,
        admin_door("anton", **meta).status_code,
        api_door(secret, **meta).status_code,
    ]


def test_all_doors_open_to_what_is_right(administrator, secret):
    assert doors(secret) == [302, 302, 200]


def test_the_fifth_wrong_password_locks_the_page(administrator, secret):
    assert guess(page_door) == [422] * 4 + [429]
    assert doors(secret) == [429, 429, 429]


def test_who_is_locked_out_reads_that_trying_again_is_of_no_use(administrator):
    guess(page_door)
    page = page_door("anton").text
    assert "Trying again before then does not work, and does not make the wait longer." in page


def test_wrong_passwords_at_the_admin_site_lock_every_door(administrator, secret):
    assert guess(admin_door) == [200] * 4 + [429]
    assert doors(secret) == [429, 429, 429]


def test_tokens_that_begin_like_somebodys_lock_nobody_out(administrator, secret):
    assert guess_tokens_like(secret, 31) == [401] * 29 + [429] * 2
    assert doors(secret) == [302, 302, 200]


def test_failures_at_different_doors_add_up(administrator, secret):
    guess(page_door, 2)
    guess(admin_door, 2)
    assert guess(page_door, 1) == [429]
    assert doors(secret) == [429, 429, 429]


def test_unknown_tokens_from_one_address_keep_no_good_one_out(administrator, rater, secret):
    assert [api_door(f"tp_{number:043}").status_code for number in range(32)] == [401] * 29 + [
        429
    ] * 3
    refused = api_door("tp_another")
    assert 59 * 60 <= int(refused["Retry-After"]) <= 60 * 60
    assert AuditEvent.objects.filter(verb="was locked out").count() == 1
    assert api_door(secret).status_code == 200
    assert api_door("tp_another", **ELSEWHERE).status_code == 401
    assert page_door("rosa").status_code == 302, (
        "a script's typing errors do not keep a lab of people out"
    )


def test_elsewhere_and_for_others_the_doors_stay_open(administrator, rater, secret):
    guess(page_door)
    assert doors(secret, **ELSEWHERE) == [302, 302, 200]
    assert page_door("rosa").status_code == 302


def test_another_spelling_of_the_name_is_the_same_name(administrator, secret):
    for name in ("anton", "ANTON", "Anton", "aNTON", " anton"):
        page_door(name, "wrong")
    assert doors(secret) == [429, 429, 429]


def test_another_browser_is_the_same_address(administrator, secret):
    for number in range(5):
        page_door("anton", "wrong", HTTP_USER_AGENT=f"browser {number}")
    assert doors(secret) == [429, 429, 429]


def test_a_success_forgets_the_failures(administrator):
    assert guess(page_door, 4) == [422] * 4
    assert page_door("anton").status_code == 302
    assert guess(page_door, 4) == [422] * 4


def test_the_page_says_when_to_try_again(administrator):
    guess(page_door)
    response = page_door("anton")
    until = timezone.now() + timedelta(minutes=15)
    assert 14 * 60 <= int(response["Retry-After"]) <= 15 * 60
    assert "in 15 minutes" in response.text
    assert any(
        f"{moment:%H:%M} UTC" in response.text for moment in (until, until - timedelta(minutes=1))
    )


def test_the_api_says_it_in_its_own_way(administrator, secret):
    guess(page_door)
    response = api_door(secret)
    assert response["Content-Type"] == "application/problem+json"
    assert 14 * 60 <= int(response["Retry-After"]) <= 15 * 60
    assert "Too many wrong tokens or passwords" in response.json()["detail"]


def test_trying_while_locked_out_does_not_make_it_longer(administrator):
    guess(page_door)
    SignInAttempt.objects.update(at=timezone.now() - timedelta(minutes=10))
    guess(page_door, 3)
    assert int(page_door("anton")["Retry-After"]) <= 5 * 60


def test_it_ends_by_itself(administrator, secret):
    guess(page_door)
    SignInAttempt.objects.update(at=timezone.now() - timedelta(minutes=15, seconds=1))
    assert doors(secret) == [302, 302, 200]


def test_the_audit_log_hears_of_each_failure_and_once_of_the_lock_out(administrator):
    guess(page_door, 9)
    verbs = (
        AuditEvent.objects.filter(object_id=str(administrator.pk))
        .order_by("pk")
        .values_list("verb", flat=True)
    )
    assert list(verbs) == ["failed to sign in"] * 5 + ["was locked out"]


def test_whoever_is_signed_in_already_works_on(administrator, signed_in):
    client = signed_in(administrator)
    guess(page_door)
    assert client.get("/people/account/").status_code == 200
    assert client.get("/api/v1/me/").status_code == 200


def test_a_lead_lifts_a_raters_lock_out(lead, rater, signed_in):
    for _ in range(5):
        page_door("rosa", "wrong")
    client = signed_in(lead)
    assert "from 127.0.0.1" in client.get(f"/people/{rater.pk}/").text
    assert client.post(f"/people/{rater.pk}/lock-out/lift/").status_code == 302
    assert "Locked out" not in client.get(f"/people/{rater.pk}/").text
    assert page_door("rosa").status_code == 302
    assert AuditEvent.objects.filter(
        verb="lifted the lock-out", actor=lead, object_id=str(rater.pk)
    ).exists()


def test_a_lead_does_not_lift_an_administrators(lead, administrator, signed_in):
    guess(page_door)
    assert signed_in(lead).post(f"/people/{administrator.pk}/lock-out/lift/").status_code == 403
    assert page_door("anton").status_code == 429
