"""The first page: how things stand, and the one next step of a role."""

from datetime import timedelta

import pytest
from django.utils import timezone

from jobs.models import WorkerSighting
from metrics.models import Report
from tests.annotator.saying import label_all
from tests.factories import make_benchmark, make_campaign


def test_a_stranger_is_sent_to_sign_in_and_back(client, db):
    response = client.get("/")
    assert response.status_code == 302
    assert response["Location"] == "/people/sign-in/?next=/"


@pytest.mark.parametrize(
    ("person", "address"),
    [
        ("viewer", "/evaluations/"),
        ("rater", "/rate/"),
        ("adjudicator", "/adjudication/"),
        ("lead", "/people/invitations/"),
        ("administrator", "/people/invitations/"),
    ],
)
def test_everybody_has_one_next_step_and_may_take_it(request, db, signed_in, person, address):
    make_benchmark([("a dog runs", "v0")])
    browser = signed_in(request.getfixturevalue(person))
    response = browser.get("/")
    assert response.content.decode().count("button-primary") == 1
    assert response.context["step"].address == address
    assert browser.get(address).status_code == 200


@pytest.mark.parametrize("person", ["lead", "administrator"])
def test_where_there_is_no_benchmark_leads_are_shown_how_to_make_one(request, signed_in, person):
    browser = signed_in(request.getfixturevalue(person))
    address = browser.get("/").context["step"].address
    assert address == "/benchmarks/import/"
    assert browser.get(address).status_code == 200


def test_leads_are_led_from_a_pool_to_its_campaign_and_on(signed_in, lead):
    campaign = make_campaign(opened=False)
    browser = signed_in(lead)
    assert browser.get("/").context["step"].address == "/campaigns/"
    campaign.guidelines.all().delete()
    campaign.delete()
    assert browser.get("/").context["step"].address == "/campaigns/new/"


def test_leads_are_led_from_labels_to_scores_until_there_is_a_report(signed_in, lead, rater):
    campaign = make_campaign(raters=[rater])
    browser = signed_in(lead)
    assert browser.get("/").context["step"].address == "/campaigns/"
    label_all(rater, campaign)
    address = browser.get("/").context["step"].address
    assert address == "/evaluations/new/"
    assert browser.get(address).status_code == 200
    Report.objects.create(
        benchmark=campaign.benchmark,
        kind="evaluation",
        asked={},
        inputs={},
        result=b"{}",
        sha256="0" * 64,
    )
    assert browser.get("/").context["step"].address == "/campaigns/"


def test_leads_are_told_that_a_worker_is_there(signed_in, lead):
    WorkerSighting.objects.create(worker="one", seen_at=timezone.now() - timedelta(seconds=3))
    page = signed_in(lead).get("/").content.decode()
    assert (
        "The database answers, a worker was heard from 3 s ago, and no jobs are under way." in page
    )


def test_leads_are_told_that_no_worker_is_there(signed_in, lead):
    page = signed_in(lead).get("/").content.decode()
    assert (
        "The database answers, but no worker does, and no jobs are under way. Jobs wait until one"
        " runs." in page
    )


def test_raters_are_not_told_of_databases_and_workers(signed_in, rater):
    page = signed_in(rater).get("/").content.decode()
    assert "You are signed in as Rosa Rater; your role is rater." in page
    assert "worker" not in page
