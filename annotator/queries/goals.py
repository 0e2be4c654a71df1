"""Which captions of a campaign are done, and in which order they became so."""

import numpy as np
from django.db.models import QuerySet
from numpy.typing import NDArray

from annotator.models import UNDER_WAY, Campaign, Look
from foundation.database.rows import column_of, number_of

# A text is done when each of its pairs has a verdict or is not asked any more: by the newest label
# that one of its verdicts rests on.
DONE = """
SELECT q.number FROM (
  SELECT i.query_id, max(i.labels_used[cardinality(i.labels_used)]) AS done_by
  FROM annotator_item i
  WHERE i.campaign_id = %(campaign)s AND NOT i.gold
  GROUP BY i.query_id
  HAVING bool_and(i.verdict IS NOT NULL OR EXISTS (SELECT FROM annotator_slot s
    WHERE s.campaign_id = %(campaign)s AND s.item_id = i.id AND s.state = 'unwanted'
    AND s.kind = 'first'))) d
JOIN pooling_query q ON q.id = d.query_id ORDER BY d.done_by, q.number
"""
ASKED = """
SELECT count(DISTINCT query_id) FROM annotator_item WHERE campaign_id = %s AND NOT gold
"""


def captions_done(campaign: Campaign) -> NDArray[np.int64]:
    """(n,): numbers of the benchmark's queries, the first done first."""
    return np.array(column_of(DONE, {"campaign": campaign.pk}), np.int64)


def texts_asked(campaign: Campaign) -> int:
    return number_of(ASKED, [campaign.pk])


def campaigns_with_goals() -> QuerySet[Campaign]:
    """Campaigns under way that are asked until something is known."""
    rows = Campaign.objects.exclude(until="").filter(state__in=UNDER_WAY)
    return rows.select_related("benchmark", "pool").order_by("pk")


def last_look(campaign: Campaign) -> Look | None:
    """None where it has no goal, or nobody has looked yet."""
    return Look.objects.filter(campaign=campaign).first() if campaign.until else None
