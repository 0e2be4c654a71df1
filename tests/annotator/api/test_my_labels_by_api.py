"""A rater's script reads back what they said."""

import pytest

from annotator.actions.ask_again import ask_again
from annotator.actions.change_state import change_campaign_state, change_member_state
from annotator.models import Campaign, Label, Member
from people.actor import SYSTEM
from people.models import Scope
from tests.annotator.saying import claim, label_all, say
from tests.annotator.test_gold import with_gold
from tests.api.conftest import check_problem
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def test_ones_labels_come_newest_first_with_what_may_still_be_changed(script, rater):
    campaign, rating = make_campaign(raters=[rater]), script(rater)
    first, second = rating.claim(campaign, 2)
    label = rating.say(first, "relevant", comment="clearly").json()["label"]
    changed = rating.post(
        f"labels/{label}/change", {"answer": "irrelevant", "request_id": first["lease"]}
    ).json()["label"]
    other = rating.say(second, "irrelevant").json()["label"]
    undone = rating.post(f"labels/{other}/undo").json()["label"]
    rows = rating.get(f"campaigns/{campaign.pk}/labels").json()["results"]
    assert [
        (row["id"], row["answer"], row["supersedes"], row["superseded"], row["may_change"])
        for row in rows
    ] == [
        (undone, "withdrawn", other, False, False),
        (other, "irrelevant", None, True, False),
        (changed, "irrelevant", label, False, True),
        (label, "relevant", None, True, False),
    ]
    assert (rows[3]["caption"], rows[3]["comment"], rows[3]["guideline_version"]) == (
        first["caption"],
        "clearly",
        1,
    )
    assert set(rows[3]["video"]) == {"url", "poster", "duration"}


def test_a_history_comes_in_pages(script, rater):
    campaign = make_campaign(captions=4, videos=2, raters=[rater])
    label_all(rater, campaign)
    rating, found, path = script(rater), [], f"campaigns/{campaign.pk}/labels?limit=3"
    while path:
        page = rating.get(path).json()
        found += [row["id"] for row in page["results"]]
        path = page["next"] and page["next"].partition("/api/v1/")[2]
    assert found == list(Label.objects.order_by("-pk").values_list("pk", flat=True))
    assert len(found) > 6


def may_change(script, rater, campaign) -> set[bool]:
    return {
        row["may_change"]
        for row in script(rater).get(f"campaigns/{campaign.pk}/labels").json()["results"]
    }


def test_what_is_past_changing_says_so_as_the_change_itself_does(script, rater):
    campaign, late = (
        make_campaign(raters=[rater], double_share=0.0),
        make_campaign(raters=[rater], change_minutes=0),
    )
    label, old = (say(rater, claim(rater, of)[0]).label for of in (campaign, late))
    change = {"answer": "irrelevant", "request_id": "6b0a4bb5-94a6-4b5e-8a0e-3a4f0a8a4f11"}
    assert (may_change(script, rater, campaign), may_change(script, rater, late)) == (
        {True},
        {False},
    )
    check_problem(script(rater).post(f"labels/{old}/change", change), 409)
    member = Member.objects.get(campaign=campaign)
    change_member_state(SYSTEM, member.pk, Member.State.PAUSED, "x")
    assert may_change(script, rater, campaign) == {False}
    check_problem(script(rater).post(f"labels/{label}/change", change), 409)
    change_member_state(SYSTEM, member.pk, Member.State.ACTIVE)
    ask_again(SYSTEM, member.pk, "x")
    assert may_change(script, rater, campaign) == {False}
    check_problem(script(rater).post(f"labels/{label}/change", change), 409)


def test_in_a_closed_campaign_nothing_may_be_changed(script, rater):
    campaign = make_campaign(raters=[rater])
    label_all(rater, campaign)
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    assert may_change(script, rater, campaign) == {False}


def test_nothing_in_it_tells_which_pairs_were_checks(script, rater):
    campaign = with_gold(raters=[rater])
    label_all(rater, campaign)
    assert Label.objects.filter(slot__kind="gold").exists()
    answer = script(rater).get(f"campaigns/{campaign.pk}/labels")
    rows = answer.json()["results"]
    assert len({tuple(row) for row in rows}) == 1
    assert not {"kind", "slot", "gold", "item"} & set(rows[0])
    assert "gold" not in answer.text


def test_a_history_is_its_own_raters(script, viewer, rater, other_rater, lead):
    campaign = make_campaign(raters=[rater, other_rater])
    label_all(rater, campaign)
    at = f"campaigns/{campaign.pk}/labels"
    assert script(other_rater).get(at).json()["results"] == []
    assert script(rater, Scope.READ).get(at).json()["results"]
    check_problem(script(viewer).get(at), 403)
    check_problem(script(lead).get(at), 404)
    check_problem(script(rater).get(f"campaigns/{make_campaign().pk}/labels"), 404)
