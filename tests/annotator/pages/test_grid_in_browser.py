"""Pairs shown together, in a real Chromium: answered by keys, all others at once only when they
were seen, each taken back by itself."""

from pathlib import Path

import pytest
from django.conf import settings

from annotator.models import Campaign, Label
from media.ffmpeg import make_test_clip
from pooling.models import Video
from tests.annotator.pages.looking import looked
from tests.factories import make_campaign

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ALL_PLAY = "[...document.querySelectorAll('.cell video')].every((one) => one.readyState > 2)"
NO_MORE = ":text('There is no pair for you now')"
FOCUSED = ".cell[data-current]:not([data-answered])"
CURRENT = "document.querySelector('.cell[data-current] [data-number]').textContent"


@pytest.fixture
def with_clips():
    """with_clips(rater, **policy): a campaign whose clips play."""

    def make(rater, **policy):
        campaign = make_campaign(
            **{"captions": 2, "videos": 6, "raters": [rater], "show": "grid", "single_share": 0.0}
            | {"double_share": 0.0, "seen_ms": 300}
            | policy
        )
        folder = Path(settings.MEDIA_ROOT) / "videos"
        folder.mkdir(parents=True, exist_ok=True)
        make_test_clip(folder / "together.mp4", width=160, height=120)
        Video.objects.update(
            state="ready", path="videos/together.mp4", seconds=1.0, width=160, height=120
        )
        Campaign.objects.filter(pk=campaign.pk).update(without_clips=False)
        return campaign

    return make


def begin(page, campaign):
    page.goto(f"/rate/{campaign.pk}/")
    if page.query_selector("button:text-is('Begin')"):
        page.click("button:text-is('Begin')")
    looked(page, FOCUSED)
    return page


def until(page, true: str) -> None:
    """As page.wait_for_function, which the page's own policy forbids to ask more than once."""
    for _ in range(100):
        if page.evaluate(true):
            return
        page.wait_for_timeout(100)
    raise AssertionError(true)


def saved(page, labels: int) -> list[str]:
    """Once the server has so many of them."""
    for _ in range(100):
        if Label.objects.count() >= labels:
            break
        page.wait_for_timeout(100)
    return list(Label.objects.order_by("pk").values_list("answer", flat=True))


def test_keys_answer_the_clip_in_focus_and_lead_to_the_next(browse_as, with_clips, rater):
    page = begin(browse_as(rater), with_clips(rater))
    assert page.locator(".cell").count() == 6
    assert page.evaluate(CURRENT) == "1"
    page.keyboard.press("1")
    assert page.evaluate(CURRENT) == "2"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(CURRENT) == "4"
    page.keyboard.press("ArrowUp")
    assert page.evaluate(CURRENT) == "1"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("0")
    page.keyboard.press("e")
    page.keyboard.press("3")
    assert saved(page, 3) == ["relevant", "irrelevant", "cannot_judge"]
    labels = Label.objects.all()
    assert {label.shown for label in labels} == {"grid"}
    assert len({label.shown_group for label in labels}) == 1
    assert len({label.request_id for label in labels}) == 3
    assert all(label.active_ms is not None for label in labels)
    first = page.inner_text("h1")
    for _ in range(3):
        page.keyboard.press("0")
    page.wait_for_function(f"document.querySelector('h1').textContent !== {first!r}")
    assert saved(page, 6)[3:] == ["irrelevant"] * 3
    assert page.locator(".cell").count() == 6


def test_a_clip_stays_where_it_is_when_it_is_answered(browse_as, with_clips, rater):
    page = begin(browse_as(rater), with_clips(rater))
    boxes = """[...document.querySelectorAll('.cell')].map((cell) => {
        const box = cell.getBoundingClientRect();
        return [box.x, box.y, box.width, box.height].map(Math.round);
    })"""
    before = page.evaluate(boxes)
    page.keyboard.press("1")
    page.keyboard.press("0")
    page.wait_for_selector(".cell[data-answered] >> nth=1")
    assert page.evaluate(boxes) == before


def test_all_others_are_irrelevant_only_when_each_was_on_the_screen(browse_as, with_clips, rater):
    campaign = with_clips(rater, seen_ms=20_000)
    page = begin(browse_as(rater), campaign)
    page.keyboard.press("1")
    page.keyboard.press("a")
    page.wait_for_selector("text=Not yet: 5 of the others")
    assert page.locator(".cell[data-unseen]").count() == 5
    assert saved(page, 1) == ["relevant"]
    Campaign.objects.filter(pk=campaign.pk).update(seen_ms=300)
    page.reload()
    page.wait_for_selector(".cell[data-current]")
    page.wait_for_timeout(2_500)
    first = page.inner_text("h1")
    page.keyboard.press("a")
    page.wait_for_function(f"document.querySelector('h1').textContent !== {first!r}")
    assert saved(page, 6) == ["relevant"] + ["irrelevant"] * 5
    times = list(Label.objects.filter(answer="irrelevant").values_list("active_ms", flat=True))
    assert min(times) > 0
    assert max(times) - min(times) < max(times)  # the time before the press is shared
    # And taken back, the one that was answered last.
    page.keyboard.press("z")
    page.wait_for_selector("text=Taken back")
    assert page.inner_text("h1") == first
    assert page.locator(".cell:not([data-answered])").count() == 1


def test_each_answer_is_taken_back_by_itself(browse_as, with_clips, rater):
    page = begin(browse_as(rater), with_clips(rater))
    page.keyboard.press("1")
    page.keyboard.press("1")
    assert saved(page, 2) == ["relevant"] * 2
    page.locator(".cell").first.locator("[data-take-back]").click()
    assert saved(page, 3)[2] == "withdrawn"
    page.wait_for_selector(".cell[data-current]:not([data-answered])")
    assert page.evaluate(CURRENT) == "1"
    page.keyboard.press("0")
    assert saved(page, 4)[3] == "irrelevant"
    assert set(Label.objects.values_list("shown", flat=True)) == {"grid"}


def test_what_comes_by_itself_fills_the_screen_and_its_label_says_single(
    browse_as, with_clips, rater
):
    page = begin(browse_as(rater), with_clips(rater, single_share=0.5))
    for number in range(1, 13):
        looked(page, FOCUSED)
        page.keyboard.press("0")
        assert len(saved(page, number)) == number
    page.wait_for_selector("text=There is no pair for you now")
    assert Label.objects.filter(shown="single").count() >= 6
    assert Label.objects.count() == 12


def test_each_clip_plays_in_a_long_row_of_groups_and_singles(browse_as, with_clips, rater):
    """Also those that are prepared while others are on the screen, and what Undo brings back."""
    policy = {"captions": 6, "single_share": 0.25, "seen_ms": 50, "leases_per_rater": 30}
    page = browse_as(rater)
    reported: list[str] = []
    page.on("request", lambda one: "clip-failed" in one.url and reported.append(one.url))
    begin(page, with_clips(rater, **policy))
    shown = []
    while True:
        page.wait_for_selector(f".cell[data-current]:not([data-answered]), {NO_MORE}")
        if page.locator(NO_MORE).count():
            break
        shown.append(page.locator(".cell").count())
        page.wait_for_timeout(300)
        until(page, ALL_PLAY)
        assert page.locator("[data-empty]:visible").count() == 0
        if len(shown) == 4:
            page.keyboard.press("z")
            page.wait_for_selector("text=Taken back")
            continue
        first = page.locator(".cell").first.get_attribute("data-slot")
        if shown[-1] == 1:  # no button for it, and no others
            page.keyboard.press("a")
            assert page.locator(".cell[data-current]:not([data-answered])").count() == 1
            assert page.locator(".cell").first.get_attribute("data-slot") == first
        page.keyboard.press("1")
        if shown[-1] > 1:
            page.keyboard.press("a")
        until(page, f"document.querySelector('.cell')?.dataset.slot !== {first!r}")
    assert len(saved(page, 36)) >= 36
    assert 1 in shown
    assert max(shown) > 2
    assert reported == []


def test_a_clip_that_fails_is_fetched_once_more_and_then_again_when_it_is_asked_for(
    browse_as, with_clips, rater
):
    page = browse_as(rater)
    begin(page, with_clips(rater))
    until(page, ALL_PLAY)
    page.evaluate("document.querySelector('.cell video').src = `blob:${location.origin}/gone`")
    page.wait_for_timeout(300)
    until(page, ALL_PLAY)
    first = page.locator(".cell").first
    assert not first.locator("[data-empty]").is_visible()
    assert not page.evaluate("document.querySelector('.cell video').paused")
    page.evaluate("document.querySelector('.cell video').src = `blob:${location.origin}/gone`")
    first.locator("text=Try again").wait_for()
    assert first.locator("[data-answer=relevant]").is_disabled()
    first.locator("text=Try again").click()
    until(page, ALL_PLAY)
    assert not first.locator("[data-empty]").is_visible()
    page.keyboard.press("1")
    assert saved(page, 1) == ["relevant"]
    page.complaints.clear()  # of addresses that lead nowhere


def test_one_clip_with_its_captions(browse_as, with_clips, rater):
    page = begin(
        browse_as(rater), with_clips(rater, show="captions", captions=6, videos=2, seen_ms=200)
    )
    assert page.locator(".cell").count() == 6
    assert page.locator("video:visible").count() == 1
    page.keyboard.press("1")
    page.wait_for_timeout(1_500)
    page.keyboard.press("a")
    assert saved(page, 6) == ["relevant"] + ["irrelevant"] * 5
    assert set(Label.objects.values_list("shown", flat=True)) == {"captions"}


def test_with_less_motion_nothing_plays_by_itself_and_a_key_plays_all(browse_as, with_clips, rater):
    page = browse_as(rater)
    page.emulate_media(reduced_motion="reduce")
    begin(page, with_clips(rater))
    playing = "[...document.querySelectorAll('.cell video')].filter((one) => !one.paused).length"
    assert page.evaluate(playing) == 0
    page.keyboard.press("p")
    page.wait_for_function(f"{playing} === 6")


def test_on_a_phone_two_clips_stand_beside_each_other_and_nothing_is_cut_off(
    browse_as, with_clips, rater
):
    page = browse_as(rater)
    page.set_viewport_size({"width": 390, "height": 844})
    begin(page, with_clips(rater))
    lefts = page.evaluate(
        "[...document.querySelectorAll('.cell')].map((one) => Math.round(one.offsetLeft))"
    )
    assert len(set(lefts)) == 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    box = page.locator(".cell .answer").first.bounding_box()
    assert box["height"] >= 44
