"""What went wrong is said in words that help, by the right number, and without telling secrets."""

import json
from html.parser import HTMLParser

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _pages(settings):
    settings.ROOT_URLCONF = "tests.web.pages"


@pytest.fixture
def browser() -> Client:
    """As in production: an exception becomes a page, and forms need their mark."""
    client = Client(raise_request_exception=False, enforce_csrf_checks=True)
    client.get("/test/form/")  # any page brings the cookie that goes with the mark
    return client


def texts_of(response) -> str:
    class Texts(HTMLParser):
        found: list[str] = []

        def handle_data(self, data):
            self.found = [*self.found, data]

    parser = Texts()
    parser.feed(response.content.decode())
    return " ".join(" ".join(parser.found).split())


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/test/400/", 400, "This request could not be understood"),
        ("/test/400-said/", 400, "The cursor is not one of ours."),
        ("/test/403/", 403, "open only to people who are signed in"),
        ("/test/403-said/", 403, "Only the owner may."),
        ("/nowhere/", 404, "There is no such page"),
        ("/test/too-many/", 429, "Five wrong passwords."),
        ("/test/500/", 500, "Something broke on our side"),
    ],
)
def test_a_page_says_what_happened_and_what_to_do(browser, address, status, words):
    response = browser.get(address)
    assert response.status_code == status
    assert words in texts_of(response)
    assert "1234" not in response.content.decode()
    assert response.content.decode().count("<h1>") == 1


def test_a_stranger_who_may_not_is_shown_the_way_in_and_others_who_they_are(
    browser, signed_in, rater
):
    assert "You are not signed in" in texts_of(browser.get("/test/403/"))
    known = texts_of(signed_in(rater).get("/test/403/"))
    assert "Your role does not include this page" in known
    assert "You are signed in as Rosa Rater (Rater)" in known


def test_too_large_a_request_is_413_not_400(browser, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    response = browser.post("/test/form/", {"note": "x" * 200})
    assert response.status_code == 413
    assert "Nothing was changed" in texts_of(response)


def test_too_many_files_are_413(browser, settings):
    from django.core.files.uploadedfile import SimpleUploadedFile

    settings.DATA_UPLOAD_MAX_NUMBER_FILES = 1
    files = {name: SimpleUploadedFile(f"{name}.csv", b"a") for name in ("one", "two")}
    assert browser.post("/test/form/", files).status_code == 413


def test_a_form_without_its_mark_is_explained(browser):
    response = browser.post("/test/form/", {"name": "x"})
    assert response.status_code == 403
    assert "This form has to be sent again" in texts_of(response)


def test_the_broken_page_needs_no_database(browser, django_db_blocker):
    with django_db_blocker.block():
        response = browser.get("/test/500/")
    assert response.status_code == 500
    assert "The error has been logged" in texts_of(response)


@pytest.mark.parametrize(
    ("address", "status", "detail"),
    [
        ("/api/test/403/", 403, "Only the owner may."),
        ("/api/test/500/", 500, "Something broke here, and it has been logged."),
        ("/api/test/404/", 404, "Not found."),
    ],
)
def test_programs_are_told_in_their_own_form(browser, address, status, detail):
    response = browser.get(address)
    assert response.status_code == status
    assert response["Content-Type"] == "application/problem+json"
    problem = json.loads(response.content)
    number = f" The log has it under {response['X-Request-ID']}." if status == 500 else ""
    found = (problem["status"], problem["detail"], problem["instance"])
    assert found == (status, detail + number, address)


def test_programs_are_told_of_missing_marks_and_of_size_in_their_own_form(browser, settings):
    refused = browser.post("/api/test/form/", {"name": "x"})
    assert (refused.status_code, refused["Content-Type"]) == (403, "application/problem+json")
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    large = browser.post("/api/test/form/", {"note": "x" * 200})
    assert (large.status_code, large["Content-Type"]) == (413, "application/problem+json")
