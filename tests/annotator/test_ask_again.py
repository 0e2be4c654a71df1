"""A rater's labels asked for again: out of verdicts, in the log, and the pairs with somebody
else."""

import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from annotator.actions.ask_again import Closed, NothingToAskAgain, ask_again
from annotator.actions.change_label import TooLate, change_label
from annotator.actions.change_state import change_campaign_state
from annotator.actions.rebuild import rebuild
from annotator.models import Answer, Campaign, DisregardedLabel, Item, Label, Member
from foundation.integrity import differences
from people.actor import SYSTEM, Actor
from people.models import AuditEvent
from pooling.models import JudgedPair
from tests.annotator.saying import claim, label_all, say, verdicts
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def member_of(person) -> Member:
    return Member.objects.get(person=person)


def test_the_pairs_are_open_for_others_and_the_old_labels_stay_in_the_log(rater, other_rater, lead):
    campaign = make_campaign(captions=2, videos=2, raters=[rater, other_rater], double_share=0.0)
    label_all(rater, campaign, "relevant")
    assert ask_again(Actor(lead, "page"), member_of(rater).pk, "too many clicks a second") == 4
    assert verdicts(campaign) == [None] * 4
    assert JudgedPair.objects.count() == 0
    assert Label.objects.count() == DisregardedLabel.objects.count() == 4
    assert claim(rater, campaign) == []
    assert label_all(other_rater, campaign, "irrelevant") == 4
    assert verdicts(campaign) == ["irrelevant"] * 4
    assert AuditEvent.objects.get(verb="asked again for the labels of").after["labels"] == 4
    assert list(differences()) == []
    rebuild()
    assert verdicts(campaign) == ["irrelevant"] * 4
    assert list(differences()) == []


def test_only_labels_since_a_time_are_asked_for_again_and_only_once(rater):
    campaign = make_campaign(captions=2, videos=2, raters=[rater], double_share=0.0)
    label_all(rater, campaign)
    given = Label.objects.order_by("pk")[0].given_at
    with pytest.raises(NothingToAskAgain):
        ask_again(SYSTEM, member_of(rater).pk, "later", since=given + timedelta(minutes=1))
    assert ask_again(SYSTEM, member_of(rater).pk, "all", since=given) == 4
    with pytest.raises(NothingToAskAgain):
        ask_again(SYSTEM, member_of(rater).pk, "again", since=given)


def test_a_pair_labelled_twice_keeps_the_other_label(rater, other_rater, adjudicator):
    campaign = make_campaign(
        captions=1, videos=1, raters=[rater, other_rater, adjudicator], double_share=1.0
    )
    say(rater, claim(rater, campaign)[0], "relevant")
    say(other_rater, claim(other_rater, campaign)[0], "irrelevant")
    ask_again(SYSTEM, member_of(rater).pk, "asleep")
    assert list(differences()) == []
    say(adjudicator, claim(adjudicator, campaign)[0], "irrelevant")
    item = Item.objects.get()
    assert item.verdict == "irrelevant"
    assert set(item.labels_used) == set(
        Label.objects.exclude(rater=rater).values_list("pk", flat=True)
    )
    assert list(differences()) == []


def test_what_was_asked_for_again_cannot_be_changed_back_into_a_verdict(rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0)
    label = say(rater, claim(rater, campaign)[0], "relevant").label
    ask_again(SYSTEM, member_of(rater).pk, "x")
    with pytest.raises(TooLate):
        change_label(rater=rater, label_id=label, answer=Answer.IRRELEVANT, request_id=uuid.uuid4())
    assert verdicts(campaign) == [None]


def test_a_closed_campaign_asks_nobody(rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0)
    label_all(rater, campaign)
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    with pytest.raises(Closed):
        ask_again(SYSTEM, member_of(rater).pk, "x")


def test_what_was_asked_for_again_is_never_taken_out_of_the_log(rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater], double_share=0.0)
    label_all(rater, campaign)
    ask_again(SYSTEM, member_of(rater).pk, "x")
    with pytest.raises(IntegrityError, match="never changed or deleted"), transaction.atomic():
        DisregardedLabel.objects.all()._raw_delete("default")
