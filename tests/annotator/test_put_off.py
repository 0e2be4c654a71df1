"""A pair that is to be judged later: it goes back and the next comes, both or neither."""

import uuid

import pytest
from django.db import ProgrammingError

from annotator.actions.change_state import change_campaign_state
from annotator.actions.extend_lease import NotHeld, put_off
from annotator.actions.write_guideline import write_guideline
from annotator.models import Campaign, Slot
from people.actor import SYSTEM
from tests.annotator.saying import claim, say
from tests.factories import make_campaign
from tests.poison import poisoned

pytestmark = pytest.mark.django_db


def held(rater) -> list[int]:
    return list(Slot.objects.filter(rater=rater, state="leased").values_list("pk", flat=True))


def test_the_next_pair_comes_and_the_put_off_one_is_last(rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    [first] = claim(rater, campaign)
    [second] = put_off(rater=rater, slot_id=first.slot, lease=first.lease).slots
    assert held(rater) == [second.slot] != [first.slot]
    [third] = say(rater, second, then_claim=1).next.slots
    [last] = say(rater, third, then_claim=1).next.slots
    assert last.slot == first.slot


def test_the_only_pair_comes_straight_back(rater):
    campaign = make_campaign(captions=1, videos=1, raters=[rater])
    [only] = claim(rater, campaign)
    [again] = put_off(rater=rater, slot_id=only.slot, lease=only.lease).slots
    assert (again.slot, again.lease == only.lease) == (only.slot, False)


def test_what_is_not_held_is_not_put_off_and_nothing_else_comes(rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    [first] = claim(rater, campaign)
    with pytest.raises(NotHeld):
        put_off(rater=rater, slot_id=first.slot, lease=uuid.uuid4())
    assert held(rater) == [first.slot]


def test_where_nothing_is_given_out_it_goes_back_all_the_same(rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    [first] = claim(rater, campaign)
    change_campaign_state(SYSTEM, campaign.pk, Campaign.State.PAUSED)
    assert put_off(rater=rater, slot_id=first.slot, lease=first.lease) is None
    assert held(rater) == []


def test_guidelines_to_confirm_come_first(rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    [first] = claim(rater, campaign)
    write_guideline(SYSTEM, campaign.pk, "Look twice.", confirm=True)
    assert put_off(rater=rater, slot_id=first.slot, lease=first.lease) is None
    assert held(rater) == []


def test_a_next_pair_that_cannot_be_given_leaves_the_rater_this_one(rater):
    campaign = make_campaign(captions=1, videos=3, raters=[rater])
    [first] = claim(rater, campaign)
    others = "OLD.state = 'free' AND OLD.id <> " + str(first.slot)
    with (
        poisoned("annotator_slot", others),
        pytest.raises(ProgrammingError, match="poisoned"),
    ):
        put_off(rater=rater, slot_id=first.slot, lease=first.lease)
    assert held(rater) == [first.slot]
