"""Who may ask of benchmarks, runs and pools, with the scope that it takes: nobody who rates."""

import json
import re

import pytest
from django.test import Client

from jobs.models import Job
from people.models import Scope
from pooling.api.urls import urlpatterns
from pooling.models import RetrievalModel
from tests.api.conftest import check_problem
from tests.pooling.api.conftest import PREFIX

ROUTES = [str(pattern.pattern) for pattern in urlpatterns]
TAKING = ["benchmarks", "benchmarks/1/videos", "models", "runs", "pools"]


def at(route: str, number: int) -> str:
    return re.sub(r"<\w+:\w+>", str(number), route)


@pytest.mark.parametrize("route", ROUTES)
@pytest.mark.parametrize("who", ["rater", "adjudicator"])
def test_those_who_rate_learn_nothing(request, script, who, route, pool):
    person = request.getfixturevalue(who)
    asking = script(person, Scope.widest_of(person))
    for number in (pool.benchmark.pk, 999_999):  # whether there is such a thing is not told either
        answer = asking.get(at(route, number))
        check_problem(answer, 403, "role")
        assert "strong" not in answer.text
        check_problem(asking.client.options(PREFIX + at(route, number)), 403)


@pytest.mark.parametrize("who", ["viewer", "rater", "adjudicator"])
@pytest.mark.parametrize("route", TAKING)
def test_those_who_do_not_lead_change_nothing(request, script, who, route, pool):
    person = request.getfixturevalue(who)
    check_problem(script(person, Scope.widest_of(person)).post(route, {"name": "x"}), 403)
    assert not Job.objects.exists()


@pytest.mark.parametrize("route", ROUTES)
def test_a_stranger_is_asked_to_sign_in(db, route):
    check_problem(Client().get(PREFIX + at(route, 1)), 401)


def test_a_viewer_reads_without_being_told_who_made_what(script, viewer, lead, pool):
    theirs, ours = (
        script(person, Scope.READ).get(f"pools/{pool.pk}").json() for person in (viewer, lead)
    )
    assert (theirs["frozen_by"], ours["frozen_by"]) == (None, "lena")
    assert {**theirs, "frozen_by": "lena"} == ours
    assert script(viewer, Scope.READ).get("runs").json()["results"][0]["name"] == "weak"


@pytest.mark.parametrize("scope", [Scope.READ, Scope.LABEL])
def test_a_token_to_read_reads_and_changes_nothing(script, lead, pool, scope):
    reading = script(lead, scope)
    assert reading.get("pools").status_code == 200
    for route in TAKING:
        check_problem(reading.post(route, {"name": "x"}), 403, "scope manage")
    assert (Job.objects.count(), RetrievalModel.objects.filter(name="x").count()) == (0, 0)


@pytest.mark.parametrize("who", ["lead", "administrator"])
@pytest.mark.parametrize("route", [route for route in ROUTES if "<" not in route])
def test_leads_and_administrators_come_in_by_session_too(request, signed_in, who, route, pool):
    assert signed_in(request.getfixturevalue(who)).get(PREFIX + route).status_code == 200


def test_a_session_changes_something_only_with_its_csrf_token(lead):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(lead, backend="django.contrib.auth.backends.ModelBackend")
    send = {"data": json.dumps({"name": "clip"}), "content_type": "application/json"}
    check_problem(browser.post(f"{PREFIX}models", **send), 403, "CSRF")
    browser.get(f"{PREFIX}docs/")
    token = browser.cookies["csrftoken"].value
    assert (
        browser.post(f"{PREFIX}models", **send, headers={"X-CSRFToken": token}).status_code == 201
    )
    assert RetrievalModel.objects.get().created_by == lead


@pytest.mark.parametrize("route", [route for route in ROUTES if "<" in route])
@pytest.mark.parametrize("number", [999_999, 10**30])
def test_what_does_not_exist_is_a_problem(api, route, number, db):
    answer = api.get(at(route, number))
    if answer.status_code == 405:  # an address that only takes something
        answer = api.post(at(route, number))
    check_problem(answer, 404)
