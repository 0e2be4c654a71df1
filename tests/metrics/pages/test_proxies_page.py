"""Proxies against people, by page and API: readers read it, leads have it computed."""

import csv
import io

import pytest

from jobs.models import Job
from jobs.running import run_job
from metrics.actions.proxies_kept import ProxiesAsked
from tests.factories import make_benchmark, make_run
from tests.metrics.reporting import make_report
from tests.semantics.made import make_proxy

pytestmark = pytest.mark.django_db


def address(benchmark, more: str = "") -> str:
    return f"/benchmarks/{benchmark.pk}/proxies/people/{more}"


@pytest.fixture
def kept(proxied_world):
    return ProxiesAsked(benchmark=proxied_world).keep().result


def test_before_it_is_computed_it_says_what_to_do(signed_in, lead, viewer, proxied_world):
    page = signed_in(lead).get(address(proxied_world))
    assert page.status_code == 200
    assert "have not been held against people yet" in page.text
    assert "Compute it" in page.text
    page = signed_in(viewer).get(address(proxied_world))
    assert "A lead can have it computed." in page.text
    assert "Compute it" not in page.text
    assert signed_in(viewer).get(address(proxied_world, "tables/graded.csv")).status_code == 404


def test_without_a_proxy_it_leads_to_making_one(signed_in, lead):
    bare = make_benchmark([("a dog runs", "v0")])
    page = signed_in(lead).get(address(bare))
    assert f'href="/benchmarks/{bare.pk}/proxies/"' in page.text
    assert "Compute it" not in page.text


def test_a_job_computes_it_once_however_often_it_is_asked_for(
    signed_in, lead, viewer, rater, proxied_world
):
    browser = signed_in(lead)
    for _ in range(2):
        assert browser.post(address(proxied_world)).url == address(proxied_world)
    job = Job.objects.get()
    assert f'id="job-{job.pk}"' in browser.get(address(proxied_world)).text
    assert "It is being computed" in signed_in(viewer).get(address(proxied_world)).text
    run_job(job.pk, worker="w")
    job.refresh_from_db()
    assert (job.state, job.result["proxies"]) == ("done", ["syn", "bow"])
    page = signed_in(viewer).get(address(proxied_world))
    assert "Computed for 2 of its proxies" in page.text
    assert signed_in(viewer).post(address(proxied_world)).status_code == 403
    assert signed_in(rater).get(address(proxied_world)).status_code == 403


def test_it_shows_every_study_and_the_chosen_proxy(signed_in, viewer, proxied_world, kept):
    browser = signed_in(viewer)
    page = browser.get(address(proxied_world)).text
    for title in ("Proxies against people", "Relevant captions by threshold", "Under syn"):
        assert title in page
    other = browser.get(address(proxied_world, "?proxy=bow")).text
    assert "Under bow" in other
    assert "Under bow, strong has the highest nDCG" in other
    assert browser.get(address(proxied_world, "?proxy=nothing")).status_code == 404


def test_its_tables_and_pictures_come_as_files(signed_in, viewer, proxied_world, kept):
    browser = signed_in(viewer)
    content = browser.get(address(proxied_world, "tables/graded.csv?proxy=bow")).text
    rows = list(csv.reader(io.StringIO(content)))
    assert len(rows) == 5
    drawn = browser.get(address(proxied_world, "charts/proxy_areas.svg"))
    assert drawn.content.startswith(b"<svg")
    chart = browser.get(address(proxied_world, "tables/ceiling-c-1.csv"))
    assert chart.status_code == 200
    assert browser.get(address(proxied_world, "charts/nothing.svg")).status_code == 404


@pytest.mark.parametrize("change", ["run", "proxy"])
def test_what_it_follows_from_makes_it_older(proxied_world, kept, change):
    asked = ProxiesAsked(benchmark=proxied_world)
    assert asked.find().kept.current
    assert asked.find().kept.result == kept
    if change == "proxy":
        make_proxy(proxied_world, "third")
    else:
        make_run(proxied_world, {0: [0, 1]}, "new", depth=3)
    assert not asked.find().kept.current


def test_other_pages_lead_to_it(signed_in, viewer, proxied_world):
    browser = signed_in(viewer)
    syn = proxied_world.proxies.get(name="syn")
    for page in ("data/", "proxies/", f"proxies/{syn.pk}/"):
        found = browser.get(f"/benchmarks/{proxied_world.pk}/{page}")
        assert f'href="{address(proxied_world)}' in found.text
    report = make_report(proxied_world)
    found = browser.get(f"/evaluations/{report.pk}/")
    assert f'href="{address(proxied_world)}' in found.text
