"""A second factor as a person meets it, at a desk and on a phone, without scripts."""

import pytest

from tests.factories import PASSWORD
from tests.people.coding import App
from tests.people.test_in_browser import fits, keep_picture
from tests.people.test_second_factor import secret_on
from tests.web.test_axe import faults_on, turn

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NARROW = {"width": 320, "height": 640}
DESK = {"width": 1280, "height": 800}


class Text:
    """A browser's page, read as the answer to a request is."""

    def __init__(self, page):
        self.text = page.content()


def give_password(page, username):
    page.goto("/people/sign-in/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("size", [DESK, NARROW], ids=["desk", "narrow"])
@pytest.mark.parametrize("look", ["light", "dark"])
def test_a_lead_sets_up_the_app_that_their_role_needs_and_signs_in_by_it(
    chromium, live_server, lead, settings, size, look
):
    settings.SECOND_FACTOR_ROLES = frozenset({"lead"})
    window = chromium.new_context(
        base_url=live_server.url, viewport=size, java_script_enabled=False, color_scheme=look
    )
    page = window.new_page()
    give_password(page, "lena")
    page.wait_for_url("**/set-up/")
    picture = page.get_by_role("img", name="The secret below, as a QR code")
    assert picture.evaluate("image => image.complete && image.naturalWidth > 200")
    assert fits(page)
    keep_picture(page, f"set-up-{look}")
    app = App(secret_on(Text(page)))
    page.get_by_label("Code that the app shows").fill("12345")
    page.keyboard.press("Enter")
    page.get_by_text("Expected six digits, each from 0 to 9.").wait_for()
    page.get_by_label("Code that the app shows").fill(app.code())
    page.keyboard.press("Enter")
    page.locator("#codes").wait_for()
    codes = page.locator("#codes").inner_text().split()
    assert len(codes) == 10
    assert fits(page)
    keep_picture(page, f"codes-{look}")
    page.get_by_role("link", name="I have kept them").click()
    page.wait_for_url("**/")
    page.goto("/people/account/")
    keep_picture(page, f"account-{look}")
    page.get_by_role("link", name="Change the second factor").click()
    assert fits(page)
    keep_picture(page, f"mine-{look}")
    window.close()

    window = chromium.new_context(
        base_url=live_server.url, viewport=size, java_script_enabled=False, color_scheme=look
    )
    page = window.new_page()
    give_password(page, "lena")
    page.wait_for_url("**/second-factor/")
    code = page.get_by_label("Code that the app shows")
    assert code.get_attribute("autocomplete") == "one-time-code"
    assert code.get_attribute("inputmode") == "numeric"
    code.fill(app.code(late=-90))
    page.keyboard.press("Enter")
    page.get_by_text("check your phone's clock").wait_for()
    assert fits(page)
    keep_picture(page, f"ask-{look}")
    page.get_by_text("No phone at hand?").click()
    page.get_by_label("Recovery code").fill(codes[4])
    keep_picture(page, f"recover-{look}")
    assert fits(page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/")
    page.get_by_text("You have 9 recovery codes left.").wait_for()
    window.close()


def test_axe_finds_nothing_on_the_way_in(page, lead, settings):
    settings.SECOND_FACTOR_ROLES = frozenset({"lead"})
    turn(page, 1280, "light")
    give_password(page, "lena")
    page.wait_for_url("**/set-up/")
    app = App(secret_on(Text(page)))
    found = {"set up": faults_on(page)}
    page.get_by_label("Code that the app shows").fill(app.code())
    page.keyboard.press("Enter")
    page.locator("#codes").wait_for()
    found["codes"] = faults_on(page)
    page.goto("/people/account/second-factor/")
    found["mine"] = faults_on(page)
    page.context.clear_cookies()
    give_password(page, "lena")
    page.wait_for_url("**/second-factor/")
    page.get_by_text("No phone at hand?").click()
    found["ask"] = faults_on(page)
    assert {name: faults for name, faults in found.items() if faults} == {}
