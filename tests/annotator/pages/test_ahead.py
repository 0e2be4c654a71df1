"""Pairs that are held ahead, for when the connection goes: many, but never more than is fair to the
others, and the screen says the right thing when they are used up."""

import pytest
from playwright.sync_api import Page, expect

from annotator.models import Label, Slot
from tests.annotator.pages.looking import looked
from tests.annotator.pages.test_screen import begin, forgive, make_clips, until
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)
NETWORK = ("Failed to load resource", "ERR_INTERNET_DISCONNECTED", "net::")
DRY = "[data-over=loading]"
# The clips that were fetched into memory, and how many are on their way.
FETCHED = """
window.fetched = 0;
window.fetching = 0;
const ask = window.fetch;
window.fetch = async (...asked) => {
    const clip = String(asked[0]).includes('/media/');
    if (clip) fetching += 1;
    try {
        const answer = await ask(...asked);
        if (clip) fetched += 1;
        return answer;
    } finally {
        if (clip) fetching -= 1;
    }
};
"""


def held_by(rater) -> int:
    return Slot.objects.filter(rater=rater, state="leased").count()


def until_held(page: Page, rater, number: int) -> None:
    for _ in range(200):
        if held_by(rater) == number:
            return
        page.wait_for_timeout(50)
    assert held_by(rater) == number


def opened(browse_as, rater, captions: int, script: str = "") -> Page:
    campaign = make_campaign(captions=captions, videos=10, raters=[rater], double_share=0.0)
    make_clips()
    page = browse_as(rater)
    page.add_init_script(FETCHED + script)
    return begin(page, campaign)


def test_without_a_connection_twenty_pairs_go_on_and_then_it_says_to_wait(browse_as, rater):
    page = opened(browse_as, rater, captions=10)
    until_held(page, rater, 20)
    until(page, "fetched >= 18 && fetching === 0")
    page.context.set_offline(True)
    for given in range(20):
        looked(page)
        page.keyboard.press("1" if given % 2 else "0")
        if given == 10:
            expect(page.locator("#banner")).to_contain_text("Carry on")
    expect(page.locator(DRY)).to_contain_text("Wait here, nothing is lost")
    expect(page.locator("#banner")).to_contain_text("Wait here, nothing is lost: 20 waiting")
    expect(page.locator("#banner")).not_to_contain_text("Carry on")
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0", timeout=30_000)
    expect(page.locator(DRY)).to_be_hidden()
    assert Label.objects.count() == 20
    forgive(page, *NETWORK)


def test_no_more_than_a_quarter_of_what_is_left_is_held(browse_as, rater, other_rater):
    page = opened(browse_as, rater, captions=4)  # 40 pairs
    until_held(page, rater, 10)
    for given in range(24):
        looked(page)
        page.keyboard.press("1")
        expect(page.locator("[data-today]")).to_have_text(f"{given + 1} today")
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    page.wait_for_timeout(500)
    assert held_by(rater) <= 5
    assert Label.objects.count() == 24


def test_who_saves_data_holds_few(browse_as, rater):
    saves = "Object.defineProperty(navigator, 'connection', {value: {saveData: true}});"
    page = opened(browse_as, rater, captions=10, script=saves)
    until_held(page, rater, 4)
    page.wait_for_timeout(1_000)
    assert held_by(rater) == 4
    assert page.evaluate("fetched") <= 4


def test_no_more_clips_are_held_than_memory_is_meant_for(browse_as, rater):
    """Each clip of 20 MB, as its player is told: five of them fill the 100 MB."""
    large = "Object.defineProperty(Blob.prototype, 'size', {get: () => 20e6});"
    page = opened(browse_as, rater, captions=10, script=large)
    until(page, "fetched >= 4 && fetching === 0")
    page.wait_for_timeout(1_000)
    assert page.evaluate("fetched") <= 6
    for given in range(3):
        looked(page)
        page.keyboard.press("1")
        expect(page.locator("[data-today]")).to_have_text(f"{given + 1} today")


def test_the_clips_that_come_next_are_fetched_before_those_for_later(browse_as, rater):
    """What is far is not even asked for until the clip on the screen is there."""
    page = browse_as(rater)
    campaign = make_campaign(captions=10, videos=10, raters=[rater], double_share=0.0)
    make_clips()
    page.add_init_script(
        FETCHED + "window.before = null; addEventListener('truepool:frame', () => {"
        " before ??= fetched + fetching; }, true);"
    )
    begin(page, campaign)
    until(page, "fetched >= 18 && fetching === 0")
    assert page.evaluate("before") <= 3
