"""Whoever is not signed in any more is led to the sign-in page, and from there back to a page."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.factories import PASSWORD

SIGN_IN = "/people/sign-in/"
# Takes what a form on the account page sends; there is nothing to look at.
POST_ONLY = "/people/account/sessions/end/"


def after_sign_in(answer) -> str:
    where = urlsplit(answer["Location"])
    assert where.path == SIGN_IN
    return parse_qs(where.query)["next"][0]


def test_a_look_leads_back_to_what_was_looked_at(client, db):
    assert after_sign_in(client.get("/jobs/?state=done")) == "/jobs/?state=done"


def test_what_a_form_sent_leads_back_to_its_page_and_says_that_it_was_not_kept(client, rater):
    answer = client.post(POST_ONLY, headers={"Referer": "http://testserver/people/account/?a=b"})
    assert after_sign_in(answer) == "/people/account/?a=b"
    page = client.get(answer["Location"])
    assert "ended before this was saved. Sign in and send it again." in page.text
    there = client.post(
        SIGN_IN,
        {"username": "rosa", "password": PASSWORD, "next": after_sign_in(answer)},
        follow=True,
    )
    assert (there.status_code, there.request["PATH_INFO"]) == (200, "/people/account/")


@pytest.mark.parametrize(
    "said",
    [
        "",
        "https://elsewhere.example/people/",
        "javascript:alert(1)",
        "//elsewhere.example/",
        "\x01",
    ],
)
def test_without_a_page_of_ours_it_leads_home(client, db, said):
    assert after_sign_in(client.post(POST_ONLY, headers={"Referer": said})) == "/"


def test_a_fragment_takes_the_whole_page_to_the_sign_in_page(client, db):
    asked = {"HX-Request": "true", "HX-Current-URL": "http://testserver/jobs/17/"}
    answer = client.get("/jobs/17/", headers=asked)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer["HX-Redirect"] == f"{SIGN_IN}?next=/jobs/17/"


def test_an_address_that_only_takes_forms_says_so(signed_in, rater):
    answer = signed_in(rater).get(POST_ONLY)
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "This address only takes what a form sends" in answer.text
