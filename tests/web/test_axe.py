"""No page has a fault that axe-core finds: wide and on a phone, light and dark, for each role.

Each page is opened once and then turned: what a theme changes are colours (`light-dark()` takes
nothing else), so in the dark only the rules about colours are asked again.
"""

import pytest
from playwright.sync_api import Error as BrowserError

from foundation.home import CHECKOUT
from people.models import Theme, User
from tests.addresses.conftest import world  # noqa: F401  (the fixture)
from tests.addresses.test_every_address import TABLE

pytestmark = pytest.mark.browser

AXE = (CHECKOUT / "tests" / "vendor" / "axe-core-4.10.3" / "axe.min.js").read_text("utf-8")
RUN = """async (rules) => {
  const only = rules?.length ? { runOnly: { type: "rule", values: rules } } : {};
  const found = await axe.run(document, { resultTypes: ["violations"], ...only });
  const places = (fault) => fault.nodes.map((node) => node.target).join(" ");
  return found.violations.map((fault) => `${fault.id}: ${places(fault)}`);
}"""
# Django's own pages, what the API answers, and what is no page.
NOT_OURS = ("/admin/", "/api/", "/media/")
ALL: list[str] = []
COLOURS = ["color-contrast", "link-in-text-block"]
# In an order in which as little as possible changes from one to the next.
LOOKS = [(1280, "light", ALL), (1280, "dark", COLOURS), (390, "dark", COLOURS), (390, "light", ALL)]


def pages_for(who: str) -> list[str]:
    return [
        route
        for route, methods in TABLE.items()
        if methods["GET"][who] == 200
        and (not route.startswith(NOT_OURS) or route.startswith("/api/v1/docs/"))
    ]


def turn(page, width: int, theme: str) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")


def opens(page, address: str) -> bool:
    """Whether it is a page: what is only to be kept has no page to show it."""
    try:
        answer = page.goto(address)
    except BrowserError as error:
        if "Download is starting" not in str(error):
            raise
        return False
    return answer.headers.get("content-type", "").startswith("text/html")


def faults_on(page) -> list[str]:
    page.evaluate(AXE)
    found = []
    for width, theme, rules in LOOKS:
        turn(page, width, theme)
        found += [f"{theme}, {width} px: {fault}" for fault in page.evaluate(RUN, rules)]
    return found


@pytest.mark.parametrize(
    "who", ["nobody", "administrator", "rater", "adjudicator", "viewer", "submitter"]
)
def test_axe_finds_nothing(request, browse_as, world, who):  # noqa: F811
    if who == "nobody":
        page = request.getfixturevalue("page")
    else:
        person = request.getfixturevalue(who)
        User.objects.filter(pk=person.pk).update(theme=Theme.SYSTEM)
        page = browse_as(person)
    found, opened = {}, 0
    for route in pages_for(who):
        turn(page, *LOOKS[0][:2])
        if opens(page, world.address(route)):
            opened += 1
            found[route] = faults_on(page)
    page.complaints.clear()  # the world's clips are no files
    assert opened
    assert {route: faults for route, faults in found.items() if faults} == {}
