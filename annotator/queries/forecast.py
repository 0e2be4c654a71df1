"""The labels that are still wanted, those of each day, and when the rest will be there."""

from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np
from django.db.models import Sum

from annotator.models import Campaign, RaterDay
from annotator.queries.kept import kept
from foundation.database.rows import number_of
from foundation.finding.fields import Found, found
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


@dataclass(frozen=True, slots=True)
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
    count = (today - first).days + 1
    every = (first + timedelta(days=number) for number in range(max(count, 0)))
    return [Day(day, found.get(day, 0)) for day in every]


def forecast_of(campaign: Campaign, days: list[Day], wanted: int, today: date) -> Forecast | None:
    """The forecast by whole days: today is not over."""
    whole = [day.labels for day in days if day.day < today][-LOOKED:]
    return forecast(wanted, np.array(whole, np.float64), campaign.seed)
