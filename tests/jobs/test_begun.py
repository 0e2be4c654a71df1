"""A job is waited for on the page where it was begun, which leads on to what it made."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from jobs.actions.attempt import beat_heart, claim_job, fail_job, finish_job
from jobs.actions.request import start_job
from jobs.begun import naming
from jobs.error import trouble_of
from jobs.kinds import JobFailure
from jobs.models import Job
from people.actor import SYSTEM, Actor
from tests.factories import make_benchmark

pytestmark = pytest.mark.django_db

WHOLE = {"run": 7, "name": "clip", "items": 3, "depth": 2, "format": "csv", "ties": 0}


@pytest.fixture
def of():
    return make_benchmark([("a man jumps", "v0")], name="kitchen")


@pytest.fixture
def here(of):
    return reverse("pooling:import_run", args=[of.pk])


def begin(person, of, **about) -> Job:
    actor = Actor(person, "page") if person else SYSTEM
    title = f"Import run {about.get('name', 'clip')} into {of}"
    asked = {"benchmark": of.pk, "name": "clip", "format": "csv", "model": "clip"} | about
    job = start_job("pooling.import_run", actor=actor, title=title, **asked)
    job = claim_job(job.pk, worker="celery@vm")
    beat_heart(job.pk, job.claim, done=1, total=4, message="Reading clip.csv")
    return job


def polled(browser, job, seen_on, **headers):
    headers |= {"HX-Request": "true", "HX-Current-URL": f"http://testserver{seen_on}"}
    return browser.get(reverse("jobs:detail", args=[job.pk]), headers=headers)


def refuse(job: Job) -> None:
    problems = {"problems": ["clip.csv:3:1: expected a number"], "total": 1}
    error = JobFailure("1 error in clip.csv: nothing was imported", problems)
    fail_job(job.pk, job.claim, trouble=trouble_of(error))


def test_coming_back_finds_it_again_and_no_other_pages_show_it(signed_in, lead, of, here):
    begin(lead, of)
    text = signed_in(lead).get(here).text
    assert "Reading clip.csv: 1 of 4 (25 %)." in text
    assert reverse("jobs:cancel", args=[Job.objects.get().pk]) in text
    other = make_benchmark([("a man jumps", "v0")], name="garden")
    for elsewhere in (reverse("pooling:import_run", args=[other.pk]), reverse("pooling:runs")):
        assert "Reading clip.csv" not in signed_in(lead).get(elsewhere).text


def test_another_lead_sees_it_too_and_a_rater_none(signed_in, lead, rater, administrator, of, here):
    begin(lead, of)
    assert "Reading clip.csv" in signed_in(administrator).get(here).text
    assert "Reading clip.csv" not in signed_in(rater).get(f"/?job={Job.objects.get().pk}").text


def test_done_it_leads_on_to_what_it_made(signed_in, lead, of, here):
    job, browser = begin(lead, of), signed_in(lead)
    assert "HX-Redirect" not in polled(browser, job, here).headers
    finish_job(job.pk, job.claim, result=WHOLE | {"warnings": []})
    answer = polled(browser, job, here)
    assert answer.headers["HX-Redirect"] == "/runs/7/"
    assert 'href="/runs/7/"' in answer.text
    assert "hx-trigger" not in answer.text
    assert "HX-Redirect" not in polled(browser, job, "/").headers
    assert "Reading clip.csv" not in browser.get(here).text


def test_who_has_begun_to_fill_in_a_form_is_not_led_away(signed_in, lead, of, here):
    job, browser = begin(lead, of), signed_in(lead)
    finish_job(job.pk, job.claim, result=WHOLE | {"warnings": []})
    answer = polled(browser, job, here, **{"Truepool-Typed": "1"})
    assert "HX-Redirect" not in answer.headers
    assert 'href="/runs/7/"' in answer.text


def test_what_it_has_to_say_comes_along(signed_in, lead, of, here):
    job, browser = begin(lead, of), signed_in(lead)
    finish_job(job.pk, job.claim, result=WHOLE | {"warnings": ["two ties"]})
    assert polled(browser, job, here).headers["HX-Redirect"] == f"/runs/7/?job={job.pk}"
    # Any page that the address leads to says it.
    assert "two ties" in browser.get(naming(reverse("pooling:runs"), job.pk)).text


def test_without_scripts_the_same_page_has_the_link(signed_in, lead, of, here):
    job, browser = begin(lead, of), signed_in(lead)
    named = naming(here, job.pk)
    assert "Look again" in browser.get(named).text
    finish_job(job.pk, job.claim, result=WHOLE | {"warnings": []})
    text = browser.get(named).text
    assert "Look again" not in text
    assert 'href="/runs/7/"' in text


def test_a_refusal_is_read_where_it_was_begun_for_a_day(signed_in, lead, administrator, of, here):
    job = begin(lead, of)
    refuse(job)
    for seen in (here, naming(here, job.pk)):
        text = signed_in(lead).get(seen).text
        assert "clip.csv:3:1: expected a number" in text
        assert reverse("jobs:retry", args=[job.pk]) not in text  # its file is gone
    assert "expected a number" not in signed_in(administrator).get(here).text
    Job.objects.update(finished_at=timezone.now() - timedelta(hours=25))
    assert "expected a number" not in signed_in(lead).get(here).text


def test_the_next_that_ends_well_takes_the_refusal_from_the_page(signed_in, lead, of, here):
    refuse(begin(lead, of))
    job = begin(lead, of)
    assert "expected a number" not in signed_in(lead).get(here).text
    finish_job(job.pk, job.claim, result=WHOLE | {"warnings": []})
    assert "expected a number" not in signed_in(lead).get(here).text


def test_elsewhere_a_refusal_leads_to_the_form_with_its_answers(signed_in, lead, of):
    job = begin(lead, of, name="clip 2")
    refuse(job)
    text = polled(signed_in(lead), job, "/").text
    assert f"/benchmarks/{of.pk}/runs/import/?model=clip&amp;name=clip+2&amp;format=csv" in text


def test_cancelling_by_htmx_answers_with_the_progress_alone(signed_in, lead, of, here):
    job, browser = begin(lead, of), signed_in(lead)
    headers = {"HX-Request": "true", "HX-Current-URL": f"http://testserver{here}"}
    for _ in range(2):  # what is asked for already is no mistake
        answer = browser.post(reverse("jobs:cancel", args=[job.pk]), headers=headers)
        assert answer.status_code == 200
        assert "Stopping" in answer.text
        assert "<html" not in answer.text


def test_several_that_share_the_work_are_one(signed_in, lead, of):
    for _ in range(2):
        start_job("pooling.make_playable", actor=SYSTEM, title="Make playable", benchmark=of.pk)
    text = signed_in(lead).get(reverse("pooling:videos", args=[of.pk])).text
    assert text.count("<strong>Make playable</strong>") == 1


def test_a_job_whose_page_is_gone_is_waited_for_in_the_list(signed_in, lead):
    job = start_job("pooling.import_run", actor=SYSTEM, title="Of old")
    text = signed_in(lead).get(naming(reverse("jobs:list"), job.pk)).text
    assert "<strong>Of old</strong>" in text


@pytest.mark.parametrize("number", ["", "0", "x", "9" * 30, "999999"])
def test_a_number_that_names_no_job_shows_none(signed_in, lead, number):
    answer = signed_in(lead).get("/", {"job": number})
    assert (answer.status_code, 'class="waiting"' in answer.text) == (200, False)
