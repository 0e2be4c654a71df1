"""The API's page to read, and the one to try it out, in a real browser, under the strict content
policy."""

import re

import pytest
from django.contrib.staticfiles import finders

from foundation.api.reference import reference
from tests.web.markup import complaints

TRY = "/api/v1/docs/try/"


@pytest.mark.browser
def test_an_operation_is_found_and_tried_out(lead, browse_as):
    page = browse_as(lead)
    page.goto("/api/v1/docs/")
    page.locator("#me > summary").click()
    page.get_by_role("link", name="Try me", exact=True).click()
    page.wait_for_url(f"**{TRY}?operation=me")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("200 OK").wait_for()
    assert '"username": "lena"' in page.inner_text("#answer")


@pytest.mark.browser
def test_what_changes_something_is_tried_out_with_the_session_s_csrf_token(lead, browse_as):
    page = browse_as(lead)
    page.goto(TRY)
    page.get_by_label("Operation").select_option("tokens_make")
    page.get_by_role("button", name="Choose").click()
    page.get_by_label("Body, as JSON").fill('{"name": "from the docs"}')
    page.get_by_role("button", name="Send").click()
    page.get_by_text("201 Created").wait_for()
    assert lead.tokens.get().name == "from the docs"


@pytest.mark.browser
def test_what_is_wrong_is_shown_as_it_was_answered(lead, browse_as):
    page = browse_as(lead)
    page.goto(f"{TRY}?operation=benchmarks_show")
    page.get_by_label("benchmark_id").fill("99")
    page.get_by_role("button", name="Send").click()
    page.get_by_text("404 Not Found").wait_for()
    assert '"status": 404' in page.inner_text("#answer")
    page.complaints.clear()  # the browser tells of a 404


def test_every_operation_can_be_tried_out(lead, signed_in):
    browser = signed_in(lead)
    for part in reference():
        for one in part.operations:
            page = browser.get(TRY, {"operation": one.name})
            assert f'data-method="{one.method}" data-path="{one.path}"' in page.text
            assert complaints(page.text) == []
    assert browser.get(TRY, {"operation": "nothing"}).status_code == 404


def test_the_docs_are_for_those_signed_in(client, db):
    answer = client.get("/api/v1/docs/")
    assert (answer.status_code, answer["Location"]) == (302, "/people/sign-in/?next=/api/v1/docs/")


def test_all_that_the_page_loads_is_served_from_here(lead, signed_in):
    body = signed_in(lead).get("/api/v1/docs/try/").content.decode()
    found = re.findall(r'(?:src|href)="/static/([^"]+)"', body)
    assert len(found) > 5
    assert all(finders.find(path) for path in found)
    assert "<style" not in body
    assert "<script>" not in body


def test_every_operation_is_on_the_page_to_read(lead, signed_in):
    text = signed_in(lead).get("/api/v1/docs/").text
    schema = signed_in(lead).get("/api/v1/schema/", headers={"Accept": "application/json"}).json()
    for path, methods in schema["paths"].items():
        assert f'<span class="mono">{path}</span>' in text
        for operation in methods.values():
            assert f'id="{operation["operationId"]}"' in text


def test_the_page_to_read_begins_with_a_token_and_leads_on(lead, signed_in):
    text = signed_in(lead).get("/api/v1/docs/").text
    assert "Authorization: Bearer $TOKEN" in text
    for address in ("/people/account/", "/help/api/", "/api/v1/docs/try/", "/benchmarks/"):
        assert f'href="{address}"' in text
    assert complaints(text) == []


def test_values_say_what_they_are():
    parts = {part.name: part for part in reference()}
    make = next(one for one in parts["tokens"].operations if one.name == "tokens_make")
    assert (make.method, make.path) == ("POST", "/api/v1/tokens/")
    scope = next(value for value in make.sent if value.name == "scope")
    assert "“read” or “label” or “manage”" in scope.kind
    assert "401" in [problem.status for problem in make.problems]
