"""Training in a browser: the keys and places of rating, the feedback while the clip is running."""

from pathlib import Path

import pytest
from django.conf import settings

from annotator.actions.know_answers import show_as_example
from annotator.models import KnownAnswer, Member, Trial
from media.ffmpeg import make_test_clip
from people.actor import SYSTEM
from pooling.models import Video
from tests.annotator.pages.looking import looked
from tests.annotator.test_training import campaign_with_training, in_training, unasked
from tests.web.markup import squeezed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The clip that was playing when this was asked is the one that plays now, and further on.
MARK = "() => { document.querySelector('video.clip').dataset.mark = 'same' }"
SAME = "document.querySelector('video.clip').dataset.mark === 'same'"
READY = "[data-answer=relevant][aria-keyshortcuts]"
BOXES = """() => [...document.querySelectorAll('.answers, #stage, [data-part=note]')].map(
    one => { const box = one.getBoundingClientRect(); return [box.x, box.y, box.width, box.height] }
)"""


@pytest.fixture
def campaign(rater):
    made = campaign_with_training(pass_window=2, pass_mark=1.0)
    unasked(made, videos=6, answer=None)
    KnownAnswer.objects.update(words="caption")
    folder = Path(settings.MEDIA_ROOT) / "videos"
    folder.mkdir(parents=True, exist_ok=True)
    make_test_clip(folder / "trained.mp4", width=160, height=120)
    Video.objects.update(state="ready", path="videos/trained.mp4", seconds=1.0)
    in_training(made, rater)
    return made


def truth() -> str:
    return Trial.objects.get(answered_at=None).known.answer


def test_training_is_passed_by_keys_alone_and_the_clip_runs_on(browse_as, campaign, rater):
    page = browse_as(rater)
    page.goto(f"/train/{campaign.pk}/")
    page.get_by_role("button", name="Begin").press("Enter")
    page.wait_for_selector(READY)
    for number in range(20):
        page.evaluate(MARK)
        before = page.evaluate(BOXES)
        right = truth()
        said = right if number else {"relevant": "irrelevant", "irrelevant": "relevant"}[right]
        looked(page)
        page.keyboard.press({"relevant": "1", "irrelevant": "0"}[said])
        page.wait_for_selector("[data-next]")
        assert page.inner_text("[data-part=note]").startswith("Correct" if number else "Wrong")
        assert page.inner_text("mark") == "caption"
        assert page.evaluate(SAME)
        assert page.evaluate(BOXES) == before
        assert page.evaluate("document.activeElement.hasAttribute('data-next')")
        if Member.objects.get().state == "active":
            break
        page.keyboard.press(["Enter", "Space", "n"][number % 3])
        page.wait_for_selector("[data-answer=relevant]")
        assert "mark" not in page.inner_html("h1")
    assert Member.objects.get().state == "active"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/rate/{campaign.pk}/")


def test_the_guidelines_with_their_examples_open_beside_the_running_clip(
    browse_as, campaign, rater
):
    show_as_example(SYSTEM, KnownAnswer.objects.earliest("pk").pk)
    page = browse_as(rater)
    page.goto(f"/train/{campaign.pk}/")
    page.click("text=Begin")
    page.wait_for_selector(READY)
    page.evaluate(MARK)
    page.keyboard.press("g")
    sheet = page.locator("#guidelines")
    assert sheet.is_visible()
    assert "Examples" in sheet.inner_text()
    assert "It is in the clip." in sheet.inner_text()
    page.keyboard.press("Escape")
    assert sheet.is_hidden()
    assert page.evaluate(SAME)


def test_an_answer_that_could_not_be_sent_is_given_again(browse_as, campaign, rater):
    page = browse_as(rater)
    page.goto(f"/train/{campaign.pk}/")
    page.click("text=Begin")
    page.wait_for_selector(READY)
    looked(page)
    page.context.set_offline(True)
    page.keyboard.press("1")
    page.wait_for_selector("text=This could not be sent")
    page.context.set_offline(False)
    page.complaints.clear()  # a browser tells of every request that fails
    page.keyboard.press("1")
    page.wait_for_selector("[data-next]")
    assert Trial.objects.filter(answer="relevant").count() == 1


def test_without_scripts_the_same_forms_do_it(signed_in, campaign, rater):
    browser = signed_in(rater)
    address = f"/train/{campaign.pk}/"
    browser.post(address)
    asked = Trial.objects.get()
    page = browser.get(address).text
    assert page.count("data-answer=") == 2
    assert "<video" in page
    sent = {"request_id": asked.request_id, "answer": asked.known.answer}
    feedback = browser.post(f"{address}answer/", sent, follow=True).text
    assert "Correct</span>" in squeezed(feedback)
    assert "<video" in feedback
    assert "Next question" in feedback
