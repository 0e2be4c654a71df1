"""Ask for a rater's labels again: the old ones stay in the log, out of verdicts, and the pairs are
open for somebody else.

Nobody answers in the campaign meanwhile; a thousand labels take about a second or two.
"""

from datetime import datetime

from django.db import connection, transaction

from annotator.actions.settle_item import settle_item
from annotator.labels.live import COUNTING, COUNTING_CHECK
from annotator.locks.campaign import alone_with_campaign
from annotator.locks.item import lock_items
from annotator.models import Campaign, Member
from foundation.database.rows import rows_of
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor


class NothingToAskAgain(Refused):
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
    by = actor.user.pk if actor.user else None
    words = member.words | {"reason": reason[:200], "by": by, "since": since}
    # A rater has one label of an item at the most; a check is in a chain.
    again = rows_of(DISREGARD, words)
    labels = sum(chain is None for _, chain in again)
    if not labels:
        raise NothingToAskAgain
    with connection.cursor() as cursor:
        for item in lock_items(cursor, again):
            settle_item(item)
    after = {"labels": labels, "since": since.isoformat() if since else None, "reason": reason}
    record_audit(actor, "asked again for the labels of", member, after=after)
    return labels


# Checks go with the others, although they count for no verdict: a rater sees which of their answers
# can still be changed.
DISREGARD = f"""
WITH given AS (
  SELECT id, item_id, NULL::smallint AS chain, given_at FROM {COUNTING}
  WHERE campaign_id = %(campaign)s AND rater_id = %(rater)s AND kind <> 'adjudication'
  UNION ALL SELECT id, item_id, chain, given_at FROM {COUNTING_CHECK}
  WHERE campaign_id = %(campaign)s AND rater_id = %(rater)s),
again AS (
  INSERT INTO annotator_disregardedlabel (label_id, reason, by_id, at)
  SELECT id, %(reason)s, %(by)s, now() FROM given
  WHERE given_at >= coalesce(%(since)s::timestamptz, '-infinity') RETURNING label_id)
SELECT g.item_id, g.chain FROM again JOIN given g ON g.id = again.label_id ORDER BY g.item_id
"""
