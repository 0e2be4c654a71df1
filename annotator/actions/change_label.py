"""A rater's change of mind: another answer, or none. What was said before stays in the log,
superseded.

1. The campaign is held; the slot and its item are locked, in the order that answering locks them.
2. A repeat of the request is answered from the log.
3. Only the rater's own live label, only within the policy's time by the database's clock, only
while the campaign is not closed.
4. An undo gives the slot back to its rater. If somebody else already works on the pair because of
   this answer, it cannot be taken back; it can still be changed.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid5

from django.db import connection, transaction

from annotator.actions.even_time import Clock, even_time
from annotator.actions.locked_slot import hold_campaign_of, lock_slot
from annotator.actions.once import RequestReused, each_request_once
from annotator.actions.settle_item import THESE, Settled, settle_item
from annotator.actions.standing import NotAMember
from annotator.models import Answer, Campaign, Member, Reason
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


@dataclass(frozen=True, slots=True)
class OldLabel:
    slot: int
    guideline_version: int
    superseded: bool
    in_time: bool
    state: str
    member: str | None
    gives_checks: bool


@dataclass(frozen=True, slots=True)
class Change:
    answer: Answer
    request_id: UUID
    reason: Reason | None = None
    comment: str = ""


def change_label(
    *,
    rater: User,
    label_id: int,
    answer: Answer,
    request_id: UUID,
    reason: Reason | None = None,
    comment: str = "",
) -> int:
    """The new label's number."""
    with even_time() as clock, each_request_once(), transaction.atomic():
        return _supersede(rater, label_id, Change(answer, request_id, reason, comment), clock)


def undo_label(*, rater: User, label_id: int) -> int:
    """The withdrawal's number; the same however often it is asked for. The slot is the rater's
    again."""
    with even_time() as clock, transaction.atomic():
        return _supersede(
            rater, label_id, Change(Answer.WITHDRAWN, uuid5(UNDO, str(label_id))), clock
        )


def _supersede(rater: User, label_id: int, change: Change, clock: Clock) -> int:
    answer = change.answer
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT slot_id FROM annotator_label WHERE id = %s AND rater_id = %s",
            [label_id, rater.pk],
        )
        found = cursor.fetchone()
        if found is None:
            raise UnknownLabel
        hold_campaign_of(cursor, found[0], rater.pk)
        slot = lock_slot(cursor, found[0])
        if (earlier := _earlier(cursor, rater.pk, change.request_id, label_id, answer)) is not None:
            return earlier
        old = _old(cursor, label_id)
        clock.gives_checks = old.gives_checks
        if old.superseded or slot.state != "filled" or slot.kind == "adjudication":
            raise Superseded
        if not old.in_time or old.state not in (Campaign.State.OPEN, Campaign.State.PAUSED):
            raise TooLate
        if old.member != Member.State.ACTIVE:
            raise NotAMember
        slot.refuse_unseen(answer)
        if answer == Answer.WITHDRAWN:
            _make_way(cursor, slot.settled, found[0], label_id)
            _take_back(cursor, rater.pk, found[0])
        label = _append(cursor, label_id, change)
        _recount(cursor, label_id, answer)
    settle_item(slot.settled, alike=old.gives_checks)
    return label


def _earlier(
    cursor: Any, rater_id: int, request_id: UUID, label_id: int, answer: Answer
) -> int | None:
    cursor.execute(
        "SELECT id, supersedes_id, answer FROM annotator_label WHERE rater_id = %s AND request_id"
        " = %s",
        [rater_id, request_id],
    )
    found = cursor.fetchone()
    if found is None:
        return None
    if found[1:] != (label_id, answer):
        raise RequestReused
    return int(found[0])


def _old(cursor: Any, label_id: int) -> OldLabel:
    cursor.execute(
        "SELECT l.slot_id, l.guideline_version, l.answer = 'withdrawn' OR EXISTS (SELECT FROM"
        " annotator_label n WHERE n.supersedes_id = l.id), l.given_at > now() - make_interval(mins"
        " => c.change_minutes) AND NOT EXISTS (SELECT FROM annotator_disregardedlabel d WHERE"
        " d.label_id = l.id), c.state, m.state, c.gold_share > 0 FROM annotator_label l JOIN"
        " annotator_campaign c ON c.id = l.campaign_id LEFT JOIN annotator_member m ON"
        " m.campaign_id = l.campaign_id AND m.person_id = l.rater_id WHERE l.id = %s",
        [label_id],
    )
    return OldLabel(*cursor.fetchone())


def _make_way(cursor: Any, of: Settled, slot_id: int, label_id: int) -> None:
    """A later slot that is free goes back to waiting, so that the pair still has one open slot at
    most."""
    cursor.execute(
        f"SELECT state, stage FROM annotator_slot WHERE {THESE} AND id <> %(slot)s AND (state <> 'waiting' OR stage = 'gone')"
        " FOR NO KEY UPDATE",
        {**of.words, "slot": slot_id},
    )
    if any(
        state == "leased" or stage == "gone" for state, stage in cursor.fetchall()
    ) or _others_followed(cursor, of, label_id):
        raise OthersWorkOnIt
    cursor.execute(
        f"UPDATE annotator_slot SET state = 'waiting' WHERE {THESE} AND state = 'free'",
        of.words,
    )


def _others_followed(cursor: Any, of: Settled, label_id: int) -> bool:
    """Whether an answer that stands was begun after this one. A change of mind is as old as the
    answer that it began with; slots are no clock, for a second label's slot may be older than that
    of who came after somebody who could not judge.
    """
    cursor.execute(
        "SELECT l.id, l.supersedes_id, l.answer <> 'withdrawn' FROM annotator_label l WHERE l.slot_id IN"
        f" (SELECT id FROM annotator_slot WHERE {THESE}) AND l.item_id = %(item)s ORDER BY l.id",
        of.words,
    )
    begun: dict[int, int] = {}
    stands: dict[int, bool] = {}
    for label, supersedes, says_something in cursor.fetchall():
        begun[label] = begun.get(supersedes, label)
        stands[begun[label]] = says_something
    return any(stands[other] for other in stands if other > begun[label_id])


def _take_back(cursor: Any, rater_id: int, slot_id: int) -> None:
    cursor.execute(
        "UPDATE annotator_slot s SET state = 'leased', lease = gen_random_uuid(),"
        " lease_ends = now() + make_interval(secs => c.lease_seconds) FROM annotator_campaign c"
        " WHERE c.id = s.campaign_id AND s.id = %s AND s.rater_id = %s",
        [slot_id, rater_id],
    )


def _append(cursor: Any, label_id: int, change: Change) -> int:
    cursor.execute(
        "INSERT INTO annotator_label (campaign_id, item_id, slot_id, rater_id, answer, reason,"
        " comment, request_id, supersedes_id, given_at, too_fast, guideline_version, client) SELECT"
        " l.campaign_id, l.item_id, l.slot_id, l.rater_id, %s, %s, %s, %s, l.id, now(), false,"
        " (SELECT coalesce(max(version), 0) FROM annotator_guideline WHERE campaign_id ="
        " l.campaign_id), l.client FROM annotator_label l WHERE l.id = %s RETURNING id",
        [change.answer, change.reason or "", change.comment, change.request_id, label_id],
    )
    return int(cursor.fetchone()[0])


def _recount(cursor: Any, old_label: int, answer: Answer) -> None:
    """The day on which the slot's first answer was given now counts what stands in its place."""
    cursor.execute(
        "WITH RECURSIVE before AS (SELECT id, supersedes_id, given_at FROM annotator_label WHERE id"
        " = %(old)s  UNION ALL SELECT l.id, l.supersedes_id, l.given_at FROM before JOIN"
        " annotator_label l ON l.id = before.supersedes_id) UPDATE annotator_raterday d SET labels"
        " = d.labels - (%(answer)s = 'withdrawn')::int, relevant = d.relevant - (l.answer ="
        " 'relevant')::int + (%(answer)s = 'relevant')::int, cannot_judge = d.cannot_judge -"
        " (l.answer = 'cannot_judge')::int + (%(answer)s = 'cannot_judge')::int FROM"
        " annotator_label l, before first WHERE l.id = %(old)s AND first.supersedes_id IS NULL AND"
        " d.campaign_id = l.campaign_id AND d.rater_id = l.rater_id AND d.day = (first.given_at AT"
        " TIME ZONE 'UTC')::date",
        {"old": old_label, "answer": answer},
    )
