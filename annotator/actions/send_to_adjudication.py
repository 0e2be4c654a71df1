"""Give pairs to the adjudicator that wait for a rater whom the campaign has not got.

Which they are is read while nobody else changes the campaign. Each is marked: its labels are all
there will be. Its verdict and its open slot follow from that by the one rule.
"""

from django.db import connection, transaction

from annotator.actions.settle_item import settle_item
from annotator.locks.campaign import alone_with_campaign
from annotator.locks.item import lock_items
from annotator.models import UNDER_WAY, Campaign, Item
from annotator.queries.waiting import pairs_without_rater
from foundation.refused import Refused
from people.actions.record_audit import record_audit
from people.actor import Actor


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
