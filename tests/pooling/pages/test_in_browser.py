"""What only a real browser can tell: the cost that follows the form, and a caption's video that plays."""

import re

import pytest
from playwright.sync_api import expect

from jobs.models import Job

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PLAYS = """video => new Promise((done) => {
  video.addEventListener("timeupdate", () => video.currentTime > 0.2 && done());
  video.play();
})"""


def figure(page, label: str):
    return page.locator("#cost .figures div", has_text=label).locator("dd")


def test_the_cost_follows_the_form_and_the_pool_is_frozen_as_shown(browse_as, lead, builder, strong):
    page = browse_as(lead)
    page.goto(builder)
    expect(figure(page, "Pairs")).to_have_text("12")
    page.get_by_label("Name of the pool").fill("first")
    page.get_by_label("Depth").fill("1")
    page.get_by_label("Depth").press("Tab")
    expect(figure(page, "Pairs")).to_have_text("7")
    page.get_by_label("weak").uncheck()
    expect(figure(page, "Pairs")).to_have_text("5")
    expect(page.get_by_label("Name of the pool")).to_have_value("first")
    expect(page).to_have_url(re.compile(r"[?&]depth=1&"))
    page.get_by_label("Depth").fill("99")
    page.get_by_label("Depth").press("Tab")
    expect(page.locator("#cost")).to_contain_text("expected 1 to 10")
    page.get_by_label("Depth").fill("1")
    page.get_by_label("Depth").press("Tab")
    page.get_by_label("Name of the pool").fill("first")
    page.get_by_role("button", name="Freeze this pool").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Freeze pool first of five")
    parameters = Job.objects.get().arguments["parameters"]
    assert (parameters["runs"], parameters["depth"]) == ([strong.pk], 1)


def test_the_pool_builder_works_without_scripts(chromium, live_server, client, lead, builder):
    client.force_login(lead, backend="django.contrib.auth.backends.ModelBackend")
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies([{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}])
    page = context.new_page()
    page.goto(builder)
    page.get_by_label("Depth").fill("1")
    page.get_by_role("button", name="What would it cost?").click()
    expect(figure(page, "Pairs")).to_have_text("7")
    page.get_by_label("Name of the pool").fill("first")
    page.get_by_role("button", name="Freeze this pool").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Freeze pool first of five")
    context.close()


def test_a_captions_own_video_plays_on_its_page(browse_as, lead, benchmark_of_five, strong, playing):
    page = browse_as(lead)
    page.goto(f"/benchmarks/{benchmark_of_five.pk}/captions/0/")
    player = page.locator("video")
    player.evaluate(PLAYS)
    assert player.evaluate("video => [video.videoWidth, video.videoHeight]") == [160, 120]
    row = page.get_by_role("list", name="Videos retrieved by strong, best first")
    expect(row.get_by_role("listitem").first).to_contain_text("original")
    page.get_by_role("link", name="Next caption").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("a cat sleeps")
