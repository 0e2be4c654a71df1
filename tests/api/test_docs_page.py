"""The docs page, in a real browser, under the strict content policy."""

import re

import pytest
from django.contrib.staticfiles import finders


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
    answer = page.goto("/api/v1/docs/")
    assert (
        "nonce-" in answer.headers["content-security-policy"]
        or "script-src 'self'" in answer.headers["content-security-policy"]
    )
    block = page.locator("#operations-me-me")
    block.wait_for()
    block.click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    told = block.locator(".live-responses-table tr.response")
    told.wait_for()
    assert '"username": "lena"' in told.inner_text()
    assert elsewhere == []


@pytest.mark.browser
def test_what_changes_something_is_tried_out_with_the_session_s_csrf_token(lead, browse_as):
    page = browse_as(lead)
    page.goto("/api/v1/docs/")
    block = page.locator("#operations-tokens-tokens_make")
    block.click()
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
    body = signed_in(lead).get("/api/v1/docs/").content.decode()
    found = re.findall(r'(?:src|href)="/static/([^"]+)"', body)
    assert len(found) == 4
    assert all(finders.find(path) for path in found)
    assert "<style" not in body
    assert "<script>" not in body
