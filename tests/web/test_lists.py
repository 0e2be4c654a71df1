"""Every list is sorted by each of its columns, both ways, by links in its header."""

import re

import pytest

from annotator.queries.listed import CAMPAIGNS, EXPORTS
from jobs.lists import JOBS
from jobs.models import Job
from metrics.queries.listed import AGREEMENT, REPORTS
from people.lists import AUDIT, INVITATIONS, PEOPLE
from pooling.queries.listed import (
    BENCHMARKS,
    CAPTIONS,
    MODELS,
    POOLS,
    RUNS,
    VIDEOS,
    pairs_listing,
)
from tests.factories import make_campaign

LISTS = {
    "/benchmarks/": BENCHMARKS,
    "/benchmarks/{benchmark}/captions/": CAPTIONS,
    "/benchmarks/{benchmark}/videos/": VIDEOS,
    "/models/": MODELS,
    "/runs/": RUNS,
    "/models/{model}/": RUNS,
    "/pools/": POOLS,
    "/campaigns/": CAMPAIGNS,
    "/exports/": EXPORTS,
    "/evaluations/": REPORTS,
    "/agreement/": AGREEMENT,
    "/people/": PEOPLE,
    "/people/invitations/": INVITATIONS,
    "/people/audit/": AUDIT,
    "/jobs/": JOBS,
}
SORTED = [
    (address, way + column.name)
    for address, listing in LISTS.items()
    for column in listing.columns
    if column.by
    for way in ("", "-")
]


@pytest.fixture
def campaign(rater):
    return make_campaign(raters=[rater])


@pytest.fixture
def filled(campaign):
    """Addresses of lists with something in them."""
    run = campaign.benchmark.runs.get()
    Job.objects.create(kind="jobs.check", title="Check", attempts_allowed=1)
    return {"benchmark": campaign.benchmark_id, "model": run.model_id, "pool": campaign.pool_id}


@pytest.mark.parametrize(("address", "sort"), SORTED)
def test_every_list_is_sorted_by_each_of_its_columns(
    administrator, signed_in, filled, address, sort
):
    page = signed_in(administrator).get(address.format(**filled), {"sort": sort})
    assert page.status_code == 200
    if "<thead>" in page.text:
        way = "descending" if sort.startswith("-") else "ascending"
        assert re.findall(r'aria-sort="(\w+)"', page.text) == [way]


def test_the_pairs_of_a_pool_are_sorted_by_each_runs_rank(lead, signed_in, campaign):
    browser = signed_in(lead)
    for column in pairs_listing(campaign.pool).columns:
        page = browser.get(f"/pools/{campaign.pool_id}/", {"sort": column.name})
        assert page.status_code == 200
        assert page.text.count("aria-sort") == 1


def test_an_unknown_column_is_refused_on_a_page_that_names_those_there_are(lead, signed_in):
    page = signed_in(lead).get("/benchmarks/?sort=bananas")
    assert page.status_code == 400
    assert "There is no column “bananas” to sort by." in page.text
    assert "captions" in page.text


def test_a_filter_keeps_what_the_list_is_sorted_by(lead, signed_in):
    page = signed_in(lead).get("/people/?sort=name&role=rater")
    assert '<input type="hidden" name="sort" value="name">' in page.text


def test_a_list_that_its_filters_emptied_says_so_and_offers_to_clear_them(lead, signed_in):
    page = signed_in(lead).get("/people/?search=xyzzy")
    assert "No people match these filters." in page.text
    assert '<a href="/people/">Clear filters</a>' in page.text


def test_campaigns_say_how_far_they_are(lead, signed_in, campaign):
    campaign.items.filter(position=0).update(verdict="relevant")
    text = signed_in(lead).get("/campaigns/").text
    judged, pairs = 100 // campaign.items_count, campaign.items_count
    assert re.search(rf'{judged}\s*<span class="muted">of {pairs}</span>', text)


def test_campaigns_are_filtered_by_state(lead, signed_in, campaign):
    browser = signed_in(lead)
    assert campaign.name in browser.get("/campaigns/?state=open").text
    assert "No campaigns match these filters." in browser.get("/campaigns/?state=closed").text


@pytest.mark.parametrize("sort", ["pool", "-pace"])
def test_a_link_that_sorts_by_a_column_of_before_still_opens(signed_in, lead, db, sort):
    browser = signed_in(lead)
    assert browser.get(f"/campaigns/?sort={sort}").status_code == 200
    assert browser.get("/campaigns/?sort=weather").status_code == 400
