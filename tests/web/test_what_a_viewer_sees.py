"""A viewer's places: each that is offered opens and has something to read, and the first page says
how far each benchmark is."""

import re

import pytest
from django.core.cache import cache

from annotator.models import Label
from config.navigation import PLACES
from metrics.actions.agreement_kept import AgreementAsked
from metrics.studies.asked import EvaluationAsked
from people.models import Role
from pooling.models import Run
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_run
from tests.metrics.reporting import make_report
from tests.publishing.boards import public_board
from tests.publishing.releasing import make_frozen_release

pytestmark = pytest.mark.django_db
COMMENT = "blurred in the middle"


@pytest.fixture
def campaign(rater, other_rater):
    """Of six pairs the first rater labels four, the second two of these."""
    cache.clear()
    made = make_campaign(
        captions=3, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    for slot in claim(rater, made, 4):
        say(rater, slot, "relevant", comment=COMMENT)
    for slot in claim(other_rater, made, 2):
        say(other_rater, slot, "irrelevant")
    return made


def main_of(page: str) -> str:
    return page.split("<main")[1].split("</main>", maxsplit=1)[0]


def test_every_place_that_is_offered_opens_and_no_other_does(signed_in, viewer, campaign):
    browser = signed_in(viewer)
    offered = set(re.findall(r'href="(/[^"#?]*)"', browser.get("/").text.split("<main")[0]))
    for place in PLACES:
        shown, status = place.address in offered, _status(browser, place.address)
        assert shown == (Role.VIEWER in place.roles), place.label
        assert status == (200 if shown else status), place.label
    assert len([place for place in PLACES if Role.VIEWER in place.roles]) >= 3


def _status(browser, address: str) -> int:
    return browser.get(address, follow=True).status_code


def test_the_first_page_says_how_far_each_benchmark_is(signed_in, viewer, campaign):
    browser, of = signed_in(viewer), campaign.benchmark
    assert "No report yet" in main_of(browser.get("/").text)
    cache.clear()
    make_run(of, {n: [1, 0] for n in range(of.caption_count)}, "heron", depth=2)
    report = make_report(of, EvaluationAsked(resamples=100, overlap=0, comparisons=False))
    AgreementAsked(benchmark=of).keep()
    (row,) = browser.get("/").context["standings"]
    assert (row.pairs, row.report) == (campaign.items_count, report)
    assert 0 < row.judged < row.pairs
    page = main_of(browser.get("/").text)
    assert row.share.value == row.judged / row.pairs
    assert f"{100 * row.share.value:.1f} %" in page
    assert f"{row.alpha.value:.2f}" in page
    assert f"{row.headline.run}'s {row.headline.measure}" in page
    assert f"{100 * row.headline.value:.1f}" in page
    assert "Judged@" in page


def test_the_newest_release_is_linked(signed_in, viewer, campaign):
    make_frozen_release(campaign.benchmark, name="first")
    newest = make_frozen_release(campaign.benchmark, name="second")
    assert f'href="/releases/{newest.pk}/">second' in main_of(signed_in(viewer).get("/").text)


def test_its_leaderboard_is_linked_while_it_is_public(signed_in, viewer, campaign):
    of = campaign.benchmark
    run = make_run(of, {n: [1, 0] for n in range(of.caption_count)}, "heron", depth=2)
    public_board(of, "heron", measures=("C@1",))
    link = f'href="/leaderboard/{of.name}/"'
    assert link in signed_in(viewer).get("/").text
    Run.objects.filter(pk=run.pk).update(state="private")
    assert link not in signed_in(viewer).get("/").text


def test_no_page_of_a_viewer_tells_who_gave_which_answer(signed_in, viewer, campaign):
    """From the first page on, along every link of every page, and through the lists of the API."""
    browser = signed_in(viewer)
    make_run(campaign.benchmark, {0: [1, 0]}, "heron", depth=2)
    make_report(campaign.benchmark, EvaluationAsked(resamples=100, overlap=0))
    seen, waiting = set(), ["/", *(f"/api/v1/{name}" for name in _lists())]
    while waiting:
        address = waiting.pop()
        if address in seen or len(seen) > 300:
            continue
        seen.add(address)
        answer = browser.get(address)
        assert answer.status_code in (200, 302), address
        text = b"".join(answer).decode(errors="replace")
        assert not re.search(r"\b(rosa|omar)\b", text, re.IGNORECASE), address
        assert COMMENT not in text, address
        if answer.get("Content-Type", "").startswith("text/html"):
            links = re.findall(r'<a [^>]*href="(/[^"#]*)', text)
            waiting += [one for one in links if not one.startswith(("/help/", "/api/", "/static/"))]
    assert len(seen) > 30
    assert Label.objects.filter(comment=COMMENT).exists()


def _lists():
    return ("benchmarks", "models", "runs", "pools", "evaluations", "campaigns", "jobs")
