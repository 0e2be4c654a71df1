"""From a first look to a decision, by mouse alone, as a browser shows it."""

from pathlib import Path

import pytest
from django.conf import settings

from annotator.models import Item, Label
from media.ffmpeg import make_test_clip
from pooling.models import Video
from tests.annotator.pages.looking import looked
from tests.annotator.saying import claim, say
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db(transaction=True)

# Time goes on in the clip, which nobody has started.
PLAYING = (
    "new Promise(done => document.querySelector('video').addEventListener('timeupdate', () =>"
    " done(), {once: true}))"
)


@pytest.fixture
def campaign(rater, other_rater, adjudicator):
    made = make_campaign(
        captions=2,
        videos=2,
        raters=[rater, other_rater],
        adjudicators=[adjudicator],
        double_share=1.0,
        label_limit=2,
    )
    folder = Path(settings.MEDIA_ROOT) / "videos"
    folder.mkdir(parents=True, exist_ok=True)
    make_test_clip(folder / "rated.mp4", width=160, height=120)
    Video.objects.update(state="ready", path="videos/rated.mp4", seconds=1.0, width=160, height=120)
    return made


def test_three_pairs_an_undo_a_disagreement_and_its_decision(
    browse_as, campaign, rater, other_rater, adjudicator
):
    page = browse_as(rater)
    page.goto("/rate/")
    page.get_by_role("table").get_by_role("link", name="Rate", exact=True).click()
    page.get_by_role("button", name="Begin").click()
    page.wait_for_selector("body[data-scripts]")
    page.evaluate(PLAYING)
    assert page.evaluate(
        "[document.querySelector('video').muted, document.querySelector('video').loop]"
    ) == [True, True]
    looked(page)
    page.click("[data-answer=relevant]")
    page.wait_for_selector("text=Saved: relevant.")
    looked(page)
    page.click("[data-answer=irrelevant]")
    page.wait_for_selector("text=Saved: irrelevant.")
    taken_back = page.inner_text("h1")
    page.click("[data-key=undo]")
    page.wait_for_selector("text=Taken back")
    looked(page)
    page.click("[data-answer=relevant]")
    page.wait_for_selector("text=Saved: relevant.")
    page.click("[data-answer=cannot_judge]")
    looked(page, "#reasons")
    page.click("[data-reason=unclear_video]")
    page.wait_for_selector("text=Saved: cannot judge (The clip cannot be made out).")
    assert list(Label.objects.order_by("pk").values_list("answer", flat=True)) == [
        "relevant",
        "irrelevant",
        "withdrawn",
        "relevant",
        "cannot_judge",
    ]
    assert taken_back.startswith("caption")

    for slot in claim(other_rater, campaign, 5):
        say(other_rater, slot, "irrelevant", comment="nothing moves")
    assert Item.objects.filter(verdict="disagreement").count() == 2
    page = browse_as(adjudicator)
    page.goto("/adjudication/")
    page.click("main table a")
    assert "nothing moves" in page.inner_text("main")
    page.fill("[name=comment]", "It rolls.")
    looked(page)
    page.click("[data-answer=relevant]")
    page.wait_for_selector("text=Decided: relevant.")
    assert Item.objects.filter(adjudicated=True, verdict="relevant").count() == 1


def test_on_a_phone_the_three_answers_are_within_the_thumbs_reach(browse_as, campaign, rater):
    claim(rater, campaign)
    page = browse_as(rater)
    page.set_viewport_size({"width": 390, "height": 760})
    page.goto(f"/rate/{campaign.pk}/")
    boxes = [button.bounding_box() for button in page.query_selector_all(".answer")]
    assert len(boxes) == 3
    for box in boxes:
        assert box["height"] >= 56
        assert 380 < box["y"] + box["height"] <= 760
        assert 0 <= box["x"] <= 390 - box["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
