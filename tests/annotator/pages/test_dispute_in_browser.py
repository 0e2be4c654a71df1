"""Disputes in a browser: decided by keys alone, with the next one loaded; and as plain forms."""

from pathlib import Path

import pytest
from django.conf import settings

from annotator.actions.adjudicate import adjudicate
from annotator.models import Answer, Item, Label
from annotator.queries.disputes import queue_of
from media.ffmpeg import make_test_clip
from pooling.models import Video
from tests.annotator.pages.looking import looked
from tests.annotator.saying import claim, say
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)

PLAYS = "() => document.querySelector('.dispute-clip video').readyState >= 2"
STAYS = "window.stays = true"
WHY = "The guidelines count 1 and 0."


def disputed(rater, other_rater, adjudicator, comment: str):
    made = make_campaign(
        captions=3,
        videos=3,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    folder = Path(settings.MEDIA_ROOT) / "videos"
    folder.mkdir(parents=True, exist_ok=True)
    for video in Video.objects.all():
        make_test_clip(folder / f"{video.key}.mp4", width=160, height=120)
        Video.objects.filter(pk=video.pk).update(
            state="ready", path=f"videos/{video.key}.mp4", seconds=1.0, width=160, height=120
        )
    for person, said in ((rater, "relevant"), (other_rater, "irrelevant")):
        while slots := claim(person, made, 20):
            for slot in slots:
                say(person, slot, said, comment=comment if said == "relevant" else "")
    return made


@pytest.fixture
def campaign(rater, other_rater, adjudicator):
    """Nobody wrote why."""
    return disputed(rater, other_rater, adjudicator, "")


@pytest.fixture
def commented(rater, other_rater, adjudicator):
    return disputed(rater, other_rater, adjudicator, "he jumps at the end")


def decided() -> list[tuple[str, str, str]]:
    made = Label.objects.filter(slot__kind="adjudication").order_by("pk")
    return list(made.values_list("answer", "comment", "mistake"))


def plays(page) -> None:
    page.wait_for_function(PLAYS)
    looked(page)


def wait_for_another(page, caption: str) -> str:
    page.wait_for_function("was => document.querySelector('h1').textContent !== was", arg=caption)
    looked(page)  # a decision that comes sooner is refused
    return page.text_content("h1")


def wait_for_next(page, before: str) -> None:
    page.wait_for_function("was => location.href !== was", arg=before)


def test_keys_alone_decide_and_the_next_opens_in_place(browse_as, campaign, adjudicator):
    page = browse_as(adjudicator)
    first = queue_of(campaign).rows[0]
    page.goto(f"/adjudication/{campaign.pk}/{first.pk}/")
    plays(page)
    page.evaluate(STAYS)
    caption = page.text_content("h1")
    page.keyboard.press("k")
    page.keyboard.press("4")  # the third kind, from 2 on
    page.keyboard.press("1")  # no reason was ever given: it is asked for
    page.keyboard.press("1")  # again, by a key that bounces
    page.keyboard.press("c")
    page.keyboard.type(WHY)
    assert decided() == []
    page.keyboard.press("Shift+Enter")  # a new line
    page.keyboard.type("Both.")
    page.keyboard.press("Enter")
    caption = wait_for_another(page, caption)
    assert decided() == [("relevant", f"{WHY}\r\nBoth.", "action")]
    assert "Decided: relevant." in page.inner_text("[data-saved]")
    page.keyboard.press("0")
    page.keyboard.press("0")
    assert page.get_attribute("[data-answer=irrelevant]", "aria-pressed") == "true"
    page.keyboard.press("c")
    page.keyboard.type("2 stars, but 3 sentences")  # in a text box, a digit is a text
    assert page.input_value("textarea[name=comment]") == "2 stars, but 3 sentences"
    assert page.locator("[data-reason] kbd:visible").count() == 0
    assert len(decided()) == 1
    page.fill("textarea[name=comment]", "")
    page.keyboard.press("Escape")
    assert page.locator("[data-reason] kbd:visible").count() == 1
    page.keyboard.press("2")  # the reason given before
    caption = wait_for_another(page, caption)
    assert decided()[1] == ("irrelevant", f"{WHY}\r\nBoth.", "")
    plays(page)
    undone = caption
    page.keyboard.press("z")
    caption = wait_for_another(page, undone)
    assert len(decided()) == 3
    assert Item.objects.filter(adjudicated=True).count() == 1
    page.keyboard.press("n")
    wait_for_another(page, caption)
    assert page.evaluate("window.stays")  # it is still the same page
    assert page.url.startswith(page.evaluate("location.origin") + f"/adjudication/{campaign.pk}/")


def test_a_dispute_is_two_keys(browse_as, campaign, adjudicator):
    """An answer and a reason given before, in either order; or Neither and why."""
    page = browse_as(adjudicator)
    first, *_ = queue_of(campaign).rows
    why = {"comment": WHY, "request_id": "7d1f4a70-3c0b-4c55-8ac5-1f6f3c3a2a13"}
    where = {"campaign_id": campaign.pk, "item_id": first.pk}
    adjudicate(adjudicator=adjudicator, answer=Answer.IRRELEVANT, **where, **why)
    page.goto(f"/adjudication/{campaign.pk}/{queue_of(campaign).rows[0].pk}/")
    for keys, expected in (
        ("12", ("relevant", WHY, "")),
        ("20", ("irrelevant", WHY, "")),
        ("e2", ("cannot_judge", "", "")),
    ):
        plays(page)
        before = page.url
        assert page.inner_text("[data-reason] kbd") == "2"  # as the chip itself says
        for key in keys:
            page.keyboard.press(key)
        wait_for_next(page, before)
        assert decided()[-1] == expected
    label = Label.objects.latest("pk")
    assert label.reason == "unclear_caption"
    assert Item.objects.get(pk=label.item_id).verdict is None
    assert "Taken out of the scores" in page.inner_text("[data-saved]")


def test_where_a_rater_wrote_why_an_answer_is_enough(browse_as, commented, adjudicator):
    page = browse_as(adjudicator)
    page.goto(f"/adjudication/{commented.pk}/{queue_of(commented).rows[0].pk}/")
    plays(page)
    before = page.url
    assert page.get_attribute("[data-reason]", "data-reason") == "he jumps at the end"
    page.keyboard.press("1")
    wait_for_next(page, before)
    assert decided() == [("relevant", "", "")]


def test_neither_opens_and_closes_by_keys_and_takes_no_double_click(
    browse_as, campaign, adjudicator
):
    page = browse_as(adjudicator)
    page.goto(f"/adjudication/{campaign.pk}/{queue_of(campaign).rows[0].pk}/")
    plays(page)
    page.keyboard.press("e")
    assert page.locator("[name=neither] kbd:visible").all_inner_texts() == ["1", "2", "3", "4"]
    page.keyboard.press("Escape")
    assert page.locator("[name=neither]:visible").count() == 0
    box = page.locator(".neither summary").bounding_box()
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert "Look" in page.inner_text("[data-look]")
    assert decided() == []


@pytest.mark.parametrize("size", [(1280, 800), (1280, 720), (390, 844)])
def test_reason_and_kinds_stay_in_the_panel_and_above_the_answers(
    browse_as, commented, adjudicator, size
):
    page = browse_as(adjudicator)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/adjudication/{commented.pk}/{queue_of(commented).rows[0].pk}/")
    plays(page)
    if size[0] < 900:  # the page scrolls, and what the focus is on is never under the answers
        page.focus("[data-kinds] label:last-child input")
    deck = page.locator(".screen-deck").bounding_box()["y"]
    for part in ("[data-reason]", "[data-kinds] label:last-child"):
        box = page.locator(part).last.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= deck


def test_after_a_click_on_an_answer_a_digit_is_a_text(browse_as, campaign, adjudicator):
    page = browse_as(adjudicator)
    items = queue_of(campaign).rows
    adjudicate(
        adjudicator=adjudicator,
        campaign_id=campaign.pk,
        item_id=items[0].pk,
        answer=Answer.IRRELEVANT,
        comment="a reason given before",
        request_id="7d1f4a70-3c0b-4c55-8ac5-1f6f3c3a2a12",
    )
    page.goto(f"/adjudication/{campaign.pk}/{items[1].pk}/")
    plays(page)
    page.click("[data-answer=relevant]")
    page.keyboard.type("2 stars")
    assert page.input_value("textarea[name=comment]") == "2 stars"
    assert len(decided()) == 1


def test_the_next_clip_is_in_memory_before_it_is_wanted(browse_as, campaign, adjudicator):
    page = browse_as(adjudicator)
    page.goto(f"/adjudication/{campaign.pk}/{queue_of(campaign).rows[0].pk}/")
    plays(page)
    page.wait_for_load_state("networkidle")
    caption = page.text_content("h1")
    page.keyboard.press("n")
    wait_for_another(page, caption)
    assert page.evaluate("document.querySelector('.dispute-clip video').src").startswith("blob:")
    plays(page)


def test_keys_are_letters_in_the_reason_and_a_refusal_is_shown(
    browse_as, campaign, adjudicator, lead
):
    page = browse_as(adjudicator)
    item = queue_of(campaign).rows[0]
    page.goto(f"/adjudication/{campaign.pk}/{item.pk}/")
    plays(page)
    page.keyboard.press("c")
    page.keyboard.type("10zn")
    assert page.input_value("textarea[name=comment]") == "10zn"
    adjudicate(
        adjudicator=lead,
        campaign_id=campaign.pk,
        item_id=item.pk,
        answer=Answer.IRRELEVANT,
        comment="quicker",
        request_id="7d1f4a70-3c0b-4c55-8ac5-1f6f3c3a2a11",
    )
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.wait_for_selector(".dispute-settled")
    assert "somebody else was quicker" in page.inner_text(".evidence")
    page.complaints.clear()  # a browser tells of every 409


def test_without_scripts_it_is_a_form(chromium, live_server, browse_as, campaign, adjudicator):
    cookies = browse_as(adjudicator).context.cookies()
    context = chromium.new_context(java_script_enabled=False, base_url=live_server.url)
    context.add_cookies(
        [{k: one[k] for k in ("name", "value", "domain", "path")} for one in cookies]
    )
    page = context.new_page()
    page.goto(f"/adjudication/{campaign.pk}/{queue_of(campaign).rows[0].pk}/")
    caption = page.text_content("h1")
    page.fill("textarea[name=comment]", "as the guidelines say")
    page.check("text=Number")
    page.click("[data-answer=relevant]")
    page.wait_for_selector("text=Decided: relevant.")
    assert page.text_content("h1") != caption
    assert decided() == [("relevant", "as the guidelines say", "number")]
    page.click("[data-reason]")  # a link that fills the form
    assert page.input_value("textarea[name=comment]") == "as the guidelines say"
    context.close()


@pytest.mark.parametrize(
    "size", [(1280, 720), (390, 844), (844, 390), (667, 375), (568, 320), (320, 568)]
)
def test_caption_and_answers_are_in_sight_and_nothing_runs_over_the_edge(
    browse_as, campaign, adjudicator, size
):
    page = browse_as(adjudicator)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/adjudication/{campaign.pk}/{queue_of(campaign).rows[0].pk}/")
    plays(page)
    for name in ("relevant", "irrelevant"):
        box = page.locator(f"[data-answer={name}]").bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size[1]
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size[0]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    caption = page.locator("h1").bounding_box()
    assert caption["y"] >= 0
    assert caption["y"] + caption["height"] <= page.locator(".screen-deck").bounding_box()["y"] + 1
    clip = page.locator(".dispute-clip").bounding_box()
    if size[0] > 900:  # the clip is seen whole, however much was said beside it
        player = page.locator("[data-player]").bounding_box()
        assert clip["y"] + clip["height"] <= player["y"] + 1
    assert clip["height"] >= 100
