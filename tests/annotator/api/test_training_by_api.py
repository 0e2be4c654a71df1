"""Training, known answers and guidelines by scripts."""

import json
import uuid

import pytest

from annotator.actions.change_state import change_member_state
from annotator.actions.create_campaign import add_member
from annotator.actions.training import review_training
from annotator.actions.write_guideline import write_guideline
from annotator.models import KnownAnswer, Member, Trial
from people.actor import SYSTEM
from people.models import AuditEvent, Role, Scope
from tests.annotator.test_training import campaign_with_training, in_training, unasked
from tests.api.conftest import check_problem
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater):
    made = campaign_with_training(pass_window=2, pass_mark=1.0)
    unasked(made, answer="relevant")
    in_training(made, rater)
    return made


@pytest.fixture
def at(campaign) -> str:
    return f"campaigns/{campaign.pk}/training"


def answer_to(question: dict, said: str = "relevant", **more) -> dict:
    return {"request_id": question["request_id"], "answer": said} | more


def test_a_rater_trains_until_they_pass_and_then_claims(script, rater, campaign, at):
    unasked(campaign, videos=3, answer="irrelevant")
    training = script(rater)
    check_problem(training.post(f"campaigns/{campaign.pk}/claim"), 409)
    said = []
    while not said or said[-1]["standing"]["state"] == "training":
        question = training.post(at).json()
        truth = Trial.objects.get(request_id=question["request_id"]).known.answer
        answer = truth if said else {"relevant": "irrelevant", "irrelevant": "relevant"}[truth]
        said.append(training.post(f"{at}/answers", answer_to(question, answer)).json())
        assert (said[-1]["truth"], said[-1]["explanation"]) == (truth, "It is in the clip.")
        assert len(said) < 12
    assert [told["correct"] for told in said] == [False] + [True] * (len(said) - 1)
    of_each = {"right": 1, "counted": 1}
    standing = {
        "state": "active",
        "right": 2,
        "counted": 2,
        "relevant": of_each,
        "irrelevant": of_each,
        "wanted": 1,
    }
    assert said[-1]["standing"] == standing | {"pass_mark": 1.0, "pass_window": 2}
    assert (Member.objects.get().state, Trial.objects.count()) == ("active", len(said))
    assert AuditEvent.objects.filter(verb="qualified", actor=rater, via="api").count() == 1
    assert training.claim(campaign)
    check_problem(training.post(at), 409, "not in training")


def test_a_question_tells_no_more_than_the_pair_and_waits_for_its_answer(script, rater, at):
    training = script(rater)
    asked = training.post(at)
    assert set(asked.json()) == {"request_id", "caption", "video", "attempt"}
    assert set(asked.json()["video"]) == {"url", "poster", "duration"}
    assert training.post(at).json()["request_id"] == asked.json()["request_id"]
    standing = training.get(at).json()
    assert standing["question"]["request_id"] == asked.json()["request_id"]
    assert (standing["state"], standing["counted"], standing["last"]) == ("training", 0, [])
    assert "It is in the clip." not in asked.text + json.dumps(standing)


def test_nothing_that_a_rater_gets_in_training_tells_where_a_pair_came_from(
    script, rater, campaign, at
):
    KnownAnswer.objects.update(origin=KnownAnswer.Origin.ORIGINAL, use=KnownAnswer.Use.BOTH)
    training = script(rater)
    question = training.post(at)
    feedback = training.post(f"{at}/answers", answer_to(question.json()))
    for sent in (question, feedback, training.get(at)):
        for word in ("origin", "gold", "known", "model", "rank", "use"):
            assert f'"{word}' not in sent.text, word
        assert str(Trial.objects.get().known.video.key) not in sent.text


def test_a_script_reads_in_which_round_it_is_and_that_a_lead_decides(script, rater, lead, at):
    training = script(rater)
    for _ in range(6):
        training.post(f"{at}/answers", answer_to(training.post(at).json(), "irrelevant"))
    found = training.get(at).json()
    assert [found[name] for name in ("round", "rounds", "left", "over")] == [2, 2, 0, True]
    check_problem(training.post(at), 409, "Your lead decides")
    member = Member.objects.get()
    decide = f"campaigns/{member.campaign_id}/members/{member.pk}/training"
    leading = script(lead)
    assert leading.post(decide, {"passed": False}).json()["state"] == "training"
    assert training.post(at).status_code == 200
    check_problem(training.post(decide, {"passed": True}), 403)
    assert leading.post(decide, {"passed": True}).json()["state"] == "active"
    check_problem(leading.post(decide, {"passed": True}), 409, "not in training")


def test_an_answer_counts_once_and_stays(script, rater, at):
    training = script(rater)
    sent = answer_to(training.post(at).json(), active_ms=1_234)
    first = training.post(f"{at}/answers", sent)
    assert training.post(f"{at}/answers", sent).json() == first.json()
    check_problem(
        training.post(f"{at}/answers", sent | {"answer": "irrelevant"}),
        409,
        "stays as it was given",
    )
    check_problem(
        training.post(f"{at}/answers", sent | {"request_id": str(uuid.uuid4())}), 409, "not asked"
    )
    check_problem(training.post(f"{at}/answers", sent | {"answer": "cannot_judge"}), 400)
    assert Trial.objects.values_list("answer", "active_ms").get() == ("relevant", 1_234)


def test_ones_last_answers_come_with_what_a_lead_said_of_them(script, rater, lead, at):
    training = script(rater)
    for _ in range(2):
        training.post(f"{at}/answers", answer_to(training.post(at).json(), "irrelevant"))
    newest = Trial.objects.order_by("-pk").first()
    review_training(SYSTEM, newest.pk, "Look at the hands.")
    last = training.get(at).json()["last"]
    assert [(one["answer"], one["truth"], one["review"]) for one in last] == [
        ("irrelevant", "relevant", "Look at the hands."),
        ("irrelevant", "relevant", ""),
    ]
    assert last[0]["request_id"] == str(newest.request_id)


def test_training_is_for_its_own_raters(script, viewer, other_rater, lead, rater, campaign, at):
    check_problem(script(viewer).get(at), 403)
    for person in (other_rater, lead):
        outside = script(person)
        check_problem(outside.get(at), 404)
        check_problem(outside.post(at), 404)
        check_problem(
            outside.post(f"{at}/answers", answer_to({"request_id": str(uuid.uuid4())})), 404
        )
    reading = script(rater, Scope.READ)
    assert reading.get(at).status_code == 200
    check_problem(reading.post(at), 403, "scope label")
    assert Trial.objects.count() == 0
    question = script(rater).post(at).json()
    other = campaign_with_training()
    in_training(other, rater)
    foreign = script(rater).post(f"campaigns/{other.pk}/training/answers", answer_to(question))
    check_problem(foreign, 409, "not asked")
    change_member_state(
        SYSTEM, Member.objects.get(campaign=campaign).pk, Member.State.REMOVED, "gone"
    )
    check_problem(script(rater).get(at), 404)


# Guidelines


def test_a_rater_confirms_the_newest_guidelines_and_goes_on(script, rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater])
    rating, at = script(rater), f"campaigns/{campaign.pk}/guidelines"
    write_guideline(SYSTEM, campaign.pk, "Only what is seen counts.", confirm=True)
    check_problem(rating.post(f"campaigns/{campaign.pk}/claim"), 409, "confirm")
    check_problem(rating.post(f"{at}/confirm", {"version": 1}), 409, "newest version")
    check_problem(rating.post(f"{at}/confirm", {"version": 0}), 400)
    assert (
        rating.post(f"{at}/confirm", {"version": rating.get(at).json()["version"]}).status_code
        == 204
    )
    assert Member.objects.get().confirmed_version == 2
    assert rating.claim(campaign)


def test_guidelines_are_read_in_training_and_confirmed_by_their_raters_alone(
    script, rater, other_rater, viewer, lead, campaign
):
    at = f"campaigns/{campaign.pk}/guidelines"
    assert script(rater).get(at).json()["version"] == 1
    assert script(rater).post(f"{at}/confirm", {"version": 1}).status_code == 204
    check_problem(script(viewer).post(f"{at}/confirm", {"version": 1}), 403)
    for outside in (other_rater, lead):
        check_problem(script(outside).post(f"{at}/confirm", {"version": 1}), 404)
    check_problem(
        script(rater, Scope.READ).post(f"{at}/confirm", {"version": 1}), 403, "scope label"
    )
    assert Member.objects.get().confirmed_version == 1


# Known answers, for leads


def test_a_lead_makes_lists_and_retires_known_answers(script, lead):
    campaign = campaign_with_training()
    leading, at = script(lead), f"campaigns/{campaign.pk}/known-answers"
    pair = {
        "caption": "c0",
        "video": "v0",
        "answer": "relevant",
        "explanation": "He jumps.",
        "use": "training",
    }
    made = leading.post(at, pair)
    assert made.status_code == 201
    assert (made.json()["caption"], made.json()["video"], made.json()["origin"]) == (
        "caption 0",
        "v0",
        "hand",
    )
    check_problem(leading.post(at, pair), 400, "known already")
    leading.post(at, {"caption": "c0", "video": "v1", "answer": "irrelevant"})
    listed = leading.get(at).json()["results"]
    assert [(known["video"], known["answer"], known["use"]) for known in listed] == [
        ("v1", "irrelevant", "both"),
        ("v0", "relevant", "training"),
    ]
    assert listed[1] == made.json()
    one = f"{at}/{made.json()['id']}"
    assert leading.patch(one, {"active": False}).json()["active"] is False
    assert KnownAnswer.objects.get(pk=made.json()["id"]).active is False
    assert leading.patch(one, {"active": True}).json()["active"] is True
    assert list(
        AuditEvent.objects.filter(object_type="known answer")
        .order_by("pk")
        .values_list("verb", flat=True)
    ) == [
        "retired",
        "took up",
    ]


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"caption": "nobody"}, "#/caption"),
        ({"video": "nothing"}, "#/video"),
        ({"answer": "perhaps"}, "#/answer"),
        ({"use": "fun"}, "#/use"),
        ({"origin": "far"}, "#/origin"),
    ],
)
def test_a_known_answer_that_cannot_be_is_pointed_at(script, lead, wrong, pointer):
    campaign = campaign_with_training()
    make_campaign(captions=9, videos=9)  # whose captions and videos are another benchmark's
    pair = {"caption": "c0", "video": "v0", "answer": "relevant"} | wrong
    answer = script(lead).post(f"campaigns/{campaign.pk}/known-answers", pair)
    check_problem(answer, 400)
    assert [error["pointer"] for error in answer.json()["errors"]] == [pointer]
    assert not KnownAnswer.objects.exists()


def test_the_answers_to_the_test_are_for_leads(script, rater, lead, viewer, campaign):
    known = KnownAnswer.objects.first()
    at = f"campaigns/{campaign.pk}/known-answers"
    adjudicator = make_user("adjudicator", username="adam")
    for person in (viewer, rater, adjudicator):
        outside = script(person)
        check_problem(outside.get(at), 403)
        check_problem(outside.post(at, {"caption": "c0", "video": "v0", "answer": "relevant"}), 403)
        check_problem(outside.patch(f"{at}/{known.pk}", {"active": False}), 403)
    other = make_campaign()
    leading = script(lead)
    check_problem(
        leading.patch(f"campaigns/{other.pk}/known-answers/{known.pk}", {"active": False}), 404
    )
    check_problem(leading.get("campaigns/999999/known-answers"), 404)
    check_problem(leading.post("campaigns/999999/known-answers"), 404)
    check_problem(leading.patch(f"{at}/{known.pk}", {"answer": "irrelevant"}), 400)
    assert KnownAnswer.objects.get(pk=known.pk).active


def test_the_training_queue_is_answered_and_settled(rater, script):
    campaign = make_campaign(captions=3, videos=3, queue_pairs=3)
    add_member(SYSTEM, campaign, rater)
    training, at = script(rater), f"campaigns/{campaign.pk}/training"
    question = training.post(at).json()
    sent = {"request_id": question["request_id"], "answer": "relevant"}
    told = training.post(f"{at}/answers", sent).json()
    assert (told["truth"], told["correct"]) == ("", None)
    assert training.get(at).json()["queue"] == {"answered": 1, "pairs": 3, "now": True}
    known = Trial.objects.get().known
    settle = f"campaigns/{campaign.pk}/training-queue/{known.pk}"
    why = {"answer": "irrelevant", "explanation": "It is not."}
    assert training.post(settle, why).status_code == 403
    done = script(make_user(Role.LEAD)).post(settle, why)
    assert (done.status_code, done.json()["answer"]) == (200, "irrelevant")
    assert training.get(at).json()["last"][0]["correct"] is False
