"""Answers to hidden gold are no evidence about a pair, on the page and in the API, to whoever
decides about it."""

import uuid

import pytest

from annotator.actions.adjudicate import adjudicate, reopen
from annotator.actions.know_answers import KnownPair, know_answers
from annotator.models import Answer, Item, KnownAnswer, Label
from people.actor import SYSTEM, Actor
from people.models import Role
from tests.annotator.saying import claim, say
from tests.annotator.test_gold import next_check
from tests.factories import make_campaign, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def checker():
    """Who was asked about a pair only to be checked."""
    return make_user(Role.RATER, username="clara", name="Clara Checked")


@pytest.fixture
def reopened(rater, other_rater, checker, lead):
    """A pair whose raters disagreed, that was decided, served as hidden gold from then on, and then
    opened again."""
    people = [rater, other_rater, checker]
    campaign = make_campaign(
        captions=10, raters=people, double_share=1.0, label_limit=2, gold_share=0.5
    )
    say(rater, claim(rater, campaign)[0], "relevant", comment="I see it")
    while not (found := Item.objects.filter(campaign=campaign, verdict="disagreement")):
        say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    item = found.get()
    decided = {"campaign_id": campaign.pk, "item_id": item.pk}
    adjudicate(
        adjudicator=lead, answer=Answer.RELEVANT, comment="seen", request_id=uuid.uuid4(), **decided
    )
    known = [KnownPair(item.query_id, item.video_id, "relevant")]
    know_answers(SYSTEM, campaign.pk, known, KnownAnswer.Origin.ADJUDICATED, KnownAnswer.Use.GOLD)
    check = next_check(checker, campaign)
    say(checker, check, "irrelevant", comment="clara says no")
    reopen(Actor(lead, "page"), reason="seen anew", **decided)
    assert Label.objects.filter(item=item, slot__kind="gold").count() == 1
    return item


def test_the_page_of_a_dispute_does_not_list_them(signed_in, lead, reopened):
    page = signed_in(lead).get(f"/adjudication/{reopened.campaign_id}/{reopened.pk}/")
    assert "Rosa Rater" in page.text
    assert "I see it" in page.text
    assert "Clara" not in page.text
    assert "clara says no" not in page.text


def test_nor_does_the_api(signed_in, lead, reopened):
    disputes = (
        signed_in(lead).get(f"/api/v1/campaigns/{reopened.campaign_id}/disputes").json()["results"]
    )
    [dispute] = [found for found in disputes if found["id"] == reopened.pk]
    assert [(said["rater"], said["kind"]) for said in dispute["labels"]] == [
        ("rosa", "first"),
        ("omar", "second"),
        ("lena", "adjudication"),
        ("lena", "adjudication"),  # the withdrawal
    ]


def test_a_pair_that_was_asked_only_as_a_check_is_none_to_be_decided(signed_in, lead, reopened):
    Item.objects.filter(pk=reopened.pk).update(gold=True, dispute=0)
    browser = signed_in(lead)
    assert browser.get(f"/adjudication/{reopened.campaign_id}/{reopened.pk}/").status_code == 404
    sent = {"answer": "relevant", "comment": "seen", "request_id": str(uuid.uuid4())}
    assert (
        browser.post(
            f"/api/v1/items/{reopened.pk}/adjudicate", sent, "application/json"
        ).status_code
        == 404
    )
