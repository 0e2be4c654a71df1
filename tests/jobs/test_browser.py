"""The bar moves while one looks at it."""

import pytest

from jobs.actions.attempt import beat_heart, claim_job, finish_job
from jobs.actions.request import start_job
from people.actor import SYSTEM, Actor
from pooling.models import Benchmark
from tests.factories import make_benchmark, make_run

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_bar_moves_by_itself_and_ends_in_the_result(browse_as, lead):
    from playwright.sync_api import expect

    job = claim_job(
        start_job("tests.answer", actor=SYSTEM, title="Ask the oracle", value=1).pk, worker="w"
    )
    beat_heart(job.pk, job.claim, done=1, total=10, message="listening")
    window = browse_as(lead)
    window.goto(f"/jobs/{job.pk}/")
    bar = window.get_by_role("progressbar", name="Ask the oracle")
    expect(bar).to_have_attribute("value", "10")
    for done, message in ((4, "thinking"), (9, "speaking")):
        beat_heart(job.pk, job.claim, done=done, total=10, message=message)
        expect(bar).to_have_attribute("value", f"{done * 10}")
        expect(window.get_by_text(message)).to_be_visible()
    finish_job(job.pk, job.claim, result={"answer": "forty-two"})
    expect(window.get_by_text("forty-two")).to_be_visible()
    expect(window.get_by_role("button", name="Cancel")).to_have_count(0)
    expect(bar).to_have_count(0)


def test_a_job_is_cancelled_by_its_button(browse_as, lead):
    from playwright.sync_api import expect

    job = claim_job(start_job("tests.answer", actor=SYSTEM, value=1).pk, worker="w")
    window = browse_as(lead)
    window.goto(f"/jobs/{job.pk}/")
    window.get_by_role("button", name="Cancel").click()
    expect(window.get_by_text("Stopping")).to_be_visible()
    assert beat_heart(job.pk, job.claim, done=0, total=None, message="")


WHOLE = {"name": "clip", "items": 3, "depth": 2, "format": "csv", "ties": 0, "warnings": []}


@pytest.fixture
def begun(lead):
    """A run that is being imported, and the page on which that is waited for."""
    of = make_benchmark([("a man jumps", "v0")])
    actor, asked = Actor(lead, "page"), {"benchmark": of.pk, "name": "clip", "model": "clip"}
    job = start_job("pooling.import_run", actor=actor, title="Import run clip", **asked)
    return claim_job(job.pk, worker="w"), f"/benchmarks/{of.pk}/runs/import/"


def test_the_page_where_it_was_begun_leads_on_by_itself(browse_as, lead, begun):
    job, here = begun
    made = make_run(Benchmark.objects.get(), {0: [0]}, "clip")
    window = browse_as(lead)
    window.goto(here)
    window.get_by_role("progressbar", name="Import run clip").wait_for()
    finish_job(job.pk, job.claim, result=WHOLE | {"run": made.pk})
    window.wait_for_url(f"**/runs/{made.pk}/")
    window.get_by_text("Import run clip: done.").wait_for()


def test_a_page_that_takes_long_is_asked_for_once(browse_as, lead, begun):
    job, here = begun
    made = make_run(Benchmark.objects.get(), {0: [0]}, "clip")
    window, asked = browse_as(lead), []

    def slowly(route):
        asked.append(route)
        window.wait_for_timeout(2_500)
        route.continue_()

    window.route(f"**/runs/{made.pk}/", slowly)
    window.goto(here)
    window.get_by_role("progressbar", name="Import run clip").wait_for()
    finish_job(job.pk, job.claim, result=WHOLE | {"run": made.pk})
    window.wait_for_url(f"**/runs/{made.pk}/")
    assert window.get_by_text("Import run clip: done.").count() == 1
    assert len(asked) == 1


def test_it_leaves_whoever_fills_in_the_form_where_they_are(browse_as, lead, begun):
    job, here = begun
    made = make_run(Benchmark.objects.get(), {0: [0]}, "clip")
    window = browse_as(lead)
    window.goto(here)
    window.get_by_role("progressbar", name="Import run clip").wait_for()
    window.get_by_label("Name of the run").fill("the next")
    finish_job(job.pk, job.claim, result=WHOLE | {"run": made.pk})
    link = window.get_by_role("link", name="See what came of it")
    link.wait_for()
    assert window.get_by_label("Name of the run").input_value() == "the next"
    link.click()
    window.wait_for_url(f"**/runs/{made.pk}/")
