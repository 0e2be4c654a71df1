"""What all full-window screens have: a player's bar that is seen, keys that `?` lists, and nothing
that moves when the scripts begin. Without scripts, nothing that only they can use."""

import pytest
from playwright.sync_api import Page, expect

from annotator.queries.disputes import queue_of
from tests.annotator.pages.looking import looked
from tests.annotator.pages.test_screen import make_clips, sign_in
from tests.annotator.saying import claim, say
from tests.annotator.test_training import campaign_with_training, in_training, unasked
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)

SCREENS = ("rating", "captions", "grid", "training", "dispute")
WITH_BAR = ("rating", "captions", "training", "dispute")
PHONE_ON_ITS_SIDE = {"width": 844, "height": 390}
# What moved, and by how much, from the first picture on.
SHIFTS = """
window.moved = [];
new PerformanceObserver((all) => {
    for (const one of all.getEntries())
        moved.push(...one.sources.map((at) => [
            (at.node?.outerHTML ?? at.node?.textContent ?? '').slice(0, 90),
            at.currentRect.x - at.previousRect.x, at.currentRect.y - at.previousRect.y,
        ]));
}).observe({type: 'layout-shift', buffered: true});
"""


@pytest.fixture
def screen_of(rater, other_rater, adjudicator):
    """screen_of(name): who sees it, its address, and whether it asks to begin."""

    def rating(**policy):
        made = make_campaign(captions=6, videos=6, raters=[rater], double_share=0.0, **policy)
        claim(rater, made)
        return rater, f"/rate/{made.pk}/"

    def training():
        made = campaign_with_training(pass_window=2, pass_mark=1.0)
        unasked(made, videos=6, answer=None)
        in_training(made, rater)
        return rater, f"/train/{made.pk}/"

    def dispute():
        made = make_campaign(
            captions=2,
            videos=2,
            raters=[rater, other_rater],
            adjudicators=[adjudicator],
            double_share=1.0,
            label_limit=2,
        )
        for person, answer in ((rater, "relevant"), (other_rater, "irrelevant")):
            for slot in claim(person, made, 20):
                say(person, slot, answer)
        return adjudicator, f"/adjudication/{made.pk}/{queue_of(made).rows[0].pk}/"

    def make(name):
        together = {"show": name, "single_share": 0.0, "group_size": 6}
        made = {
            "rating": rating,
            "captions": lambda: rating(**together),
            "grid": lambda: rating(**together),
            "training": training,
            "dispute": dispute,
        }[name]()
        make_clips()
        return made

    return make


def open_screen(page: Page, address: str) -> None:
    page.goto(address)
    if page.locator("button:text-is('Begin')").count():
        page.locator("button:text-is('Begin')").click()
    page.wait_for_selector(".answer")


def seen(page: Page, selector: str) -> bool:
    one = page.locator(selector)
    box = one.bounding_box()
    return bool(one.is_visible() and box and box["width"] > 200 and box["height"] >= 32)


@pytest.mark.parametrize("name", WITH_BAR)
def test_the_players_bar_is_seen_and_works(browse_as, screen_of, name):
    person, address = screen_of(name)
    page = browse_as(person)
    open_screen(page, address)
    page.wait_for_selector("body[data-scripts]")
    assert seen(page, "[data-player]")
    page.click("[data-player] [data-key=faster]")
    assert page.evaluate("document.querySelector('video.clip').playbackRate") == 1.25
    assert page.locator("[data-player] [data-seek]").is_visible()


@pytest.mark.parametrize("name", SCREENS)
def test_a_key_lists_the_keys_where_one_is(browse_as, screen_of, name):
    person, address = screen_of(name)
    page = browse_as(person)
    open_screen(page, address)
    page.wait_for_selector("body[data-scripts]")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    assert page.locator("#keys tbody tr").count() >= 10
    keys = page.locator("#keys tr", has=page.get_by_text("Relevant", exact=True)).locator("kbd")
    together = name in ("captions", "grid")  # the arrows go from one to another there
    assert keys.all_inner_texts() == (["1", "R"] if together else ["1", "R", "→"])
    table, link = (page.locator(f"#keys {one}").bounding_box() for one in ("table", "p"))
    assert link["y"] - (table["y"] + table["height"]) >= 8
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    assert page.url.endswith(address)


@pytest.mark.parametrize("name", SCREENS)
def test_nothing_moves_when_the_scripts_begin(browse_as, screen_of, name):
    person, address = screen_of(name)
    page = browse_as(person)
    page.add_init_script(SHIFTS)
    open_screen(page, address)
    page.reload()
    page.wait_for_selector("body[data-scripts]")
    page.wait_for_timeout(800)
    assert page.locator("kbd[data-cap]:visible").count() > 2
    assert page.evaluate("moved") == []


@pytest.mark.parametrize("name", SCREENS)
def test_without_scripts_no_key_is_promised(chromium, live_server, screen_of, name):
    person, address = screen_of(name)
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, person, live_server)
    open_screen(page, address)
    assert page.locator("kbd:visible").count() == 0
    assert page.locator("[data-scripted]:visible").count() == 0
    context.close()


@pytest.mark.parametrize("size", [(390, 844), (844, 390)])
def test_without_scripts_what_is_behind_more_is_shown(chromium, live_server, screen_of, size):
    person, address = screen_of("rating")
    context = chromium.new_context(
        base_url=live_server.url,
        java_script_enabled=False,
        viewport={"width": size[0], "height": size[1]},
    )
    page = context.new_page()
    sign_in(page, person, live_server)
    open_screen(page, address)
    assert page.locator(".more-button:visible").count() == 0
    assert page.locator("[data-key=ask]").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click("[data-key=later]")
    page.wait_for_selector("text=Moved to the end of your queue.")
    context.close()


@pytest.fixture
def phone(chromium, live_server):
    """phone(person, size): a page on a touch screen, which has no pointer that could hover."""
    contexts = []

    def make(person, size):
        context = chromium.new_context(
            base_url=live_server.url, viewport=size, has_touch=True, is_mobile=True
        )
        contexts.append(context)
        page = context.new_page()
        sign_in(page, person, live_server)
        return page

    yield make
    for context in contexts:
        context.close()


def test_on_a_phone_on_its_side_each_reason_can_be_read(phone, screen_of):
    person, address = screen_of("rating")
    page = phone(person, PHONE_ON_ITS_SIDE)
    open_screen(page, address)
    page.wait_for_selector("body[data-scripts]")
    stage = page.locator("#stage").bounding_box()
    page.locator("[data-answer=cannot_judge]").tap()
    expect(page.locator("#reasons")).to_be_visible()
    boxes = [one.bounding_box() for one in page.locator("#reasons button").all()]
    assert len(boxes) == 6
    for at, box in enumerate(boxes):
        assert box["width"] >= 100
        assert box["height"] >= 44
        assert 0 <= box["x"] <= PHONE_ON_ITS_SIDE["width"] - box["width"]
        assert 0 <= box["y"] <= PHONE_ON_ITS_SIDE["height"] - box["height"]
        for other in boxes[:at]:  # none over another
            across = min(box["x"] + box["width"], other["x"] + other["width"]) - max(
                box["x"], other["x"]
            )
            along = min(box["y"] + box["height"], other["y"] + other["height"]) - max(
                box["y"], other["y"]
            )
            assert across <= 0 or along <= 0
    # No word runs out of its button, and no key is promised where there is no keyboard.
    over = """[...document.querySelectorAll('#reasons button')].filter(
        (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight
    ).length"""
    assert page.evaluate(over) == 0
    assert page.locator("#reasons kbd:visible").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE_ON_ITS_SIDE["width"]
    assert page.locator("#stage").bounding_box() == stage


def test_a_tapped_answer_does_not_stay_lit(phone, screen_of):
    person, address = screen_of("rating")
    page = phone(person, {"width": 390, "height": 844})
    open_screen(page, address)
    looked(page)
    look = """() => {
        const style = getComputedStyle(document.querySelector('[data-answer=irrelevant]'));
        return [style.color, style.backgroundColor, style.borderColor];
    }"""
    before = page.evaluate(look)
    page.locator("[data-answer=irrelevant]").tap()
    page.wait_for_selector("text=Saved: irrelevant.")
    assert page.evaluate("document.querySelector('[data-answer=irrelevant]').matches(':hover')")
    assert page.evaluate(look) == before
