"""Ask for a rater's labels again: the old ones stay in the log, out of verdicts, and the pairs are
open for somebody else.

Nobody answers in the campaign meanwhile; a thousand labels take about a second or two.
"""

from datetime import datetime
from typing import Any

from django.db import connection, transaction

from annotator.actions.held import alone_with_campaign
from annotator.actions.settle_item import lock_settled, settle_item
from annotator.models import Campaign, Member
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor


class NothingToAsk(Refused):
    """This rater has given no label since then that counts."""


class Closed(Refused):
    """The campaign is closed: open it again before you ask for labels again."""


@transaction.atomic
def ask_again(actor: Actor, member_id: int, reason: str, since: datetime | None = None) -> int:
    """How many labels are asked for again. Labels of adjudications stay: they are opened one by
    one, with a reason each."""
    member = Member.objects.select_related("campaign").get(pk=member_id)
    alone_with_campaign(member.campaign_id)
    if Campaign.objects.get(pk=member.campaign_id).state == Campaign.State.CLOSED:
        raise Closed
    with connection.cursor() as cursor:
        again = _disregard(cursor, actor, member, reason, since)
        labels = sum(chain is None for _, chain in again)
        if not labels:
            raise NothingToAsk
        for of in lock_settled(cursor, again):
            settle_item(of)
    after = {"labels": labels, "since": since.isoformat() if since else None, "reason": reason}
    record_audit(actor, "asked again for the labels of", member, after=after)
    return labels


def _disregard(
    cursor: Any, actor: Actor, member: Member, reason: str, since: datetime | None
) -> list[tuple[int, int | None]]:
    """The items, one for each label: a rater has one label of an item at the most. With their
    chains, where they are checks.

    Those go with the others, although they count for no verdict: a rater sees which of their
    answers can still be changed.
    """
    cursor.execute(
        "WITH again AS (INSERT INTO annotator_disregardedlabel (label_id, reason, by_id, at) "
        " SELECT l.id, %(reason)s, %(by)s, now() FROM annotator_label l JOIN annotator_slot s ON"
        " s.id = l.slot_id  WHERE l.campaign_id = %(campaign)s AND l.rater_id = %(rater)s AND"
        " s.kind IN ('first', 'second', 'third', 'gold')  AND l.answer <> 'withdrawn' AND"
        " l.given_at >= coalesce(%(since)s::timestamptz, '-infinity')  AND NOT EXISTS (SELECT FROM"
        " annotator_label n WHERE n.supersedes_id = l.id)  AND NOT EXISTS (SELECT FROM"
        " annotator_disregardedlabel d WHERE d.label_id = l.id) RETURNING label_id) SELECT"
        " l.item_id, s.chain FROM again JOIN annotator_label l ON l.id = again.label_id JOIN"
        " annotator_slot s ON s.id = l.slot_id ORDER BY l.item_id",
        {
            "reason": reason[:200],
            "by": actor.user.pk if actor.user else None,
            "campaign": member.campaign_id,
            "rater": member.person_id,
            "since": since,
        },
    )
    found: list[tuple[int, int | None]] = cursor.fetchall()
    return found
