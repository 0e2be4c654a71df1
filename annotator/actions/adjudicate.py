"""Decide a disputed pair, or open a decision again. Raters' labels stay as they are."""

from typing import Any
from uuid import UUID

from django.db import connection, transaction

from annotator.actions.held import hold_campaign
from annotator.actions.once import each_request_once
from annotator.actions.settle_item import Settled, settle_item
from annotator.consensus import Policy
from annotator.models import Answer, Item
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor
from people.models import User


class NotDisputed(Refused):
    """This pair does not wait for an adjudicator: somebody else was quicker, or its raters agree by
    now."""


class OwnLabel(Refused):
    """You labelled this pair yourself: another adjudicator decides it."""


class NotAdjudicated(Refused):
    """This pair was not decided by an adjudicator."""


def adjudicate(
    *,
    adjudicator: User,
    campaign_id: int,
    item_id: int,
    answer: Answer,
    comment: str,
    request_id: UUID,
) -> int:
    """The label's number. The comment is the reason, and is asked for."""
    with each_request_once(), transaction.atomic():
        return _decide(adjudicator, campaign_id, item_id, answer, comment, request_id)


def _decide(
    adjudicator: User,
    campaign_id: int,
    item_id: int,
    answer: Answer,
    comment: str,
    request_id: UUID,
) -> int:
    hold_campaign(campaign_id)
    with connection.cursor() as cursor:
        of = _lock_item(cursor, campaign_id, item_id)
        cursor.execute(
            "SELECT id FROM annotator_label WHERE rater_id = %s AND request_id = %s AND item_id ="
            " %s AND answer = %s",
            [adjudicator.pk, request_id, item_id, answer],
        )
        if earlier := cursor.fetchone():
            return int(earlier[0])
        cursor.execute(
            "UPDATE annotator_slot SET state = 'filled', rater_id = %s WHERE item_id = %s AND kind"
            " = 'adjudication' AND state = 'free' AND NOT EXISTS (SELECT FROM annotator_slot o"
            " WHERE o.item_id = %s AND o.rater_id = %s) RETURNING id",
            [adjudicator.pk, item_id, item_id, adjudicator.pk],
        )
        filled = cursor.fetchone()
        if filled is None:
            raise _why_not(cursor, item_id, adjudicator.pk)
        cursor.execute(
            "INSERT INTO annotator_label (campaign_id, item_id, slot_id, rater_id, answer, reason,"
            " comment, request_id, given_at, too_fast, guideline_version, client) VALUES (%s, %s,"
            " %s, %s, %s, '', %s, %s, now(), false, (SELECT coalesce(max(version), 0) FROM"
            " annotator_guideline WHERE campaign_id = %s), '') RETURNING id",
            [
                campaign_id,
                item_id,
                filled[0],
                adjudicator.pk,
                answer,
                comment,
                request_id,
                campaign_id,
            ],
        )
        label = int(cursor.fetchone()[0])
    settle_item(of)
    return label


@transaction.atomic
def reopen(actor: Actor, *, campaign_id: int, item_id: int, reason: str) -> None:
    """The decision is superseded, and the pair waits for an adjudicator again, if its raters'
    labels still call for one."""
    hold_campaign(campaign_id)
    assert actor.user is not None  # noqa: S101  (an edge has asked for the role)
    with connection.cursor() as cursor:
        of = _lock_item(cursor, campaign_id, item_id)
        cursor.execute(
            "INSERT INTO annotator_label (campaign_id, item_id, slot_id, rater_id, answer, reason,"
            " comment, request_id, supersedes_id, given_at, too_fast, guideline_version, client)"
            " SELECT l.campaign_id, l.item_id, l.slot_id, %s, 'withdrawn', '', %s,"
            " gen_random_uuid(), l.id, now(), false, l.guideline_version, '' FROM annotator_label l"
            " JOIN annotator_slot s ON s.id = l.slot_id AND s.kind = 'adjudication' WHERE l.item_id"
            " = %s AND l.answer <> 'withdrawn' AND NOT EXISTS (SELECT FROM annotator_label n WHERE"
            " n.supersedes_id = l.id)",
            [actor.user.pk, reason, item_id],
        )
        if not cursor.rowcount:
            raise NotAdjudicated
    settle_item(of)
    record_audit(
        actor,
        "opened the decision again of",
        Item.objects.get(pk=item_id),
        after={"reason": reason},
    )


def _lock_item(cursor: Any, campaign_id: int, item_id: int) -> Settled:
    """Slots of this item are only changed by who has its row."""
    cursor.execute(
        "SELECT i.query_id, i.video_id, i.doubled, i.verdict IS NOT NULL, c.label_limit,"
        " c.cannot_judge_limit, i.escalated FROM annotator_item i JOIN annotator_campaign c ON c.id"
        " = i.campaign_id WHERE i.id = %s AND i.campaign_id = %s FOR NO KEY UPDATE OF i",
        [item_id, campaign_id],
    )
    found = cursor.fetchone()
    if found is None:
        raise NotDisputed
    query, video, doubled, had_verdict, *limits = found
    return Settled(item_id, query, video, Policy(doubled, *limits), had_verdict=had_verdict)


def _why_not(cursor: Any, item_id: int, adjudicator_id: int) -> Refused:
    cursor.execute(
        "SELECT 1 FROM annotator_slot WHERE item_id = %s AND rater_id = %s",
        [item_id, adjudicator_id],
    )
    return OwnLabel() if cursor.fetchone() else NotDisputed()
