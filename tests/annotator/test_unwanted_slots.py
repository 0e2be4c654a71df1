"""A slot that is unwanted is never given out, no other is opened in its place, and all that counts
or checks knows of it. Nothing makes one yet, so these tests do."""

import uuid

import pytest
from django.db import IntegrityError, transaction

from annotator.actions.change_label import change_label, undo_label
from annotator.actions.extend_lease import keep_lease, release_slot
from annotator.actions.not_saved import LeaseLost
from annotator.actions.rebuild import rebuild
from annotator.models import Answer, Item, Slot
from annotator.queries.progress import progress_of
from annotator.queries.raters import access_membership, something_is_free
from annotator.queries.waiting import pairs_without_rater
from tests.annotator.breaking import derived, differing, kinds, sql
from tests.annotator.guessing import make_world
from tests.annotator.saying import claim, label_all, say, verdicts
from tests.factories import make_campaign

pytestmark = pytest.mark.django_db

UNWANTED = (
    "UPDATE annotator_slot SET state = 'unwanted', lease = NULL WHERE {} AND rater_id IS NULL"
)


def make_unwanted(condition: str) -> int:
    """As what makes slots unwanted will: free or waiting ones, with the token of an ended lease."""
    made = sql(UNWANTED.format(condition))
    assert made
    return made


@pytest.fixture
def campaign(rater, other_rater):
    return make_campaign(captions=3, videos=2, raters=[rater, other_rater], double_share=0.5)


def test_it_is_never_given_out(campaign, rater, other_rater):
    made = make_unwanted("kind = 'first' AND place < 2")
    for person in (rater, other_rater):
        label_all(person, campaign)
    assert Slot.objects.filter(state="unwanted", labels=None).count() == made
    assert verdicts(campaign)[:2] == [None, None]
    assert None not in verdicts(campaign)[2:]
    assert differing() == []


def test_what_was_given_back_does_not_come_back_once_it_is_unwanted(campaign, rater):
    held = claim(rater, campaign)[0]
    release_slot(rater=rater, slot_id=held.slot, lease=held.lease)
    make_unwanted(f"id = {held.slot}")
    assert held.slot not in {slot.slot for slot in claim(rater, campaign, 6)}
    assert differing() == []


def test_nothing_is_free_where_all_is_unwanted(campaign, rater):
    make_unwanted("kind = 'first'")
    assert not something_is_free(access_membership(rater, campaign.pk))
    assert claim(rater, campaign, 6) == []
    assert differing() == []


def test_a_second_label_that_is_unwanted_is_not_asked_for(campaign, rater, other_rater):
    made = make_unwanted("kind = 'second'")
    assert label_all(rater, campaign) == 6
    assert label_all(other_rater, campaign) == 0
    assert verdicts(campaign).count(None) == made == 3
    assert Slot.objects.filter(kind="second").exclude(state="unwanted").count() == 0
    assert differing() == []
    before = derived()
    assert not rebuild().lines
    assert derived() == before


def test_a_pair_that_waits_for_it_waits_for_no_rater(campaign, rater, other_rater):
    """Every rater has met the pair whose third label would decide."""
    for person, answer in ((rater, "relevant"), (other_rater, "irrelevant")):
        label_all(person, campaign, answer)
    waiting = progress_of(campaign).awaiting_third
    assert len(pairs_without_rater(campaign)) == waiting == 3
    make_unwanted("kind = 'third'")
    assert pairs_without_rater(campaign) == []
    assert progress_of(campaign).awaiting_third == 0
    assert differing() == []


def test_a_kind_that_is_still_wanted_is_asked_for_beside_it(campaign, rater, other_rater):
    make_unwanted("kind = 'second'")
    for slot in claim(rater, campaign, 6):
        say(rater, slot, "cannot_judge")
    assert len(claim(other_rater, campaign, 10)) == 6
    assert differing() == []


def test_a_change_of_mind_does_not_open_it(campaign, rater, other_rater):
    make_unwanted("kind = 'second'")
    labels = [say(rater, slot).label for slot in claim(rater, campaign, 6)]
    for label in labels:
        change_label(rater=rater, label_id=label, answer=Answer.IRRELEVANT, request_id=uuid.uuid4())
    assert claim(other_rater, campaign, 6) == []
    assert differing() == []


def test_an_answer_before_it_can_be_taken_back_and_given_again(campaign, rater):
    make_unwanted("kind = 'second'")
    labels = [say(rater, slot).label for slot in claim(rater, campaign, 6)]
    for label in labels:
        undo_label(rater=rater, label_id=label)
    assert differing() == []
    assert label_all(rater, campaign, "irrelevant") == 6
    assert Slot.objects.filter(kind="second", state="unwanted").count() == 3
    assert differing() == []


def test_a_lease_that_ended_cannot_be_kept_or_answered_any_more(campaign, rater, other_rater):
    held = claim(rater, campaign)[0]
    sql("UPDATE annotator_slot SET lease_ends = now() - interval '1 second' WHERE state = 'leased'")
    Slot.objects.exclude(pk=held.slot).update(place=-1)
    claim(other_rater, campaign)
    make_unwanted(f"id = {held.slot}")
    with pytest.raises(LeaseLost):
        keep_lease(rater=rater, slot_id=held.slot, lease=held.lease)
    with pytest.raises(LeaseLost):
        say(rater, held)
    assert differing() == []


def test_a_free_slot_of_its_kind_beside_it_is_found_and_mended(campaign, rater):
    item = Item.objects.filter(doubled=False).first()
    sql(
        "INSERT INTO annotator_slot (campaign_id, item_id, kind, turn, place, state)"
        " VALUES (%s, %s, 'first', 2, 0, 'unwanted')",
        campaign.pk,
        item.pk,
    )
    assert kinds() == {"open slot"}
    rebuild()
    assert differing() == []


def test_a_check_that_is_unwanted_is_not_given_and_nothing_follows(rater, other_rater):
    campaign = make_world([rater, other_rater], double_share=1.0, gold_share=0.5)
    slots = claim(rater, campaign, 20)
    made = make_unwanted("kind = 'gold' AND stage = 'second'")
    for slot in slots:
        say(rater, slot)
    assert Slot.objects.filter(kind="gold", stage="second", state="unwanted").count() == made
    assert not Slot.objects.filter(kind="gold", stage="second", state="free").exists()
    assert differing() == []


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        (
            "annotator_a_free_slot_is_nobodys",
            (
                "UPDATE annotator_slot SET state = 'unwanted', lease = NULL, lease_ends = NULL"
                " WHERE state = 'leased'"
            ),
        ),
        (
            "annotator_nobody_has_a_lease_on_an_unwanted_slot",
            "UPDATE annotator_slot SET state = 'unwanted', rater_id = NULL WHERE state = 'leased'",
        ),
        (
            "annotator_an_adjudication_is_never_unwanted",
            (
                "UPDATE annotator_slot SET state = 'unwanted', kind = 'adjudication'"
                " WHERE state = 'free'"
            ),
        ),
    ],
)
def test_the_database_refuses_what_an_unwanted_slot_cannot_be(campaign, rater, name, statement):
    claim(rater, campaign)
    with pytest.raises(IntegrityError, match=name), transaction.atomic():
        sql(statement)
