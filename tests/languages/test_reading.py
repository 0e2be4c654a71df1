"""How a person reads: each chooses language, zone and light; until then the browser decides."""

from datetime import UTC, datetime, timedelta

import pytest

from people.models import ApiToken, Role, Theme, User
from tests.factories import make_user


def html_of(response) -> str:
    """The opening tag of the page."""
    text = " ".join(response.content.decode().split())
    return text[text.index("<html") : text.index(">", text.index("<html")) + 1]


@pytest.mark.parametrize(
    ("asks", "gets"),
    [
        ("", "en-gb"),
        ("de", "de"),
        ("de-AT,de;q=0.9", "de"),
        ("fr", "en-gb"),
        ("fr,de;q=0.5", "de"),
        ("en-US", "en-gb"),
    ],
)
def test_a_stranger_reads_as_their_browser_asks(client, db, asks, gets):
    page = client.get("/people/sign-in/", headers={"accept-language": asks})
    assert f'lang="{gets}" dir="ltr"' in html_of(page)
    assert page["Content-Language"] == gets


def test_a_stranger_chooses_on_the_sign_in_page(client, db):
    sent = client.post("/people/language/", {"language": "de", "next": "/people/sign-in/?next=/"})
    assert sent["Location"] == "/people/sign-in/?next=/"
    page = client.get("/people/sign-in/", headers={"accept-language": "en"})
    assert 'lang="de"' in html_of(page)
    assert '<button class="button-plain" name="language" value="de"' in page.content.decode()


def choose(browser, **chosen):
    chosen = {"language": "", "time_zone": "", "theme": ""} | chosen
    return browser.post("/people/account/reading/", chosen, follow=True)


def test_a_person_chooses_on_their_account(signed_in, viewer):
    browser = signed_in(viewer)
    page = choose(browser, language="de", time_zone="Asia/Tokyo", theme="dark")
    assert page.status_code == 200
    assert 'lang="de" dir="ltr" data-theme="dark"' in html_of(page)
    viewer.refresh_from_db()
    assert (viewer.language, viewer.time_zone, viewer.theme) == ("de", "Asia/Tokyo", "dark")
    again = browser.get("/people/account/", headers={"accept-language": "en"})
    assert 'lang="de"' in html_of(again)


def test_what_is_emptied_is_the_browsers_again(signed_in, viewer):
    browser = signed_in(viewer)
    choose(browser, language="de")
    choose(browser)
    assert 'lang="en-gb"' in html_of(browser.get("/people/account/"))


@pytest.mark.parametrize(
    "wrong", [{"language": "tlh"}, {"time_zone": "Mars/Base"}, {"theme": "pink"}]
)
def test_what_there_is_not_cannot_be_chosen(signed_in, viewer, wrong):
    page = choose(signed_in(viewer), **wrong)
    assert page.status_code == 422
    assert b"field-wrong" in page.content
    viewer.refresh_from_db()
    assert (viewer.language, viewer.time_zone, viewer.theme) == ("", "", "")


def test_a_language_that_is_offered_no_more_is_as_if_not_chosen(signed_in, viewer):
    User.objects.update(language="eo")
    assert 'lang="en-gb"' in html_of(signed_in(viewer).get("/people/account/"))


@pytest.mark.parametrize(
    ("role", "chosen", "theme"),
    [
        (Role.RATER, "", "dark"),
        (Role.ADJUDICATOR, "", "dark"),
        (Role.VIEWER, "", None),
        (Role.LEAD, "", None),
        (Role.RATER, Theme.LIGHT, "light"),
        (Role.RATER, Theme.SYSTEM, None),
        (Role.LEAD, Theme.DARK, "dark"),
    ],
)
def test_the_light_is_the_persons_on_every_page(db, signed_in, role, chosen, theme):
    browser = signed_in(make_user(role, theme=chosen))
    for address in ("/", "/people/account/", "/nowhere/"):
        html = html_of(browser.get(address))
        assert f'data-theme="{theme}"' in html if theme else "data-theme" not in html


def make_token(person, made):
    return ApiToken.objects.create(
        user=person,
        name="script",
        digest="d" * 64,
        start="start",
        scope="read",
        created_at=made,
        expires_at=made + timedelta(days=9),
        last_used_at=made,
    )


def test_times_are_in_the_zone_of_the_browser_until_one_is_chosen(signed_in, viewer):
    make_token(viewer, datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    browser = signed_in(viewer)
    exact = '<time datetime="2026-07-01T22:30:00Z">'
    assert f"{exact}2026-07-01 22:30</time>" in browser.get("/people/account/").content.decode()
    browser.cookies["time_zone"] = "Europe/Berlin"
    assert f"{exact}2026-07-02 00:30</time>" in browser.get("/people/account/").content.decode()
    browser.cookies["time_zone"] = "../../etc/passwd"
    assert f"{exact}2026-07-01 22:30</time>" in browser.get("/people/account/").content.decode()
    choose(browser, time_zone="America/New_York")
    assert f"{exact}2026-07-01 18:30</time>" in browser.get("/people/account/").content.decode()


def test_the_api_is_english_and_in_utc_whoever_asks(signed_in, viewer):
    User.objects.update(language="de", time_zone="Asia/Tokyo")
    browser = signed_in(viewer)
    browser.cookies["time_zone"] = "Asia/Tokyo"
    problem = browser.get("/api/v1/people/", headers={"accept-language": "de"}).json()
    assert problem["detail"] == "This needs the role lead or above; yours is viewer."
    make_token(viewer, datetime(2026, 7, 1, 22, 30, tzinfo=UTC))
    tokens = browser.get("/api/v1/tokens/", headers={"accept-language": "de"}).json()
    assert tokens["results"][0]["created_at"] == "2026-07-01T22:30:00Z"


def test_the_api_chooses_as_the_page_does(signed_in, viewer):
    browser = signed_in(viewer)
    sent = browser.put(
        "/api/v1/me/reading/",
        {"language": "de", "time_zone": "Asia/Tokyo"},
        content_type="application/json",
    )
    assert sent.status_code == 200
    reading = {"language": "de", "time_zone": "Asia/Tokyo", "theme": ""}
    assert sent.json() == browser.get("/api/v1/me/reading/").json() == reading
    zone = {"time_zone": "Mars"}
    wrong = browser.put("/api/v1/me/reading/", zone, content_type="application/json")
    assert wrong.status_code == 400
    assert wrong.json()["errors"][0]["pointer"] == "#/time_zone"
    assert 'lang="de"' in html_of(browser.get("/people/account/"))
