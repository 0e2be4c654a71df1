"""Reports in a real window: started with the form as it stands, and read on a telephone."""

import pytest

from jobs.models import Job
from jobs.running import run_job
from metrics.models import Report
from tests.metrics.reporting import make_report
from tests.metrics.worlds import RELEVANT, judge, make_world

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_report_is_started_with_the_usual_answers_and_read(browse_as, lead):
    world = make_world()
    page = browse_as(lead)
    page.goto("/evaluations/")
    page.get_by_role("link", name="Evaluate a benchmark").click()
    page.get_by_label("Resamples").fill("100")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/evaluations/?benchmark=*&job=*")
    run_job(Job.objects.get().pk, worker="w")
    page.wait_for_url("**/evaluations/*/")
    for title in ("Table 1: toy", "Table 3: toy"):
        assert not page.get_by_role("heading", name=title).is_visible()
        page.locator("summary", has_text=title).click()
        assert page.get_by_role("heading", name=title).is_visible()
    assert Report.objects.get().asked["measures"] == ["C@1", "C@5", "C@10", "AP"]
    assert Report.objects.get().benchmark == world


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_a_telephone(browse_as, lead, scheme):
    world = make_world()
    before = make_report(world)
    judge(world, {("it snows", 0): RELEVANT})
    after = make_report(world)
    page = browse_as(lead)
    page.set_viewport_size({"width": 390, "height": 800})
    page.emulate_media(color_scheme=scheme)
    own = f"/evaluations/{before.pk}/"
    for address in (
        "/evaluations/",
        f"/evaluations/new/?benchmark={world.pk}",
        own,
        f"{own}compare/{after.pk}/",
        f"{own}delete/",
    ):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, address


def test_on_a_telephone_the_parts_of_a_report_are_folded(browse_as, lead):
    report = make_report(make_world())
    page = browse_as(lead)
    page.goto(f"/evaluations/{report.pk}/")
    overlap = page.locator("#chart-overlap")
    assert overlap.is_visible()
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_function("!document.querySelector('details.narrow-fold').open")
    assert not overlap.is_visible()
    assert page.locator("#chart-scores-c-1").is_visible()
    contents = page.get_by_role("navigation", name="Parts of this report")
    contents.locator("summary").click()
    contents.get_by_role("link", name="Overlap").click()
    overlap.wait_for()
    page.set_viewport_size({"width": 1200, "height": 800})
    page.wait_for_function("document.querySelector('details.narrow-fold').open")


def test_a_report_begins_with_the_way_to_its_parts(browse_as, lead):
    report = make_report(make_world())
    page = browse_as(lead)
    page.goto(f"/evaluations/{report.pk}/")
    page.get_by_role("navigation", name="Parts of this report").get_by_role(
        "link", name="What it was computed from"
    ).click()
    assert page.url.endswith("#inputs")
    assert page.locator("#inputs").bounding_box()["y"] < 800


def test_the_benchmark_that_is_evaluated_is_the_one_that_is_chosen(browse_as, lead):
    make_world()
    page = browse_as(lead)
    page.goto("/evaluations/new/")
    assert page.locator("#id_benchmark option:checked").inner_text() == "toy"


def test_two_reports_of_one_name_are_told_apart_by_their_numbers(browse_as, lead):
    world = make_world()
    before, after = make_report(world), make_report(world)
    page = browse_as(lead)
    page.goto(f"/evaluations/{before.pk}/compare/{after.pk}/")
    assert page.title() == f"What changed from report {before.pk} to {after.pk} · Truepool"
    assert page.get_by_role("link", name=f"Report {after.pk}").is_visible()
    page.goto(f"/evaluations/{after.pk}/delete/")
    assert page.inner_text("h1") == f"Delete report {after.pk}?"
