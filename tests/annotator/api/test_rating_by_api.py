"""A rater's script: claims, answers, changes of mind, and what is refused of them."""

import uuid

import pytest

from annotator.actions.change_state import change_campaign_state, change_member_state
from annotator.actions.open_campaign import open_campaign
from annotator.masks import unmask_number
from annotator.models import Campaign, Label, Member, Slot
from people.actor import SYSTEM, Actor
from people.models import Scope
from pooling.models import Video
from tests.annotator.api.conftest import an_answer
from tests.api.conftest import check_problem
from tests.factories import make_campaign, play

pytestmark = pytest.mark.django_db

NOTHING = {"slots": [], "remaining": False}


def test_a_claim_gives_what_a_judgement_needs_and_nothing_else(script, rater):
    campaign = make_campaign(captions=2, videos=1, raters=[rater])
    Video.objects.update(path="videos/ab/film.mp4", poster="videos/ab/poster.jpg", seconds=7.5)
    body = script(rater).post(f"campaigns/{campaign.pk}/claim").json()
    assert body["remaining"] is True
    assert len(body["slots"]) == 2
    for slot in body["slots"]:
        of_all = {"id", "lease", "expires_at", "caption", "video", "guideline_version", "scale"}
        assert set(slot) == of_all
        assert slot["scale"] == ["irrelevant", "relevant"]
        assert set(slot["video"]) == {"url", "poster", "duration"}
        assert slot["video"]["url"].endswith("/film.mp4")
        assert slot["video"]["poster"].endswith("/poster.jpg")
        assert (slot["video"]["duration"], slot["guideline_version"]) == (7.5, 1)
        assert slot["caption"] in ("caption 0", "caption 1")


def test_a_clip_that_is_shown_elsewhere_is_named_with_the_claim_and_with_the_answer(script, rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    rating = script(rater)
    (slot,) = rating.claim(campaign)
    key = Slot.objects.get(pk=unmask_number(slot["id"])).item.video.key
    assert slot["video"] == {"url": None, "poster": None, "duration": None, "key": key}
    (following,) = rating.say(slot, claim=1).json()["next"]
    assert {key, following["video"]["key"]} == {"v0", "v1"}


def test_a_clip_that_ought_to_play_here_is_not_named(script, rater):
    draft = make_campaign(captions=1, videos=1, raters=[rater], opened=False, without_clips=False)
    play(*Video.objects.all())
    open_campaign(SYSTEM, draft.pk)
    Video.objects.update(state=Video.State.MISSING, path="")
    assert script(rater).claim(draft)[0]["video"] == {"url": None, "poster": None, "duration": None}


def test_from_the_first_claim_to_nothing_left(script, rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater], double_share=0.0)
    rating = script(rater)
    (slot,) = rating.claim(campaign)
    said = []
    while slot:
        answer = rating.say(slot, "irrelevant", claim=1, active_ms=1_500, plays=2, comment="no dog")
        assert answer.status_code == 201
        said.append(answer.json()["label"])
        slot = next(iter(answer.json()["next"]), None)
    assert list(Label.objects.order_by("pk").values_list("pk", flat=True)) == said
    assert rating.post(f"campaigns/{campaign.pk}/claim").json() == NOTHING
    label = Label.objects.first()
    assert (label.answer, label.active_ms, label.plays, label.comment, label.client) == (
        "irrelevant",
        1_500,
        2,
        "no dog",
        "api",
    )


def test_what_is_held_comes_first(script, rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    rating = script(rater)
    held = rating.claim(campaign, 2)
    assert rating.claim(campaign, 3)[:2] == held


def test_the_same_request_again_is_200_and_the_same_label_and_other_content_409(script, rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    rating = script(rater)
    first, second = rating.claim(campaign, 2)
    sent = an_answer(first)
    one, again = rating.post("labels", sent), rating.post("labels", sent)
    assert (one.status_code, again.status_code) == (201, 200)
    assert one.json()["label"] == again.json()["label"]
    for other in (
        {"answer": "irrelevant"},
        {"comment": "x"},
        {"slot": second["id"], "lease": second["lease"]},
    ):
        refused = rating.post("labels", sent | other)
        check_problem(
            refused,
            409,
            "request id" if "slot" in other else "You answered this pair a moment ago: Relevant.",
        )
        assert refused.json()["reason"] == (
            "request_id_used" if "slot" in other else "answered_before"
        )
    assert Label.objects.count() == 1


def test_another_request_for_a_slot_that_one_has_answered_says_what_is_saved(script, rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    rating = script(rater)
    (slot,) = rating.claim(campaign)
    rating.say(slot, "relevant")
    refused = rating.say(slot, "irrelevant")
    check_problem(refused, 409, "You answered this pair in another tab: Relevant.")
    assert refused.json()["reason"] == "answered_elsewhere"


def test_a_lease_that_was_given_back_is_lost(script, rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    rating = script(rater)
    (slot,) = rating.claim(campaign)
    rating.post(f"slots/{slot['id']}/release", {"lease": slot["lease"]})
    refused = rating.say(slot, "irrelevant")
    check_problem(refused, 409, "You do not hold this pair any more")
    assert refused.json()["reason"] == "lease_lost"


def test_a_lease_that_is_over_is_409_once_somebody_else_has_the_slot(
    script, rater, other_rater, end_leases
):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater])
    mine, theirs = script(rater), script(other_rater)
    (slot,) = mine.claim(campaign)
    end_leases()
    (taken,) = theirs.claim(campaign)
    refused = mine.say(slot)
    check_problem(refused, 409, "more than 30 minutes, so it went to someone else")
    assert refused.json()["reason"] == "went_to_somebody_else"
    check_problem(mine.post(f"slots/{slot['id']}/heartbeat", {"lease": slot["lease"]}), 409)
    assert theirs.say(taken).status_code == 201
    check_problem(mine.say(slot), 409)
    assert Label.objects.count() == 1


def test_a_late_answer_counts_while_nobody_else_has_the_slot(script, rater, end_leases):
    rating = script(rater)
    (slot,) = rating.claim(make_campaign(captions=1, videos=1, raters=[rater]))
    end_leases()
    assert rating.say(slot).status_code == 201


def test_a_heartbeat_moves_the_end_and_a_release_frees(script, rater, other_rater, end_leases):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater])
    rating = script(rater)
    (slot,) = rating.claim(campaign)
    end_leases()
    end = rating.post(f"slots/{slot['id']}/heartbeat", {"lease": slot["lease"]}).json()[
        "expires_at"
    ]
    assert end >= slot["expires_at"]
    check_problem(rating.post(f"slots/{slot['id']}/release", {"lease": str(uuid.uuid4())}), 409)
    assert script(other_rater).claim(campaign) == []
    assert (
        rating.post(
            f"slots/{slot['id']}/release", {"lease": slot["lease"], "later": True}
        ).status_code
        == 204
    )
    assert script(other_rater).claim(campaign)[0]["id"] == slot["id"]


def test_undo_and_change_leave_what_was_said_in_the_log(script, rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0)
    rating = script(rater)
    label = rating.say(rating.claim(campaign)[0]).json()["label"]
    change = {
        "answer": "cannot_judge",
        "reason": "unclear_video",
        "comment": "dark",
        "request_id": str(uuid.uuid4()),
    }
    changed = rating.post(f"labels/{label}/change", change)
    assert changed.json() == rating.post(f"labels/{label}/change", change).json()
    check_problem(rating.post(f"labels/{label}/undo"), 409)
    undone = rating.post(f"labels/{changed.json()['label']}/undo")
    assert undone.status_code == 200
    said = list(Label.objects.order_by("pk").values_list("answer", "reason"))
    assert said == [("relevant", ""), ("cannot_judge", "unclear_video"), ("withdrawn", "")]
    assert Slot.objects.get(rater=rater).state == "leased"


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"answer": "perhaps"}, "#/answer"),
        ({"answer": "withdrawn"}, "#/answer"),
        ({"answer": "cannot_judge"}, "#/reason"),
        ({"answer": "cannot_judge", "reason": "bored"}, "#/reason"),
        ({"reason": "unclear_video"}, "#/reason"),
        ({"comment": "x" * 2_001}, "#/comment"),
        ({"active_ms": -1}, "#/active_ms"),
        ({"active_ms": 2**31}, "#/active_ms"),
        ({"plays": 1.5}, "#/plays"),
        ({"request_id": "once"}, "#/request_id"),
        ({"lease": 7}, "#/lease"),
        ({"slot": "one"}, "#/slot"),
        ({"slot": 0}, "#/slot"),
        ({"claim": 51}, "#/claim"),
        ({"verdict": "relevant"}, "#/verdict"),
    ],
)
def test_what_is_wrong_is_pointed_at_and_nothing_stored(script, rater, wrong, pointer):
    rating = script(rater)
    (slot,) = rating.claim(make_campaign(captions=1, videos=1, raters=[rater]))
    answer = rating.say(slot, **wrong)
    check_problem(answer, 400)
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert not Label.objects.exists()


@pytest.mark.parametrize("left_out", ["slot", "lease", "answer", "request_id"])
def test_what_is_left_out_is_pointed_at(script, rater, left_out):
    sent = an_answer({"id": 1, "lease": str(uuid.uuid4())})
    del sent[left_out]
    answer = script(rater).post("labels", sent)
    check_problem(answer, 400)
    assert answer.json()["errors"][0]["pointer"] == f"#/{left_out}"


@pytest.mark.parametrize("number", [999_999_999, 2**31, 2**63 - 1, 2**63, 10**25])
def test_what_is_not_there_is_404_whatever_its_number(script, rater, number):
    rating = script(rater)
    lease = {"lease": str(uuid.uuid4())}
    change = {"answer": "relevant", "request_id": str(uuid.uuid4())}
    check_problem(rating.post(f"campaigns/{number}/claim"), 404)
    check_problem(rating.post(f"labels/{number}/undo"), 404)
    check_problem(rating.post(f"labels/{number}/change", change), 404)
    assert rating.post(f"slots/{number}/heartbeat", lease).status_code in (404, 409)
    assert rating.post(f"slots/{number}/release", lease).status_code in (404, 409)
    if number < 2**63:
        check_problem(rating.say({"id": number, **lease}), 404)


def test_somebody_elses_campaign_slot_and_label_are_not_there(script, rater, other_rater):
    campaign = make_campaign(captions=1, videos=2, raters=[rater])
    mine, foreign = script(rater), script(other_rater)
    first, second = mine.claim(campaign, 2)
    label = mine.say(first).json()["label"]
    check_problem(foreign.post(f"campaigns/{campaign.pk}/claim"), 404)
    check_problem(foreign.say(second), 404)
    check_problem(foreign.post(f"labels/{label}/undo"), 404)
    check_problem(foreign.post(f"slots/{second['id']}/release", {"lease": second["lease"]}), 409)
    assert Label.objects.count() == 1
    assert Slot.objects.get(pk=unmask_number(second["id"])).rater == rater


def test_somebody_elses_lease_opens_nothing_for_a_fellow_rater(script, rater, other_rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater, other_rater])
    (slot,) = script(rater).claim(campaign)
    check_problem(script(other_rater).say(slot), 409)
    assert not Label.objects.exists()


def test_a_closed_campaign_takes_no_answers_and_a_paused_one_gives_no_slots(script, rater, lead):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    rating = script(rater)
    first, second = rating.claim(campaign, 2)
    change_campaign_state(Actor(lead, "page"), campaign.pk, Campaign.State.PAUSED)
    check_problem(rating.post(f"campaigns/{campaign.pk}/claim"), 409, "open")
    begun = rating.say(first, claim=1)
    assert (begun.status_code, begun.json()["next"]) == (201, [])
    change_campaign_state(Actor(lead, "page"), campaign.pk, Campaign.State.CLOSED)
    check_problem(rating.say(second), 409, "open")
    assert Label.objects.count() == 1


def test_a_paused_raters_answer_is_refused(script, rater, lead):
    campaign = make_campaign(captions=1, videos=1, raters=[rater])
    rating = script(rater)
    (slot,) = rating.claim(campaign)
    member = Member.objects.get(campaign=campaign, person=rater)
    change_member_state(Actor(lead, "page"), member.pk, Member.State.PAUSED, "gold")
    check_problem(rating.say(slot), 409, "active rater")
    check_problem(rating.post(f"campaigns/{campaign.pk}/claim"), 409, "active rater")
    assert not Label.objects.exists()


def test_an_adjudicator_of_the_campaign_gives_no_labels_in_it(script, rater, adjudicator):
    campaign = make_campaign(captions=1, videos=3, raters=[rater], adjudicators=[adjudicator])
    check_problem(script(adjudicator).post(f"campaigns/{campaign.pk}/claim"), 409, "active rater")
    rating = script(rater)
    first, second = rating.claim(campaign, 2)
    sent = an_answer(first)
    assert rating.post("labels", sent).status_code == 201
    Member.objects.filter(campaign=campaign, person=rater).update(role=Member.Role.ADJUDICATOR)
    check_problem(rating.say(second), 409, "active rater")
    again = rating.post("labels", sent | {"claim": 1})
    assert (again.status_code, again.json()["next"]) == (200, [])
    assert Label.objects.count() == 1
    assert Slot.objects.filter(state="leased").count() == 1


def test_rating_takes_the_scope_and_the_role(script, rater, viewer, client):
    campaign = make_campaign(captions=1, videos=1, raters=[rater])
    for path in (
        f"campaigns/{campaign.pk}/claim",
        "labels",
        "labels/1/undo",
        "slots/1/release",
        "slots/1/heartbeat",
    ):
        check_problem(script(rater, Scope.READ).post(path), 403, "scope label")
        check_problem(script(viewer).post(path), 403, "role")
        check_problem(client.post(f"/api/v1/{path}"), 401)
