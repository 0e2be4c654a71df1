"""The labels that are still wanted, those of each day, and when the rest will be there; which
captions of a campaign are done, and in which order they became so; and what a campaign would cost
under a policy: pairs, labels, hours, and the day on which its labels would be there."""

import json
from collections.abc import Collection, Iterable, Mapping
from datetime import date, timedelta
from hashlib import sha256
from math import ceil
from typing import Any

import numpy as np
from django.db.models import QuerySet, Sum
from numpy.typing import NDArray

from annotator.models import UNDER_WAY, Campaign, Look, RaterDay
from annotator.queries.kept import kept
from annotator.queries.pace import last_per_hour_in
from annotator.queries.progress import cost_of_campaign
from annotator.queries.waiting import labels_needed, raters_counted_on
from foundation.database.rows import column_of, number_of, rows_of
from foundation.finding.fields import Found, describe, found
from foundation.frozen import frozen
from measures.forecast import FEWEST, LOOKED, Forecast, forecast, rough_forecast
from pooling.models import Pool
from pooling.queries.pace import ASSUMED_PACE

SHOWN_DAYS = 28
describe(
    Forecast,
    "Forecast",
    "In days from now. The 95 % interval is by drawing the whole days again. A rough forecast, with"
    " `over` 0, is by the pace of those who answer: 4 hours a day each, at least 2 and at most 8.",
    days="",
    low="",
    high="The upper end of the interval; null where it has none.",
    per_day="Labels that were given in a day, on average.",
    over="The number of whole days that it is computed from; 0 in a rough forecast.",
)

# A pair that is labelled twice wants one more label than its open slot, as long as that is its
# first; one with a slot that is unwanted wants none beyond it. Third labels come on top where two
# disagree: as many as there are now, not as many as there will be. One row for each campaign.
WANTED = """
SELECT c.id, o.open + greatest(0, (SELECT count(*) FROM annotator_item i
    WHERE i.campaign_id = c.id AND i.doubled AND NOT i.gold AND i.verdict IS NULL
    AND i.dispute = 0 AND NOT i.adjudicated AND NOT i.held_back AND NOT i.escalated
    AND NOT EXISTS (SELECT FROM annotator_slot u WHERE u.campaign_id = c.id
      AND u.item_id = i.id AND u.state = 'unwanted'))
  - o.later)
FROM unnest(%(campaigns)s::bigint[]) c (id) CROSS JOIN LATERAL (
  SELECT count(*) AS open, count(*) FILTER (WHERE kind <> 'first') AS later
  FROM annotator_slot WHERE campaign_id = c.id AND state IN ('free', 'leased')
  AND kind IN ('first', 'second', 'third')) o
"""


@frozen
class Day(Found):
    day: date = found("A day from midnight to midnight in UTC.")
    labels: int = found()


@kept("wanted")
def labels_wanted(campaign: Campaign) -> int:
    """Labels to come as of now: the slots that are open, and the second labels that will be."""
    return labels_wanted_in([campaign])[campaign.pk]


def labels_wanted_in(campaigns: Iterable[Campaign]) -> dict[int, int]:
    return dict(rows_of(WANTED, {"campaigns": [campaign.pk for campaign in campaigns]}))


def labels_by_day(campaign: Campaign, today: date, days: int = SHOWN_DAYS) -> list[Day]:
    """Labels from the day of the first one on, at most the last `days`, today among them; days
    without a label, too. In UTC, as raters' days are counted."""
    return labels_by_day_in([campaign.pk], today, days)[campaign.pk]


def labels_by_day_in(
    campaigns: Collection[int], today: date, days: int = SHOWN_DAYS
) -> dict[int, list[Day]]:
    """The same by campaign number."""
    given: dict[int, dict[date, int]] = {of: {} for of in campaigns}
    rows = RaterDay.objects.filter(campaign__in=campaigns).values_list("campaign_id", "day")
    for of, day, labels in rows.annotate(given=Sum("labels")).order_by():
        given[of][day] = labels
    since = today - timedelta(days=days - 1)
    return {of: _every_day(found, since, today) for of, found in given.items()}


def _every_day(found: dict[date, int], since: date, today: date) -> list[Day]:
    if not found:
        return []
    first = max(min(found), since)
    every = (first + timedelta(days=number) for number in range((today - first).days + 1))
    return [Day(day, found.get(day, 0)) for day in every]


def forecast_of(
    campaign: Campaign, days: list[Day], wanted: int, today: date, per_hour: float | None = None
) -> Forecast | None:
    """The forecast by whole days: today is not over. Before there are enough of them, a rough one
    by `per_hour`, the answers an hour of all who answer."""
    whole = [day.labels for day in days if day.day < today][-LOOKED:]
    found = forecast(wanted, np.array(whole, np.float64), campaign.seed)
    if found is None and per_hour and len(whole) < FEWEST:
        return rough_forecast(wanted, per_hour)
    return found


# A text is done when each of its pairs has a verdict, was decided to have none, or is not asked any
# more: by the newest label that one of its verdicts rests on.
DONE = """
SELECT q.number FROM (
  SELECT i.query_id, max(i.labels_used[cardinality(i.labels_used)]) AS done_by
  FROM annotator_item i
  WHERE i.campaign_id = %(campaign)s AND NOT i.gold
  GROUP BY i.query_id
  HAVING bool_and(i.verdict IS NOT NULL OR i.adjudicated OR EXISTS (SELECT FROM annotator_slot s
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


LARGEST_PACE = 100_000
USUAL_RATERS, USUAL_HOURS = 4, 4
WORKDAYS = 5  # Monday to Friday


@frozen
class Plan:
    """A campaign that is not opened yet, and who would work on it. policy: each part of it."""

    pool: Pool
    policy: Mapping[str, Any]
    pace: float  # labels that one rater gives in an hour
    raters: int
    hours_a_day: float  # of one rater

    @property
    def digest(self) -> str:
        """A digest of the settings without their cost, which changes as others judge meanwhile."""
        settings = [self.pool.pk, dict(self.policy), self.pace, self.raters, self.hours_a_day]
        return sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:32]


@frozen
class PlanCost:
    """labels: of pairs, without the third ones. more: how many third and later ones there can be.
    checks: hidden gold, answered on top. done: the day on which the last label would be given.
    needed: labels that a pair may come to, each from another rater. pay_cents: for an hour."""

    pairs: int
    labels: int
    more: int
    checks: int
    hours: float
    hours_each: float
    days: int
    done: date | None
    raters: int
    needed: int
    pay_cents: int | None
    currency: str

    @property
    def money(self) -> float | None:
        return None if self.pay_cents is None else self.hours * self.pay_cents / 100

    @property
    def too_few(self) -> bool:
        return self.raters < self.needed

    @property
    def none_to_spare(self) -> bool:
        """One of them away, and pairs may wait."""
        return self.raters == self.needed > 1

    @property
    def advised(self) -> int:
        return self.needed + 1 if self.needed > 1 else self.needed


def cost_of_plan(plan: Plan, today: date) -> PlanCost:
    policy = Campaign(**plan.policy)
    cost = cost_of_campaign(plan.pool, policy)
    checks = round(cost.slots * policy.gold_share / (1 - policy.gold_share))
    hours = (cost.slots + checks) / plan.pace
    days = ceil(round(hours / plan.raters / plan.hours_a_day, 6))
    return PlanCost(
        pairs=cost.pairs,
        labels=cost.slots,
        more=(cost.slots - cost.pairs) * max(0, policy.label_limit - 2),
        checks=checks,
        hours=hours,
        hours_each=hours / plan.raters,
        days=days,
        done=last_workday(today, days),
        raters=plan.raters,
        needed=labels_needed(policy),
        pay_cents=policy.pay_cents,
        currency=policy.currency,
    )


def last_workday(first: date, days: int) -> date | None:
    """The last of so many workdays, the first of which is `first` or, at a weekend, the Monday
    after. None where there is no work, or where it would never end."""
    if not days or days > 100 * 52 * WORKDAYS:
        return None
    if first.weekday() >= WORKDAYS:
        first += timedelta(days=7 - first.weekday())
    weeks, rest = divmod(first.weekday() + days - 1, WORKDAYS)
    return first + timedelta(days=7 * weeks + rest - first.weekday())


def known_pace(pool: Pool) -> tuple[int, bool]:
    """Labels an hour, and whether they were measured in this benchmark; else they are assumed."""
    pace = last_per_hour_in(pool.benchmark)
    return (min(max(round(pace), 1), LARGEST_PACE), True) if pace else (ASSUMED_PACE, False)


def first_preset(pool: Pool) -> str:
    """A benchmark's first campaign is a pilot, until somebody chooses otherwise."""
    labelled = Campaign.objects.filter(benchmark=pool.benchmark_id, source=Campaign.Source.HERE)
    return "paper" if labelled.exclude(state=Campaign.State.DRAFT).exists() else "pilot"


def raters_of(campaign: Campaign) -> int:
    """How many it has; as many as usual where it has none yet."""
    return raters_counted_on(campaign) or USUAL_RATERS
