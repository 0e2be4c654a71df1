"""What a person typed and could not send stays in the browser, and only they can read it."""

import pytest
from playwright.sync_api import expect

from annotator.models import Label
from tests.annotator.pages.looking import looked
from tests.annotator.pages.test_screen import (
    begin,
    campaign,
    forgive,
    press,
    ready,
    sign_in,
    sign_out,
)

__all__ = ["campaign"]
pytestmark = pytest.mark.django_db(transaction=True)

# All that this browser keeps, as somebody who opens its tools would read it.
KEPT = """async () => {
    const open = indexedDB.open('truepool');
    await new Promise((done) => (open.onsuccess = done));
    const store = open.result.transaction('outbox').objectStore('outbox');
    const all = await new Promise((done) => {
        const asked = store.getAll();
        asked.onsuccess = () => done(asked.result);
    });
    open.result.close();
    return JSON.stringify([all, {...localStorage}, {...sessionStorage}]);
}"""


def test_what_waits_and_what_was_typed_is_read_by_its_person_alone(
    browse_as, campaign, rater, other_rater, live_server
):
    page = begin(browse_as(rater), campaign)
    press(page, "1", "Saved: relevant.")
    sign_out(page)
    looked(page)
    page.keyboard.press("c")
    page.keyboard.type("a dog, not a cat")
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    expect(page.locator("#banner")).to_contain_text("Your session has ended")
    page.keyboard.press("c")
    page.keyboard.type("half a thought")
    page.keyboard.press("Escape")
    page.keyboard.press("q")
    page.keyboard.type("is a puppy a dog?")
    page.wait_for_timeout(300)

    sign_in(page, other_rater, live_server)
    page.goto("/rate/")
    kept = page.evaluate(KEPT)
    for typed in ("a dog", "half a", "puppy", "irrelevant"):
        assert typed not in kept
    assert kept.count("sealed.") == 3
    begin(page, campaign)
    expect(page.locator("#notices")).to_contain_text("Answers of someone else wait")

    sign_out(page)
    sign_in(page, rater, live_server)
    page.goto(f"/rate/{campaign.pk}/")
    ready(page)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    label = Label.objects.get(answer="irrelevant")
    assert (label.rater, label.comment) == (rater, "a dog, not a cat")
    expect(page.locator("#note-text")).to_have_value("half a thought")
    expect(page.locator("#asking-text")).to_have_value("is a puppy a dog?")
    forgive(page, "Failed to load resource", "net::", "401", "403", "409")


def test_after_the_sign_out_one_sentence_says_that_answers_wait(browse_as, campaign, rater):
    page = begin(browse_as(rater), campaign)
    page.context.route("**/api/v1/**", lambda route: route.abort())
    looked(page)
    page.keyboard.press("1")
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "1")
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/people/sign-in/**")
    expect(page.locator("main")).to_contain_text("Answers wait on this computer: 1.")

    page.context.unroute("**/api/v1/**")
    browse_as(rater)
    page.goto(f"/rate/{campaign.pk}/")
    ready(page)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    assert Label.objects.count() == 1
    page.goto("/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/people/sign-in/**")
    page.wait_for_load_state("networkidle")
    expect(page.locator("main")).not_to_contain_text("Answers wait")
    forgive(page, "Failed to load resource", "net::")
