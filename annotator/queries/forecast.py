"""The labels that are still wanted, those of each day, and when the rest will be there; and which
captions of a campaign are done, and in which order they became so."""

from datetime import date, timedelta

import numpy as np
from django.db.models import QuerySet, Sum
from numpy.typing import NDArray

from annotator.models import UNDER_WAY, Campaign, Look, RaterDay
from annotator.queries.kept import kept
from foundation.database.rows import column_of, number_of
from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from measures.forecast import LOOKED, Forecast, forecast

SHOWN_DAYS = 28

# A pair that is labelled twice wants one more label than its open slot, as long as that is its
# first; one with a slot that is unwanted wants none beyond it. Third labels come on top where two
# disagree: as many as there are now, not as many as there will be.
WANTED = """
SELECT coalesce(sum(s.open), 0) + greatest(0, (SELECT count(*) FROM annotator_item i
    WHERE i.campaign_id = %(campaign)s AND i.doubled AND NOT i.gold AND i.verdict IS NULL
    AND i.dispute = 0 AND NOT i.held_back AND NOT i.escalated
    AND NOT EXISTS (SELECT FROM annotator_slot u WHERE u.campaign_id = %(campaign)s
      AND u.item_id = i.id AND u.state = 'unwanted'))
  - coalesce(sum(s.open) FILTER (WHERE s.kind <> 'first'), 0))
FROM (SELECT kind, count(*) AS open FROM annotator_slot
  WHERE campaign_id = %(campaign)s AND state IN ('free', 'leased')
  AND kind IN ('first', 'second', 'third') GROUP BY kind) s
"""


@frozen
class Day(Found):
    day: date = found("A day from midnight to midnight in UTC.")
    labels: int = found()


def labels_wanted(campaign: Campaign) -> int:
    """Labels to come as of now: the slots that are open, and the second labels that will be."""
    of = {"campaign": campaign.pk}
    return kept(campaign, f"annotator.wanted.{campaign.pk}", lambda: number_of(WANTED, of))


def labels_by_day(campaign: Campaign, today: date, days: int = SHOWN_DAYS) -> list[Day]:
    """Labels from the day of the first one on, at most the last `days`, today among them; days
    without a label, too. In UTC, as raters' days are counted."""
    since = today - timedelta(days=days - 1)
    rows = RaterDay.objects.filter(campaign=campaign).values_list("day")
    found = dict(rows.annotate(given=Sum("labels")).order_by("day"))
    if not found:
        return []
    first = max(min(found), since)
    every = (first + timedelta(days=number) for number in range((today - first).days + 1))
    return [Day(day, found.get(day, 0)) for day in every]


def forecast_of(campaign: Campaign, days: list[Day], wanted: int, today: date) -> Forecast | None:
    """The forecast by whole days: today is not over."""
    whole = [day.labels for day in days if day.day < today][-LOOKED:]
    return forecast(wanted, np.array(whole, np.float64), campaign.seed)


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
