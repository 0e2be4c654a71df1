"""One person has only so many jobs at a time; the next is refused with what there is and what to
do."""

import dataclasses
import threading

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.urls import reverse

from jobs import kinds
from jobs.actions.request import cancel_job, retry_job, start_job
from jobs.inline import run_job_here
from jobs.models import Job, State
from jobs.quota import TooManyJobs
from people.actor import COMMAND, SYSTEM, Actor
from people.models import Role
from pooling.models import RetrievalModel, Upload
from tests.factories import make_benchmark, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def lead():
    return make_user(Role.LEAD)


@pytest.fixture(autouse=True)
def few(monkeypatch, settings):
    """Two of a kind, three in all."""
    for name in ("tests.answer", "pooling.import_run", "jobs.tidy_up"):
        monkeypatch.setitem(kinds._KINDS, name, dataclasses.replace(kinds.find_kind(name), quota=2))
    settings.JOBS_PER_PERSON = 3


def ask(person, via="page", kind="tests.answer", **arguments) -> Job:
    return start_job(kind, actor=Actor(person, via), **(arguments or {"value": 1}))


def unfinished(person) -> int:
    return Job.objects.filter(requested_by=person, state__in=(State.QUEUED, State.RUNNING)).count()


@pytest.mark.parametrize("via", ["page", "api"])
def test_one_more_of_a_kind_is_refused_and_names_those_that_there_are(lead, via):
    jobs = [ask(lead, via) for _ in range(2)]
    with pytest.raises(TooManyJobs) as refused:
        ask(lead, via)
    assert (
        str(refused.value)
        == "At most 2 jobs of the kind “Answer” may wait or run for one person at a time, and"
        f" there are as many: Answer (job {jobs[0].pk}), Answer (job {jobs[1].pk}). Wait until"
        " one of them has ended, or cancel one on its page; then try again."
    )
    assert unfinished(lead) == 2


def test_one_more_in_all_is_refused_too(lead):
    ask(lead)
    ask(lead)
    ask(lead, kind="tests.refuse", x=1)
    with pytest.raises(TooManyJobs, match="At most 3 jobs in all"):
        ask(lead, kind="tests.break", x=1)


def test_a_job_that_has_ended_makes_room_and_others_are_counted_for_themselves(lead):
    job = ask(lead)
    ask(lead)
    assert ask(make_user(Role.LEAD))
    cancel_job(job.pk, actor=Actor(lead, "page"))
    assert ask(lead)


def test_trying_again_counts_like_starting(lead):
    failed = ask(lead)
    cancel_job(failed.pk, actor=Actor(lead, "page"))
    ask(lead)
    ask(lead)
    for person in (lead, make_user(Role.ADMIN)):
        with pytest.raises(TooManyJobs):
            retry_job(failed.pk, actor=Actor(person, "page"))
    failed.refresh_from_db()
    assert failed.state == State.CANCELLED


@pytest.mark.django_db(transaction=True)
def test_truepools_own_jobs_and_those_of_commands_are_not_limited(lead):
    for _ in range(5):
        start_job("tests.answer", actor=SYSTEM, value=1)
        start_job("tests.answer", actor=Actor(lead, "system"), value=1)
        run_job_here("tests.answer", actor=COMMAND, value=1)
    with pytest.raises(TooManyJobs):  # but they are the person's, and count
        ask(lead)


@pytest.mark.django_db(transaction=True)
def test_of_many_who_ask_at_once_only_so_many_are_served(lead):
    start, ends = threading.Barrier(6), []

    def race():
        try:
            start.wait()
            ask(lead)
            ends.append("started")
        except TooManyJobs:
            ends.append("refused")
        finally:
            connection.close()

    racers = [threading.Thread(target=race) for _ in range(6)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(ends) == ["refused"] * 4 + ["started"] * 2
    assert unfinished(lead) == 2


def test_a_page_says_it_and_shows_itself_again(client, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    admin = make_user(Role.ADMIN)
    client.force_login(admin)
    for _ in range(2):
        assert client.post(reverse("jobs:start", args=["jobs.tidy_up"])).status_code == 302
    page = reverse("jobs:list")
    answer = client.post(
        reverse("jobs:start", args=["jobs.tidy_up"]),
        headers={"Referer": f"http://testserver{page}"},
        follow=True,
    )
    assert answer.redirect_chain == [(page, 302)]
    assert "At most 2 jobs of the kind “Tidy up”" in answer.content.decode()
    assert unfinished(admin) == 2


@pytest.mark.parametrize("door", ["page", "api"])
def test_what_was_handed_in_with_it_is_not_kept(client, settings, tmp_path, lead, door):
    settings.MEDIA_ROOT = tmp_path
    benchmark = make_benchmark([("one", "v0")])
    model = RetrievalModel.objects.create(name="clip")
    client.force_login(lead)
    for _ in range(2):
        ask(lead, kind="pooling.import_run", upload=1, benchmark=benchmark.pk, model=model.pk)
    sent = {
        "file": SimpleUploadedFile("run.csv", b"caption_id,video_id,score\n"),
        "model": model.pk,
        "depth": 10,
        "direction": "t2v",
    }
    if door == "page":
        answer = client.post(
            reverse("pooling:import_run", args=[benchmark.pk]), {**sent, "name": "r"}
        )
        assert answer.status_code == 302
    else:
        answer = client.post("/api/v1/runs", {**sent, "benchmark": benchmark.pk})
        assert (answer.status_code, answer["Content-Type"]) == (409, "application/problem+json")
        assert "At most 2 jobs of the kind “Import a run”" in answer.json()["detail"]
    assert not Upload.objects.exists()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_every_kind_has_a_quota():
    quotas = {
        name: kind.quota
        for name, kind in kinds.all_kinds().items()
        if not name.startswith("tests.")
    }
    assert quotas["pooling.import_videos"] == kinds.USUAL
    assert quotas["pooling.tidy_files"] == kinds.A_BUTTON
    assert min(quotas.values()) >= 2
