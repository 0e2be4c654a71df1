"""Exports for leads: asked for, listed with what their manifests tell, downloaded; and labels from
elsewhere brought in."""

import hashlib
import json
import os

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from annotator.models import Campaign, Export, Label
from jobs.models import Job
from jobs.running import run_job
from pooling.models import Upload
from tests.annotator.breaking import file_lines
from tests.annotator.exchanging import small_benchmark
from tests.annotator.saying import label_all
from tests.factories import make_campaign
from tests.pooling.pages.asking import queries_of

pytestmark = pytest.mark.django_db
TRIPLETS = b"caption_id,video_id,label\nc0,v0,relevant\nc1,v0,irrelevant\nc2,v3,disagreement\n"


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT


@pytest.fixture
def browser(signed_in, lead):
    return signed_in(lead)


@pytest.fixture
def campaign(rater):
    made = make_campaign(captions=3, videos=2, raters=[rater], double_share=0)
    label_all(rater, made)
    return made


def follow(browser, answer):
    """The job's page after a worker has done what was asked."""
    assert answer.status_code == 302, answer.text
    run_job(Job.objects.latest("pk").pk, worker="w")
    return browser.get(answer.url)


def bring(browser, benchmark, content: bytes = TRIPLETS, **more):
    file = SimpleUploadedFile("t.csv", content)
    return follow(
        browser,
        browser.post(
            "/exports/labels/",
            {"benchmark": benchmark.pk, "file": file, "format": "triplets", **more},
        ),
    )


def test_an_export_is_asked_for_listed_and_downloaded(browser, campaign, lead):
    of = campaign.benchmark
    done = follow(
        browser,
        browser.post("/exports/", {"benchmark": of.pk, "format": "log", "release": "first"}),
    )
    assert "Release first, as log" in done.text
    export = Export.objects.get()
    page = browser.get("/exports/").text
    files = export.manifest["files"]
    assert [file["name"] for file in files] == ["log.csv", "log-exact.csv"]
    assert f'id="export-{export.pk}"' in page
    assert all(file["sha256"][:12] in page for file in files)
    assert f"{Label.objects.count()} rows" in page
    assert f"<td>{lead}</td>" in page
    links = [part.split('"')[0] for part in page.split('href="') if part.startswith("/media/")]
    told = [b"".join(browser.get(link).streaming_content) for link in links]
    assert [hashlib.sha256(content).hexdigest() for content in told[:2]] == [
        file["sha256"] for file in files
    ]
    assert json.loads(told[2])["files"] == files


def test_nobody_else_follows_a_leads_link(browser, campaign, administrator):
    follow(
        browser,
        browser.post("/exports/", {"benchmark": campaign.benchmark.pk, "format": "triplets"}),
    )
    link = next(
        part.split('"')[0]
        for part in browser.get("/exports/").text.split('href="')
        if part.startswith("/media/")
    )
    browser.force_login(administrator)
    assert browser.get(link).status_code == 403


def test_what_was_exported_is_looked_for_by_the_checks(browser, campaign, media):
    for release in ("first", "second"):
        follow(
            browser,
            browser.post(
                "/exports/",
                {"benchmark": campaign.benchmark.pk, "format": "qrels", "release": release},
            ),
        )
    for path in media.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    assert json.loads(call_command("check_integrity", json=True, files=True))["differences"] == []
    first, second = Export.objects.order_by("pk")
    (media / first.folder / "qrels.txt").write_text("changed")
    (media / first.folder / "manifest.json").unlink()
    (media / second.folder / "manifest.json").rename(media / second.folder / "other.json")
    assert set(file_lines()) == {
        f"export {first.pk}: its file {first.folder}/qrels.txt is not what its checksum says",
        f"export {first.pk}: its file {first.folder}/manifest.json is missing",
        f"export {second.pk}: its file {second.folder}/manifest.json is missing",
        f"{second.folder}/other.json lies about: no row names it",
    }


def test_one_campaign_of_the_benchmark_is_exported_and_no_other_benchmarks(browser, campaign):
    foreign = make_campaign(captions=1, videos=1)
    asked = {"benchmark": campaign.benchmark.pk, "format": "qrels", "stratum": "on"}
    refused = browser.post("/exports/", asked | {"campaign": foreign.pk})
    assert (refused.status_code, Job.objects.count()) == (422, 0)
    assert f"Expected a campaign of {campaign.benchmark}." in refused.text
    follow(browser, browser.post("/exports/", asked | {"campaign": campaign.pk}))
    assert Export.objects.get().campaign == campaign
    assert Job.objects.get().arguments["stratum"] is True


@pytest.mark.parametrize(
    "wrong",
    [
        {"format": "pdf"},
        {"format": "log", "stratum": "on"},
        {"format": "log", "benchmark": "0"},
    ],
)
def test_what_cannot_be_written_is_refused_before_a_job_is_made(browser, campaign, wrong):
    answer = browser.post("/exports/", {"benchmark": campaign.benchmark.pk} | wrong)
    assert (answer.status_code, Job.objects.count()) == (422, 0)


def test_exports_page_by_key_and_ask_no_more_for_more_rows(browser, campaign):
    follow(
        browser,
        browser.post("/exports/", {"benchmark": campaign.benchmark.pk, "format": "triplets"}),
    )
    before = queries_of(browser, "/exports/")
    one = Export.objects.get()
    copies = (Export(release=one.release, format="log", manifest=one.manifest) for _ in range(55))
    Export.objects.bulk_create(copies)
    assert queries_of(browser, "/exports/") == before
    assert f'id="export-{one.pk}"' not in browser.get("/exports/").text
    oldest = browser.get(f"/exports/?after={one.pk + 1}").text
    assert f'id="export-{one.pk}"' in oldest


def test_labels_come_in_as_a_campaign_of_their_own(browser, lead):
    benchmark = small_benchmark()
    done = bring(browser, benchmark)
    campaign = Campaign.objects.get()
    assert "3 pairs, read as triplets" in done.text
    assert f'href="/campaigns/{campaign.pk}/"' in done.text
    assert (campaign.source, campaign.state, campaign.created_by) == ("import", "closed", lead)
    assert Upload.objects.get().path == ""
    assert "nothing was changed" in bring(browser, benchmark).text


def test_a_faulty_file_of_labels_tells_its_lines_and_brings_nothing(browser):
    done = bring(browser, small_benchmark(), b"caption_id,video_id,label\nc0,v0,maybe\n")
    assert "t.csv:2:1: the label" in done.text
    assert Campaign.objects.count() == 0


@pytest.mark.parametrize("who", ["viewer", "rater", "adjudicator"])
def test_only_leads_and_administrators_come_in(request, signed_in, who):
    browser = signed_in(request.getfixturevalue(who))
    for address in ("/exports/", "/exports/labels/"):
        assert browser.get(address).status_code == 403
        assert browser.post(address, {}).status_code == 403


def test_without_a_benchmark_the_pages_say_where_to_begin(browser):
    for address in ("/exports/", "/exports/labels/"):
        assert "Import captions" in browser.get(address).text


GRADED = b"caption_id,video_id,label\nc0,v0,4\nc1,v0,2\n"
SCALE = {"scale": "0-4", "relevant_from": 3}


def test_grades_come_in_and_are_mapped_to_another_scale_on_pages(browser):
    of = small_benchmark()
    assert "/exports/rescaled/" not in browser.get("/exports/").text  # nothing has grades yet
    bring(browser, of, GRADED, **SCALE)
    campaign = Campaign.objects.get()
    assert (len(campaign.scale), campaign.relevant_from) == (5, 3)
    assert "/exports/rescaled/" in browser.get("/exports/").text
    asked = {"campaign": campaign.pk, "map": "0=0,1=0,2=1,3=1,4=1", "format": "triplets"}
    page = follow(browser, browser.post("/exports/rescaled/", asked)).text
    assert "triplets.csv" in page
    export = Export.objects.get()
    assert export.grade_map.values == [0, 0, 1, 1, 1]
    assert export.grade_map.by.username == "lena"
    assert "grades mapped: 0=0,1=0" in browser.get("/exports/").text
    assert set(Label.objects.values_list("value", flat=True)) == {4, 2}


def test_a_map_that_is_none_is_shown_beside_its_field(browser):
    bring(browser, small_benchmark(), GRADED, **SCALE)
    before = Job.objects.count()
    asked = {"campaign": Campaign.objects.get().pk, "map": "0=0,1=1", "format": "triplets"}
    answer = browser.post("/exports/rescaled/", asked)
    assert answer.status_code == 422
    assert "expected what each of them becomes, found 2" in answer.text
    assert Job.objects.count() == before


def test_a_file_of_another_scale_is_refused_on_its_jobs_page(browser):
    of = small_benchmark()
    bring(browser, of, GRADED, **SCALE)
    page = bring(browser, of, b"caption_id,video_id,label\nc2,v0,2\n", scale="0-2").text
    assert "Graded verdicts meet only on equal scales" in page
    assert Campaign.objects.count() == 1
