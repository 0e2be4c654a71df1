"""No answer before its pair can have been looked at: its clip has shown its first frame, and a
moment has gone since. A second press answers nothing, and the screen says so; whoever is honestly
quick is never refused."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from annotator.models import Label, Slot, Trial
from tests.annotator.pages.answering import begin as begin_form
from tests.annotator.pages.looking import looked
from tests.annotator.pages.test_screen import begin, campaign, make_clips, sign_in, until
from tests.annotator.test_training import campaign_with_training, in_training, unasked
from tests.factories import make_campaign

__all__ = ["campaign"]
pytestmark = pytest.mark.django_db(transaction=True)

# Before the page's own scripts: how often it said "Look first", and when a pair was to be seen.
WATCHED = """
window.refusals = 0;
window.frames = [];
addEventListener('DOMContentLoaded', () => {
    const line = document.querySelector('[data-look]');
    if (line) new MutationObserver(() => line.textContent && (refusals += 1))
        .observe(line, {childList: true});
});
addEventListener('truepool:frame', (event) => frames.push(event.detail.at), true);
"""
LINE = "[data-look]"
SLOWLY = 4_000  # of the setting: an answer is taken after a second, also where the machine is busy


@pytest.fixture
def watched(browse_as, campaign, rater):
    """The rating screen with a pair that can be answered."""
    page = browse_as(rater)
    page.add_init_script(WATCHED)
    return begin(page, campaign)


def slowly(page: Page, campaign) -> Page:
    campaign.seen_ms = SLOWLY
    campaign.save()
    page.add_init_script(WATCHED)
    return begin(page, campaign)


def labels(page: Page) -> int:
    """Once all is saved."""
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    page.wait_for_timeout(200)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    return Label.objects.count()


@pytest.mark.parametrize("apart", [0, 60, 120])
def test_ten_hasty_double_presses_are_ten_labels(browse_as, campaign, rater, apart):
    page = slowly(browse_as(rater), campaign)
    for at in range(10):
        looked(page)
        page.keyboard.press("1" if at % 2 else "0")
        page.wait_for_timeout(apart)
        page.keyboard.press("1" if at % 2 else "0")
    assert labels(page) == 10
    assert page.evaluate("refusals") >= 1


def test_three_keys_label_one_pair_and_the_screen_says_to_look_first(browse_as, campaign, rater):
    page = slowly(browse_as(rater), campaign)
    for key in ("1", "0", "1"):
        page.keyboard.press(key)
        page.wait_for_timeout(60)
    expect(page.locator(LINE)).to_contain_text("Look first")
    assert page.locator(LINE).bounding_box()["height"] > 16
    assert page.get_attribute(LINE, "role") == "status"
    assert labels(page) == 1
    # Long enough to be read, though the answer before is saved meanwhile.
    page.wait_for_timeout(1_500)
    expect(page.locator(LINE)).to_contain_text("Look first")
    expect(page.locator(LINE)).to_have_text("")
    looked(page)
    page.keyboard.press("0")
    assert labels(page) == 2


@pytest.mark.parametrize("clicks", [2, 3])
def test_a_double_or_triple_click_labels_one_pair(browse_as, campaign, rater, clicks):
    page = slowly(browse_as(rater), campaign)
    page.click("[data-answer=relevant]", click_count=clicks, delay=30)
    assert labels(page) == 1


def test_a_double_click_on_cannot_judge_chooses_no_reason(browse_as, campaign, rater):
    page = slowly(browse_as(rater), campaign)
    page.click("[data-answer=cannot_judge]", click_count=2, delay=30)
    expect(page.locator("#reasons")).to_be_visible()
    assert labels(page) == 0
    page.keyboard.press("3")  # by keys it may be as quick as two fingers are
    assert labels(page) == 1


@pytest.mark.parametrize("key", ["1", "Enter"])
def test_a_held_key_labels_one_pair(watched, key):
    """Though it is held for longer than a pair must be looked at."""
    page = watched
    page.locator("[data-answer=relevant]").focus()
    for _ in range(60):
        page.keyboard.down(key)  # again and again without an up: the browser calls it a repeat
        page.wait_for_timeout(30)
    page.keyboard.up(key)
    assert labels(page) == 1


# Resolves at the moment of the next press: 350 ms after the last, or as soon as this pair has been
# seen for 250 ms, where this machine was slow to show it. No person sees it sooner.
DUE = """(given) => new Promise((done) => {
    const look = () => {
        const now = performance.now();
        const early = now < (window.last ?? 0) + 350 || now < frames.at(-1) + 250;
        if (frames.length <= given || early) return setTimeout(look, 2);
        window.last = now;
        done();
    };
    look();
})"""


def test_of_fifty_answers_at_350_ms_each_none_is_refused(watched):
    page = watched
    for given in range(50):
        page.evaluate(DUE, given)
        page.keyboard.press("1" if given % 2 else "0")
    assert labels(page) == 50
    assert page.evaluate("refusals") == 0


def test_a_clip_that_plays_once_more_is_not_waited_for_again(watched):
    page = watched
    looked(page)
    page.evaluate("() => { document.querySelector('video').currentTime = 0.9 }")
    until(page, "document.querySelector('video').currentTime < 0.5")  # it has begun again
    page.keyboard.press("1")
    page.wait_for_selector("text=Saved: relevant.")
    looked(page)
    page.evaluate("() => { document.querySelector('video').currentTime = 0 }")
    page.keyboard.press("0")
    assert labels(page) == 2
    assert page.evaluate("refusals") == 0


def test_with_less_motion_the_clip_that_stands_still_can_be_answered(
    chromium, live_server, campaign, rater
):
    context = chromium.new_context(base_url=live_server.url, reduced_motion="reduce")
    page = context.new_page()
    page.add_init_script(WATCHED)
    sign_in(page, rater, live_server)
    begin(page, campaign)
    for at in range(6):  # the first, those that were fetched before, and each in either player
        looked(page)
        assert page.evaluate("document.querySelector('video').paused")
        page.keyboard.press("1" if at % 2 else "0")
    assert labels(page) == 6
    context.close()


def test_a_pair_that_undo_brings_back_is_looked_at_first(browse_as, campaign, rater):
    page = slowly(browse_as(rater), campaign)
    looked(page)
    page.keyboard.press("1")
    page.wait_for_selector("text=Saved: relevant.")
    looked(page)
    page.keyboard.press("z")
    expect(page.locator("[data-saved]")).to_contain_text("Taken back")
    page.keyboard.press("0")
    expect(page.locator(LINE)).to_contain_text("Look first")
    assert labels(page) == 2  # what was given, and that it was taken back
    looked(page)
    page.keyboard.press("0")
    assert labels(page) == 3


def test_without_a_connection_it_is_the_same(browse_as, campaign, rater):
    page = slowly(browse_as(rater), campaign)
    page.wait_for_timeout(500)  # the next clips are in memory
    page.context.set_offline(True)
    for _ in range(3):
        looked(page)
        for key in ("1", "0"):
            page.keyboard.press(key)
            page.wait_for_timeout(60)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "3")
    page.context.set_offline(False)
    assert labels(page) == 3
    page.complaints.clear()  # a browser tells of every request that fails


def test_a_clip_that_never_comes_can_be_reported_at_once(browse_as, campaign, rater):
    page = browse_as(rater)
    page.context.route("**/media/**", lambda _: None)  # never answered
    page.goto(f"/rate/{campaign.pk}/")
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("body[data-scripts]")
    page.keyboard.press("1")
    expect(page.locator(LINE)).to_contain_text("Look first")
    assert not Label.objects.exists()
    page.keyboard.press("e")
    looked(page, "#reasons")
    page.click("[data-reason=does_not_play]")
    page.wait_for_selector("text=Saved: cannot judge")
    assert Label.objects.get().reason == "does_not_play"
    page.complaints.clear()


def test_a_finger_that_taps_twice_labels_one_pair(chromium, live_server, campaign, rater):
    context = chromium.new_context(
        base_url=live_server.url, viewport={"width": 390, "height": 844}, has_touch=True
    )
    page = context.new_page()
    sign_in(page, rater, live_server)
    slowly(page, campaign)
    for _ in range(2):
        page.locator("[data-answer=relevant]").tap()
    assert labels(page) == 1
    context.close()


# Other screens


def test_in_a_group_that_has_just_come_nothing_is_answered(browse_as, rater):
    made = make_campaign(
        captions=2,
        videos=6,
        raters=[rater],
        show="grid",
        single_share=0.0,
        double_share=0.0,
        seen_ms=SLOWLY,
    )
    make_clips()
    page = browse_as(rater)
    page.goto(f"/rate/{made.pk}/")
    page.get_by_role("button", name="Begin").click()
    cell = ".cell[data-current]:not([data-answered])"
    until(page, "document.querySelectorAll('.cell[data-looked]').length === 6")
    for _ in range(5):
        page.keyboard.press("0")  # all of them have been on the screen for as long
    looked(page, cell)
    for _ in range(200):  # until the next group is held
        if Slot.objects.filter(state="leased").count() >= 6:
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(500)
    page.keyboard.press("0")
    until(page, "document.querySelectorAll('.cell:not([data-answered])').length === 6")
    page.keyboard.press("0")
    page.keyboard.press("1")
    expect(page.locator(LINE)).to_contain_text("Look first")
    assert labels(page) == 6
    looked(page, cell)
    page.click(f"{cell} [data-answer=relevant]", click_count=2, delay=30)
    assert labels(page) == 7
    assert Label.objects.filter(answer="withdrawn").count() == 0


def test_a_training_question_that_has_just_come_is_not_answered(browse_as, rater):
    made = campaign_with_training(pass_window=2, pass_mark=1.0)
    unasked(made, videos=6, answer=None)
    made.seen_ms = SLOWLY
    made.save()
    make_clips()
    in_training(made, rater)
    page = browse_as(rater)
    page.goto(f"/train/{made.pk}/")
    page.get_by_role("button", name="Begin").press("Enter")
    looked(page)
    page.keyboard.press("1")
    page.wait_for_selector("[data-next]")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-answer=relevant]")
    page.keyboard.press("1")
    page.keyboard.press("0")
    expect(page.locator(LINE)).to_contain_text("Look first")
    assert Trial.objects.filter(answered_at__isnull=False).count() == 1
    looked(page)
    page.keyboard.press("0")
    page.wait_for_selector("[data-next]")
    assert Trial.objects.filter(answered_at__isnull=False).count() == 2


@pytest.fixture
def plain(chromium, live_server, campaign, rater):
    """The same page in a browser without scripts."""
    campaign.seen_ms = SLOWLY
    campaign.save()
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, rater, live_server)
    page.goto(f"/rate/{campaign.pk}/")
    page.click("text=Begin")
    page.wait_for_selector("[data-answer=relevant]")
    yield page
    context.close()


@pytest.mark.parametrize("apart", [0, 60, 120, 200])
def test_without_scripts_a_second_click_labels_no_other_pair(plain, apart):
    box = plain.locator("[data-answer=relevant]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for given in range(1, 4):
        plain.wait_for_timeout(SLOWLY / 4 + 100)
        for _ in range(2):
            plain.mouse.click(x, y)
            plain.wait_for_timeout(apart)
        for _ in range(100):
            if Label.objects.count() >= given:
                break
            plain.wait_for_timeout(50)
        plain.wait_for_timeout(500)
        plain.wait_for_load_state()
        assert Label.objects.count() == given


def test_a_form_that_comes_at_once_shows_its_pair_again(signed_in, campaign, rater):
    browser = signed_in(rater)
    first = begin_form(browser, campaign)
    campaign.seen_ms = 60_000
    campaign.save()
    served = page_served(browser, campaign)
    answer = f"/rate/{campaign.pk}/answer/"
    shown = browser.post(answer, first | {"answer": "relevant", "served": served}, follow=True)
    assert "Look first" in shown.text
    assert f'name="slot" value="{first["slot"]}"' in shown.text
    assert not Label.objects.exists()
    later = str(int(served) - 60_000)
    browser.post(answer, first | {"answer": "relevant", "served": later})
    assert Label.objects.count() == 1


def page_served(browser: Client, campaign) -> str:
    page = browser.get(f"/rate/{campaign.pk}/").text
    return page.split('name="served" value="')[1].split('"')[0]


def test_one_setting_says_for_how_long(browse_as, campaign, rater):
    """A quarter of what pairs shown together must be seen for before all others are irrelevant."""
    campaign.seen_ms = 6_000
    campaign.save()
    page = browse_as(rater)
    page.goto(f"/rate/{campaign.pk}/")
    page.get_by_role("button", name="Begin").click()
    until(page, "document.querySelector('video').currentTime > 0.5")
    page.keyboard.press("1")
    expect(page.locator(LINE)).to_contain_text("Look first")
    looked(page)
    page.keyboard.press("1")
    assert labels(page) == 1
