"""Guidelines and comment stand beside what is judged, not on it."""

import pytest

from annotator.actions.write_guideline import write_guideline
from people.actor import SYSTEM
from tests.annotator.pages.test_screen import begin, make_clips
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)
JUDGED = ("#caption", "#stage", "[data-answer=relevant]", "[data-answer=irrelevant]")


@pytest.fixture
def campaign(rater):
    made = make_campaign(captions=4, videos=3, raters=[rater], double_share=0.0)
    write_guideline(SYSTEM, made.pk, "\n\n".join(f"Rule {n} about what counts." for n in range(30)))
    make_clips()
    return made


def box(page, selector: str) -> dict[str, float]:
    return page.locator(selector).bounding_box()


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    beside = (
        one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
    )
    above = (
        one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
    )
    return beside or above


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700), (844, 390)])
def test_guidelines_stand_beside_caption_clip_and_answers(browse_as, campaign, rater, size):
    page = browse_as(rater)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/guidelines/{campaign.pk}/")
    if page.get_by_role("button", name="I have read them").count():
        page.get_by_role("button", name="I have read them").click()
    begin(page, campaign)
    page.keyboard.press("g")
    sheet = box(page, "#guidelines")
    for part in JUDGED:
        assert apart(box(page, part), sheet)
    assert box(page, "#stage")["height"] >= 150
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    assert box(page, "#stage")["width"] > size[0] / 2


def test_on_a_phone_the_caption_stays_in_sight(browse_as, campaign, rater):
    page = browse_as(rater)
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, campaign)
    page.click("[data-key=guidelines]")
    sheet = box(page, "#guidelines")
    assert (sheet["x"], sheet["width"], sheet["y"] + sheet["height"]) == (0, 390, 844)
    assert sheet["height"] <= 844 / 2
    assert apart(box(page, "#caption"), sheet)


@pytest.mark.parametrize("size", [(1280, 800), (390, 844), (844, 390)])
@pytest.mark.parametrize("key", ["c", "q"])
def test_a_comment_and_a_question_are_written_above_the_bar(browse_as, campaign, rater, key, size):
    page = browse_as(rater)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    begin(page, campaign)
    if page.locator(".more-button").is_visible():
        page.click(".more-button")
    before = box(page, "[data-answer=relevant]")
    page.keyboard.press(key)
    note = box(page, ".deck-note:not([hidden])")
    for part in JUDGED:
        assert apart(box(page, part), note)
    assert box(page, "#stage")["height"] >= 150
    assert box(page, "[data-answer=relevant]") == before
