"""Decide a disputed pair, or open a decision again. Raters' labels stay as they are."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from annotator.actions.settle_item import settle_item
from annotator.labels.append import NewLabel, append
from annotator.labels.live import LIVE
from annotator.locks.campaign import hold_campaign, hold_query_of
from annotator.locks.item import LockedItem, lock_items
from annotator.locks.once import each_request_once
from annotator.models import Answer, Item, Mistake
from foundation.database.rows import row_as, rows_as
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import User


class NotDisputed(Refused):
    """This pair does not wait for an adjudicator: somebody else was quicker, or its raters agree by
    now."""


class OwnLabel(Refused):
    """You labelled this pair yourself, or decided it before: another adjudicator decides it."""


class NotAdjudicated(Refused):
    """This pair was not decided by an adjudicator."""


@dataclass(frozen=True, slots=True)
class _Asked:
    adjudicator: User
    campaign_id: int
    item_id: int
    answer: Answer
    comment: str
    request_id: UUID
    mistake: Mistake | None


@dataclass(frozen=True, slots=True)
class _Filled:
    slot: int
    version: int  # of the guidelines


def adjudicate(
    *,
    adjudicator: User,
    campaign_id: int,
    item_id: int,
    answer: Answer,
    comment: str,
    request_id: UUID,
    mistake: Mistake | None = None,
) -> int:
    """The label's number. The comment is the reason, and is asked for."""
    asked = _Asked(adjudicator, campaign_id, item_id, answer, comment, request_id, mistake)
    with each_request_once(), transaction.atomic():
        return _decide(asked)


def _decide(asked: _Asked) -> int:
    hold_campaign(asked.campaign_id)
    with connection.cursor() as cursor:
        item = _lock_item(cursor, asked.campaign_id, asked.item_id)
        if (earlier := _earlier(cursor, asked)) is not None:
            return earlier
        # Whether the slot is free, and not its own rater's, is asked by the UPDATE that takes it.
        cursor.execute(FILL, {"item": asked.item_id, "adjudicator": asked.adjudicator.pk})
        filled = row_as(cursor, _Filled)
        if filled is None:
            raise _why_not(cursor, asked.item_id, asked.adjudicator.pk)
        label = append(cursor, _decision(asked, filled))
    # Last, for the verdict follows from the labels that are in the log.
    settle_item(item)
    return label


def _earlier(cursor: Any, asked: _Asked) -> int | None:
    """The label that the same request made before. Looked up under the item's lock, so that of two
    copies of a request the second finds the first."""
    cursor.execute(
        "SELECT id FROM annotator_label WHERE rater_id = %s AND request_id = %s AND item_id = %s"
        " AND answer = %s",
        [asked.adjudicator.pk, asked.request_id, asked.item_id, asked.answer],
    )
    found = cursor.fetchone()
    return None if found is None else int(found[0])


def _decision(asked: _Asked, filled: _Filled) -> NewLabel:
    return NewLabel(
        campaign=asked.campaign_id,
        item=asked.item_id,
        slot=filled.slot,
        rater=asked.adjudicator.pk,
        answer=asked.answer,
        comment=asked.comment,
        request=asked.request_id,
        version=filled.version,
        mistake=asked.mistake or "",
    )


# Only who has labelled none of the pair decides about it.
FILL = """
UPDATE annotator_slot s SET state = 'filled', rater_id = %(adjudicator)s
WHERE item_id = %(item)s AND kind = 'adjudication' AND state = 'free' AND NOT EXISTS (
  SELECT FROM annotator_slot o WHERE o.item_id = %(item)s AND o.rater_id = %(adjudicator)s)
RETURNING id AS slot, (SELECT coalesce(max(g.version), 0) FROM annotator_guideline g
  WHERE g.campaign_id = s.campaign_id) AS version
"""


@dataclass(frozen=True, slots=True)
class _Decision:
    """An adjudicator's label that lives."""

    id: int
    slot_id: int
    guideline_version: int


# A slot that is somebody's would keep them from the pair for ever.
LEAVE = """
UPDATE annotator_slot SET state = 'waiting', rater_id = NULL
WHERE id = %(slot)s AND rater_id = %(by)s
"""

DECISIONS = f"""
SELECT v.id, v.slot_id, l.guideline_version FROM {LIVE} v JOIN annotator_label l ON l.id = v.id
WHERE v.item_id = %s AND v.kind = 'adjudication' ORDER BY v.id
"""


@transaction.atomic
def reopen(actor: Actor, *, campaign_id: int, item_id: int, reason: str) -> None:
    """The decision is superseded, and the pair waits for an adjudicator again, if its raters'
    labels still call for one. Whoever takes back their own decision may decide again; after anybody
    else has opened it, another adjudicator does."""
    hold_campaign(campaign_id)
    assert actor.user is not None  # noqa: S101  (an edge has asked for the role)
    with connection.cursor() as cursor:
        item = _lock_item(cursor, campaign_id, item_id)
        cursor.execute(DECISIONS, [item_id])
        decisions = rows_as(cursor, _Decision)
        if not decisions:
            raise NotAdjudicated
        for decision in decisions:
            append(cursor, _withdrawal(decision, item, actor.user, reason))
            cursor.execute(LEAVE, {"slot": decision.slot_id, "by": actor.user.pk})
    settle_item(item)
    record_audit(
        actor,
        "opened the decision again of",
        Item.objects.get(pk=item_id),
        after={"reason": reason},
    )


def _withdrawal(decision: _Decision, item: LockedItem, by: User, reason: str) -> NewLabel:
    """It rests on no guidelines of its own."""
    return NewLabel(
        campaign=item.campaign_id,
        item=item.item_id,
        slot=decision.slot_id,
        rater=by.pk,
        answer=Answer.WITHDRAWN,
        comment=reason,
        request=uuid4(),
        supersedes=decision.id,
        version=decision.guideline_version,
    )


def _lock_item(cursor: Any, campaign_id: int, item_id: int) -> LockedItem:
    """Slots of this item are only changed by who has its row."""
    hold_query_of(cursor, item_id)
    # None: the item itself, not a chain of its checks.
    for item in lock_items(cursor, [(item_id, None)]):
        if item.campaign_id == campaign_id:
            return item
    raise NotDisputed


def _why_not(cursor: Any, item_id: int, adjudicator_id: int) -> Refused:
    cursor.execute(
        "SELECT 1 FROM annotator_slot WHERE item_id = %s AND rater_id = %s",
        [item_id, adjudicator_id],
    )
    return OwnLabel() if cursor.fetchone() else NotDisputed()
