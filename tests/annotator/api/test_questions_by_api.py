"""Questions about pairs by scripts; and one about a check looks like one about any pair."""

import uuid

import pytest

from annotator.models import Guideline, PairQuestion
from people.models import Scope
from tests.annotator.api.test_checks_look_like_pairs import KINDS, kind_of, next_of
from tests.annotator.guessing import make_world
from tests.annotator.test_training import campaign_with_training, in_training, unasked
from tests.api.conftest import check_problem
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(rater):
    return make_campaign(raters=[rater], double_share=0.0)


def about(slot: dict, text: str = "Is a puppet a person?") -> dict:
    return {"lease": slot["lease"], "text": text, "request_id": str(uuid.uuid4())}


def test_a_rater_asks_a_lead_answers_and_adds_it_to_the_guidelines(script, rater, lead, campaign):
    rating, leading = script(rater), script(lead)
    (slot,) = rating.claim(campaign)
    sent = about(slot)
    asked = rating.post(f"slots/{slot['id']}/ask", sent)
    assert asked.status_code == 201
    assert rating.post(f"slots/{slot['id']}/ask", sent).json()["id"] == asked.json()["id"]
    assert rating.claim(campaign)[0]["lease"] == slot["lease"]
    at = f"campaigns/{campaign.pk}/questions"
    [listed] = leading.get(at).json()["results"]
    assert (listed["text"], listed["asked_by"]) == ("Is a puppet a person?", "rosa")
    one = f"{at}/{listed['id']}"
    check_problem(leading.post(f"{one}/note"), 409, "Answer the question first")
    assert leading.post(f"{one}/answer", {"answer": "No."}).json()["answer"] == "No."
    assert leading.post(f"{one}/note").status_code == 201
    assert Guideline.objects.latest("version").markdown.endswith("No.\n")
    [mine] = rating.get(f"campaigns/{campaign.pk}/my-questions").json()["results"]
    assert (mine["answer"], set(mine)) == (
        "No.",
        {"id", "caption", "video", "text", "asked_at", "answer", "answered_at"},
    )


def test_a_rater_asks_about_a_pair_already_answered(script, rater, other_rater, campaign):
    rating = script(rater)
    (slot,) = rating.claim(campaign)
    label = rating.say(slot).json()["label"]
    sent = {"text": "Was that right?", "request_id": str(uuid.uuid4())}
    assert rating.post(f"labels/{label}/ask", sent).status_code == 201
    check_problem(script(other_rater).post(f"labels/{label}/ask", sent), 404)


def test_questions_are_for_their_rater_and_for_leads(script, rater, other_rater, lead, campaign):
    rating = script(rater)
    (slot,) = rating.claim(campaign)
    check_problem(script(other_rater).post(f"slots/{slot['id']}/ask", about(slot)), 409)
    check_problem(rating.post(f"slots/{slot['id']}/ask", about(slot, "")), 400)
    check_problem(script(rater, Scope.READ).post(f"slots/{slot['id']}/ask", about(slot)), 403)
    check_problem(rating.get(f"campaigns/{campaign.pk}/questions"), 403)
    check_problem(script(other_rater).get(f"campaigns/{campaign.pk}/my-questions"), 404)
    check_problem(script(lead).post(f"campaigns/{campaign.pk}/questions/9/answer"), 404)
    assert not PairQuestion.objects.exists()


@KINDS
def test_a_question_about_a_check_looks_like_one_about_any_pair(
    script, rater, other_rater, lead, settings, kind
):
    settings.SECRET_KEY = "the same in every run"
    campaign = make_world([rater, other_rater], double_share=0.0)
    rating = script(rater)
    slot = next_of(rating, campaign, kind)
    asked = rating.post(f"slots/{slot['id']}/ask", about(slot))
    assert asked.status_code == 201
    assert kind_of(slot) == kind
    again = rating.claim(campaign)[0]
    assert (again["id"], again["lease"]) == (slot["id"], slot["lease"])
    (mine,) = rating.get(f"campaigns/{campaign.pk}/my-questions").json()["results"]
    (listed,) = script(lead).get(f"campaigns/{campaign.pk}/questions").json()["results"]
    for shown in (asked.json(), mine, listed):
        assert (shown["caption"], set(shown["video"])) == (
            slot["caption"],
            {"url", "poster", "duration"},
        )
        assert not {"slot", "item", "kind", "gold", "known"} & set(shown)
    label = rating.say(slot).json()["label"]
    sent = {"text": "Was that right?", "request_id": str(uuid.uuid4())}
    assert set(rating.post(f"labels/{label}/ask", sent).json()) == set(asked.json())


def test_examples_are_read_with_the_guidelines(script, rater, viewer, lead):
    campaign = campaign_with_training()
    one, other = unasked(campaign, videos=2)
    in_training(campaign, rater)
    leading, at = script(lead), f"campaigns/{campaign.pk}/known-answers"
    changed = leading.patch(f"{at}/{one.pk}", {"example": True, "words": "caption"})
    assert (changed.json()["use"], changed.json()["words"]) == ("example", "caption")
    check_problem(leading.patch(f"{at}/{one.pk}", {"example": False}), 400, "retire it instead")
    check_problem(leading.patch(f"{at}/{other.pk}", {}), 400, "Say what changes")
    [example] = script(rater).get(f"campaigns/{campaign.pk}/guidelines/examples").json()
    assert set(example) == {"caption", "video", "answer", "grade", "explanation", "words"}
    check_problem(script(viewer).get(f"campaigns/{campaign.pk}/guidelines/examples"), 404)
