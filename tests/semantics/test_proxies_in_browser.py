"""Proxies in a real window: made by the form, read wide and on a telephone."""

import numpy as np
import pytest
from playwright.sync_api import expect

from jobs.models import Job
from jobs.running import run_job
from semantics.models import Proxy
from tests.semantics.made import make_proxy
from tests.web.test_axe import AXE, RUN

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_lead_makes_one_and_arrives_at_its_page(browse_as, lead, benchmark):
    page = browse_as(lead)
    page.goto(f"/benchmarks/{benchmark.pk}/data/")
    page.get_by_role("link", name="Proxies", exact=True).click()
    page.get_by_role("link", name="Make a proxy").click()
    page.get_by_label("Kind", exact=True).select_option("pos")
    page.get_by_role("button", name="Make the proxy").click()
    run_job(Job.objects.get().pk, worker="w")
    page.reload()
    row = Proxy.objects.get()
    page.goto(f"/benchmarks/{benchmark.pk}/proxies/{row.pk}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Proxy pos")
    figure = page.locator(".figures div", has_text="Captions without words").locator("dd").first
    expect(figure).to_have_text("1")


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark"), (320, "light")])
def test_the_pages_fit_and_have_no_fault(browse_as, lead, benchmark, width, scheme):
    row = make_proxy(benchmark, "a proxy with a name that takes some room")
    make_proxy(benchmark, "full", cells=np.full((7, 4), 0.5))
    page = browse_as(lead)
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    here = f"/benchmarks/{benchmark.pk}/proxies/"
    for address in ("", "new/", "import/", f"{row.pk}/", f"{row.pk}/delete/"):
        page.goto(f"{here}{address}")
        for folded in page.locator("#content details > summary").all():
            folded.click()
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
        page.evaluate(AXE)
        found = page.evaluate(RUN)
        assert found == [], "\n".join([address, *found])
