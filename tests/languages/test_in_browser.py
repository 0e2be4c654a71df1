"""Languages and directions in a real browser."""

import re
from datetime import UTC, datetime

import pytest

from people.models import User
from tests.annotator.saying import claim
from tests.factories import make_campaign

pytestmark = pytest.mark.browser

OVERFLOWING = """() => {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  return [...document.querySelectorAll("body *")]
    .filter((one) => !one.closest(".table-scroll, .skip-link, pre"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.right > width + 1 || box.left < -1))
    .map(([one]) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`);
}"""


@pytest.fixture
def campaign(rater, adjudicator):
    return make_campaign(raters=[rater])


def addresses_of(campaign) -> list[str]:
    of, pool = campaign.benchmark_id, campaign.pool_id
    return [
        *("/", "/people/", "/people/account/", "/people/audit/", "/people/invitations/", "/jobs/"),
        *(
            "/benchmarks/",
            f"/benchmarks/{of}/",
            f"/benchmarks/{of}/captions/",
            "/models/",
            "/pools/",
        ),
        *(f"/pools/{pool}/", "/campaigns/", f"/campaigns/{campaign.pk}/", "/agreement/"),
        *("/evaluations/", "/evaluations/new/", "/exports/", "/nowhere/"),
    ]


@pytest.mark.parametrize("width", [390, 1280])
def test_from_right_to_left_no_page_is_wider_than_the_window(
    browse_as, administrator, campaign, settings, width
):
    settings.LANGUAGES = [*settings.LANGUAGES, ("he", "Hebrew")]
    User.objects.filter(pk=administrator.pk).update(language="he")
    page = browse_as(administrator)
    page.set_viewport_size({"width": width, "height": 844})
    for address in addresses_of(campaign):
        page.goto(address)
        assert page.evaluate("getComputedStyle(document.body).direction") == "rtl", address
        assert page.evaluate(OVERFLOWING) == [], address
    # The browser itself complains of /nowhere/, which is not found.
    page.complaints.clear()


def test_in_german_no_page_is_wider_than_a_phone(browse_as, administrator, campaign):
    User.objects.filter(pk=administrator.pk).update(language="de")
    page = browse_as(administrator)
    page.set_viewport_size({"width": 390, "height": 844})
    for address in addresses_of(campaign)[:-1]:
        page.goto(address)
        assert page.evaluate("document.documentElement.lang") == "de", address
        assert page.evaluate(OVERFLOWING) == [], address


def test_the_browser_tells_its_zone_and_the_next_page_has_it(chromium, live_server, viewer):
    from django.test import Client

    from people.models import ApiToken

    made = datetime(2026, 7, 1, 22, 30, tzinfo=UTC)
    ApiToken.objects.create(
        user=viewer,
        name="script",
        digest="d" * 64,
        start="start",
        scope="read",
        created_at=made,
        expires_at=datetime(2036, 7, 1, tzinfo=UTC),
        last_used_at=made,
    )
    client = Client()
    client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    context = chromium.new_context(base_url=live_server.url, timezone_id="Asia/Tokyo")
    cookie = client.cookies["sessionid"].value
    context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page = context.new_page()
    page.goto("/people/account/")
    page.goto("/people/account/")
    assert page.get_by_text("2026-07-02 07:30").is_visible()
    context.close()


def test_a_stranger_chooses_a_language_by_a_button(page):
    page.goto("/people/sign-in/")
    page.get_by_role("button", name="Deutsch").click()
    page.wait_for_selector("html[lang=de]")
    assert page.get_by_role("heading", name="Anmelden").is_visible()
    assert re.search("einladung", page.content(), re.IGNORECASE)


HEBREW, ARABIC = "חתול לבן ישן על הספה", "قطة بيضاء تنام على الأريكة"


def test_a_caption_that_reads_from_right_to_left_does_so_on_the_rating_screen(browse_as, rater):
    """The page about it stays as its language reads."""
    campaign = make_campaign(captions=2, videos=1, raters=[rater], texts=(HEBREW, ARABIC))
    claim(rater, campaign)
    page = browse_as(rater)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/rate/{campaign.pk}/")
    shown = page.locator("[dir=auto]", has_text=re.compile("חתול|قطة")).first
    shown.wait_for()
    assert shown.evaluate("(one) => getComputedStyle(one).direction") == "rtl"
    assert page.evaluate("getComputedStyle(document.body).direction") == "ltr"
    assert page.evaluate(OVERFLOWING) == []
