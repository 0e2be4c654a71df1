"""Releases by API: asked for, followed, read and downloaded, deleted."""

import pytest

from jobs.models import Job
from jobs.running import run_job
from metrics.models import FrozenRelease
from tests.api.conftest import check_problem
from tests.metrics.worlds import make_world
from tests.pooling.api.conftest import PREFIX
from tests.publishing.releasing import make_frozen_release, releasable

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("media")]


def test_a_release_is_asked_for_followed_and_read(api, rater, other_rater, adjudicator, lead):
    of = releasable(rater, other_rater, adjudicator, lead).benchmark
    asked = {"benchmark": of.pk, "name": "v1", "without": ["report", "fire"], "license": "MIT"}
    answer = api.post("releases", asked)
    assert answer.status_code == 202, answer.content
    run_job(Job.objects.latest("pk").pk, worker="w")
    made = FrozenRelease.objects.get()
    (listed,) = api.get("releases").json()["results"]
    shown = api.get(f"releases/{made.pk}").json()
    assert {**listed, "files": 0, "archive": 0} == {**shown, "files": 0, "archive": 0}
    assert (shown["name"], shown["card"], shown["croissant"]) == (
        "v1",
        "README.md",
        "croissant.json",
    )
    assert shown["asked"]["license"] == "MIT"
    assert {file["name"]: file["sha256"] for file in shown["files"]} == {
        file["name"]: file["sha256"] for file in made.files
    }
    assert all(file["url"].startswith("/media/") for file in shown["files"])
    check_problem(api.post("releases", asked), 400)


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"name": ""}, 400), ({"without": ["gif"]}, 400), ({"benchmark": 0}, 400)],
)
def test_what_cannot_be_released_is_refused_before_a_job_is_made(api, wrong, status):
    asked = {"benchmark": make_world().pk, "name": "v1"}
    check_problem(api.post("releases", asked | wrong), status)
    assert not Job.objects.exists()


def test_a_release_is_deleted(api):
    made = make_frozen_release(make_world())
    assert api.client.delete(f"{PREFIX}releases/{made.pk}").status_code == 204
    check_problem(api.get(f"releases/{made.pk}"), 404)
