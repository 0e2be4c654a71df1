"""Take one answer from one rater.

1. The campaign is held (shared), so that it cannot be closed, or its rater paused, in the middle.
2. The slot's and its item's rows are locked: from here on nobody else can fill or lease it.
3. Only then is the request looked up, so that two copies of it, racing, cannot both pass; a repeat is answered from the log.
4. An ended lease is forgiven while the slot is still nobody's: its token, kept on the slot, proves who held it last.
5. The label is appended, the slot filled, the rater's day counted.
6. The pair's verdict follows from its labels, and may open another slot. The label of a check counts for its rater alone.
"""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from annotator.actions.check_by_gold import check_by_gold
from annotator.actions.claim_slots import Claimed, NotOpen, Standing, claim
from annotator.actions.locked_slot import LockedSlot, hold_campaign_of, lock_slot
from annotator.actions.once import RequestReused, each_request_once
from annotator.actions.prepared import prepared_cursor
from annotator.actions.settle_item import live_labels, write_outcome
from annotator.consensus import Given, settle
from annotator.models import Answer, Campaign, Reason
from people.models import User
from people.refused import Refused


class LeaseLost(Refused):
    """The lease has ended and somebody else holds or has answered this slot. Your answer was not counted."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What came with an answer."""

    comment: str = ""
    active_ms: int | None = None
    plays: int | None = None
    client: str = ""


@dataclass(frozen=True, slots=True)
class Sent:
    """An answer as it is sent. `lease` is the token that the claim gave."""

    slot: int
    lease: UUID
    answer: Answer
    request_id: UUID
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class Submitted:
    label: int
    is_new: bool
    campaign: int
    next: Claimed | None


def submit_label(*, rater: User, sent: Sent, evidence: Evidence, then_claim: int = 0) -> Submitted:
    """Raises UnknownSlot, NotOpen, NotAMember, LeaseLost, RequestReused. `then_claim` slots come back with the answer."""
    try:
        with each_request_once(), transaction.atomic():
            return _submit(rater, sent, evidence, then_claim)
    except IntegrityError as error:
        if "annotator_nobody_meets_a_pair_twice" in str(error):
            raise LeaseLost from None  # a lease of long ago; its rater has labelled the pair in another slot by now
        raise


def _submit(rater: User, sent: Sent, evidence: Evidence, then_claim: int) -> Submitted:
    with prepared_cursor() as cursor:
        campaign_id = hold_campaign_of(cursor, sent.slot, rater.pk)
        slot = lock_slot(cursor, sent.slot)
        if earlier := _earlier(cursor, rater.pk, sent.request_id):
            label = _same_again(earlier, sent, evidence)
            return Submitted(label, False, campaign_id, _next(rater, campaign_id, then_claim))
        standing = Standing.of(campaign_id, rater.pk)
        standing.refuse_if_not_active()
        if standing.state not in (Campaign.State.OPEN, Campaign.State.PAUSED):
            raise NotOpen
        if slot.kind == "adjudication" or not slot.may_be_filled_by(rater.pk, sent.lease):
            raise LeaseLost
        before = [] if slot.is_items_first or slot.is_gold else live_labels(cursor, slot.item_id)
        label = _append(cursor, rater.pk, sent, evidence, slot, standing.version)
        if slot.is_gold:
            if check_by_gold(campaign_id, rater.pk):
                return Submitted(label, True, campaign_id, None)
        else:
            outcome = settle([*before, Given(label, slot.kind, sent.answer)], slot.settled.policy)
            write_outcome(cursor, slot.settled, outcome, nothing_open=True)
    following = claim(standing, rater.pk, campaign_id, then_claim) if then_claim and standing.goes_on else None
    return Submitted(label, True, campaign_id, following)


def _earlier(cursor: Any, rater_id: int, request_id: UUID) -> tuple[Any, ...] | None:
    cursor.execute(
        "SELECT id, slot_id, answer, reason, comment FROM annotator_label WHERE rater_id = %s AND request_id = %s",
        [rater_id, request_id],
    )
    found: tuple[Any, ...] | None = cursor.fetchone()
    return found


def _same_again(earlier: tuple[Any, ...], sent: Sent, evidence: Evidence) -> int:
    label, *rest = earlier
    if rest != [sent.slot, sent.answer, sent.reason or "", evidence.comment]:
        raise RequestReused
    return int(label)


def _append(cursor: Any, rater_id: int, sent: Sent, evidence: Evidence, slot: LockedSlot, version: int) -> int:
    """One statement: the label, the slot, and the rater's day."""
    cursor.execute(
        "WITH filled AS (UPDATE annotator_slot SET state = 'filled', rater_id = %(rater)s, lease_ends = NULL"
        "  WHERE id = %(slot)s),"
        " counted AS (INSERT INTO annotator_raterday AS d"
        "  (campaign_id, rater_id, day, labels, relevant, cannot_judge, too_fast, active_ms)"
        "  VALUES (%(campaign)s, %(rater)s, (now() AT TIME ZONE 'UTC')::date, 1, %(relevant)s, %(unable)s, %(fast)s::int,"
        "  %(active)s) ON CONFLICT (campaign_id, rater_id, day) DO UPDATE SET labels = d.labels + 1,"
        "  relevant = d.relevant + excluded.relevant, cannot_judge = d.cannot_judge + excluded.cannot_judge,"
        "  too_fast = d.too_fast + excluded.too_fast, active_ms = d.active_ms + excluded.active_ms)"
        " INSERT INTO annotator_label (campaign_id, item_id, slot_id, rater_id, answer, reason, comment, request_id, given_at,"
        "  active_ms, plays, too_fast, guideline_version, client)"
        " VALUES (%(campaign)s, %(item)s, %(slot)s, %(rater)s, %(answer)s, %(reason)s, %(comment)s, %(request)s, now(),"
        "  %(active_ms)s, %(plays)s, %(fast)s, %(version)s, %(client)s) RETURNING id",
        {
            "campaign": slot.campaign_id,
            "item": slot.item_id,
            "slot": sent.slot,
            "rater": rater_id,
            "answer": sent.answer,
            "reason": sent.reason or "",
            "comment": evidence.comment,
            "request": sent.request_id,
            "active_ms": evidence.active_ms,
            "active": evidence.active_ms or 0,
            "plays": evidence.plays,
            "fast": evidence.active_ms is not None and evidence.active_ms < slot.too_fast_ms,
            "version": version,
            "client": evidence.client,
            "relevant": int(sent.answer == Answer.RELEVANT),
            "unable": int(sent.answer == Answer.CANNOT_JUDGE),
        },
    )
    return int(cursor.fetchone()[0])


def _next(rater: User, campaign_id: int, count: int) -> Claimed | None:
    standing = Standing.of(campaign_id, rater.pk)
    if not count or not standing.goes_on:
        return None
    return claim(standing, rater.pk, campaign_id, count)
