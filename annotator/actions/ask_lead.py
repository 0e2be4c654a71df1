"""A rater asks their lead about a pair: one in hand, one that they have answered, or one of their
training.

What is kept is the pair, and the same is done for every pair: neither the row nor the time it takes
tells a check from another.
"""

from uuid import UUID

from django.db import connection, transaction

from annotator.actions.extend_lease import keep_lease
from annotator.locks.campaign import hold_campaign, hold_campaign_of
from annotator.locks.once import RequestReused
from annotator.locks.slot import LockedSlot, lock_slot
from annotator.models import Item, KnownAnswer, Label, Member, PairQuestion, Slot, Trial
from foundation.refused import Refused, Unknown
from people.models import User

MOST_OPEN = 100
Pair = Item | KnownAnswer | LockedSlot  # each knows its query and its video


class NoSuchAnswer(Unknown):
    """You have no such label."""


class TooManyQuestions(Refused):
    """A hundred of your questions wait for an answer in this campaign. Ask again when your lead has
    answered some of them."""


@transaction.atomic
def ask_about_slot(
    *, rater: User, slot_id: int, lease: UUID, text: str, request_id: UUID
) -> PairQuestion:
    """The pair stays in hand: whoever writes a question is at work on it. Raises UnknownSlot,
    NotHeld."""
    with connection.cursor() as cursor:
        campaign_id = hold_campaign_of(cursor, slot_id, rater.pk)
        slot = lock_slot(cursor, slot_id)
    if earlier := _asked_before(rater, campaign_id, text, request_id):
        return earlier
    # Sent after the answer, the question is still about a pair that this rater held.
    is_answered = slot.state == "filled" and (slot.rater_id, slot.lease) == (rater.pk, lease)
    if not is_answered:
        keep_lease(rater=rater, slot_id=slot_id, lease=lease)
    return _ask(rater, campaign_id, slot, text, request_id)


@transaction.atomic
def ask_about_label(*, rater: User, label_id: int, text: str, request_id: UUID) -> PairQuestion:
    mine = Label.objects.filter(rater=rater).exclude(slot__kind=Slot.Kind.ADJUDICATION)
    label = mine.select_related("item").filter(pk=label_id).first()
    if label is None:
        raise NoSuchAnswer
    return _ask_once(rater, label.campaign_id, label.item, text, request_id)


@transaction.atomic
def ask_about_trial(member: Member, trial: Trial, *, text: str, request_id: UUID) -> PairQuestion:
    """`trial`: one of the member's own."""
    return _ask_once(member.person, member.campaign_id, trial.known, text, request_id)


def _ask_once(
    rater: User, campaign_id: int, pair: Pair, text: str, request_id: UUID
) -> PairQuestion:
    hold_campaign(campaign_id, rater.pk)
    earlier = _asked_before(rater, campaign_id, text, request_id)
    return earlier or _ask(rater, campaign_id, pair, text, request_id)


def _asked_before(
    rater: User, campaign_id: int, text: str, request_id: UUID
) -> PairQuestion | None:
    """A rater's own requests in a campaign follow each other, so a copy finds the first."""
    earlier = PairQuestion.objects.filter(asked_by=rater, request_id=request_id).first()
    if earlier and (earlier.campaign_id, earlier.text) != (campaign_id, text):
        raise RequestReused
    return earlier


def _ask(rater: User, campaign_id: int, pair: Pair, text: str, request_id: UUID) -> PairQuestion:
    mine = PairQuestion.objects.filter(campaign=campaign_id, asked_by=rater)
    if mine.filter(answered_at__isnull=True).count() >= MOST_OPEN:
        raise TooManyQuestions
    return mine.create(
        campaign_id=campaign_id,
        query_id=pair.query_id,
        video_id=pair.video_id,
        asked_by=rater,
        text=text,
        request_id=request_id,
    )
