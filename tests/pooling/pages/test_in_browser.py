"""What only a real browser can tell: the cost that follows the form, and a caption's video that
plays."""

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


def test_the_cost_follows_the_form_and_the_pool_is_frozen_as_shown(
    browse_as, lead, builder, strong
):
    page = browse_as(lead)
    page.goto(builder)
    expect(figure(page, "Pairs")).to_have_text("12")
    page.get_by_label("Name of the pool").fill("first")
    page.get_by_label("Depth").fill("1")
    page.get_by_label("Depth").press("Tab")
    expect(figure(page, "Pairs")).to_have_text("7")
    page.get_by_role("group", name="Runs", exact=True).get_by_label("weak").uncheck()
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
    expect(page.locator(".job strong")).to_have_text("Freeze pool first of five")
    parameters = Job.objects.get().arguments["parameters"]
    assert (parameters["runs"], parameters["depth"]) == ([strong.pk], 1)


def test_a_plan_that_was_changed_a_moment_ago_is_not_frozen_as_it_was(
    browse_as, lead, builder, strong
):
    page = browse_as(lead)
    page.goto(builder)
    expect(figure(page, "Pairs")).to_have_text("12")
    button = page.get_by_role("button", name="Freeze this pool")
    page.get_by_label("Name of the pool").fill("first")
    expect(button).to_be_enabled()
    page.route("**/pools/new/?*", lambda _: None)  # the answer to the change never comes
    page.get_by_label("Depth").fill("1")
    expect(button).to_be_disabled()
    page.get_by_label("Name of the pool").fill("second")
    expect(button).to_be_disabled()
    page.unroute("**/pools/new/?*")
    page.get_by_role("group", name="Runs", exact=True).get_by_label("weak").uncheck()
    expect(figure(page, "Pairs")).to_have_text("5")
    expect(button).to_be_enabled()
    button.click()
    expect(page.locator(".job strong")).to_have_text("Freeze pool second of five")
    parameters = Job.objects.get().arguments["parameters"]
    assert (parameters["runs"], parameters["depth"]) == ([strong.pk], 1)


def test_enter_asks_for_the_cost_and_freezes_nothing(browse_as, lead, builder):
    page = browse_as(lead)
    page.goto(builder)
    expect(figure(page, "Pairs")).to_have_text("12")
    page.get_by_label("Depth").fill("1")
    page.get_by_label("Depth").press("Tab")
    expect(figure(page, "Pairs")).to_have_text("7")
    page.get_by_label("Name of the pool").fill("first")
    with page.expect_response("**/pools/new/?*"):
        page.get_by_label("Name of the pool").press("Enter")
    expect(page.get_by_label("Name of the pool")).to_have_value("first")
    expect(page).to_have_url(
        re.compile(r"/new/\?runs=\d+&runs=\d+&depth=1&sample=&by=alike&seed=1&pace=180$")
    )
    assert not Job.objects.exists()


def test_a_change_that_no_script_noticed_is_shown_before_it_is_frozen(
    chromium, live_server, client, lead, builder
):
    page = without_scripts(chromium, live_server, client, lead)
    page.goto(builder)
    page.get_by_role("button", name="What would it cost?").click()
    expect(figure(page, "Pairs")).to_have_text("12")
    page.get_by_label("Depth").fill("1")
    page.get_by_label("Name of the pool").fill("first")
    page.get_by_role("button", name="Freeze this pool").click()
    expect(page.get_by_role("alert")).to_contain_text("The cost changed since you saw it")
    expect(figure(page, "Pairs")).to_have_text("7")
    assert not Job.objects.exists()
    page.get_by_role("button", name="Freeze this pool").click()
    expect(page.locator(".job strong")).to_have_text("Freeze pool first of five")
    assert Job.objects.get().arguments["parameters"]["depth"] == 1
    page.context.close()


def without_scripts(chromium, live_server, client, person):
    client.force_login(person, backend="django.contrib.auth.backends.ModelBackend")
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    context.add_cookies(
        [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
    )
    return context.new_page()


def test_the_pool_builder_works_without_scripts(chromium, live_server, client, lead, builder):
    page = without_scripts(chromium, live_server, client, lead)
    page.goto(builder)
    page.get_by_label("Depth").fill("1")
    page.get_by_role("button", name="What would it cost?").click()
    expect(figure(page, "Pairs")).to_have_text("7")
    page.get_by_label("Name of the pool").fill("first")
    page.get_by_role("button", name="Freeze this pool").click()
    expect(page.locator(".job strong")).to_have_text("Freeze pool first of five")
    page.context.close()


def test_a_captions_own_video_plays_on_its_page(
    browse_as, lead, benchmark_of_five, strong, playing
):
    page = browse_as(lead)
    page.goto(f"/benchmarks/{benchmark_of_five.pk}/captions/0/")
    player = page.locator("video")
    player.evaluate(PLAYS)
    assert player.evaluate("video => [video.videoWidth, video.videoHeight]") == [160, 120]
    row = page.get_by_role("list", name="Videos retrieved by strong, best first")
    expect(row.get_by_role("listitem").first).to_contain_text("original")
    page.get_by_role("link", name="Next caption").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("a cat sleeps")
