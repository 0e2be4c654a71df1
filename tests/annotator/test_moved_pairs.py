"""What a lead has moved to the front stays there, whatever its raters say about it."""

import pytest

from annotator.actions.extend_lease import release_slot
from annotator.actions.prioritise import Which, prioritise
from annotator.models import Campaign, Item, Slot
from people.actor import SYSTEM
from pooling.models import Caption
from tests.annotator.saying import claim, say
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def move_the_last(campaign: Campaign) -> Item:
    moved = Item.objects.filter(campaign=campaign).latest("position")
    caption = Caption.objects.get(query=moved.query_id)
    prioritise(SYSTEM, campaign.pk, Which(caption=caption, video=moved.video))
    return moved


def said_of_the_next(rater, campaign: Campaign, answer: str) -> tuple[int, str]:
    """The item and the kind of the slot that this rater is given first, and answers."""
    [held] = claim(rater, campaign)
    say(rater, held, answer)
    return Slot.objects.values_list("item", "kind").get(pk=held.slot)


def test_a_third_label_is_asked_for_where_the_pair_was_moved_to(rater, other_rater, adjudicator):
    campaign = make_campaign(
        captions=10, raters=[rater, other_rater, adjudicator], double_share=1.0
    )
    moved = move_the_last(campaign)
    assert said_of_the_next(rater, campaign, "relevant") == (moved.pk, "first")
    assert said_of_the_next(other_rater, campaign, "irrelevant") == (moved.pk, "second")
    assert said_of_the_next(adjudicator, campaign, "relevant") == (moved.pk, "third")


def test_who_comes_after_somebody_who_could_not_judge_is_asked_there_too(rater, other_rater):
    campaign = make_campaign(captions=10, raters=[rater, other_rater], double_share=0.0)
    moved = move_the_last(campaign)
    assert said_of_the_next(rater, campaign, "cannot_judge") == (moved.pk, "first")
    assert said_of_the_next(other_rater, campaign, "relevant") == (moved.pk, "first")


def test_what_is_put_off_at_the_front_comes_after_all_others_until_it_is_moved_again(
    rater, other_rater
):
    campaign = make_campaign(
        captions=10, raters=[rater, other_rater], double_share=0.0, leases_per_rater=50
    )
    moved = move_the_last(campaign)
    [held] = claim(rater, campaign)
    assert Slot.objects.get(pk=held.slot).item_id == moved.pk
    release_slot(rater=rater, slot_id=held.slot, lease=held.lease, later=True)
    order = [slot.slot for slot in claim(rater, campaign, 20)]
    assert (len(order), order[-1]) == (20, held.slot)
    for slot in claim(rater, campaign, 20):
        release_slot(rater=rater, slot_id=slot.slot, lease=slot.lease)
    assert move_the_last(campaign) == moved
    assert said_of_the_next(other_rater, campaign, "relevant") == (moved.pk, "first")


def test_who_comes_after_somebody_who_put_the_pair_off_need_not_wait_as_long(rater, other_rater):
    campaign = make_campaign(captions=10, raters=[rater, other_rater], double_share=0.0)
    [held] = claim(rater, campaign)
    item = Slot.objects.get(pk=held.slot).item_id
    release_slot(rater=rater, slot_id=held.slot, lease=held.lease, later=True)
    while Slot.objects.get(pk=(held := claim(rater, campaign)[0]).slot).item_id != item:
        say(rater, held)
    say(rater, held, "cannot_judge")
    asked_again = Slot.objects.get(item=item, state="free")
    assert asked_again.place == asked_again.item.position
