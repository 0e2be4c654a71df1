"""A rater's change of mind: another answer, or none. What was said before stays in the log,
superseded.

1. The campaign is held; the slot and its item are locked, in the order that answering locks them.
2. A repeat of the request is answered from the log.
3. Only the rater's own live label, only within the policy's time by the database's clock, only
while the campaign is not closed.
4. An undo gives the slot back to its rater. If somebody else already works on the pair because of
   this answer, it cannot be taken back; it can still be changed.
"""

from typing import Any
from uuid import UUID, uuid5

from django.db import connection, transaction

from annotator.actions.even_time import Clock, even_time
from annotator.actions.settle_item import settle_item
from annotator.labels.append import NewLabel, append
from annotator.labels.days import recount
from annotator.labels.live import COUNTING, COUNTING_CHECK, LIVE
from annotator.locks.campaign import hold_campaign_of
from annotator.locks.item import LockedItem
from annotator.locks.once import RequestReused, each_request_once
from annotator.locks.slot import LockedSlot, lock_slot
from annotator.locks.standing import NotAMember
from annotator.models import UNDER_WAY, Answer, Label, Member, Reason
from annotator.slots.open import THESE
from foundation.database.rows import objects_of, rows_of
from foundation.frozen import frozen
from foundation.refused import Refused, Unknown
from people.models import User

UNDO = UUID("3c0d2f64-6f7e-4a53-9d59-8a3f3c1b7a10")


class UnknownLabel(Unknown):
    """You have no such label."""


class TooLate(Refused):
    """This answer can no longer be changed: the time for it has passed, or the campaign is
    closed."""


class Superseded(Refused):
    """This answer was changed already."""


class OthersWorkOnIt(Refused):
    """Somebody else is judging this pair because of your answer. You can change the answer, but not
    take it back."""


@frozen
class OldLabel:
    """The rater's own label that is to be superseded, and whether it may be."""

    client: str
    shown: str
    shown_group: UUID | None
    is_live: bool
    in_time: bool
    state: str  # of the campaign
    member: str | None
    gives_checks: bool
    version: int  # of the guidelines, as they are now

    def refuse(self, slot: LockedSlot) -> None:
        if not self.is_live or slot.state != "filled" or slot.kind == "adjudication":
            raise Superseded
        if not self.in_time or self.state not in UNDER_WAY:
            raise TooLate
        if self.member != Member.State.ACTIVE:
            raise NotAMember


def change_label(
    *,
    rater: User,
    label_id: int,
    answer: Answer | None = None,
    value: int | None = None,
    request_id: UUID,
    reason: Reason | None = None,
    comment: str = "",
) -> int:
    """The new label's number."""
    sentence = {"reason": reason or "", "comment": comment}
    with even_time() as clock, each_request_once(), transaction.atomic():
        return _supersede(rater.pk, label_id, (answer, value), request_id, clock, **sentence)


def undo_label(*, rater: User, label_id: int) -> int:
    """The withdrawal's number; the same however often it is asked for. The slot is the rater's
    again."""
    with even_time() as clock, transaction.atomic():
        request_id = uuid5(UNDO, str(label_id))
        return _supersede(rater.pk, label_id, (Answer.WITHDRAWN, None), request_id, clock)


def _supersede(
    rater_id: int,
    label_id: int,
    said: tuple[Answer | None, int | None],
    request_id: UUID,
    clock: Clock,
    **words: Any,
) -> int:
    # The label's slot, read before anything is locked: it never changes.
    mine = Label.objects.filter(rater=rater_id)
    slot_id = mine.filter(pk=label_id).values_list("slot", flat=True).first()
    if slot_id is None:
        raise UnknownLabel
    with connection.cursor() as cursor:
        hold_campaign_of(cursor, slot_id, rater_id)
        slot = lock_slot(cursor, slot_id)
        answer, value = slot.scale.said(*said)
        # Under the lock, so that of two copies of a request the second finds the first's label.
        if earlier := mine.filter(request_id=request_id).first():
            before = (earlier.supersedes_id, earlier.answer, earlier.value)
            if before != (label_id, answer, value):
                raise RequestReused
            return earlier.pk
        (old,) = objects_of(OldLabel, OLD, [label_id])
        clock.gives_checks = old.gives_checks
        old.refuse(slot)
        slot.refuse_unseen(answer)
        if answer == Answer.WITHDRAWN:
            _make_way(cursor, slot.item, slot_id, label_id)
            # The slot is its rater's again, for a whole lease.
            cursor.execute(TAKE_BACK, [slot_id, rater_id])
        new = NewLabel(
            campaign=slot.campaign_id,
            item=slot.item_id,
            slot=slot_id,
            rater=rater_id,
            answer=answer,
            value=value,
            request=request_id,
            supersedes=label_id,
            version=old.version,
            client=old.client,
            shown=old.shown,
            shown_group=old.shown_group,
            **words,
        )
        label = append(cursor, new)
        recount(cursor, label_id, answer)
    # A check's item too, where there are checks: what follows must take as long for both.
    settle_item(slot.item, alike=old.gives_checks)
    return label


TAKE_BACK = """
UPDATE annotator_slot s SET state = 'leased', lease = gen_random_uuid(),
  lease_ends = now() + make_interval(secs => c.lease_seconds)
FROM annotator_campaign c WHERE c.id = s.campaign_id AND s.id = %s AND s.rater_id = %s
"""

# What lives but does not count was asked for again: it is not its rater's to change any more.
OLD = f"""
SELECT l.client, EXISTS (SELECT FROM {LIVE} v WHERE v.id = l.id) AS is_live,
  l.shown, l.shown_group, l.given_at > now() - make_interval(mins => c.change_minutes)
    AND (EXISTS (SELECT FROM {COUNTING} v WHERE v.id = l.id)
      OR EXISTS (SELECT FROM {COUNTING_CHECK} v WHERE v.id = l.id)) AS in_time,
  c.state, m.state AS member, c.gold_share > 0 AS gives_checks,
  (SELECT coalesce(max(version), 0) FROM annotator_guideline WHERE campaign_id = c.id) AS version
FROM annotator_label l JOIN annotator_campaign c ON c.id = l.campaign_id
LEFT JOIN annotator_member m ON m.campaign_id = l.campaign_id AND m.person_id = l.rater_id
WHERE l.id = %s
"""


def _make_way(cursor: Any, item: LockedItem, slot_id: int, label_id: int) -> None:
    """A later slot that is free goes back to waiting, so that the pair still has one open slot at
    most."""
    # Locked, for somebody may be taking the free one at this moment.
    cursor.execute(
        f"SELECT state, stage FROM annotator_slot WHERE {THESE} AND id <> %(slot)s"
        " AND (state <> 'waiting' OR stage = 'gone') FOR NO KEY UPDATE",
        {**item.words, "slot": slot_id},
    )
    in_others_hands = any(
        state == "leased" or stage == "gone" for state, stage in cursor.fetchall()
    )
    if in_others_hands or _others_followed(item, label_id):
        raise OthersWorkOnIt
    cursor.execute(
        f"UPDATE annotator_slot SET state = 'waiting' WHERE {THESE} AND state = 'free'", item.words
    )


ANSWERS = f"""
SELECT l.id, l.supersedes_id, EXISTS (SELECT FROM {LIVE} v WHERE v.id = l.id)
FROM annotator_label l WHERE l.item_id = %(item)s
AND l.slot_id IN (SELECT id FROM annotator_slot WHERE {THESE}) ORDER BY l.id
"""


def _others_followed(item: LockedItem, label_id: int) -> bool:
    """Whether a live answer was begun after this one. A change of mind is as old as the answer that
    it began with; slots are no clock, for a second label's slot may be older than that of who came
    after somebody who could not judge.
    """
    # In the order of their numbers, so that what a label supersedes is always known before it.
    begun: dict[int | None, int] = {}
    alive = []
    for answer, supersedes, is_live in rows_of(ANSWERS, item.words):
        begun[answer] = begun.get(supersedes, answer)
        if is_live:
            alive.append(begun[answer])
    return any(other > begun[label_id] for other in alive)
