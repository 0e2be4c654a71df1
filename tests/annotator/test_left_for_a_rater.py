"""What is left for a rater: each answer takes one off it, whether it was a check or not. Where
there are checks, nothing else moves it within an hour."""

import random
import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotator.actions.change_label import undo_label
from annotator.actions.change_state import change_campaign_state
from annotator.actions.extend_lease import put_off, release_slot
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.models import Answer, Campaign, KnownAnswer, Label, Member
from annotator.queries import left
from annotator.queries.left import Left, left_for
from annotator.queries.raters import pace_today
from people.actor import SYSTEM
from tests.annotator.guessing import an_hour_passes
from tests.annotator.saying import claim, label_all, say
from tests.annotator.test_gold import with_gold
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def member_of(rater, campaign) -> Member:
    return Member.objects.select_related("campaign").get(campaign=campaign, person=rater)


def number_left(rater, campaign) -> int:
    """As it is at this moment."""
    number, is_all = left.count_now(member_of(rater, campaign))
    assert is_all
    return number


def test_it_is_all_pairs_at_first_and_nothing_at_the_end(rater):
    campaign = make_campaign(captions=6, raters=[rater], double_share=0.5)
    pairs = campaign.items_count
    assert number_left(rater, campaign) == pairs
    assert label_all(rater, campaign) == pairs
    assert number_left(rater, campaign) == 0


@pytest.mark.parametrize("order", ["random", "caption"])
@pytest.mark.parametrize("known", [3, 60])
def test_checks_fall_as_pairs_do(rater, known, order):
    """Few known answers, which are used up on the way; and more than are ever drawn."""
    campaign = with_gold(known, raters=[rater], order=order)
    before = number_left(rater, campaign)
    seen = []
    while slots := claim(rater, campaign, 2):
        for slot in slots:
            assert number_left(rater, campaign) == before - len(seen)
            seen.append(slot)
            say(rater, slot)
            assert number_left(rater, campaign) == before - len(seen)
    checks = Label.objects.filter(slot__kind="gold").count()
    assert len(seen) == before == campaign.items_count + checks
    assert checks or order == "caption"  # one caption alone has known answers


def test_what_is_put_off_or_given_back_is_still_left(rater):
    campaign = with_gold(20, raters=[rater])
    before = number_left(rater, campaign)
    for slot in claim(rater, campaign, 4):
        put_off(rater=rater, slot_id=slot.slot, lease=slot.lease)
        assert number_left(rater, campaign) == before
    for slot in claim(rater, campaign, 4):
        release_slot(rater=rater, slot_id=slot.slot, lease=slot.lease)
        assert number_left(rater, campaign) == before


def test_what_others_hold_is_theirs_and_what_they_met_may_come(rater, other_rater):
    campaign = make_campaign(captions=6, raters=[rater, other_rater], double_share=1.0)
    pairs = campaign.items_count
    slot = claim(other_rater, campaign)[0]
    assert number_left(rater, campaign) == pairs - 1
    say(other_rater, slot)
    assert number_left(rater, campaign) == pairs
    assert number_left(other_rater, campaign) == pairs - 1


def test_a_check_that_others_are_asked_next_is_a_pair_like_any_other(rater, other_rater):
    campaign = with_gold(6, raters=[rater, other_rater], double_share=1.0)
    label_all(rater, campaign)
    before, answered = number_left(other_rater, campaign), 0
    while slots := claim(other_rater, campaign):
        assert number_left(other_rater, campaign) == before - answered
        say(other_rater, slots[0])
        answered += 1
    assert answered == before


def test_of_a_large_queue_it_is_a_round_number_that_answers_alone_take_from(
    rater, other_rater, monkeypatch
):
    monkeypatch.setattr(left, "MOST", 150)
    monkeypatch.setattr(left, "LOOKED", 200)
    campaign = make_campaign(captions=105, raters=[rater, other_rater], double_share=0.0)
    assert left_for(member_of(rater, campaign)) == Left(200, about=True)
    for number, slot in enumerate(claim(rater, campaign, 20), 1):
        say(rater, slot)
        assert left_for(member_of(rater, campaign)) == Left(200 - number, about=True)
    for _ in range(3):
        for slot in claim(other_rater, campaign, 20):
            say(other_rater, slot)
    assert left_for(member_of(rater, campaign)) == Left(180, about=True)
    an_hour_passes()
    assert left_for(member_of(rater, campaign)) == Left(130)
    label_all(other_rater, campaign)
    assert left_for(member_of(rater, campaign)) == Left(0)


def test_beside_checks_it_is_about_right_and_falls_by_one_with_each_answer(rater):
    campaign = with_gold(60, raters=[rater], captions=40)
    truth = number_left(rater, campaign)
    first = left_for(member_of(rater, campaign))
    assert first.about
    assert abs(first.number - truth) <= left.FEW
    for given in range(1, 61):
        (slot,) = claim(rater, campaign)
        assert left_for(member_of(rater, campaign)).number == first.number - given + 1
        label = say(rater, slot, ("relevant", "cannot_judge")[given % 2]).label
        assert left_for(member_of(rater, campaign)).number == first.number - given
        if given % 5 == 0:
            undo_label(rater=rater, label_id=label)
            assert left_for(member_of(rater, campaign)).number == first.number - given + 1
            say(rater, claim(rater, campaign)[0])
        if given % 7 == 0:
            an_hour_passes()  # and changes nothing, where nothing happened but these answers
    assert left_for(member_of(rater, campaign)).number == first.number - 60


@pytest.mark.parametrize("seed", range(3))
def test_beside_checks_it_is_zero_only_where_nothing_is_left(rater, other_rater, seed):
    """Two raters in any order, through whole hours or none: each time it says 0 a claim finds
    nothing, and each time a claim finds nothing it says 0."""
    campaign = with_gold(12, raters=[rater, other_rater], captions=20, double_share=0.5)
    drawn, ended = random.Random(seed), set()
    while len(ended) < 2:
        person = drawn.choice((rater, other_rater))
        shown = left_for(member_of(person, campaign)).number
        slots = claim(person, campaign, drawn.choice((1, 3, 9)))
        assert (shown > 0) == bool(slots)
        for slot in slots:
            say(person, slot)
        ended = ended | {person} if not slots else set()
        if drawn.random() < 0.1:
            an_hour_passes()


def test_what_a_lead_changes_counts_from_the_next_hour_on(rater):
    campaign = with_gold(60, raters=[rater], captions=40)
    before = left_for(member_of(rater, campaign))
    KnownAnswer.objects.update(active=False)
    assert left_for(member_of(rater, campaign)) == before
    an_hour_passes()
    after = left_for(member_of(rater, campaign))
    assert abs(after.number - campaign.items_count) <= left.FEW
    assert after.number < before.number - left.FEW


def test_it_is_one_statement_where_there_are_no_checks(rater):
    make_campaign(captions=4, raters=[rater])
    member = Member.objects.select_related("campaign").get(person=rater)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        left_for(member)
    assert len(asked) == 1


def test_it_is_one_statement_once_it_is_taken(rater):
    campaign = with_gold(6, raters=[rater])
    member = member_of(rater, campaign)
    first = left_for(member)
    with CaptureQueriesContext(connection) as asked:
        assert left_for(member) == first
    assert len(asked) == 1


def test_nothing_is_left_of_what_is_closed(rater):
    campaign = make_campaign(captions=4, raters=[rater])
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.CLOSED)
    assert left_for(member_of(rater, campaign)) == Left(0)


def test_pace_is_of_todays_timed_answers(rater):
    campaign = make_campaign(captions=6, raters=[rater], double_share=0.0)
    member = Member.objects.select_related("campaign").get(person=rater)
    assert pace_today(member) is None
    for active_ms in (4_000, 8_000, None):
        [slot] = claim(rater, campaign)
        sent = Sent(slot.slot, slot.lease, Answer.RELEVANT, uuid.uuid4(), None)
        evidence = Evidence(active_ms=active_ms)
        submit_label(rater=rater, sent=sent, evidence=evidence, then_claim=0)
    assert pace_today(member) == 600.0
