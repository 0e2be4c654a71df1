"""Pairs that are shown together: a claim gives whole groups of one caption or one clip, a drawn
share comes by itself, and each answer is a label of its own."""

import uuid
from collections import Counter

import numpy as np
import pytest

from annotator.actions.change_label import change_label, undo_label
from annotator.actions.extend_lease import put_off, release_slot
from annotator.actions.submit_label import Evidence, Sent, submit_label
from annotator.grouping import draw_order_of_bundles, draw_share
from annotator.locks.slot import ShownOtherwise
from annotator.models import Answer, Item, Label, Shown, Slot
from foundation.integrity import differences
from tests.annotator.saying import claim, label_all, say
from tests.annotator.test_labelling import end_leases
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db


def grids(*raters, **policy):
    """Four captions with ten clips each; a tenth of the pairs comes singly."""
    return make_campaign(
        **{
            "captions": 4,
            "videos": 10,
            "raters": raters,
            "show": "grid",
            "single_share": 0.1,
            "double_share": 0.0,
            "leases_per_rater": 20,
        }
        | policy
    )


def groups(slots) -> list[list]:
    """As they are shown: those of one group together, the others singly."""
    found: dict = {}
    for slot in slots:
        found.setdefault(slot.shown_group or slot.slot, []).append(slot)
    return list(found.values())


def next_group(rater, campaign):
    """In hand, and nothing else; what comes singly before it is answered."""
    while slots := claim(rater, campaign):
        if slots[0].shown_group:
            return slots
        say(rater, slots[0])
    raise AssertionError("no group")


def walk(rater, campaign) -> list[list]:
    """All that this rater is given, answered."""
    shown = []
    while slots := claim(rater, campaign):
        shown += groups(slots)
        for slot in slots:
            say(rater, slot)
    return shown


@pytest.mark.parametrize(("show", "same"), [("grid", "caption"), ("captions", "video")])
def test_a_claim_gives_whole_groups_of_one_caption_or_one_clip(rater, show, same):
    campaign = grids(rater, show=show, captions=10, videos=10, single_share=0.0)
    shown = walk(rater, campaign)
    assert {len({getattr(slot, same) for slot in group}) for group in shown} == {1}
    assert Counter(map(len, shown)) == {5: 20}  # ten are two times five, not nine and one
    assert sum(map(len, shown)) == 100


def test_the_drawn_share_comes_by_itself_and_its_labels_say_so(rater):
    campaign = grids(rater)
    alone = set(Item.objects.filter(bundle=None).values_list("pk", flat=True))
    assert len(alone) == 4
    shown = walk(rater, campaign)
    singles = {Slot.objects.get(pk=group[0].slot).item_id for group in shown if len(group) == 1}
    assert singles == alone
    assert set(Label.objects.filter(shown="single").values_list("item", flat=True)) == alone
    together = Label.objects.filter(shown="grid")
    assert together.count() == 36
    assert Counter(together.values_list("shown_group", flat=True)).keys() == {
        group[0].shown_group for group in shown if len(group) > 1
    }
    assert list(differences()) == []


def test_no_single_stands_beside_its_own_caption_by_design():
    """In a long queue one stands anywhere; beside its own caption no more often than by chance."""
    bundles = np.repeat(np.arange(400), 10)
    alone = draw_share(len(bundles), 0.05, seed=3)
    positions = draw_order_of_bundles(bundles, alone, seed=3)
    assert sorted(positions) == list(range(len(bundles)))
    queue = np.empty(len(bundles), int)
    queue[positions] = np.arange(len(bundles))
    singles = [place for place in np.flatnonzero(alone[queue]) if 0 < place < len(queue) - 1]
    beside = sum(
        bundles[queue[place]] in (bundles[queue[place - 1]], bundles[queue[place + 1]])
        for place in singles
    )
    assert alone.sum() == 200
    assert beside <= 6  # two in four hundred, of two hundred: one is to be expected


def test_what_is_held_is_not_given_again_and_no_group_goes_beyond_what_one_may_hold(rater):
    campaign = grids(rater, single_share=0.0)
    first = claim(rater, campaign, 1)
    assert len(first) == 5
    assert [slot.slot for slot in claim(rater, campaign, 5)] == [slot.slot for slot in first]
    assert len(claim(rater, campaign, 6)) == 10
    assert len(claim(rater, campaign, 50)) == 15  # nine more might be more than twenty


def test_two_raters_never_have_the_same_pair(rater, other_rater):
    campaign = grids(rater, other_rater)
    mine, theirs = claim(rater, campaign, 9), claim(other_rater, campaign, 9)
    assert not {slot.slot for slot in mine} & {slot.slot for slot in theirs}
    assert label_all(rater, campaign) + label_all(other_rater, campaign) == 40
    assert Label.objects.count() == 40


def test_second_labels_come_together_as_the_first_did(rater, other_rater):
    campaign = grids(rater, other_rater, double_share=0.5, single_share=0.0)
    walk(rater, campaign)
    second = walk(other_rater, campaign)
    assert sum(map(len, second)) == 20
    # A run of twenty in a circle of tens: whole captions, but for its two ends.
    assert len({slot.caption for group in second for slot in group}) <= 3
    assert max(map(len, second)) > 4


def test_what_is_asked_once_more_comes_by_itself(rater, other_rater):
    """One who could not judge, and two who disagree: a group of a few would tell."""
    campaign = grids(rater, other_rater, single_share=0.0)
    held = next_group(rater, campaign)
    say(rater, held[0], "cannot_judge")
    say(rater, held[1], "cannot_judge")
    again = claim(other_rater, campaign, 2)
    assert [slot.shown_group for slot in again] == [None, None]
    assert {slot.video for slot in again} == {held[0].video, held[1].video}


def test_what_is_put_off_comes_back_by_itself_at_the_end(rater):
    campaign = grids(rater, captions=1, single_share=0.0)
    held = next_group(rater, campaign)
    put_off(rater=rater, slot_id=held[0].slot, lease=held[0].lease)
    shown = walk(rater, campaign)
    assert [slot.slot for slot in shown[-1]] == [held[0].slot]
    assert len(shown[-1]) == 1


def test_a_group_that_is_given_back_comes_back_as_it_was(rater):
    campaign = grids(rater)
    held = next_group(rater, campaign)
    say(rater, held[0])
    for slot in held[1:]:
        release_slot(rater=rater, slot_id=slot.slot, lease=slot.lease)
    again = claim(rater, campaign, 1)
    assert {slot.slot for slot in again} == {slot.slot for slot in held[1:]}
    assert {slot.shown_group for slot in again} == {held[0].shown_group}


def test_a_group_whose_lease_has_ended_is_shared_out_anew(rater, other_rater):
    campaign = grids(rater, other_rater, captions=1, single_share=0.0)
    held = next_group(rater, campaign)
    end_leases(campaign)
    theirs = claim(other_rater, campaign, 20)
    assert {slot.slot for slot in held} < {slot.slot for slot in theirs}
    assert held[0].shown_group not in {slot.shown_group for slot in theirs}


def test_each_answer_can_be_taken_back_by_itself_and_is_of_its_group_still(rater):
    campaign = grids(rater)
    held = next_group(rater, campaign)
    labels = [say(rater, slot, "irrelevant").label for slot in held]
    undo_label(rater=rater, label_id=labels[2])
    back = [slot for slot in claim(rater, campaign, 1) if slot.slot == held[2].slot]
    assert [slot.shown_group for slot in back] == [held[0].shown_group]
    say(rater, back[0], "relevant")
    change_label(rater=rater, label_id=labels[0], answer=Answer.RELEVANT, request_id=uuid.uuid4())
    assert {
        (label.shown, label.shown_group) for label in Label.objects.filter(slot=held[2].slot)
    } | {(label.shown, label.shown_group) for label in Label.objects.filter(slot=held[0].slot)} == {
        ("grid", held[0].shown_group)
    }


@pytest.mark.parametrize(
    ("shown", "group", "taken"),
    [
        (None, None, ("grid", "its own")),
        (Shown.GRID, "its own", ("grid", "its own")),
        (Shown.SINGLE, None, ("single", None)),
        (Shown.GRID, "another", None),
        (Shown.CAPTIONS, "its own", None),
        (Shown.SINGLE, "its own", None),
        (None, "its own", None),
        (Shown.GRID, None, None),
    ],
)
def test_how_a_pair_was_shown_is_taken_only_as_it_was_given_out(rater, shown, group, taken):
    campaign = grids(rater)
    slot = next_group(rater, campaign)[0]
    groups_of = {"its own": slot.shown_group, "another": uuid.uuid4(), None: None}
    sent = Sent(slot.slot, slot.lease, Answer.RELEVANT, uuid.uuid4(), None, shown, groups_of[group])
    if taken is None:
        with pytest.raises(ShownOtherwise):
            submit_label(rater=rater, sent=sent, evidence=Evidence())
        return
    made = submit_label(rater=rater, sent=sent, evidence=Evidence()).label
    label = Label.objects.get(pk=made)
    assert (label.shown, label.shown_group) == (taken[0], groups_of[taken[1]])


def test_a_campaign_that_shows_pairs_singly_has_no_groups(rater):
    campaign = make_campaign(captions=3, videos=4, raters=[rater])
    assert {slot.shown_group for slot in claim(rater, campaign, 9)} == {None}
    assert not Item.objects.exclude(bundle=None).exists()
