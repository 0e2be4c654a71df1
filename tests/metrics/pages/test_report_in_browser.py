"""A report in a real window: the numbers that can be read off its pictures are those of `evaluate`,
and the page is no longer than it has to be."""

import json
import re
from dataclasses import replace

import pytest
from django.core.management import call_command

from tests.metrics.pages.test_report_page import FULL
from tests.metrics.reporting import make_report
from tests.metrics.worlds import RELEVANT, judge, make_world

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SCORES = "#chart-scores-c-1"


@pytest.fixture
def report():
    return make_report(make_world(), FULL)


def read_from(page, report) -> None:
    page.goto(f"/evaluations/{report.pk}/")
    page.locator(SCORES).scroll_into_view_if_needed()  # pictures are drawn when they come near
    page.wait_for_selector(f"{SCORES}[data-drawn] svg")


def evaluated(capsys) -> dict:
    call_command("evaluate", "toy", "--measures", "C@1,P@3,AP,MedR", "--json")
    return json.loads(capsys.readouterr().out)


def test_bars_rows_and_sentence_are_what_evaluate_says(browse_as, viewer, report, capsys):
    told = evaluated(capsys)
    rows = {row["run"]: row for row in told["rows"] if row["measure"] == "C@1"}
    judged = {one["run"]: one["share"] for one in told["judged"]}
    page = browse_as(viewer)
    read_from(page, report)
    figure = page.locator(SCORES)
    # Vega describes each bar to those who listen: with the numbers that it drew.
    bars = figure.locator("svg [aria-roledescription=bar]")
    described = [bars.nth(n).get_attribute("aria-label") for n in range(bars.count())]
    for run, row in rows.items():
        original, collected = (
            next(text for text in described if f"run: {run}; part: {part}" in text)
            for part in ("original", "collected")
        )
        assert f"score_original: {100 * row['original']:.0f}%" in original
        (drawn,) = re.findall(r"score_all: ([0-9.]+)", collected)
        assert float(drawn) == pytest.approx(row["all"], abs=1e-9)
    figure.locator("summary").click()
    lines = figure.locator("tbody tr")
    shown = [lines.nth(n).inner_text().split("\t") for n in range(lines.count())]
    assert [line[0] for line in shown] == sorted(rows, key=lambda run: -rows[run]["all"])
    for line in shown:
        row = rows[line[0]]
        a, b = (f"{100 * row[rule]:.1f}" for rule in ("all", "original"))
        assert line[1].startswith(f"{a} ({b} ")
        assert line[3] == f"{100 * judged[line[0]]:.1f} %"
    lead = page.inner_text(".lead")
    best = rows[shown[0][0]]
    assert f"from {100 * best['original']:.1f} to {100 * best['all']:.1f} %" in lead
    assert f"{100 * judged[best['run']]:.1f} % of its top 3" in lead
    assert page.inner_text("[data-figure=judged]") == f"{100 * judged[best['run']]:.1f} %"


def test_a_full_report_is_under_five_thousand_pixels_and_all_its_tables_are_behind(
    browse_as, viewer, report
):
    page = browse_as(viewer)
    page.set_viewport_size({"width": 1280, "height": 720})
    read_from(page, report)
    assert page.evaluate("document.documentElement.scrollHeight") < 5_000
    assert page.locator(".report-parts table:visible").count() == 0
    for part in page.locator("nav[aria-label='Parts of this report'] a[href^='#']").all():
        target = part.get_attribute("href")
        part.click()
        page.wait_for_url(f"**{target}")
        assert page.locator(target).is_visible()


CLEAN = """() => new Promise((done) => {
  const shifts = [];
  const add = (list) => shifts.push(...list.getEntries().filter((one) => !one.hadRecentInput));
  new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(shifts.reduce((sum, one) => sum + one.value, 0)), 300);
})"""


def test_pictures_are_drawn_when_they_come_into_sight_and_nothing_jumps(browse_as, viewer, report):
    page = browse_as(viewer)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"/evaluations/{report.pk}/")
    last = page.locator("figure.chart:visible").last
    page.wait_for_selector(f"{SCORES}[data-drawn] svg")
    assert page.locator("figure[data-drawn]").count() < page.locator("figure.chart:visible").count()
    assert last.get_attribute("data-drawn") is None
    for _ in range(30):
        page.mouse.wheel(0, 300)
        page.wait_for_timeout(60)
    page.wait_for_function("(one) => 'drawn' in one.dataset", arg=last.element_handle())
    assert page.evaluate(CLEAN) < 0.01
    current = page.locator("nav[data-contents] a[aria-current]")
    assert current.count() == 1


def test_on_paper_all_pictures_are_drawn(browse_as, viewer, report):
    page = browse_as(viewer)
    page.goto(f"/evaluations/{report.pk}/")
    page.wait_for_selector(f"{SCORES}[data-drawn] svg")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    drawn = "figure.chart:visible .chart-picture svg"
    assert page.locator(drawn).count() == page.locator("figure.chart:visible").count()


def test_the_contents_stay_in_sight_and_have_the_questions(browse_as, viewer, report):
    page = browse_as(viewer)
    page.goto(f"/evaluations/{report.pk}/")
    contents = page.get_by_role("navigation", name="Parts of this report")
    contents.get_by_role("link", name="Where does it come from?").click()
    assert contents.bounding_box()["y"] >= 0
    for question in ("What do the runs score?", "Which run is better?"):
        assert page.get_by_role("heading", name=question).count() == 1
        assert contents.get_by_role("link", name=question).is_visible()


def test_the_measure_is_chosen_by_a_link(browse_as, viewer, report):
    page = browse_as(viewer)
    read_from(page, report)
    page.get_by_role("navigation", name="Measure of the pictures").get_by_role(
        "link", name="AP"
    ).click()
    page.wait_for_selector("#chart-scores-ap[data-drawn] svg")
    assert "'s AP " in page.inner_text(".lead")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_the_narrowest_phone(browse_as, viewer, report, scheme):
    page = browse_as(viewer)
    page.set_viewport_size({"width": 320, "height": 640})
    page.emulate_media(color_scheme=scheme)
    read_from(page, report)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


def test_two_reports_say_first_which_setting_differs(browse_as, lead, report):
    world = report.benchmark
    judge(world, {("it snows", 0): RELEVANT})
    after = make_report(world, replace(FULL, same_text=True))
    page = browse_as(lead)
    page.goto(f"/evaluations/{report.pk}/compare/{after.pk}/")
    assert page.inner_text(".lead").startswith("A setting differs: Same text counts as positive.")
    picture = page.locator("figure.chart").first
    picture.scroll_into_view_if_needed()
    page.wait_for_selector("figure.chart[data-drawn] svg")
    settings, scores = (
        page.locator(f"#{name}").bounding_box()["y"] for name in ("settings", "labels")
    )
    assert settings < scores < picture.bounding_box()["y"]
    rows = page.locator("main > .table-scroll tbody tr")
    shown = [rows.nth(n).inner_text().split("\t") for n in range(rows.count())]
    captions = [row.get_attribute("href") for row in rows.locator("a").all()]
    assert len(set(captions)) == len(captions) == len(shown)  # two of them have the same text
    deltas = [abs(float(line[6].replace("+", ""))) for line in shown if line[6] != "–"]
    assert deltas
    assert "Direction is that of all its changes" in page.inner_text("main")
    for line in shown:
        assert line[7] in ("better", "worse", "some better, some worse", "–")
