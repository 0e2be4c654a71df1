"""A chart in a browser: drawn under the policy of all pages, in their theme, read by keys."""

import re

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIGURE = "#chart-scores"


@pytest.fixture
def charted(settings, browse_as, lead):
    settings.ROOT_URLCONF = "tests.web.pages"
    page = browse_as(lead)
    page.goto("/test/chart/")
    page.wait_for_selector(f"{FIGURE}[data-drawn] svg")
    return page


def test_a_chart_is_drawn_and_its_rows_are_the_tables(charted):
    figure = charted.locator(FIGURE)
    assert figure.locator("h3").inner_text() == "heron finds more than magpie"
    # Vega describes each mark to those who listen: with the numbers that it drew.
    marks = figure.locator("svg [aria-roledescription=bar]")
    described = [marks.nth(n).get_attribute("aria-label") for n in range(marks.count())]
    print(described)
    assert [re.findall(r"score_all: ([0-9]+)%", text) for text in described] == [["45"], ["61"]]
    figure.locator("summary").click()
    rows = figure.locator("tbody tr")
    assert [rows.nth(n).inner_text().split("\t")[:2] for n in range(2)] == [
        ["magpie", "45.3 (23.7 + 21.6) %"],
        ["heron", "60.7 (34.3 + 26.4) %"],
    ]


def test_the_arrow_keys_read_the_rows(charted):
    charted.focus(f"{FIGURE} .chart-picture")
    line = charted.locator(f"{FIGURE} .chart-reading")
    assert "arrow keys" in line.inner_text()
    charted.keyboard.press("ArrowRight")
    assert line.inner_text().startswith("1 / 2. Run: magpie; C@1: 45.3")
    charted.keyboard.press("End")
    assert line.inner_text() == "2 / 2. Run: heron; C@1: 60.7 (34.3 + 26.4) %; 95 %: –; n: 999"


def test_a_chart_has_the_colours_of_the_theme(charted):
    def words():
        return charted.eval_on_selector(
            f"{FIGURE} svg .role-axis-label text", "one => getComputedStyle(one).fill"
        )

    light = words()
    charted.emulate_media(color_scheme="dark")
    charted.wait_for_selector(f"{FIGURE}[data-drawn] svg")
    for _ in range(50):
        if words() != light:
            break
        charted.wait_for_timeout(100)
    assert (light, words()) == ("rgb(87, 83, 78)", "rgb(181, 175, 168)")


def test_a_chart_far_below_the_window_is_drawn_when_it_comes_into_sight(charted):
    charted.goto("/test/chart/?far=1")
    charted.wait_for_timeout(500)
    assert charted.locator(f"{FIGURE} svg").count() == 0
    high = charted.locator(FIGURE).bounding_box()["height"]
    charted.locator(FIGURE).scroll_into_view_if_needed()
    charted.wait_for_selector(f"{FIGURE}[data-drawn] svg")
    assert charted.locator(FIGURE).bounding_box()["height"] == high


def test_a_chart_fits_a_phone(charted):
    charted.set_viewport_size({"width": 320, "height": 640})
    charted.reload()
    charted.wait_for_selector(f"{FIGURE}[data-drawn] svg")
    assert charted.evaluate("document.documentElement.scrollWidth") <= 320
    assert (
        charted.eval_on_selector(f"{FIGURE} svg", "one => one.getBoundingClientRect().width") > 200
    )
