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
    page.get_by_role("link", name="Evaluate toy").click()
    page.get_by_label("Resamples").fill("100")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/jobs/*/")
    run_job(Job.objects.get().pk, worker="w")
    page.reload()
    page.get_by_role("link", name="Read it").click()
    page.wait_for_url("**/evaluations/*/")
    assert page.get_by_role("heading", name="Table 1: toy").is_visible()
    assert page.get_by_role("heading", name="Table 3: toy").is_visible()
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
