"""Releases on pages: made with one button, read and downloaded by readers, deleted by leads; and
reports that are printed."""

import hashlib
from html import escape
from pathlib import Path

import pytest
from django.utils import timezone

from jobs.models import Job
from jobs.running import run_job
from metrics.models import FrozenRelease
from publishing.actions.print_report import FOLDER
from tests.metrics.reporting import make_report
from tests.metrics.worlds import make_world
from tests.pooling.pages.asking import queries_of
from tests.publishing.releasing import make_frozen_release, releasable
from tests.web.markup import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]


@pytest.fixture
def campaign(rater, other_rater, adjudicator, lead):
    return releasable(rater, other_rater, adjudicator, lead)


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


def links_of(page: str) -> list[str]:
    return [part.split('"')[0] for part in page.split('href="') if part.startswith("/media/")]


def test_the_form_is_sent_as_it_is_and_leads_to_the_release(browser, campaign, lead):
    page = browser.get(f"/releases/?benchmark={campaign.benchmark.pk}").text
    assert f'value="{timezone.now():%Y-%m-%d}"' in page
    sent = {"benchmark": campaign.benchmark.pk, "name": "v1", "least_labels": 1, "language": "en"}
    answer = browser.post("/releases/", sent | {"without": ["fire", "mteb", "report"]})
    assert answer.status_code == 302, answer.text
    run_job(Job.objects.latest("pk").pk, worker="w")
    made = FrozenRelease.objects.get()
    assert (made.made_by, made.asked["without"]) == (lead, ["fire", "mteb", "report"])
    assert f'href="/releases/{made.pk}/"' in browser.get(answer.url, follow=True).text
    assert "v1" in browser.get("/releases/").text
    again = browser.post("/releases/", sent)
    assert again.status_code == 422
    assert "has a release of this name" in again.text


def test_a_viewer_downloads_every_file_and_a_range_of_it(
    browser, campaign, signed_in, viewer, rater
):
    sent = {"benchmark": campaign.benchmark.pk, "name": "v1", "least_labels": 1, "language": "en"}
    browser.post("/releases/", sent | {"without": ["report"]})
    run_job(Job.objects.latest("pk").pk, worker="w")
    made = FrozenRelease.objects.get()
    browser = signed_in(viewer)
    page = browser.get(f"/releases/{made.pk}/").text
    assert "lena" not in page.lower()
    links = list(dict.fromkeys(links_of(page)))
    told = {file["sha256"] for file in (*made.files, made.archive)}
    read = [b"".join(browser.get(link).streaming_content) for link in links]
    assert {hashlib.sha256(content).hexdigest() for content in read} == told
    archive = next(link for link in links if link.endswith(".zip"))
    part = browser.get(archive, headers={"Range": "bytes=0-3"})
    assert (part.status_code, b"".join(part.streaming_content)) == (206, b"PK\x03\x04")
    assert "ir_measures.read_trec_qrels(&#x27;qrels.txt&#x27;)" in page
    assert made.archive["sha256"] in page
    browser = signed_in(rater)
    assert browser.get(f"/releases/{made.pk}/").status_code == 403
    assert browser.get(archive).status_code == 403


def test_the_second_release_of_a_day_has_a_name_of_its_own(browser):
    world, day = make_world(), f"{timezone.now():%Y-%m-%d}"
    make_frozen_release(world, name=day)
    make_frozen_release(world, name=f"{day}-2")
    assert f'value="{day}-3"' in browser.get("/releases/").text


def test_a_viewer_makes_and_deletes_none(signed_in, viewer):
    made = make_frozen_release(make_world())
    browser = signed_in(viewer)
    assert "Make a release" not in browser.get("/releases/").text
    assert browser.post("/releases/", {}).status_code == 403
    assert browser.post(f"/releases/{made.pk}/delete/").status_code == 403
    assert "Delete" not in browser.get(f"/releases/{made.pk}/").text
    assert FrozenRelease.objects.exists()


def test_deleting_asks_by_showing_what_goes(browser):
    made = make_frozen_release(make_world())
    asked = browser.get(f"/releases/{made.pk}/delete/").text
    assert "3 files" in asked
    assert "triplets.csv: 1 row" in asked
    assert browser.post(f"/releases/{made.pk}/delete/").status_code == 302
    assert not FrozenRelease.objects.exists()


def test_releases_page_by_key_and_ask_no_more_for_more_rows(browser):
    world = make_world()
    make_frozen_release(world, name="first")
    before = queries_of(browser, "/releases/")
    for number in range(55):
        make_frozen_release(world, name=f"r{number}")
    assert queries_of(browser, "/releases/") == before
    assert "first" not in browser.get("/releases/").text


def test_exports_are_beside_releases(browser, signed_in, viewer):
    world = make_world()
    page = squeezed(browser.get(f"/releases/?benchmark={world.pk}").text)
    assert 'href="/exports/?benchmark=' in page
    assert f'<a href="/benchmarks/{world.pk}/publish/" aria-current="true">Publish' in page
    assert "/exports/" not in signed_in(viewer).get("/releases/").text


@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_a_report_is_printed_for_a_viewer_by_one_job_and_kept(signed_in, viewer, ending):
    report = make_report(make_world())
    browser = signed_in(viewer)
    address = f"/evaluations/{report.pk}/print/{ending}/"
    page = browser.get(f"/evaluations/{report.pk}/").text
    assert f'<form method="post" action="{address}">' in page
    assert f'<form method="post" action="{address}">' in browser.get(address).text
    assert not Job.objects.filter(kind="metrics.print").exists()  # to read makes nothing
    for _ in range(2):
        assert browser.post(address).url == address
        assert "is being made" in browser.get(address).text
    job = Job.objects.get(kind="metrics.print")
    run_job(job.pk, worker="w")
    ready = browser.get(address)
    assert ready.url.endswith(f"report-{report.pk}.{ending}")
    content = b"".join(browser.get(ready.url).streaming_content)
    assert content.startswith(b"%PDF-" if ending == "pdf" else b"<!DOCTYPE html>")
    waited = browser.get(address, headers={"HX-Request": "true"})
    assert waited["HX-Redirect"] == ready.url
    assert browser.post(address).url == address
    assert f'href="{address}"' in browser.get(f"/evaluations/{report.pk}/").text
    assert Job.objects.filter(kind="metrics.print").count() == 1
    for ask in (browser.get, browser.post):
        assert ask(f"/evaluations/{report.pk}/print/docx/").status_code == 404


def test_what_could_not_be_printed_says_why_and_is_asked_for_again(signed_in, viewer, settings):
    report = make_report(make_world())
    browser, address = signed_in(viewer), f"/evaluations/{report.pk}/print/pdf/"
    browser.post(address)
    in_the_way = Path(settings.MEDIA_ROOT) / FOLDER
    in_the_way.parent.mkdir(exist_ok=True)
    in_the_way.touch()  # no folder can be made here
    job = Job.objects.get(kind="metrics.print")
    run_job(job.pk, worker="w")
    in_the_way.unlink()
    page = browser.get(address).text
    assert escape(Job.objects.get(pk=job.pk).error["message"]) in page
    assert "hx-get" not in page
    browser.post(address)
    assert Job.objects.filter(kind="metrics.print").count() == 2
    assert "is being made" in browser.get(address).text
