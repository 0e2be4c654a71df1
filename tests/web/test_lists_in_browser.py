"""Search, boxes and wide tables as a real browser shows them."""

import pytest

from people.models import Role
from tests.factories import make_benchmark, make_campaign, make_run, make_user

pytestmark = pytest.mark.browser

# What goes on to the right in its own frame, and can be neither focused nor entered by a link.
UNREACHABLE = """() => [...document.querySelectorAll("*")].filter((one) => {
    const style = getComputedStyle(one);
    if (!["auto", "scroll"].includes(style.overflowX) || one.tagName === "TEXTAREA") return false;
    if (one.scrollWidth <= one.clientWidth + 1 || !one.getClientRects().length) return false;
    const stops = "a[href], button, input:not([type=hidden]), select, textarea, summary";
    return one.tabIndex < 0 && !one.querySelector(stops);
}).map((one) => one.outerHTML.slice(0, 200))"""
NAMELESS = """() => {
    const names = [...document.querySelectorAll("[data-scrolls]")].map((one) => one.ariaLabel);
    return names.some((name) => !name) || new Set(names).size !== names.length;
}"""


@pytest.fixture
def campaign(transactional_db, rater, other_rater):
    return make_campaign(captions=4, videos=3, raters=[rater, other_rater])


@pytest.fixture
def pages(campaign, rater):
    of = campaign.benchmark_id
    return [
        "/",
        "/benchmarks/",
        f"/benchmarks/{of}/",
        f"/benchmarks/{of}/captions/",
        f"/benchmarks/{of}/videos/",
        f"/benchmarks/{of}/overlap/",
        "/models/",
        "/runs/",
        f"/runs/{campaign.benchmark.runs.get().pk}/",
        "/pools/",
        f"/pools/{campaign.pool_id}/",
        "/campaigns/",
        f"/campaigns/{campaign.pk}/",
        f"/campaigns/{campaign.pk}/known/",
        "/agreement/",
        f"/agreement/{of}/",
        "/evaluations/",
        "/exports/",
        "/people/",
        f"/people/{rater.pk}/",
        "/people/invitations/",
        "/people/audit/",
        "/people/account/",
        "/jobs/",
        "/search/?q=caption",
        "/help/",
        "/help/formats/",
        "/help/api/",
        "/help/settings/",
        "/api/v1/docs/",
    ]


def test_on_a_phone_whatever_scrolls_can_be_reached_by_keyboard(administrator, browse_as, pages):
    page = browse_as(administrator)
    page.set_viewport_size({"width": 390, "height": 844})
    wrong = {}
    for address in pages:
        page.goto(address)
        page.wait_for_function("document.readyState === 'complete'")
        if found := page.evaluate(UNREACHABLE):
            wrong[address] = found
        assert not page.evaluate(NAMELESS), address
        across = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert across <= 0, address
    assert wrong == {}


def test_on_a_wide_window_a_table_is_no_stop_of_the_tab_key(administrator, browse_as, pages):
    page = browse_as(administrator)
    page.goto("/people/account/")
    assert page.locator("[data-scrolls]").count() == 0


@pytest.mark.parametrize("keys", ["Control+k", "Meta+k"])
def test_the_search_opens_by_key_and_arrows_choose(lead, browse_as, transactional_db, keys):
    benchmark = make_benchmark([("a dog runs", "v1"), ("a dog sleeps", "v2")], name="dogs")
    make_run(benchmark, {0: [0]}, name="dog-run")
    page = browse_as(lead)
    page.goto("/jobs/")
    page.keyboard.press(keys)
    field = page.locator("#search-words")
    assert field.evaluate("field => document.activeElement === field")
    field.press_sequentially("dog")
    first = page.locator('[role="option"]').first
    first.wait_for()
    assert first.get_attribute("aria-selected") == "true"
    field.press("ArrowDown")
    second = page.locator('[role="option"]').nth(1)
    assert second.get_attribute("aria-selected") == "true"
    assert field.get_attribute("aria-activedescendant") == second.get_attribute("id")
    assert field.get_attribute("aria-expanded") == "true"
    address = second.get_attribute("href")
    field.press("Enter")
    page.wait_for_url(f"**{address}")


def test_the_search_closes_by_escape_and_leads_on_without_a_hit(lead, browse_as):
    page = browse_as(lead)
    page.goto("/jobs/")
    page.locator("[data-opens-search]").click()
    field = page.locator("#search-words")
    field.press_sequentially("xyzzy")
    page.get_by_text("Nothing was found.").wait_for()
    field.press("Enter")
    page.wait_for_url("**/search/?q=xyzzy")
    page.keyboard.press("Control+k")
    page.locator("#search-dialog").wait_for()
    page.keyboard.press("Escape")
    page.locator("#search-dialog").wait_for(state="hidden")


def test_boxes_are_chosen_all_at_once_and_in_a_row(lead, browse_as, transactional_db):
    for _ in range(5):
        make_user(Role.RATER)
    page = browse_as(lead)
    page.goto("/people/")
    boxes, every = page.locator('input[name="pick"]'), page.locator("[data-picks-all]")
    assert boxes.count() == 5
    boxes.nth(1).click()
    boxes.nth(3).click(modifiers=["Shift"])
    assert [boxes.nth(n).is_checked() for n in range(5)] == [False, True, True, True, False]
    assert page.locator("[data-count]").inner_text() == "3"
    assert every.evaluate("box => box.indeterminate")
    every.click()
    assert page.locator("[data-count]").inner_text() == "5"
    page.get_by_role("button", name="Deactivate…").click()
    page.get_by_role("heading", name="Deactivate 5 accounts?").wait_for()


def test_the_search_begins_with_where_one_has_just_been(lead, browse_as, transactional_db):
    page = browse_as(lead)
    for address in ("/people/", "/jobs/", "/benchmarks/"):
        page.goto(address)
    page.keyboard.press("Control+k")
    options = page.locator("#search-options [role=option]")
    options.first.wait_for()
    assert options.all_inner_texts()[:2] == ["Jobs", "People"]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/people/")
    page.get_by_role("button", name="Sign out").first.click()
    page.wait_for_url("**/sign-in/**")
    assert page.evaluate("sessionStorage.getItem('recent')") is None


def test_without_scripts_rows_are_selected_and_searched(
    lead, chromium, live_server, transactional_db
):
    from django.test import Client

    person = make_user(Role.RATER, username="zoe")
    client = Client()
    client.force_login(lead, backend="django.contrib.auth.backends.ModelBackend")
    context = chromium.new_context(base_url=live_server.url, java_script_enabled=False)
    cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value}
    context.add_cookies([{**cookie, "url": live_server.url}])
    page = context.new_page()
    page.goto("/people/?sort=name")
    page.locator(f'input[name="pick"][value="{person.pk}"]').check()
    page.get_by_role("button", name="Deactivate…").click()
    page.get_by_role("button", name="Deactivate").click()
    page.locator("[data-opens-search]").click()
    page.locator("#q").fill("zoe")
    page.get_by_role("button", name="Search", exact=True).click()
    page.get_by_role("link", name="zoe").wait_for()
    context.close()
    person.refresh_from_db()
    assert not person.is_active


def test_the_places_of_the_navigation_stay_where_they_are(lead, browse_as):
    page = browse_as(lead)
    left = """() => [...document.querySelectorAll(".bar-places a")]
        .map((one) => Math.round(one.getBoundingClientRect().left))"""
    page.goto("/benchmarks/")
    first = page.evaluate(left)
    page.goto("/jobs/")
    assert page.evaluate(left) == first
