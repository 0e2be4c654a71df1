"""A benchmark's workspace: tabs on every page below it, what they hold, and the one next step."""

import re
from datetime import timedelta

import pytest
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from annotator.actions.create_campaign import create_campaign
from annotator.models import Campaign, RaterDay
from config.entries import ENTRIES
from config.workspace import TITLES
from foundation.pages import pages_by_name
from people.actor import SYSTEM
from pooling.actions.build_pool import PoolParameters, build_pool
from pooling.models import JudgedPair, Run, Video
from tests.factories import make_benchmark, make_campaign, make_run, play

pytestmark = pytest.mark.django_db
TABS = ["Overview", "Data", "Runs", "Labels", "Scores", "Publish"]


@pytest.fixture
def benchmark():
    return make_benchmark([("a dog", "beach"), ("a cat", "sofa")], name="five")


def tabs_of(page: str) -> dict[str, str]:
    """Each tab's word, and its number."""
    (listed,) = re.findall(r'<ul class="tabs">(.*?)</ul>', page, re.DOTALL)
    links = re.findall(r"<a [^>]*>(.*?)</a>", listed, re.DOTALL)
    words = [re.sub(r"<[^>]+>", " ", link).split() for link in links]
    return {word: " ".join(rest) for word, *rest in words}


def current_tab(page: str) -> str:
    found = re.search(r'<ul class="tabs">.*?aria-current="\w+"\s*>\s*(\w+)', page, re.DOTALL)
    return found[1] if found else ""


def next_of(page: str) -> str:
    found = re.search(r'<h2 id="next">\s*(?:Next: )?([^<]+?)\s*</h2>', page)
    return found[1] if found else ""


def test_the_tabs_come_in_the_order_of_the_work_with_what_there_is(signed_in, lead, benchmark):
    make_run(benchmark, {0: [0], 1: [1]})
    page = signed_in(lead).get(f"/benchmarks/{benchmark.pk}/").text
    assert list(tabs_of(page)) == TABS
    assert tabs_of(page) == dict(zip(TABS, ["", "2", "1", "0", "0", "0"], strict=True))


def test_every_page_of_a_benchmark_has_its_tabs(signed_in, lead):
    campaign = make_campaign()
    benchmark, pool = campaign.benchmark, campaign.pool
    run = benchmark.runs.get()
    browser, at = signed_in(lead), f"/benchmarks/{benchmark.pk}"
    for address, tab in {
        f"{at}/": "Overview",
        f"{at}/data/": "Data",
        f"{at}/captions/0/": "Data",
        f"{at}/proxies/": "Data",
        f"/runs/?benchmark={benchmark.pk}": "Runs",
        f"/runs/{run.pk}/": "Runs",
        f"{at}/runs/import/": "Runs",
        f"/pools/{pool.pk}/": "Labels",
        f"/campaigns/?benchmark={benchmark.pk}": "Labels",
        f"/campaigns/{campaign.pk}/": "Labels",
        f"/campaigns/{campaign.pk}/guidelines/": "Labels",
        f"/agreement/{benchmark.pk}/": "Labels",
        f"/evaluations/?benchmark={benchmark.pk}": "Scores",
        f"/explorer/{benchmark.pk}/": "Scores",
        f"/releases/?benchmark={benchmark.pk}": "Publish",
        f"{at}/leaderboard/": "Publish",
    }.items():
        page = browser.get(address).text
        assert (address, current_tab(page)) == (address, tab)


@pytest.mark.parametrize("address", ["/", "/benchmarks/", "/people/", "/runs/", "/nowhere/"])
def test_pages_of_no_benchmark_have_none(signed_in, lead, benchmark, address):
    assert 'class="tabs"' not in signed_in(lead).get(address).text


@pytest.mark.parametrize("asked", ["0", "-1", "99999999999", "a b", "%00", "٣"])
def test_a_benchmark_that_is_none_has_no_tabs(signed_in, lead, benchmark, asked):
    assert 'class="tabs"' not in signed_in(lead).get(f"/runs/?benchmark={asked}").text


def test_what_cannot_be_used_yet_says_what_it_needs_and_is_no_link(signed_in, lead, benchmark):
    browser, at = signed_in(lead), f"/benchmarks/{benchmark.pk}"
    page = browser.get(f"{at}/runs/").text
    assert "It needs two runs." in page
    assert f"{at}/overlap/" not in page
    for name in ("one", "two"):
        make_run(benchmark, {0: [0]}, name=name)
    page = browser.get(f"{at}/runs/").text
    assert "It needs two runs." not in page
    assert f'href="{at}/overlap/"' in page


def test_a_viewer_finds_what_viewers_read(signed_in, viewer, lead, benchmark):
    make_run(benchmark, {0: [0]})
    at = f"/benchmarks/{benchmark.pk}"
    for tab in ("data", "runs", "labels", "scores", "publish"):
        page = signed_in(viewer).get(f"{at}/{tab}/").text
        for address in re.findall(r'<li class="card[^>]*>\s*<h2><a href="([^"]+)"', page):
            assert signed_in(viewer).get(address.replace("&amp;", "&")).status_code == 200, address
    assert "/runs/import/" not in signed_in(viewer).get(f"{at}/runs/").text
    assert next_of(signed_in(viewer).get(f"{at}/").text) == ""


def test_a_page_that_is_refused_does_not_say_that_something_is_there(
    signed_in, viewer, lead, benchmark, submitter
):
    run = make_run(benchmark, {0: [0]})
    Run.objects.filter(pk=run.pk).update(submitted_by=submitter, state=Run.State.PRIVATE)
    assert 'class="switch"' in signed_in(lead).get(f"/runs/{run.pk}/").text
    hidden, none = (signed_in(viewer).get(f"/runs/{number}/") for number in (run.pk, run.pk + 1000))
    assert (hidden.status_code, none.status_code) == (404, 404)
    for answer in (hidden, none):
        assert 'class="switch"' not in answer.text


@pytest.mark.parametrize("who", ["rater", "adjudicator", "submitter"])
def test_nobody_who_rates_or_hands_in_has_tabs(signed_in, request, benchmark, who):
    answer = signed_in(request.getfixturevalue(who)).get(f"/benchmarks/{benchmark.pk}/data/")
    assert answer.status_code == 403
    assert 'class="tabs"' not in answer.text


def test_every_page_of_a_tab_opens_and_keeps_the_tabs(signed_in, lead):
    campaign = make_campaign()
    browser = signed_in(lead)
    for tab, entries in ENTRIES.items():
        for entry in entries:
            answer = browser.get(entry.address(campaign.benchmark), follow=True)
            assert (entry.label, answer.status_code) == (entry.label, 200)
            assert current_tab(answer.text).lower() == tab, entry.label


def test_a_tab_shows_its_newest(signed_in, lead):
    campaign = make_campaign()
    browser, at = signed_in(lead), f"/benchmarks/{campaign.benchmark_id}"
    run = campaign.benchmark.runs.get()
    assert f'href="/runs/{run.pk}/"' in browser.get(f"{at}/runs/").text
    page = browser.get(f"{at}/labels/").text
    assert f'href="/campaigns/{campaign.pk}/"' in page
    assert f'href="/pools/{campaign.pool_id}/"' in page


def test_all_that_a_tab_names_is_there():
    named = {name for name, _ in _named(get_resolver())}
    assert {entry.page for entries in ENTRIES.values() for entry in entries} <= named
    assert {page.tab for page in pages_by_name().values()} <= {"", *TITLES}


def _named(of, app=""):
    for one in of.url_patterns:
        if isinstance(one, URLResolver):
            yield from _named(one, f"{one.namespace}:" if one.namespace else app)
        elif isinstance(one, URLPattern) and one.name:
            yield f"{app}{one.name}", one


# The one next step


def test_the_next_step_is_the_first_that_is_not_done(signed_in, lead):
    browser, benchmark = signed_in(lead), make_benchmark([], name="empty")

    def step() -> str:
        return next_of(browser.get(f"/benchmarks/{benchmark.pk}/").text)

    assert step() == "Import captions"
    benchmark = make_benchmark([("a dog", "beach"), ("a cat", "sofa")], name="made")
    assert step() == "Add videos"
    play(*Video.objects.filter(benchmark=benchmark))
    assert step() == "Import a run"
    run = make_run(benchmark, {0: [0, 1], 1: [1, 0]})
    assert step() == "Plan a pool"
    parameters = PoolParameters((run.pk,), depth=2)
    pool = build_pool(actor=SYSTEM, benchmark=benchmark, name="pool", parameters=parameters)
    assert step() == "Plan a campaign"
    campaign = create_campaign(SYSTEM, pool, "first")
    assert step() == "Open the campaign"
    assert f'href="/campaigns/{campaign.pk}/"' in browser.get(f"/benchmarks/{benchmark.pk}/").text


def test_what_is_stuck_comes_before_all_else_in_a_campaign(signed_in, lead):
    campaign = make_campaign()  # without a rater
    play(*Video.objects.filter(benchmark=campaign.benchmark))
    page = signed_in(lead).get(f"/benchmarks/{campaign.benchmark_id}/").text
    assert next_of(page) == "Free what is stuck"
    assert f'href="/campaigns/{campaign.pk}/#stuck"' in page


def test_where_all_is_pooled_and_asked_no_pool_is_planned(signed_in, lead):
    campaign = make_campaign()
    benchmark = campaign.benchmark
    play(*Video.objects.filter(benchmark=benchmark))
    Campaign.objects.filter(pk=campaign.pk).update(state="closed")
    JudgedPair.objects.create(
        query=benchmark.queries.first(), video=benchmark.videos.first(), verdict="relevant"
    )
    page = signed_in(lead).get(f"/benchmarks/{benchmark.pk}/").text
    assert next_of(page) == "See what the labels change"


def test_the_week_is_counted_from_raters_days(signed_in, lead, rater):
    campaign, today = make_campaign(raters=[rater]), timezone.now().date()
    for ago, labels in ((0, 5), (6, 7), (7, 100)):
        RaterDay.objects.create(
            campaign=campaign, rater=rater, day=today - timedelta(days=ago), labels=labels
        )
    page = signed_in(lead).get(f"/benchmarks/{campaign.benchmark_id}/").text
    assert re.search(r"Labels this week</h2>\s*<p class=\"figure\">12</p>", page)


def test_more_benchmarks_and_campaigns_ask_the_database_no_more(
    signed_in, lead, benchmark, django_assert_max_num_queries
):
    for number in range(12):
        make_benchmark([("a dog", "beach")], name=f"other {number}")
    browser = signed_in(lead)
    browser.get(f"/benchmarks/{benchmark.pk}/data/")
    with django_assert_max_num_queries(14):
        page = browser.get(f"/benchmarks/{benchmark.pk}/runs/").text
    assert page.count(">other ") == 8  # and the way to all of them
