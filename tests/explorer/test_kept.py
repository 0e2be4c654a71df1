"""Facts of large benchmarks are computed by a job, and kept until labels, captions or runs come."""

from datetime import timedelta

import pytest

from jobs.models import Job
from jobs.running import run_job
from metrics.models import KeptResult
from tests.annotator.saying import claim, say
from tests.factories import make_campaign, make_run
from tests.metrics.reporting import everything_since
from tests.metrics.worlds import make_world

pytestmark = pytest.mark.django_db
HERE = "explorer.queries.kept"


@pytest.fixture
def large(monkeypatch):
    """Nothing is small enough to be computed while somebody waits, and nothing rests."""
    monkeypatch.setattr(f"{HERE}.RANKS_AT_ONCE", -1)
    monkeypatch.setattr("metrics.actions.compute_once.REST", 0)
    monkeypatch.setattr("metrics.actions.compute_once.SHORTEST_REST", timedelta(seconds=-1))


@pytest.fixture
def browser(signed_in, viewer):
    return signed_in(viewer)


def work() -> None:
    for job in Job.objects.filter(state="queued"):
        run_job(job.pk, worker="w")
        job.refresh_from_db()
        assert job.state == "done", job.error


def explored(browser, of, asked: str = "") -> dict:
    answer = browser.get(f"/api/v1/benchmarks/{of.pk}/explore?{asked}")
    assert answer.status_code == 200
    return answer.json()


def test_what_is_kept_is_what_would_be_computed(browser, monkeypatch, large):
    of = make_world()
    assert "are being looked at" in browser.get(f"/explorer/{of.pk}/").text
    assert browser.get(f"/api/v1/benchmarks/{of.pk}/explore").status_code == 202
    assert Job.objects.count() == 1  # however many ask
    work()
    for asked in ("", "differ=true", "changed=true&k=5", "unjudged=true&sort=-positives"):
        kept = explored(browser, of, asked)
        with monkeypatch.context() as small:
            small.setattr(f"{HERE}.RANKS_AT_ONCE", 10**9)
            assert explored(browser, of, asked) == kept
    assert Job.objects.count() == 1
    assert "6 of 6 captions." in browser.get(f"/explorer/{of.pk}/").text


def test_older_facts_are_shown_until_newer_ones_are_there(browser, large, rater):
    campaign = make_campaign(raters=[rater], double_share=0.0)
    of = campaign.benchmark
    browser.get(f"/explorer/{of.pk}/")
    work()
    assert explored(browser, of)["results"][0]["corrected"] == 1
    for slot in claim(rater, campaign, 6):
        say(rater, slot, "relevant")
    page = browser.get(f"/explorer/{of.pk}/").text
    assert "6 labels came in since" in page
    assert explored(browser, of)["newer_labels"] == 6
    assert explored(browser, of)["results"][0]["corrected"] == 1
    work()
    assert explored(browser, of)["results"][0]["corrected"] == 2
    assert "came in since" not in browser.get(f"/explorer/{of.pk}/").text


def test_a_run_that_came_since_is_named_until_it_is_looked_at(browser, large):
    of = make_world()
    browser.get(f"/explorer/{of.pk}/")
    work()
    new = make_run(of, {0: [1]}, "new", depth=3)
    page = browser.get(f"/explorer/{of.pk}/?runs={new.pk}").text
    assert "Not looked at yet: new." in page
    assert browser.get(f"/explorer/{of.pk}/captions/0/?runs={new.pk}&search=dog").status_code == 200
    work()
    assert "Not looked at yet" not in browser.get(f"/explorer/{of.pk}/?runs={new.pk}").text


def test_a_caption_is_shown_before_anything_is_kept(browser, large):
    of = make_world()
    page = browser.get(f"/explorer/{of.pk}/captions/0/").text
    assert page.count('<h2 id="run-') == 3
    page = browser.get(f"/explorer/{of.pk}/captions/1/?search=dog").text
    assert "captions/2/" in page  # the benchmark's order, as long as the search's is not known


def test_what_was_damaged_is_computed_again(browser, large):
    of = make_world()
    browser.get(f"/explorer/{of.pk}/")
    work()
    KeptResult.objects.update(content=b"no zlib")
    assert "are being looked at" in browser.get(f"/explorer/{of.pk}/").text
    work()
    assert "6 of 6 captions." in browser.get(f"/explorer/{of.pk}/").text


def test_captions_that_came_since_are_reached_by_their_address(browser, large):
    of = make_world()
    browser.get(f"/explorer/{of.pk}/")
    work()
    everything_since(of)
    assert browser.get(f"/explorer/{of.pk}/captions/7/?search=dog").status_code == 200
    assert browser.get(f"/explorer/{of.pk}/?search=new").status_code == 200
    assert browser.get(f"/explorer/{of.pk}/?after=7").status_code == 200
