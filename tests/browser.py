"""A real Chromium, driven by Playwright, on a real server thread."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from people.models import User
from tests.chromium import ADVICE, QUIET, find_chromium


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        pytest.fail(ADVICE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Browser, live_server) -> Iterator[Page]:
    """A fresh window. Anything the page complains of (a script's error, a refused resource) fails
    the test at its end."""
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 1280, "height": 800}
    )
    window = context.new_page()
    window.set_default_timeout(15_000)
    complaints: list[str] = []
    window.on("pageerror", lambda error: complaints.append(str(error)))
    window.on(
        "console", lambda said: complaints.append(said.text) if said.type == "error" else None
    )
    window.complaints = complaints
    yield window
    # What the page still asks for ends before the tables are emptied.
    for open_page in context.pages:
        open_page.goto("about:blank")
    window.wait_for_timeout(150)
    context.close()
    assert complaints == []


@pytest.fixture
def browse_as(page: Page, live_server):
    """browse_as(person) opens the window with that person signed in."""
    from django.test import Client

    def sign_in(person: User) -> Page:
        client = Client()
        client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
        page.context.add_cookies(
            [
                {
                    "name": "sessionid",
                    "value": client.cookies["sessionid"].value,
                    "url": live_server.url,
                }
            ]
        )
        return page

    return sign_in
