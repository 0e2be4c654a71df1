"""Decide a disputed pair, or open a decision again. Raters' labels stay as they are. And give pairs
to the adjudicator that wait for a rater whom the campaign has not got."""

from typing import Any
from uuid import UUID, uuid4

from django.db import connection, transaction

from annotator.actions.settle_item import settle_item
from annotator.labels.append import NewLabel, append
from annotator.labels.live import LIVE
from annotator.locks.campaign import alone_with_campaign, hold_campaign, hold_query_of
from annotator.locks.item import LockedItem, lock_items
from annotator.locks.once import each_request_once
from annotator.models import UNDER_WAY, Answer, Campaign, Item, Label, Mistake, Reason, Slot
from annotator.queries.statements import asks_why
from annotator.queries.waiting import pairs_without_rater
from foundation.database.rows import rows_of
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import User


class NotDisputed(Refused):
    """This pair does not wait for an adjudicator: somebody else was quicker, or its raters agree by
    now."""


class OwnLabel(Refused):
    """You labelled this pair yourself, or decided it before: another adjudicator decides it."""


class NoReason(Refused):
    """Give a reason: no rater wrote why, or the raters of this campaign read the decisions."""


class NotAdjudicated(Refused):
    """This pair was not decided by an adjudicator."""


def adjudicate(  # noqa: PLR0913  (each is a column of its label)
    *,
    adjudicator: User,
    campaign_id: int,
    item_id: int,
    answer: Answer | None = None,
    value: int | None = None,
    request_id: UUID,
    comment: str = "",
    reason: Reason | None = None,
    mistake: Mistake | None = None,
) -> int:
    """The label's number. The comment says why, and is asked for where nothing else does."""
    with each_request_once(), transaction.atomic():
        hold_campaign(campaign_id)
        with connection.cursor() as cursor:
            item = _lock_item(cursor, campaign_id, item_id)
            decided, value = item.scale.said(answer, value)
            # Looked up under the item's lock, so that of two copies of a request the second finds
            # the label of the first.
            earlier = Label.objects.filter(
                rater=adjudicator, request_id=request_id, item=item_id, answer=decided, value=value
            )
            if label := earlier.values_list("pk", flat=True).first():
                return label
            # Whether the slot is free, and not its own rater's, is asked by the UPDATE that takes
            # it.
            cursor.execute(FILL, {"item": item_id, "adjudicator": adjudicator.pk})
            if (filled := cursor.fetchone()) is None:
                met = Slot.objects.filter(item=item_id, rater=adjudicator).exists()
                raise OwnLabel if met else NotDisputed
            slot, version = filled
            if decided != Answer.CANNOT_JUDGE and not comment and asks_why(item_id):
                raise NoReason(field="comment")
            decision = NewLabel(
                campaign=campaign_id,
                item=item_id,
                slot=slot,
                rater=adjudicator.pk,
                answer=decided,
                value=value,
                reason=reason or "",
                comment=comment,
                request=request_id,
                version=version,
                mistake=mistake or "",
            )
            label = append(cursor, decision)
        # Last, for the verdict follows from the labels that are in the log.
        settle_item(item)
        return label


# Only who has labelled none of the pair decides about it.
FILL = """
UPDATE annotator_slot s SET state = 'filled', rater_id = %(adjudicator)s
WHERE item_id = %(item)s AND kind = 'adjudication' AND state = 'free' AND NOT EXISTS (
  SELECT FROM annotator_slot o WHERE o.item_id = %(item)s AND o.rater_id = %(adjudicator)s)
RETURNING id, (SELECT coalesce(max(g.version), 0) FROM annotator_guideline g
  WHERE g.campaign_id = s.campaign_id)
"""

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
        decisions = rows_of(DECISIONS, [item_id])
        if not decisions:
            raise NotAdjudicated
        for decision, slot, version in decisions:
            # It rests on no guidelines of its own.
            withdrawal = NewLabel(
                campaign=campaign_id,
                item=item_id,
                slot=slot,
                rater=actor.user.pk,
                answer=Answer.WITHDRAWN,
                value=None,
                comment=reason,
                request=uuid4(),
                supersedes=decision,
                version=version,
            )
            append(cursor, withdrawal)
            cursor.execute(LEAVE, {"slot": slot, "by": actor.user.pk})
    settle_item(item)
    reopened, after = Item.objects.get(pk=item_id), {"reason": reason}
    record_audit(actor, "opened the decision again of", reopened, after=after)


def _lock_item(cursor: Any, campaign_id: int, item_id: int) -> LockedItem:
    """Slots of this item are only changed by who has its row."""
    hold_query_of(cursor, item_id)
    # None: the item itself, not a chain of its checks.
    for item in lock_items(cursor, [(item_id, None)]):
        if item.campaign_id == campaign_id:
            return item
    raise NotDisputed


class NotUnderWay(Refused):
    """Only pairs of a campaign that is open or paused can be sent to adjudication."""


class NobodyWaits(Refused):
    """Every pair of this campaign that waits for a label has a rater who has not seen it."""


@transaction.atomic
def send_to_adjudication(actor: Actor, campaign_id: int) -> int:
    """How many pairs. They do not come back to raters, even if some join later."""
    alone_with_campaign(campaign_id)
    campaign = Campaign.objects.get(pk=campaign_id)
    if campaign.state not in UNDER_WAY:
        raise NotUnderWay
    items = pairs_without_rater(campaign)
    if not items:
        raise NobodyWaits
    Item.objects.filter(pk__in=items).update(escalated=True)
    with connection.cursor() as cursor:
        for item in lock_items(cursor, [(number, None) for number in items]):
            settle_item(item)
    record_audit(actor, "sent pairs to adjudication in", campaign, after={"pairs": len(items)})
    return len(items)
