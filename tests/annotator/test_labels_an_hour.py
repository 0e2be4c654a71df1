"""Labels an hour are those whose active time was measured, by that time."""

import uuid

import pytest

from annotator.actions.adjudicate import adjudicate
from annotator.actions.change_label import change_label, undo_label
from annotator.actions.create_campaign import add_member
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.models import Answer, Item, Label, Member
from annotator.queries.pace import ActiveTime, active_times
from people.actor import SYSTEM
from tests.annotator.saying import claim, label_all
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def say_in(rater, campaign, *times: int | None) -> list[int]:
    """An answer for each time, in milliseconds; None: by a plain form."""
    labels = []
    for active_ms in times:
        [slot] = claim(rater, campaign)
        sent = Sent(slot.slot, slot.lease, Answer.RELEVANT, slot.lease, None)
        labels.append(
            submit_label(
                rater=rater, sent=sent, evidence=Evidence(active_ms=active_ms), then_claim=0
            ).label
        )
    return labels


def shown(signed_in, lead, campaign) -> tuple[int, float | None, str]:
    page = signed_in(lead).get(f"/campaigns/{campaign.pk}/")
    (row,) = page.context["people"]
    pace = row.pace
    return pace.labels, pace.per_hour, page.text


def test_answers_that_nobody_timed_are_not_counted_with_the_time_of_others(signed_in, lead, rater):
    campaign = make_campaign(captions=6, raters=[rater], double_share=0.0)
    say_in(rater, campaign, 4_000, 8_000, None)
    labels, per_hour, _ = shown(signed_in, lead, campaign)
    assert (labels, per_hour) == (3, 600.0)


def test_where_fewer_than_half_were_timed_there_is_no_figure_and_the_reason_is_said(
    signed_in, lead, rater
):
    campaign = make_campaign(captions=6, raters=[rater], double_share=0.0)
    say_in(rater, campaign, 4_000, None, None)
    labels, per_hour, text = shown(signed_in, lead, campaign)
    assert (labels, per_hour) == (3, None)
    assert "1 of the last 3 answers were timed" in text
    assert "because fewer than half of them were timed" in text
    assert "without scripts" not in text
    say_in(rater, campaign, 4_000)
    assert shown(signed_in, lead, campaign)[:2] == (4, 900.0)


def test_a_change_of_mind_is_no_answer_of_its_own(rater):
    campaign = make_campaign(raters=[rater], double_share=0.0)
    first, second = say_in(rater, campaign, 4_000, 2_000)
    change_label(rater=rater, label_id=first, answer=Answer.IRRELEVANT, request_id=uuid.uuid4())
    undo_label(rater=rater, label_id=second)
    assert Label.objects.count() == 4
    assert active_times(campaign.pk, [rater.pk]) == {rater.pk: ActiveTime(2, 2, 6_000.0)}


def test_each_rater_has_their_own_time_in_each_campaign(rater, other_rater):
    here, there = (make_campaign(raters=[rater, other_rater]) for _ in range(2))
    say_in(rater, here, 1_000)
    say_in(rater, there, 9_000)
    say_in(other_rater, here, 2_000, 2_000)
    raters = list(
        Member.objects.filter(campaign=here).order_by("pk").values_list("person", flat=True)
    )
    assert active_times(here.pk, raters) == {
        rater.pk: ActiveTime(1, 1, 1_000.0),
        other_rater.pk: ActiveTime(2, 2, 4_000.0),
    }


def test_decisions_are_no_labels_of_that_kind(rater, other_rater, lead):
    campaign = make_campaign(
        captions=1, videos=2, raters=[rater, other_rater], double_share=1.0, label_limit=2
    )
    add_member(SYSTEM, campaign, lead)
    say_in(lead, campaign, 3_000)
    label_all(rater, campaign, "relevant")
    label_all(other_rater, campaign, "irrelevant")
    disputed = Item.objects.get(dispute__gt=0)
    decision = {"answer": Answer.RELEVANT, "comment": "he jumps", "request_id": uuid.uuid4()}
    adjudicate(adjudicator=lead, campaign_id=campaign.pk, item_id=disputed.pk, **decision)
    assert Label.objects.filter(rater=lead).count() == 2
    assert active_times(campaign.pk, [lead.pk]) == {lead.pk: ActiveTime(1, 1, 3_000.0)}


def test_time_that_is_none_gives_no_figure():
    assert ActiveTime(0, 0, 0.0).per_hour is None
    assert ActiveTime(3, 3, 0.0).per_hour is None
