"""Jobs on pages: who sees what, what they may press, and what comes of it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from jobs.actions.attempt import beat_heart, claim_job, finish_job
from jobs.actions.request import start_job
from jobs.actions.sweep import sweep_jobs
from jobs.models import Job, State
from jobs.running import run_job
from jobs.templatetags.jobs import how_far
from people.actor import SYSTEM, Actor

pytestmark = pytest.mark.django_db


def page_of(job: Job) -> str:
    return reverse("jobs:detail", args=[job.pk])


def half_done(actor: Actor = SYSTEM) -> Job:
    job = claim_job(start_job("tests.answer", actor=actor, value=1).pk, worker="w")
    beat_heart(job.pk, job.claim, done=33, total=66, message="half way")
    return job


def ask_for_fragment(client, job: Job, seen_on: str):
    return client.get(
        page_of(job),
        headers={"HX-Request": "true", "HX-Current-URL": f"http://testserver{seen_on}"},
    )


def test_who_is_not_signed_in_sees_no_jobs(client):
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    for path in (reverse("jobs:list"), page_of(job)):
        assert client.get(path).status_code == 302


def test_a_lead_sees_all_jobs_and_a_rater_only_those_they_asked_for(signed_in, lead, rater):
    own = start_job("tests.answer", actor=Actor(rater, "page"), title="Of the rater", value=1)
    others = start_job("tests.answer", actor=SYSTEM, title="Of the machine", value=1)
    text = signed_in(rater).get(reverse("jobs:list")).content.decode()
    assert "Of the rater" in text
    assert "Of the machine" not in text
    assert signed_in(rater).get(page_of(own)).status_code == 200
    assert signed_in(rater).get(page_of(others)).status_code == 404
    assert signed_in(rater).post(reverse("jobs:cancel", args=[others.pk])).status_code == 404
    assert "Of the machine" in signed_in(lead).get(reverse("jobs:list")).content.decode()


def test_the_list_shows_one_state_if_asked(signed_in, lead):
    start_job("tests.answer", actor=SYSTEM, title="Patient", value=1)
    run_job(start_job("tests.refuse", actor=SYSTEM, title="Refused").pk, worker="w")
    text = signed_in(lead).get(reverse("jobs:list"), {"state": "failed"}).content.decode()
    assert "Refused" in text
    assert "Patient" not in text
    assert (
        "No jobs match these filters."
        in signed_in(lead).get(reverse("jobs:list"), {"state": "done"}).content.decode()
    )


def test_the_list_pages_by_key(signed_in, lead):
    jobs = [
        start_job("tests.answer", actor=SYSTEM, title=f"Job {number:03}", value=1)
        for number in range(51)
    ]
    first = signed_in(lead).get(reverse("jobs:list"))
    assert [job.pk for job in first.context["jobs"]] == [job.pk for job in jobs[:0:-1]]
    older = signed_in(lead).get(reverse("jobs:list"), {"after": first.context["page"].after})
    assert [job.pk for job in older.context["jobs"]] == [jobs[0].pk]


def test_an_empty_list_says_what_will_come_here(signed_in, lead):
    assert "No jobs yet." in signed_in(lead).get(reverse("jobs:list")).content.decode()


def test_the_list_says_whether_a_worker_is_there(signed_in, lead):
    assert "No worker is at work" in signed_in(lead).get(reverse("jobs:list")).content.decode()
    sweep_jobs(worker="w")
    assert "A worker is there" in signed_in(lead).get(reverse("jobs:list")).content.decode()


def test_a_running_jobs_page_shows_how_far_it_is(signed_in, lead):
    text = signed_in(lead).get(page_of(half_done())).content.decode()
    assert "half way: 33 of 66 (50 %)." in text
    assert 'value="50"' in text
    assert "Look again" in text


def test_a_job_that_reports_nothing_new_says_so_and_shows_administrators_where_it_is(
    signed_in, lead, administrator
):
    job = half_done()
    for minutes, said in ((9, False), (11, True)):
        then = timezone.now() - timedelta(minutes=minutes)
        Job.objects.filter(pk=job.pk).update(progress_at=then, stack='  File "reader.py"')
        for person in (lead, administrator):
            text = signed_in(person).get(page_of(job)).content.decode()
            assert ("It has reported nothing new since" in text) == said
            assert ("File &quot;reader.py&quot;" in text) == (said and person == administrator)
            listed = signed_in(person).get(reverse("jobs:list")).content.decode()
            assert ("Nothing new" in listed) == said


@pytest.mark.parametrize(
    ("done", "total", "message", "sentence"),
    [
        (400, 1000, "Reading run.csv", "Reading run.csv: 400 of 1,000 (40 %)."),
        (400, 1000, "", "400 of 1,000 (40 %)."),
        (1200, None, "Unpacking.", "Unpacking: 1,200 so far."),
        (0, None, "Unpacking", "Unpacking."),
        (0, None, "", ""),
    ],
)
def test_how_far_a_job_is_makes_one_sentence(done, total, message, sentence):
    assert how_far(Job(done=done, total=total, message=message)) == sentence


def test_a_waiting_jobs_page_says_what_it_waits_for(signed_in, lead):
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    assert "No worker has been heard from" in signed_in(lead).get(page_of(job)).content.decode()
    sweep_jobs(worker="w")
    assert "as soon as a worker is free" in signed_in(lead).get(page_of(job)).content.decode()


def test_what_stays_on_the_page_is_true_when_the_job_has_begun_meanwhile(signed_in, lead):
    """Only the progress is asked for again: the sentence above it must not say that it waits."""
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    page = signed_in(lead).get(page_of(job)).text
    head = page[: page.index(f'id="job-{job.pk}"')]
    assert "Asked for at" in head
    assert "Waiting" not in head


def test_the_fragment_asks_again_while_work_goes_on_and_then_no_more(signed_in, lead):
    job = half_done()
    going_on = ask_for_fragment(signed_in(lead), job, seen_on="/elsewhere/")
    assert 'hx-trigger="every 1s"' in going_on.content.decode()
    assert "<html" not in going_on.content.decode()
    finish_job(job.pk, job.claim, result={})
    over = ask_for_fragment(signed_in(lead), job, seen_on="/elsewhere/")
    assert "hx-trigger" not in over.content.decode()
    assert "HX-Refresh" not in over.headers


def test_the_end_of_a_job_brings_its_own_page_anew(signed_in, lead):
    job = half_done()
    assert "HX-Refresh" not in ask_for_fragment(signed_in(lead), job, seen_on=page_of(job)).headers
    finish_job(job.pk, job.claim, result={})
    assert (
        ask_for_fragment(signed_in(lead), job, seen_on=page_of(job)).headers["HX-Refresh"] == "true"
    )


def test_a_done_jobs_page_shows_its_result(signed_in, lead):
    job = start_job("tests.answer", actor=Actor(lead, "page"), value=42)
    run_job(job.pk, worker="w")
    text = signed_in(lead).get(page_of(job)).content.decode()
    assert "<dt>answer</dt><dd>42</dd>" in text
    assert "Lena Lead" in text


def test_a_failed_jobs_page_shows_the_error_and_its_details(signed_in, lead):
    job = start_job("tests.refuse", actor=SYSTEM)
    run_job(job.pk, worker="w")
    text = signed_in(lead).get(page_of(job)).content.decode()
    assert "runs.csv:3:1: expected a number" in text
    assert "runs.csv:9:1" in text


@pytest.mark.parametrize("kind", ["tests.break"])
def test_only_administrators_see_a_traceback(signed_in, lead, administrator, kind):
    job = start_job(kind, actor=SYSTEM)
    run_job(job.pk, worker="w")
    assert "Traceback" not in signed_in(lead).get(page_of(job)).content.decode()
    assert "in break_down" in signed_in(administrator).get(page_of(job)).content.decode()


def test_cancelling_a_waiting_job_ends_it(signed_in, lead):
    job = start_job("tests.answer", actor=SYSTEM, value=1)
    answer = signed_in(lead).post(reverse("jobs:cancel", args=[job.pk]), follow=True)
    assert answer.redirect_chain == [(f"{reverse('jobs:list')}?job={job.pk}", 302)]
    assert "Cancelled" in answer.content.decode()
    job.refresh_from_db()
    assert job.state == State.CANCELLED


def test_cancelling_a_running_job_says_that_it_was_asked_to(signed_in, lead):
    job = half_done()
    text = signed_in(lead).post(reverse("jobs:cancel", args=[job.pk]), follow=True).content.decode()
    assert "Stopping" in text
    assert reverse("jobs:cancel", args=[job.pk]) not in text


def test_cancelling_what_has_ended_says_so(signed_in, lead):
    job = half_done()
    finish_job(job.pk, job.claim, result={})
    text = signed_in(lead).post(reverse("jobs:cancel", args=[job.pk]), follow=True).content.decode()
    assert "ended already" in text


def test_a_failed_job_can_be_tried_again_by_those_who_may_start_it(signed_in, lead, rater):
    job = start_job("tests.refuse", actor=Actor(rater, "page"))
    run_job(job.pk, worker="w")
    again = reverse("jobs:retry", args=[job.pk])
    assert again not in signed_in(rater).get(page_of(job)).content.decode()
    assert signed_in(rater).post(again).status_code == 403
    assert again in signed_in(lead).get(page_of(job)).content.decode()
    assert "No worker has been heard from" in signed_in(lead).post(again, follow=True).text
    job.refresh_from_db()
    assert job.state == State.QUEUED
    assert "Only a job that failed" in signed_in(lead).post(again, follow=True).content.decode()


def test_administrators_have_buttons_for_upkeep_and_leads_have_not(signed_in, lead, administrator):
    start = reverse("jobs:start", args=["jobs.tidy_up"])
    assert start not in signed_in(lead).get(reverse("jobs:list")).content.decode()
    assert signed_in(lead).post(start).status_code == 403
    assert start in signed_in(administrator).get(reverse("jobs:list")).content.decode()
    answer = signed_in(administrator).post(start)
    job = Job.objects.get(kind="jobs.tidy_up")
    here = f"{reverse('jobs:list')}?job={job.pk}"
    assert (answer.url, job.requested_by) == (here, administrator)


@pytest.mark.parametrize("kind", ["tests.answer", "no.such_kind"])
def test_a_kind_without_a_button_is_not_started_by_its_name(signed_in, administrator, kind):
    assert signed_in(administrator).post(reverse("jobs:start", args=[kind])).status_code == 404


def test_a_job_that_waits_for_its_next_attempt_says_why(signed_in, lead, caplog):
    job = start_job("tests.busy", actor=SYSTEM)
    run_job(job.pk, worker="w")
    sweep_jobs(worker="w")
    text = signed_in(lead).get(page_of(job)).content.decode()
    assert "Attempt 1 of 2 ended: The storage is busy. It is tried again." in text


@pytest.mark.parametrize(
    ("seconds", "words"), [(4, "4 s"), (192, "3 min 12 s"), (7_500, "2 h 5 min")]
)
def test_how_long_it_took_is_said_in_words(signed_in, lead, seconds, words):
    job = half_done()
    finish_job(job.pk, job.claim, result={})
    now = timezone.now()
    Job.objects.filter(pk=job.pk).update(
        started_at=now - timedelta(seconds=seconds), finished_at=now
    )
    assert f"Done after {words}." in signed_in(lead).get(page_of(job)).content.decode()


def test_only_leads_read_kinds_and_the_names_of_workers(signed_in, lead, rater):
    job = claim_job(
        start_job("tests.answer", actor=Actor(rater, "page"), value=1).pk, worker="celery@vm"
    )
    for person, reads in ((lead, True), (rater, False)):
        text = signed_in(person).get(page_of(job)).text
        assert [word in text for word in ("tests.answer", "celery@vm")] == [reads, reads]


def test_how_long_it_will_take_is_said_once_the_pace_is_known(signed_in, lead):
    job = half_done()
    assert "left." not in signed_in(lead).get(page_of(job)).text
    then = timezone.now() - timedelta(minutes=2, seconds=1)
    Job.objects.filter(pk=job.pk).update(started_at=then)
    assert "About 2 min" in signed_in(lead).get(page_of(job)).text
