"""The explorer in a real window: clips that play when they are pointed at, keys, the switch, and
addresses that bring a view back."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import expect

from foundation.home import CHECKOUT
from media.ffmpeg import make_test_clip
from pooling.models import Video
from tests.metrics.worlds import make_world
from tests.web.test_axe import RUN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
AXE = (CHECKOUT / "tests" / "vendor" / "axe-core-4.10.3" / "axe.min.js").read_text("utf-8")
PLAYS = """() => new Promise((done) => {
  const film = document.querySelector(".shelf-frame video");
  const told = () => film.currentTime > 0.1 && done([film.muted, film.loop]);
  film.addEventListener("timeupdate", told);
})"""
SIGN = re.compile(r"sign-(\w+)")


@pytest.fixture
def world(db, settings, tmp_path):
    """Its first two videos play."""
    settings.MEDIA_ROOT = tmp_path / "media"
    of = make_world()
    _clip("v0.mp4")
    for key in ("v0", "v1"):
        Video.objects.filter(benchmark=of, key=key).update(state="ready", path="videos/v0.mp4")
    return of


def _clip(name: str) -> None:
    folder = Path(settings.MEDIA_ROOT) / "videos"
    folder.mkdir(parents=True, exist_ok=True)
    make_test_clip(folder / name, width=160, height=120)


@pytest.fixture
def page(page, browse_as, viewer):
    return browse_as(viewer)


def films(page) -> int:
    return page.locator(".shelf-frame video").count()


def clip(page, run: str, rank: int):
    row = page.get_by_role("list", name=f"Videos retrieved by {run}, best first")
    return row.get_by_role("link").nth(rank - 1)


def marks(page, run: str) -> list[str]:
    row = page.get_by_role("list", name=f"Videos retrieved by {run}, best first")
    signs = row.locator(".shelf-frame .sign:not(.sign-shared)")
    return [SIGN.search(one.get_attribute("class"))[1] for one in signs.all()]


def test_a_clip_plays_while_it_is_pointed_at(page, world):
    page.goto(f"/explorer/{world.pk}/captions/0/")
    asked = []
    page.on("request", lambda one: asked.append(one.url) if ".mp4" in one.url else None)
    assert (films(page), asked) == (0, [])
    clip(page, "strong", 1).hover()
    assert page.evaluate(PLAYS) == [True, True]
    assert len({url.split("?")[0] for url in asked}) == 1
    page.get_by_role("heading", level=1).hover()
    expect(page.locator(".shelf-frame video")).to_have_count(0)


def test_a_clip_plays_while_it_has_the_focus(page, world):
    page.goto(f"/explorer/{world.pk}/captions/0/")
    clip(page, "strong", 1).focus()
    assert page.evaluate(PLAYS) == [True, True]
    clip(page, "strong", 2).focus()  # it has no file
    expect(page.locator(".shelf-frame video")).to_have_count(0)


def test_with_less_motion_only_the_space_bar_plays(page, world):
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"/explorer/{world.pk}/captions/0/")
    clip(page, "strong", 1).hover()
    clip(page, "strong", 1).focus()
    page.wait_for_timeout(200)
    assert films(page) == 0
    page.keyboard.press("Space")
    assert page.evaluate(PLAYS) == [True, True]
    page.keyboard.press("Space")
    expect(page.locator(".shelf-frame video")).to_have_count(0)


def test_arrows_lead_from_clip_to_clip_and_enter_opens_the_pair(page, world):
    page.goto(f"/explorer/{world.pk}/captions/0/")
    clip(page, "strong", 1).focus()
    page.keyboard.press("ArrowRight")
    expect(clip(page, "strong", 2)).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(clip(page, "weak", 2)).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(clip(page, "weak", 1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(clip(page, "strong", 1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(clip(page, "strong", 1)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/explorer/{world.pk}/pairs/0/0/")
    expect(page.get_by_role("heading", level=1)).to_have_text("a dog runs")


def test_keys_follow_the_search_and_switch(page, world):
    page.goto(f"/explorer/{world.pk}/?search=dog")
    page.get_by_role("link", name="a dog runs").first.click()
    page.wait_for_url("**/captions/0/?search=dog")
    for key, number in (("n", 3), ("p", 0), ("j", 3), ("k", 0)):
        page.keyboard.press(key)
        page.wait_for_url(f"**/captions/{number}/?search=dog")
    assert marks(page, "weak") == ["collected", "original", "irrelevant"]
    page.keyboard.press("o")
    page.wait_for_url("**/captions/0/?search=dog&positives=original")
    assert marks(page, "weak") == ["assumed", "original", "assumed"]
    page.keyboard.press("o")
    page.wait_for_url("**/captions/0/?search=dog")
    page.keyboard.press("?")
    expect(page.get_by_text("The next one")).to_be_visible()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("jpn red")  # no key while somebody writes
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/explorer/\d+/\?search=jpn(\+|%20)red"))


def test_a_view_comes_back_by_its_address(page, world):
    page.goto(f"/explorer/{world.pk}/")
    page.get_by_role("link", name="Labels changed it").click()
    page.wait_for_url("**changed=on")
    page.get_by_label("Words or key").fill("a")
    page.get_by_text("All filters").click()
    page.get_by_label("Top K", exact=True).select_option("5")
    page.get_by_label("strong").uncheck()
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**k=5**")
    found = page.locator("tbody tr").all_inner_texts()
    page.goto("about:blank")
    page.go_back()
    assert page.locator("tbody tr").all_inner_texts() == found != []
    expect(page.get_by_label("Top K", exact=True)).to_have_value("5")
    changed = page.get_by_role("link", name="Labels changed it")
    expect(changed).to_have_attribute("aria-current", "true")
    expect(page.get_by_label("strong")).not_to_be_checked()
    expect(page.get_by_label("weak", exact=True)).to_be_checked()
    page.locator("tbody a").first.click()
    page.wait_for_url("**/captions/**k=5**")
    assert page.locator(".shelf h2").all_inner_texts() == ["weak", "weak again"]


@pytest.mark.parametrize("place", ["", "captions/0/", "videos/0/", "pairs/0/0/"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_a_phone_and_have_no_fault(page, world, place, scheme):
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/explorer/{world.pk}/{place}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate(AXE)
    assert page.evaluate(RUN) == []
    page.set_viewport_size({"width": 320, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_on_a_phone_the_filters_are_folded_above_what_was_found(page, world):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/explorer/{world.pk}/")
    first = page.locator("tbody tr").first
    assert first.bounding_box()["y"] < 844 * 0.55  # below the tabs
    assert not page.get_by_label("Words, from").is_visible()
    page.get_by_text("All filters").click()
    assert page.get_by_label("Words, from").is_visible()
    page.get_by_role("button", name="Show").click()
    assert page.locator("tbody tr").first.is_visible()


def test_the_switch_works_without_scripts(chromium, live_server, client, viewer, world):
    client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    session = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page = context.new_page()
    page.goto(f"/explorer/{world.pk}/captions/0/")
    page.get_by_role("link", name="Original", exact=True).click()
    page.wait_for_url("**positives=original")
    assert marks(page, "weak") == ["assumed", "original", "assumed"]
    page.get_by_role("link", name="Next").click()
    page.wait_for_url("**/captions/1/?positives=original")
    context.close()
