"""A lead's script sees how members fare, and does about it what the pages do."""

import uuid

import pytest

from annotator.models import DisregardedLabel, Item, Member, Slot, Trial
from people.models import AuditEvent, Scope
from tests.annotator.saying import claim, label_all, say
from tests.annotator.test_gold import next_check, with_gold
from tests.annotator.test_training import campaign_with_training, in_training, train, unasked
from tests.api.conftest import check_problem
from tests.factories import make_campaign
from tests.pooling.pages.asking import queries_of

pytestmark = pytest.mark.django_db


def test_each_member_is_told_with_pace_and_accuracy(script, lead, rater, other_rater):
    campaign = with_gold(raters=[rater, other_rater], known=2, gold_minimum=10)
    say(rater, next_check(rater, campaign), "relevant")
    say(rater, next_check(rater, campaign), "irrelevant")
    omar, rosa = script(lead).get(f"campaigns/{campaign.pk}/members").json()["results"]
    assert (rosa["person"], rosa["state"], omar["person"]) == ("rosa", "active", "omar")
    low, high = rosa["gold"].pop("interval")
    assert rosa["gold"] == {"right": 1, "n": 2, "share": 0.5}
    assert (round(low, 2), round(high, 2)) == (0.09, 0.91)
    assert omar["gold"] == {"right": 0, "n": 0, "share": None, "interval": None}
    assert (rosa["pace"]["labels"], rosa["pace"]["per_hour"]) == (
        Slot.objects.filter(state="filled").count(),
        1800,
    )
    assert omar["pace"] == {
        "labels": 0,
        "days": 0,
        "too_fast": 0,
        "per_hour": None,
        "answers": 0,
        "timed": 0,
    }
    assert (
        script(lead).get(f"campaigns/{campaign.pk}/members/{rosa['id']}").json()["pace"]
        == rosa["pace"]
    )


def test_accuracy_is_over_the_last_answers_that_count_for_the_bar(script, lead, rater):
    campaign = with_gold(raters=[rater], known=4, gold_window=2, gold_minimum=10)
    for answer in ("irrelevant", "irrelevant", "relevant"):
        say(rater, next_check(rater, campaign), answer)
    at = f"campaigns/{campaign.pk}/members/{Member.objects.get().pk}"
    gold = script(lead).get(at).json()["gold"]
    assert (gold["right"], gold["n"], gold["share"]) == (1, 2, 0.5)
    checks = script(lead).get(f"{at}/checks").json()
    assert [(checks[over]["right"], checks[over]["n"]) for over in ("all", "last")] == [
        (1, 3),
        (1, 2),
    ]
    assert [
        (said["answer"], said["correct"], said["after"]["right"], said["after"]["n"])
        for said in checks["answers"]
    ] == [
        ("relevant", True, 1, 2),
        ("irrelevant", False, 0, 2),
        ("irrelevant", False, 0, 1),
    ]


def test_a_list_of_members_asks_the_database_as_often_for_many_as_for_few(
    signed_in, lead, rater, other_rater, adjudicator
):
    few, many = (
        make_campaign(raters=[rater]),
        make_campaign(raters=[rater, other_rater], adjudicators=[adjudicator]),
    )
    for campaign in (few, many):
        label_all(rater, campaign)
    browser = signed_in(lead)
    asked = [
        queries_of(browser, f"/api/v1/campaigns/{campaign.pk}/members") for campaign in (few, many)
    ]
    assert asked[0] == asked[1]


def test_a_list_is_added_as_a_whole_or_not_at_all(script, lead, rater, other_rater):
    campaign = make_campaign()
    at = f"campaigns/{campaign.pk}/members/many"
    wrong = script(lead).post(at, {"names": "rosa\nnobody"})
    check_problem(wrong, 400, "Line 2: There is no account called 'nobody'.")
    assert wrong.json()["errors"][0]["pointer"] == "#/names"
    assert not Member.objects.exists()
    added = script(lead).post(at, {"names": "rosa, Omar Rater"})
    assert added.status_code == 201
    assert [(one["person"], one["role"]) for one in added.json()] == [
        ("rosa", "rater"),
        ("omar", "rater"),
    ]
    check_problem(script(rater).post(at, {"names": "rosa"}), 403)


def test_a_member_is_paused_resumed_retrained_and_removed(script, lead, rater):
    campaign = make_campaign(raters=[rater])
    claim(rater, campaign, 2)
    member = Member.objects.get()
    at, leading = f"campaigns/{campaign.pk}/members/{member.pk}/state", script(lead)
    paused = leading.post(at, {"state": "paused", "reason": "talk to me first"})
    assert (paused.status_code, paused.json()["state"], paused.json()["reason"]) == (
        200,
        "paused",
        "talk to me first",
    )
    assert not Slot.objects.filter(state="leased").exists()
    check_problem(script(rater).post(f"campaigns/{campaign.pk}/claim"), 409)
    assert leading.post(at, {"state": "active", "reason": "all is well"}).json()["reason"] == ""
    assert script(rater).claim(campaign)
    assert leading.post(at, {"state": "training"}).json()["state"] == "training"
    check_problem(script(rater).post(f"campaigns/{campaign.pk}/claim"), 409)
    assert (
        leading.post(at, {"state": "removed", "reason": "moved away"}).json()["state"] == "removed"
    )
    check_problem(script(rater).get(f"campaigns/{campaign.pk}"), 404)
    member.refresh_from_db()
    assert (member.training_since is None, member.checked_since is None) == (False, False)
    assert (
        AuditEvent.objects.filter(verb="changed the state of", actor=lead, via="api").count() == 4
    )


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"state": "paused"}, "#/reason"),
        ({"state": "removed", "reason": ""}, "#/reason"),
        ({"state": "asleep"}, "#/state"),
        ({}, "#/state"),
        ({"state": "paused", "reason": "x" * 201}, "#/reason"),
    ],
)
def test_a_state_that_cannot_be_is_pointed_at(script, lead, rater, wrong, pointer):
    campaign = make_campaign(raters=[rater])
    answer = script(lead).post(
        f"campaigns/{campaign.pk}/members/{Member.objects.get().pk}/state", wrong
    )
    check_problem(answer, 400)
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert Member.objects.get().state == "active"


def test_an_adjudicator_is_not_trained(script, lead, adjudicator, signed_in):
    campaign = make_campaign(adjudicators=[adjudicator])
    at = f"campaigns/{campaign.pk}/members/{Member.objects.get().pk}"
    check_problem(
        script(lead).post(f"{at}/state", {"state": "training"}), 409, "Only raters are trained"
    )
    page = signed_in(lead).post(f"/{at}/", {"state": "training"})
    assert (page.status_code, "training is not one of the available choices" in page.text) == (
        422,
        True,
    )
    assert Member.objects.get().state == "active"


def test_a_rater_is_sent_back_to_training_from_the_page_too(signed_in, lead, rater):
    campaign = make_campaign(raters=[rater])
    member = Member.objects.get()
    assert (
        signed_in(lead)
        .post(f"/campaigns/{campaign.pk}/members/{member.pk}/", {"state": "training"})
        .status_code
        == 302
    )
    member.refresh_from_db()
    assert (member.state, member.training_since is None) == ("training", False)


def test_labels_are_asked_for_again(script, lead, rater, other_rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater, other_rater], double_share=0.0)
    label_all(rater, campaign)
    member = Member.objects.get(person=rater)
    at, leading = f"campaigns/{campaign.pk}/members/{member.pk}/ask-again", script(lead)
    check_problem(leading.post(at, {}), 400)
    check_problem(
        leading.post(at, {"reason": "half asleep", "since": "2999-01-01T00:00:00Z"}),
        409,
        "no label since then",
    )
    assert leading.post(at, {"reason": "half asleep"}).json() == {"labels": 4}
    assert set(DisregardedLabel.objects.values_list("reason", "by")) == {("half asleep", lead.pk)}
    assert set(Item.objects.values_list("verdict", flat=True)) == {None}
    assert script(other_rater).claim(campaign)
    leading.post(f"campaigns/{campaign.pk}/state", {"state": "closed"})
    check_problem(leading.post(at, {"reason": "half asleep"}), 409, "closed")


def test_a_members_training_is_read_and_commented_on(script, lead, rater, other_rater):
    campaign = campaign_with_training()
    unasked(campaign)
    member = in_training(campaign, rater)
    first, second = (train(member, answer).trial for answer in ("irrelevant", "relevant"))
    train(in_training(campaign, other_rater))
    leading = script(lead)
    rows = leading.get(f"campaigns/{campaign.pk}/members/{member.pk}/training").json()["results"]
    assert [
        (row["id"], row["person"], row["answer"], row["truth"], row["correct"]) for row in rows
    ] == [
        (second.pk, "rosa", "relevant", "relevant", True),
        (first.pk, "rosa", "irrelevant", "relevant", False),
    ]
    at = f"campaigns/{campaign.pk}/training/{first.pk}/review"
    check_problem(leading.post(at, {"comment": ""}), 400)
    reviewed = leading.post(at, {"comment": "Look at the left edge."}).json()
    assert (reviewed["review"], reviewed["reviewed_by"]) == ("Look at the left edge.", "lena")
    assert (
        script(rater).get(f"campaigns/{campaign.pk}/training").json()["last"][1]["review"]
        == "Look at the left edge."
    )
    waiting = script(rater).post(f"campaigns/{campaign.pk}/training").json()
    asked = Trial.objects.get(request_id=uuid.UUID(waiting["request_id"]))
    check_problem(
        leading.post(f"campaigns/{campaign.pk}/training/{asked.pk}/review", {"comment": "x"}), 404
    )


def test_members_and_what_is_done_about_them_are_for_leads_of_that_campaign(
    script, viewer, rater, adjudicator, lead
):
    campaign, other = (
        campaign_with_training(),
        make_campaign(raters=[rater], adjudicators=[adjudicator]),
    )
    unasked(campaign)
    member = in_training(campaign, rater)
    trial = train(member).trial
    gets = (
        "members",
        f"members/{member.pk}",
        f"members/{member.pk}/checks",
        f"members/{member.pk}/training",
    )
    posts = {
        f"members/{member.pk}/state": {"state": "removed", "reason": "x"},
        f"members/{member.pk}/ask-again": {"reason": "x"},
        f"training/{trial.pk}/review": {"comment": "x"},
    }
    for person in (viewer, rater, adjudicator):
        for path in gets:
            check_problem(script(person).get(f"campaigns/{campaign.pk}/{path}"), 403)
        for path, body in posts.items():
            check_problem(script(person).post(f"campaigns/{campaign.pk}/{path}", body), 403)
    leading, reading = script(lead), script(lead, Scope.LABEL)
    for path in gets[1:]:
        check_problem(leading.get(f"campaigns/{other.pk}/{path}"), 404)
    for path, body in posts.items():
        check_problem(leading.post(f"campaigns/{other.pk}/{path}", body), 404)
        check_problem(reading.post(f"campaigns/{campaign.pk}/{path}", body), 403, "scope manage")
    check_problem(leading.get("campaigns/999999/members"), 404)
    member.refresh_from_db()
    trial.refresh_from_db()
    assert (member.state, trial.review) == ("training", "")
