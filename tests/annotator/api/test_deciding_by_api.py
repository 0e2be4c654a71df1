"""Disputes with filters, kinds of mistakes and feedback, by scripts."""

import uuid

import pytest

from annotator.models import Campaign, Item, Label
from annotator.pseudonyms import pseudonym
from tests.annotator.test_mistakes import (  # noqa: F401
    an_hour_later,
    campaign,
    decide,
    decided,
    graded,
)
from tests.annotator.test_urgency import caption

pytestmark = pytest.mark.django_db


def test_disputes_are_filtered_and_paged_by_urgency(script, adjudicator, lead, rater, campaign):  # noqa: F811
    asking, at = script(adjudicator), f"campaigns/{campaign.pk}/disputes"
    found = asking.get(f"{at}?limit=3").json()
    rest = asking.client.get(found["next"]).json()
    assert len(found["results"] + rest["results"]) == 4
    assert [one["urgency"] for one in found["results"]] == [7, 7, 7]
    assert {one["kind"] for one in found["results"]} == {"disagreement"}
    assert all(one["since"] for one in found["results"])
    code = pseudonym(campaign.pk, rater.pk)
    first = found["results"][0]["labels"][0]
    assert (first["rater"], first["pseudonym"]) == (code, code)
    assert script(lead).get(at).json()["results"][0]["labels"][0]["rater"] == "rosa"
    assert len(asking.get(f"{at}?rater={code}&caption=caption 2").json()["results"]) == 1
    assert asking.get(f"{at}?kind=cannot_judge").json()["results"] == []
    assert asking.get(f"{at}?comments=true").json()["results"] == []
    assert asking.get(f"{at}?kind=rain").status_code == 400
    assert asking.get(f"{at}?days=2").status_code == 400


def test_a_decision_by_script_names_a_mistake_or_none(script, adjudicator, campaign):  # noqa: F811
    asking = script(adjudicator)
    decision = {"answer": "relevant", "comment": "he jumps"}
    for number, more in enumerate(({}, {"mistake": None}, {"mistake": "number"})):
        sent = decision | more | {"request_id": str(uuid.uuid4())}
        item = caption(campaign, number)
        assert asking.post(f"items/{item.pk}/adjudicate", sent).status_code == 201
    kept = Label.objects.filter(slot__kind="adjudication").order_by("pk")
    assert list(kept.values_list("mistake", flat=True)) == ["", "", "number"]
    wrong = decision | {"mistake": "rain", "request_id": str(uuid.uuid4())}
    assert asking.post(f"items/{caption(campaign, 3).pk}/adjudicate", wrong).status_code == 400


def test_mistakes_come_with_n_and_interval(script, adjudicator, rater, decided):  # noqa: F811
    found = script(adjudicator).get(f"campaigns/{decided.pk}/mistakes").json()
    assert (found["decisions"], found["named"]["count"]) == (3, 2)
    action = next(row for row in found["kinds"] if row["kind"] == "action")
    assert (action["decisions"]["count"], action["decisions"]["n"]) == (2, 3)
    assert len(action["decisions"]["interval"]) == 2
    assert {row["name"] for row in found["raters"]} == {""}
    assert script(rater).get(f"campaigns/{decided.pk}/mistakes").status_code == 403


def test_mistakes_on_a_scale_of_grades_say_how_far_off(script, lead, graded, decided):  # noqa: F811
    asking = script(lead)
    told = asking.get(f"campaigns/{graded.pk}/mistakes").json()["raters"]
    assert told[0]["grades_off"] == {"-4": 1, "-3": 1, "-1": 1}
    assert asking.get(f"campaigns/{graded.pk}/mistakes?grade=1").json()["decisions"] == 1
    assert asking.get(f"campaigns/{graded.pk}/mistakes?grade=11").status_code == 400
    assert "grades_off" not in asking.get(f"campaigns/{decided.pk}/mistakes").content.decode()


def test_feedback_is_switched_on_in_an_open_campaign_and_read_by_its_rater(
    script,
    lead,
    other_rater,
    adjudicator,
    decided,  # noqa: F811
):
    at = f"campaigns/{decided.pk}"
    an_hour_later(decided)
    assert script(other_rater).get(f"{at}/feedback").status_code == 404
    leading = script(lead)
    assert leading.patch(at, {"feedback": True, "double_share": 0.5}).status_code == 409
    assert leading.patch(at, {"feedback": True}).json()["feedback"] is True
    decide(adjudicator, caption(decided, 3), why="of today")
    rows = script(other_rater).get(f"{at}/feedback").json()["results"]
    by_caption = {row["caption"]: row for row in rows}
    assert set(by_caption) == {"caption 0", "caption 1", "caption 3"}
    last = by_caption["caption 3"]
    assert (last["answer"], last["decision"]) == ("irrelevant", "relevant")
    assert (last["reason"], last["mistake"]) == ("of today", "")
    assert by_caption["caption 1"]["mistake"] == "action"
    assert script(adjudicator).get(f"{at}/feedback").status_code == 404
    assert Campaign.objects.get(pk=decided.pk).feedback
    assert Item.objects.filter(adjudicated=True).count() == 4


def test_neither_takes_a_reason_and_no_kind_of_mistake(script, adjudicator, campaign):  # noqa: F811
    """No comment is asked for: the reason says why."""
    asking, door = script(adjudicator), f"items/{caption(campaign, 0).pk}/adjudicate"
    said = {"answer": "cannot_judge", "request_id": str(uuid.uuid4())}
    for wrong in ({}, {"reason": "not_for_me"}, {"reason": "unclear_video", "mistake": "person"}):
        assert asking.post(door, said | wrong).status_code == 400
    assert asking.post(door, said | {"reason": "unclear_video"}).status_code == 201
    item = caption(campaign, 0)
    assert (item.verdict, item.adjudicated, item.dispute) == (None, True, 0)
    assert asking.get(f"campaigns/{campaign.pk}/mistakes").json()["decisions"] == 0
    said = {"answer": "relevant", "request_id": str(uuid.uuid4())}
    refused = asking.post(f"items/{caption(campaign, 1).pk}/adjudicate", said)
    assert refused.status_code == 409
    assert "no rater wrote why" in refused.json()["detail"]
