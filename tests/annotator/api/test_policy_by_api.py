"""A lead's script changes a draft, fixes its lease or not, and opens it, large or small."""

import pytest

from annotator.actions import start_campaign
from annotator.actions.change_state import measure_pace
from annotator.asked.presets import PRESETS
from annotator.models import Campaign, Item, MeasuredPace
from jobs.models import Job
from people.actor import SYSTEM
from people.models import AuditEvent, Scope
from tests.annotator.pages.test_policy import finish
from tests.annotator.saying import label_all
from tests.api.conftest import check_problem
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft() -> Campaign:
    return make_campaign(captions=5, videos=4, opened=False)


def test_a_draft_is_changed_by_what_is_sent_and_nothing_else(script, lead, draft):
    changed = script(lead).patch(
        f"campaigns/{draft.pk}", {"name": "round 2", "double_share": 0.5, "gold_share": 0.25}
    )
    assert (changed.status_code, changed.json()["name"], changed.json()["double_share"]) == (
        200,
        "round 2",
        0.5,
    )
    kept = Campaign.objects.get()
    assert (kept.double_share, kept.gold_share, kept.label_limit, kept.seed) == (0.5, 0.25, 3, 1)
    told = AuditEvent.objects.get(verb="changed the policy of")
    assert (told.actor, told.via) == (lead, "api")
    assert told.after == {"name": "round 2", "double_share": 0.5, "gold_share": 0.25}


def test_a_lease_that_is_sent_is_fixed_and_follows_again_when_asked(script, lead, draft):
    leading, at = script(lead), f"campaigns/{draft.pk}"
    assert leading.get(at).json()["lease_follows_pace"] is True
    assert leading.patch(at, {"lease_seconds": 600}).json()["lease_follows_pace"] is False
    assert leading.patch(at, {"lease_follows_pace": True}).json()["lease_seconds"] == 600
    made = leading.post(
        "campaigns", {"pool": draft.pool.pk, "name": "fixed", "lease_seconds": 90}
    ).json()
    assert (made["lease_seconds"], made["lease_follows_pace"]) == (90, False)
    assert (
        leading.post("campaigns", {"pool": draft.pool.pk, "name": "usual"}).json()[
            "lease_follows_pace"
        ]
        is True
    )


def test_a_script_names_a_preset_and_what_it_sends_explicitly_wins(script, lead, draft):
    pool = draft.pool
    sent = {"pool": pool.pk, "name": "round 1", "preset": "strict", "gold_share": 0.2}
    made = script(lead).post("campaigns", sent)
    assert made.status_code == 201
    strict = PRESETS["strict"].policy | {"gold_share": 0.2}
    assert {name: made.json()[name] for name in strict} == strict
    changed = script(lead).patch(f"campaigns/{made.json()['id']}", {"preset": "pilot"})
    assert {name: changed.json()[name] for name in strict} == PRESETS["pilot"].policy
    check_problem(script(lead).post("campaigns", sent | {"preset": "cheap"}), 400, "cheap")


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"double_share": 2}, "#/double_share"),
        ({"pool": 0}, "#/pool"),
        ({"name": ""}, "#/name"),
        ({"state": "open"}, "#/state"),
    ],
)
def test_an_impossible_change_is_pointed_at(script, lead, draft, wrong, pointer):
    answer = script(lead).patch(f"campaigns/{draft.pk}", wrong)
    check_problem(answer, 400)
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]


def test_a_taken_name_and_a_pool_of_another_benchmark_are_refused(script, lead, draft):
    leading, other = script(lead), make_campaign()
    check_problem(
        leading.patch(f"campaigns/{draft.pk}", {"pool": other.pool.pk}),
        409,
        "stays in its benchmark",
    )
    leading.post("campaigns", {"pool": draft.pool.pk, "name": "taken"})
    check_problem(leading.patch(f"campaigns/{draft.pk}", {"name": "taken"}), 400, "taken")
    assert Campaign.objects.get(pk=draft.pk).name == draft.name


@pytest.mark.parametrize("state", ["open", "paused", "closed"])
def test_what_was_opened_is_not_changed(script, lead, state):
    campaign = make_campaign()
    Campaign.objects.update(state=state)
    check_problem(
        script(lead).patch(f"campaigns/{campaign.pk}", {"double_share": 0.5}),
        409,
        "labels rest on it",
    )
    assert Campaign.objects.get().double_share == 0.1


def test_only_leads_with_the_scope_to_manage_change_a_draft(
    script, viewer, rater, adjudicator, lead, draft
):
    for person in (viewer, rater, adjudicator):
        check_problem(script(person).patch(f"campaigns/{draft.pk}", {"name": "mine"}), 403)
    check_problem(
        script(lead, Scope.LABEL).patch(f"campaigns/{draft.pk}", {"name": "mine"}),
        403,
        "scope manage",
    )
    check_problem(script(lead).patch("campaigns/999999", {"name": "mine"}), 404)
    assert Campaign.objects.get().name == draft.name


def test_leads_read_the_measured_pace_and_raters_do_not(script, lead, rater):
    campaign = make_campaign(captions=3, videos=1, raters=[rater], double_share=0)
    at = f"campaigns/{campaign.pk}"
    assert script(lead).get(at).json()["pace"] is None
    label_all(rater, campaign)
    measure_pace(SYSTEM, campaign.pk)
    assert script(lead).get(at).json()["pace"]["answers"] == MeasuredPace.objects.get().answers == 3
    assert [
        one["pace"]["mean_seconds"] for one in script(lead).get("campaigns").json()["results"]
    ] == [2.0]
    assert set(script(rater).get(at).json()) == {"id", "name", "state"}


def test_a_large_pool_is_opened_by_a_job(script, lead, draft, monkeypatch):
    monkeypatch.setattr(start_campaign, "QUICK", 19)
    leading, at = script(lead), f"campaigns/{draft.pk}/state"
    begun = leading.post(at, {"state": "open"})
    job = Job.objects.get()
    assert (begun.status_code, begun.json()["job"]["id"]) == (202, job.pk)
    assert begun["Location"].endswith(f"/api/v1/jobs/{job.pk}")
    assert leading.post(at, {"state": "open"}).json()["job"]["id"] == job.pk
    finish(job)
    assert leading.get(f"jobs/{job.pk}").json()["result"] == {
        "campaign": draft.pk,
        "name": draft.name,
        "pairs": 20,
    }
    assert leading.get(f"campaigns/{draft.pk}").json()["state"] == "open"
    check_problem(leading.post(at, {"state": "open"}), 409)
    assert (Item.objects.count(), Job.objects.count()) == (20, 1)


def test_what_cannot_be_opened_is_409_at_once_however_large(script, lead, draft, monkeypatch):
    monkeypatch.setattr(start_campaign, "QUICK", 0)
    draft.guidelines.all().delete()
    check_problem(
        script(lead).post(f"campaigns/{draft.pk}/state", {"state": "open"}), 409, "guidelines"
    )
    assert not Job.objects.exists()
