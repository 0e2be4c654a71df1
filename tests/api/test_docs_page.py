"""The API's page to read, and the one to try it out, in a real browser, under the strict content
policy."""

import re

import pytest
from django.contrib.staticfiles import finders

from foundation.api.reference import reference
from tests.web.markup import complaints


def opened(page, name: str):
    """The operation of that name, unfolded: with a hundred of them, each is drawn only once the
    window comes near it."""
    page.locator("[id^=operations-]").first.wait_for()
    block = page.locator(f"#{name}")
    page.mouse.move(640, 500)
    for _ in range(100):
        if block.count():
            break
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(100)
    block.scroll_into_view_if_needed()
    block.locator(".opblock-summary-control").click()
    return block


@pytest.mark.browser
def test_the_docs_are_drawn_and_can_be_tried_out(lead, browse_as):
    page = browse_as(lead)
    elsewhere = []
    page.on(
        "request",
        lambda request: (
            elsewhere.append(request.url)
            if not request.url.startswith(("http://localhost", "data:"))
            else None
        ),
    )
    answer = page.goto("/api/v1/docs/try/")
    assert (
        "nonce-" in answer.headers["content-security-policy"]
        or "script-src 'self'" in answer.headers["content-security-policy"]
    )
    block = opened(page, "operations-me-me")
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    told = block.locator(".live-responses-table tr.response")
    told.wait_for()
    assert '"username": "lena"' in told.inner_text()
    assert elsewhere == []


@pytest.mark.browser
def test_what_changes_something_is_tried_out_with_the_session_s_csrf_token(lead, browse_as):
    page = browse_as(lead)
    page.goto("/api/v1/docs/try/")
    block = opened(page, "operations-tokens-tokens_make")
    block.get_by_role("button", name="Try it out").click()
    block.locator("textarea").fill('{"name": "from the docs"}')
    block.get_by_role("button", name="Execute").click()
    block.locator(".live-responses-table").wait_for()
    assert (
        "201"
        in block.locator(".live-responses-table tr.response .response-col_status").inner_text()
    )
    assert lead.tokens.get().name == "from the docs"


def test_the_docs_are_for_those_signed_in(client, db):
    answer = client.get("/api/v1/docs/")
    assert (answer.status_code, answer["Location"]) == (302, "/people/sign-in/?next=/api/v1/docs/")


def test_all_that_the_page_loads_is_served_from_here(lead, signed_in):
    body = signed_in(lead).get("/api/v1/docs/try/").content.decode()
    found = re.findall(r'(?:src|href)="/static/([^"]+)"', body)
    assert len(found) == 11
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
