"""A scale of grades in a real Chromium: one key a grade, on the rating screen, on pairs shown
together, in training and in a dispute; on a phone, away from the server, and without scripts."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Page, expect

from annotator.models import Campaign, Label, Member, Trial
from annotator.queries.disputes import queue_of
from media.ffmpeg import make_test_clip
from pooling.models import Video
from tests.annotator.pages.looking import looked
from tests.annotator.pages.test_screen import (
    NETWORK,
    begin,
    forgive,
    press,
    saved,
    sign_in,
    tap,
    until,
)
from tests.annotator.saying import claim, say
from tests.annotator.test_training import in_training, unasked
from tests.factories import make_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]
WORDS = ["not relevant", "slightly relevant", "partly relevant", "largely relevant", "perfect"]
ELEVEN = ["not at all", *map(str, range(1, 10)), "completely"]
GRADED = {"scale": WORDS, "relevant_from": 3, "double_share": 0.0}
SMALL = {"width": 320, "height": 568}


def with_clips(**policy) -> Campaign:
    made = make_campaign(**{"captions": 10, "videos": 8} | GRADED | policy)
    play()
    Campaign.objects.filter(pk=made.pk).update(without_clips=False)
    return made


def play() -> None:
    folder = Path(settings.MEDIA_ROOT) / "videos"
    folder.mkdir(parents=True, exist_ok=True)
    make_test_clip(folder / "graded.mp4", width=160, height=120)
    Video.objects.update(
        state="ready", path="videos/graded.mp4", seconds=1.0, width=160, height=120
    )


def values() -> list[int | None]:
    return list(Label.objects.order_by("pk").values_list("value", flat=True))


def called(value: int) -> str:
    return f"Saved: {value}, {WORDS[value]}."


def test_forty_pairs_are_graded_by_one_key_each(browse_as, rater):
    page = begin(browse_as(rater), with_clips(raters=[rater]))
    pressed = [(7 * n) % 5 for n in range(40)]
    for count, grade in enumerate(pressed, 1):
        tap(page, str(grade))
        for _ in range(300):
            if Label.objects.count() == count:
                break
            page.wait_for_timeout(50)
    assert values() == pressed
    assert set(Label.objects.filter(value__gte=3).values_list("answer", flat=True)) == {"relevant"}
    saved(page, called(pressed[-1]))


def test_a_grade_is_taken_back_put_off_and_cannot_be_judged(browse_as, rater):
    page = begin(browse_as(rater), with_clips(raters=[rater]))
    press(page, "3", called(3))
    caption = page.inner_text("h1")
    press(page, "4", called(4))
    press(page, "z", "Taken back: judge this pair again.")
    assert page.inner_text("h1") == caption
    press(page, "1", called(1))
    press(page, "l", "Moved to the end of your queue.")
    tap(page, "7")  # no such grade: nothing happens
    tap(page, "e")
    page.keyboard.press("2")  # a reason, not a grade
    expect(page.locator("[data-saved]")).to_contain_text("Saved: cannot judge (")
    assert values() == [3, 4, None, 1, None]


def test_a_grade_is_read_out_with_its_word_and_key(browse_as, rater):
    page = begin(browse_as(rater), with_clips(raters=[rater], scale=ELEVEN))
    buttons = page.locator("[data-answer=grade]")
    expect(buttons.nth(3)).to_have_accessible_name("3; key 3")
    expect(buttons.nth(10)).to_have_accessible_name("10, completely; key X")
    expect(
        page.get_by_role("group", name="How relevant is the clip to the caption?")
    ).to_be_visible()
    press(page, "x", "Saved: 10, completely.")
    press(page, "-", "Saved: 10, completely.")
    press(page, "0", "Saved: 0, not at all.")
    assert values() == [10, 10, 0]


def test_grades_given_away_from_the_server_are_sent_when_it_is_back(browse_as, rater):
    page = begin(browse_as(rater), with_clips(raters=[rater]))
    press(page, "2", called(2))
    page.context.set_offline(True)
    for count, grade in enumerate([4, 0, 3], 1):
        tap(page, str(grade))
        expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", str(count))
    assert values() == [2]
    page.context.set_offline(False)
    expect(page.locator("[data-waiting]")).to_have_attribute("data-waiting", "0")
    assert values() == [2, 4, 0, 3]
    forgive(page, *NETWORK)


@pytest.fixture
def window(chromium, live_server):
    """window(person, **how): another window, with that person signed in."""
    contexts = []

    def make(person, **how) -> Page:
        context = chromium.new_context(base_url=live_server.url, **how)
        contexts.append(context)
        page = context.new_page()
        sign_in(page, person, live_server)
        return page

    yield make
    for context in contexts:
        context.close()


def test_on_a_small_phone_eleven_grades_have_their_places(window, rater):
    campaign = with_clips(raters=[rater], scale=ELEVEN)
    page = begin(window(rater, viewport=SMALL, has_touch=True, is_mobile=True), campaign)
    boxes = [one.bounding_box() for one in page.locator(".answers button").all()]
    assert len(boxes) == 12
    for at, box in enumerate(boxes):
        assert min(box["width"], box["height"]) >= 44
        assert 0 <= box["x"] <= SMALL["width"] - box["width"]
        assert 0 <= box["y"] <= SMALL["height"] - box["height"]
        for other in boxes[:at]:
            across = abs(box["x"] - other["x"]) >= min(box["width"], other["width"]) - 1
            along = abs(box["y"] - other["y"]) >= min(box["height"], other["height"]) - 1
            assert across or along
    over = """[...document.querySelectorAll('.answers button')].filter(
        (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight
    ).length"""
    assert page.evaluate(over) == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]
    stage = page.locator("#stage").bounding_box()
    assert stage["height"] >= 100
    page.locator("[data-value='7']").tap()
    saved(page, "Saved: 7.")


PUSH = """() => {
    const stage = document.getElementById('stage');
    const at = (kind, x) => stage.dispatchEvent(new PointerEvent(kind, {
        pointerType: 'touch', isPrimary: true, bubbles: true, clientX: x, clientY: 200 }));
    at('pointerdown', 20); at('pointerup', 300);
}"""


def test_a_clip_that_is_pushed_aside_gets_no_grade(window, rater):
    campaign = with_clips(raters=[rater])
    page = begin(window(rater, viewport=SMALL, has_touch=True, is_mobile=True), campaign)
    caption = page.inner_text("h1")
    page.evaluate(PUSH)
    page.locator("[data-value='2']").tap()
    saved(page, called(2))
    assert values() == [2]
    assert page.inner_text("h1") != caption


def test_without_scripts_a_grade_is_a_button(window, rater):
    campaign = with_clips(raters=[rater], seen_ms=0)
    page = window(rater, java_script_enabled=False)
    page.goto(f"/rate/{campaign.pk}/")
    page.click("text=Begin")
    for grade in (4, 1):
        page.click(f"[data-value='{grade}']")
        saved(page, called(grade))
    assert values() == [4, 1]


FOCUSED = ".cell[data-current]:not([data-answered])"


def test_the_same_keys_grade_the_clip_in_focus_and_one_the_rest(browse_as, rater):
    # One caption: a key that is pressed again because all is slow must not answer the next.
    campaign = with_clips(
        captions=1, videos=6, raters=[rater], show="grid", single_share=0.0, seen_ms=300
    )
    page = browse_as(rater)
    page.goto(f"/rate/{campaign.pk}/")
    page.click("button:text-is('Begin')")
    looked(page, FOCUSED)
    page.keyboard.press("3")
    page.wait_for_selector(".cell[data-answered]")
    assert page.inner_text(".cell[data-answered] [data-said-words]") == "3, largely relevant"
    looked(page, FOCUSED)
    page.keyboard.press("1")
    seen = "[...document.querySelectorAll('.cell:not([data-answered])')].length === 4"
    until(page, seen)
    for _ in range(100):
        page.keyboard.press("a")
        if Label.objects.count() == 6:
            break
        page.wait_for_timeout(100)
    assert values() == [3, 1, 0, 0, 0, 0]


def test_training_is_answered_by_keys_and_names_the_distance(browse_as, rater):
    campaign = make_campaign(
        captions=1, training_required=True, pass_window=2, pass_mark=1.0, **GRADED
    )
    unasked(campaign, videos=8, answer=None, grades=[0, 4])
    play()
    in_training(campaign, rater)
    page = browse_as(rater)
    page.goto(f"/train/{campaign.pk}/")
    page.get_by_role("button", name="Begin").press("Enter")
    for number in range(20):
        page.wait_for_selector("[data-answer=grade][aria-keyshortcuts]")
        known = Trial.objects.get(answered_at=None).known.grade
        said = known if number else 2
        before = page.locator("#stage").bounding_box()
        looked(page)
        page.keyboard.press(str(said))
        page.wait_for_selector("[data-next]")
        note = page.inner_text("[data-part=note]")
        if number:
            assert note.startswith("Correct")
            assert "apart" not in note
        else:
            assert note.startswith("Wrong")
            assert f"You said 2, it is {known}: two apart." in note
        assert page.locator("#stage").bounding_box() == before
        if Member.objects.get().state == "active":
            break
        page.keyboard.press("n")
    assert Member.objects.get().state == "active"


def test_a_dispute_is_decided_by_a_grade_and_a_reason(browse_as, rater, other_rater, adjudicator):
    policy = {"double_share": 1.0, "label_limit": 2, "captions": 2, "videos": 2}
    campaign = with_clips(raters=[rater, other_rater], adjudicators=[adjudicator], **policy)
    for person, value in ((rater, 1), (other_rater, 4)):
        for slot in claim(person, campaign, 20):
            say(person, slot, value=value, comment="he jumps")
    page = browse_as(adjudicator)
    page.goto(f"/adjudication/{campaign.pk}/{queue_of(campaign).rows[0].pk}/")
    looked(page)
    said = page.inner_text(".statements")
    assert "1, slightly relevant" in said
    assert "4, perfect" in said
    # Digits from the sixth on choose a reason: those before are grades.
    assert page.locator("[data-reason] kbd:visible").first.inner_text() == "5"
    page.keyboard.press("5")
    page.keyboard.press("3")
    expect(page.locator("[data-saved]")).to_contain_text("Decided: 3, largely relevant.")
    looked(page)
    page.keyboard.press("e")
    page.keyboard.press("1")
    expect(page.locator("[data-saved]")).to_contain_text("Taken out of the scores")
    decided = Label.objects.filter(slot__kind="adjudication").order_by("pk")
    assert list(decided.values_list("value", "comment")) == [(3, "he jumps"), (None, "")]
    assert re.fullmatch(r"\d+ waits?|0 wait", page.inner_text("[data-part=counts]").strip())
