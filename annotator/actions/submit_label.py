"""Take one answer from one rater.

1. The campaign is held (shared), so that it cannot be closed, or its rater paused, in the middle.
2. The slot's and its item's rows are locked: from here on nobody else can fill or lease it.
3. Only then is the request looked up, so that two copies of it, racing, cannot both pass; a repeat
is answered from the log.
4. An ended lease is forgiven while the slot is still nobody's: its token, kept on the slot, proves
who held it last.
5. The label is appended, the slot filled, the rater's day counted, and the pair's verdict follows
   from its labels; it may open another slot. The label of a check counts for its rater alone; what
   is done for it is the same, so that it takes as long.

The first three are one round trip to the database (lock_answer_context), the fifth another, and the
next slots a third. Where the campaign stops at a caption's first positive, a positive is one more.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from annotator.actions.check_by_gold import check_by_gold
from annotator.actions.even_time import Clock, even_time
from annotator.actions.not_saved import (
    LeaseLost,
    Saved,
    SavedBefore,
    SavedElsewhere,
    WentToSomebodyElse,
)
from annotator.actions.settle_item import JUDGE_BY, recompute_judged_pair
from annotator.consensus import Given, Outcome, settle
from annotator.labels.append import INSERT, NewLabel
from annotator.labels.days import COUNT, counted_as
from annotator.labels.live import LIVE
from annotator.locks.answer_context import AnswerContext, lock_answer_context
from annotator.locks.once import RequestReused, each_request_once
from annotator.locks.slot import LockedSlot
from annotator.locks.standing import ClosedMeanwhile, Standing
from annotator.models import Answer, Reason, Shown
from annotator.scales import RELEVANT
from annotator.slots.give import Claimed, give_slots
from annotator.slots.open import open_slot
from annotator.slots.stop import stop_or_go
from foundation.database.prepared import prepared_cursor
from foundation.frozen import frozen
from people.models import User

# Stands for the number of a label that is not in the log yet: it is younger than all others.
NEW = 2**63 - 1


@frozen
class Evidence:
    """What came with an answer."""

    comment: str = ""
    active_ms: int | None = None
    plays: int | None = None
    client: str = ""


@frozen
class Sent:
    """An answer as it is sent. `lease` is the token that the claim gave. `shown`: how its rater saw
    the pair; as it was given out, if it is not sent. Of `answer` and `value` either says the
    other."""

    slot: int
    lease: UUID
    answer: Answer | None
    request_id: UUID
    reason: Reason | None = None
    shown: Shown | None = None
    shown_group: UUID | None = None
    value: int | None = None


@frozen
class Submitted:
    label: int
    is_new: bool
    campaign: int
    next: Claimed | None


def submit_label(*, rater: User, sent: Sent, evidence: Evidence, then_claim: int = 0) -> Submitted:
    """Raises UnknownSlot, ClosedMeanwhile, NotAMember, ClipDoesNotPlay, ShownOtherwise, LeaseLost,
    RequestReused, and of the last two those that say what is saved. `then_claim` slots come back
    with the answer."""
    try:
        with even_time() as clock, each_request_once(), transaction.atomic():
            return _submit(rater, sent, evidence, then_claim, clock)
    except IntegrityError as error:
        # A lease of long ago; its rater has labelled the pair in another slot by now.
        if "annotator_nobody_meets_a_pair_twice" in str(error):
            raise LeaseLost from None
        raise


def _submit(
    rater: User, sent: Sent, evidence: Evidence, then_claim: int, clock: Clock
) -> Submitted:
    with prepared_cursor() as cursor:
        # Locks first: what is read under them holds until the commit.
        found = lock_answer_context(cursor, sent.slot, rater.pk, sent.request_id)
        campaign_id, standing = found.slot.campaign_id, found.standing
        clock.gives_checks = standing.gives_checks
        answer, value = found.slot.scale.said(sent.answer, sent.value)
        sent = replace(sent, answer=Answer(answer), value=value)
        if found.earlier:
            label, is_new = _same_again(cursor, found, rater.pk, sent, evidence), False
        else:
            _refuse(cursor, found, rater.pk, sent)
            label, is_new = _take(cursor, rater.pk, sent, evidence, found), True
            # After each answer, check or not: else the time it takes would tell.
            if standing.gives_checks and check_by_gold(cursor, campaign_id, rater.pk):
                return Submitted(label, True, campaign_id, None)
    return Submitted(label, is_new, campaign_id, _next(standing, rater.pk, campaign_id, then_claim))


def _next(standing: Standing, rater_id: int, campaign_id: int, count: int) -> Claimed | None:
    if not count or not standing.may_be_given_more:
        return None
    return give_slots(standing, rater_id, campaign_id, count)


def _same_again(
    cursor: Any, found: AnswerContext, rater_id: int, sent: Sent, evidence: Evidence
) -> int:
    # The whole answer is compared: an id that is used again must not pass for another answer.
    earlier = found.earlier
    assert earlier is not None  # noqa: S101  (asked by the caller)
    before = (earlier.slot, earlier.answer, earlier.value, earlier.reason, earlier.comment)
    if before == (sent.slot, sent.answer, sent.value, sent.reason or "", evidence.comment):
        return earlier.label
    saved = _saved(cursor, found.slot, rater_id, sent) if earlier.slot == sent.slot else None
    raise SavedBefore(saved) if saved else RequestReused


def _saved(cursor: Any, slot: LockedSlot, rater_id: int, sent: Sent) -> Saved | None:
    cursor.execute(
        f"SELECT id, answer, value FROM {LIVE} WHERE slot_id = %s AND rater_id = %s",
        [sent.slot, rater_id],
    )
    found = cursor.fetchone()
    if found is None:
        return None
    label, answer, value = found
    words = Answer(answer).label if value is None else slot.scale.in_words(value)
    return Saved(label, Answer(answer), value, words)


def _refuse(cursor: Any, found: AnswerContext, rater_id: int, sent: Sent) -> None:
    found.standing.refuse_if_not_active()
    if not found.standing.takes_answers:
        raise ClosedMeanwhile
    # An adjudication is never leased: deciding alone fills its slot (adjudicate.py).
    if found.slot.kind == "adjudication" or not found.slot.may_be_filled_by(rater_id, sent.lease):
        raise _lost(cursor, found, rater_id, sent)
    assert sent.answer is not None  # noqa: S101  (it follows from the value)
    found.slot.refuse_unseen(sent.answer)
    found.slot.refuse_shown_otherwise(sent.shown, sent.shown_group)


def _lost(cursor: Any, found: AnswerContext, rater_id: int, sent: Sent) -> LeaseLost:
    slot = found.slot
    if saved := _saved(cursor, slot, rater_id, sent):
        return SavedElsewhere(saved)
    # A check that another rater passed by: as if they had it.
    passed_on = slot.is_gold and slot.state == "waiting"
    others = slot.kind != "adjudication" and slot.rater_id not in (None, rater_id)
    return WentToSomebodyElse(found.standing.lease_seconds) if passed_on or others else LeaseLost()


def _take(cursor: Any, rater_id: int, sent: Sent, evidence: Evidence, found: AnswerContext) -> int:
    """A check's label settles no verdict, but asks others as any label does: else a rater would
    find out by what follows."""
    item = found.slot.item
    label = _new_label(rater_id, sent, evidence, found)
    given = Given(NEW, found.slot.kind, label.answer, label.value)
    outcome = settle([*found.labels, given], item.policy)
    follows = _follows(found, outcome)
    words = {**label.words, **counted_as(label.answer), "active": label.active_ms or 0, **follows}
    cursor.execute(APPEND_AND_SETTLE, words)
    number = int(cursor.fetchone()[0])
    # The statement above only writes a verdict there is: an earlier one may have to go.
    if item.had_verdict:
        recompute_judged_pair(cursor, item)
    if outcome.wanted is not None:  # the one open slot has just been filled
        open_slot(cursor, item, outcome.wanted)
    # Of a check, too, which changes nothing: else the time it takes would tell.
    if outcome.verdict == RELEVANT or item.had_verdict:
        stop_or_go(cursor, item)
    return number


FILL = """
UPDATE annotator_slot SET state = 'filled', rater_id = %(rater)s, lease_ends = NULL
WHERE id = %(slot)s
"""
# What follows for the item. Of a check the row is written as it was, in the same statement: another
# would take another time.
SETTLE = """
UPDATE annotator_item i SET
  verdict = CASE WHEN %(is_check)s THEN i.verdict ELSE %(verdict)s END,
  grade = CASE WHEN %(is_check)s THEN i.grade ELSE %(grade)s END,
  adjudicated = CASE WHEN %(is_check)s THEN i.adjudicated ELSE %(adjudicated)s END,
  dispute = CASE WHEN %(is_check)s THEN i.dispute ELSE %(dispute)s END,
  labels_used = CASE WHEN %(is_check)s THEN i.labels_used
    ELSE %(before)s::bigint[] || CASE WHEN %(counts)s THEN ARRAY[label.id] ELSE '{}' END END
FROM label WHERE i.id = %(item)s
"""
# And for what is known of its pair.
JUDGE = f"""
INSERT INTO pooling_judgedpair AS j (query_id, video_id, verdict, grade, rests_on)
SELECT %(query)s::bigint, %(video)s::bigint, %(verdict)s,
  annotator_met_grade(%(campaign)s, %(grade)s::smallint),
  CASE WHEN %(counts)s THEN label.id ELSE %(newest)s::bigint END
FROM label WHERE %(verdict)s::text IS NOT NULL AND NOT %(is_check)s {JUDGE_BY}
"""
# All that an answer writes, in one round trip.
APPEND_AND_SETTLE = f"""
WITH filled AS ({FILL}), counted AS ({COUNT}), label AS ({INSERT}),
settled AS ({SETTLE}), judged AS ({JUDGE}) SELECT id FROM label
"""


def _new_label(rater_id: int, sent: Sent, evidence: Evidence, found: AnswerContext) -> NewLabel:
    slot, active_ms, answer = found.slot, evidence.active_ms, sent.answer
    assert answer is not None  # noqa: S101  (it follows from the value)
    shown = Shown.SINGLE if sent.shown == Shown.SINGLE else Shown(slot.shown)
    alone = shown == Shown.SINGLE
    return NewLabel(
        campaign=slot.campaign_id,
        item=slot.item_id,
        slot=sent.slot,
        rater=rater_id,
        answer=answer,
        value=sent.value,
        reason=sent.reason or "",
        comment=evidence.comment,
        request=sent.request_id,
        active_ms=active_ms,
        plays=evidence.plays,
        # In a group, one press may share its time among many.
        too_fast=alone and active_ms is not None and active_ms < slot.too_fast_ms,
        version=found.standing.version,
        client=evidence.client,
        shown=shown,
        shown_group=None if alone else slot.shown_group,
    )


def _follows(found: AnswerContext, outcome: Outcome) -> dict[str, Any]:
    # NEW has no number before it is inserted: the statement puts it behind these by itself.
    before = [label for label in outcome.used if label != NEW]
    return {
        "query": found.slot.query_id,
        "video": found.slot.video_id,
        "is_check": found.slot.is_gold,
        "verdict": outcome.verdict,
        "grade": outcome.grade,
        "adjudicated": outcome.adjudicated,
        "dispute": outcome.dispute,
        "before": before,
        "newest": max(before, default=0),
        "counts": NEW in outcome.used,
    }
