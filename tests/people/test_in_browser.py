"""The pages of people as a person meets them, at a desk and on a phone."""

import os
from pathlib import Path

import pytest

from people.models import Role, User
from tests.factories import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
STRONG = "seven purple elephants"


def keep_picture(page, name):
    """Where PICTURES names a folder, what the test saw is kept there to be looked at."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(
            path=Path(folder) / f"{name}-{page.viewport_size['width']}.png", full_page=True
        )


def fits(page):
    """Nothing sticks out to the right: a phone's page does not scroll sideways."""
    page.wait_for_load_state()  # what a press has asked for may not have arrived
    return page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def sign_in(page, username, password=PASSWORD):
    page.goto("/people/sign-in/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def go(page, place):
    """By the navigation, which on a phone is behind one button."""
    menu = page.locator("summary", has_text="Menu")
    if menu.is_visible():
        menu.click()
    page.locator("header").get_by_role("link", name=place).locator("visible=true").click()


def sign_out(page):
    menu = page.locator("summary", has_text="Menu")
    if menu.is_visible():
        menu.click()
    page.locator("header").get_by_role("button", name="Sign out").locator("visible=true").click()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_somebody_who_forgot_their_password_chooses_another(
    page, chromium, live_server, administrator, rater, size
):
    page.set_viewport_size(size)
    sign_in(page, "anton")
    page.wait_for_url("**/")
    page.goto(f"/people/{rater.pk}/")
    keep_picture(page, "person")
    page.get_by_role("button", name="Make a link for a new password").click()
    link = page.locator("#link").inner_text()
    keep_picture(page, "link-made")
    assert fits(page)
    page.goto(f"/people/{rater.pk}/")
    assert not page.locator("#link").is_visible()

    window = chromium.new_context(
        base_url=live_server.url, viewport=size, java_script_enabled=False, color_scheme="dark"
    )
    theirs = window.new_page()
    theirs.goto("/people/sign-in/")
    theirs.get_by_text("Forgotten your password?").click()
    assert theirs.get_by_text("Ask an administrator of this Truepool.").is_visible()
    keep_picture(theirs, "forgotten")
    theirs.goto(link)
    keep_picture(theirs, "new-password")
    theirs.get_by_label("New password").fill(STRONG)
    theirs.get_by_label("Repeat the password").fill(STRONG)
    theirs.get_by_role("button", name="Set the password").click()
    keep_picture(theirs, "password-set")
    theirs.get_by_label("Username").fill("rosa")
    theirs.get_by_label("Password", exact=True).fill(STRONG)
    theirs.get_by_role("button", name="Sign in").click()
    theirs.wait_for_url("**/")
    theirs.goto("/people/account/")
    assert "You sign in as rosa" in theirs.locator("main").inner_text()
    theirs.close()
    window.close()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_lead_invites_somebody_who_joins_and_signs_in_again(page, lead, size):
    page.set_viewport_size(size)
    sign_in(page, "lena")
    page.wait_for_url("**/")
    go(page, "People")
    keep_picture(page, "people")
    assert fits(page)
    page.get_by_role("link", name="Invite people").click()
    page.get_by_label("For whom").fill("Nora, from Oslo")
    page.get_by_role("combobox", name="Role").select_option(label="Adjudicator")
    page.get_by_role("button", name="Make the links").click()
    link = page.locator("#link").inner_text()
    keep_picture(page, "invitations")
    assert fits(page)
    sign_out(page)

    page.goto(link)
    assert "Lena Lead invites you as adjudicator" in page.locator("main").inner_text()
    page.get_by_label("Username").fill("nora")
    page.get_by_label("Your name").fill("Nora New")
    page.get_by_label("Password", exact=True).fill(STRONG)
    page.get_by_label("Repeat the password").fill(STRONG)
    keep_picture(page, "join")
    assert fits(page)
    page.get_by_role("button", name="Create my account").click()
    page.wait_for_url("**/")
    assert User.objects.get(username="nora").role == Role.ADJUDICATOR

    sign_out(page)
    keep_picture(page, "sign-in")
    assert fits(page)
    sign_in(page, "NORA", STRONG)
    page.wait_for_url("**/")
    go(page, "Nora New")
    assert "You sign in as nora; your role is adjudicator." in page.locator("main").inner_text()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_my_account_makes_a_token_and_shows_it_once(page, rater, browse_as, size):
    page.set_viewport_size(size)
    browse_as(rater)
    page.goto("/people/account/")
    page.get_by_label("What will use it").fill("nightly import")
    page.get_by_role("combobox", name="What it may do").select_option(label="Read and label")
    page.get_by_role("button", name="Make a token").click()
    assert page.locator("#secret").inner_text().startswith("tp_")
    keep_picture(page, "account")
    assert fits(page)
    page.goto("/people/account/")
    assert page.locator("#secret").count() == 0
    page.get_by_role("button", name="Revoke nightly import").click()
    assert "Token nightly import revoked." in page.locator("main").inner_text()


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_an_administrator_reads_what_was_done(page, rater, administrator, browse_as, size):
    page.set_viewport_size(size)
    browse_as(administrator)
    page.goto(f"/people/{rater.pk}/")
    page.get_by_role("combobox", name="Role").select_option(label="Lead")
    page.get_by_role("button", name="Change the role").click()
    assert "Rosa Rater is now lead." in page.locator("main").inner_text()
    keep_picture(page, "person")
    assert fits(page)
    go(page, "People")
    page.get_by_role("link", name="Audit log").click()
    page.get_by_label("Did").fill("changed")
    page.get_by_role("button", name="Show").click()
    assert "role: rater → lead" in page.locator("main").inner_text()
    keep_picture(page, "audit")
    assert fits(page)


def test_the_locked_out_page_says_when_to_try_again(page, rater):
    for _ in range(5):
        sign_in(page, "rosa", "wrong")
    assert "Try again at" in page.locator("main").inner_text()
    keep_picture(page, "locked-out")
    page.complaints.clear()  # the browser calls a 422 and a 429 an error; here they are the answer
