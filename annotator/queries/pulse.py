"""What moves in campaigns, for the lists that leads look at: labels by day, who answers, when
somebody answered last, and when the rest will be there. Few statements, however many campaigns."""

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from annotator.models import Campaign
from annotator.queries.forecast import (
    Day,
    forecast_of,
    labels_by_day_in,
    labels_wanted,
    labels_wanted_in,
)
from annotator.queries.kept import LARGE
from annotator.queries.pace import OF_EACH
from foundation.database.rows import rows_of
from foundation.frozen import frozen
from foundation.spark import Spark
from foundation.words import grouped
from measures.forecast import ROUGH_FROM, Forecast

CURVE_DAYS = 14
FARTHEST = 100_000  # days: beyond all calendars

# Raters of today; those whose leases have not ended; and the newest answer, which is the newest of
# one of its members: each is found by the index annotator_labels_of_a_rater.
PEOPLE = """
SELECT c.id,
  (SELECT count(*) FROM annotator_raterday d
    WHERE d.campaign_id = c.id AND d.day = %(today)s AND d.labels > 0),
  (SELECT count(DISTINCT s.rater_id) FROM annotator_slot s
    WHERE s.campaign_id = c.id AND s.state = 'leased' AND s.lease_ends > now()),
  (SELECT max(l.given_at) FROM annotator_member m CROSS JOIN LATERAL (
    SELECT given_at FROM annotator_label WHERE campaign_id = m.campaign_id
    AND rater_id = m.person_id ORDER BY id DESC LIMIT 1) l WHERE m.campaign_id = c.id)
FROM unnest(%(campaigns)s::bigint[]) c (id)
"""
# The answers an hour of all who answer, from each one's last answers as ACTIVE has them
# (annotator/queries/pace.py).
PER_HOUR = """
SELECT r.campaign_id, sum(3600000.0 * a.timed / a.active_ms)::float8
FROM (SELECT DISTINCT campaign_id, rater_id FROM annotator_raterday
  WHERE campaign_id = ANY(%(campaigns)s) AND labels > 0) r
CROSS JOIN LATERAL (
  SELECT count(*) AS answers, count(active_ms) AS timed, sum(active_ms) AS active_ms FROM (
    SELECT slot_id, active_ms, supersedes_id FROM annotator_label
    WHERE campaign_id = r.campaign_id AND rater_id = r.rater_id
    ORDER BY id DESC LIMIT %(of_each)s) l
  WHERE l.supersedes_id IS NULL
  AND (SELECT kind FROM annotator_slot s WHERE s.id = l.slot_id) <> 'adjudication') a
WHERE a.active_ms > 0 AND 2 * a.timed >= a.answers GROUP BY 1
"""


@frozen
class Pulse:
    """days: labels of the last days, today the last of them. raters_now: who holds pairs at this
    moment. answered_at: when somebody did last. first, last: days between which the labels will be
    there; None where nobody can say."""

    days: tuple[int, ...]
    raters_today: int
    raters_now: int
    answered_at: datetime | None
    wanted: int
    forecast: Forecast | None
    first: date | None
    last: date | None

    @property
    def spark(self) -> Spark:
        return Spark(self.days)

    @property
    def in_numbers(self) -> str:
        """What the curve shows, for those who do not see it."""
        given = ", ".join(grouped(day) for day in self.days)
        words = {"days": len(self.days), "given": given}
        return _("Labels by day, the last %(days)s days: %(given)s") % words


def pulses_of(campaigns: Collection[Campaign]) -> dict[int, Pulse]:
    today = timezone.now().date()
    keys = [campaign.pk for campaign in campaigns]
    days, wanted = labels_by_day_in(keys, today), _wanted(campaigns)
    people = {one: found for one, *found in rows_of(PEOPLE, {"campaigns": keys, "today": today})}
    paces = paces_while_answering(one for one in keys if _can_be_rough(days[one]))
    found = {}
    for one in campaigns:
        going_on, pace = one.is_open and wanted[one.pk] > 0, paces.get(one.pk)
        coming = forecast_of(one, days[one.pk], wanted[one.pk], today, pace) if going_on else None
        raters_today, raters_now, answered_at = people[one.pk]
        found[one.pk] = Pulse(
            _curve(days[one.pk], today),
            raters_today,
            raters_now,
            answered_at,
            wanted[one.pk],
            coming,
            *days_of(coming, today),
        )
    return found


def days_of(coming: Forecast | None, today: date) -> tuple[date | None, date | None]:
    """The days between which a forecast has the last label."""
    ends = (coming.low, coming.high) if coming else (None, None)
    return _after(today, ends[0]), _after(today, ends[1])


def _after(today: date, days: float | None) -> date | None:
    """None where it is beyond all calendars, too."""
    return None if days is None or days > FARTHEST else today + timedelta(days=days)


def paces_while_answering(campaigns: Iterable[int]) -> dict[int, float]:
    """Answers an hour of all who have answered in a campaign, if they did so at the same time."""
    asked = list(campaigns)
    words = {"campaigns": asked, "of_each": OF_EACH}
    return dict(rows_of(PER_HOUR, words)) if asked else {}


def rough_pace(campaign: Campaign, days: list[Day]) -> float | None:
    """What a rough forecast goes by, once there are answers enough."""
    enough = _can_be_rough(days)
    return paces_while_answering([campaign.pk]).get(campaign.pk) if enough else None


def _can_be_rough(days: list[Day]) -> bool:
    return sum(day.labels for day in days) >= ROUGH_FROM


def _curve(days: list[Day], today: date) -> tuple[int, ...]:
    given = {day.day: day.labels for day in days}
    shown = (today - timedelta(days=ago) for ago in reversed(range(CURVE_DAYS)))
    return tuple(given.get(day, 0) for day in shown)


def _wanted(campaigns: Collection[Campaign]) -> dict[int, int]:
    """The small ones are counted in one pass, the large ones as their own pages count them."""
    large = {one.pk: labels_wanted(one) for one in campaigns if one.items_count >= LARGE}
    return large | labels_wanted_in([one for one in campaigns if one.pk not in large])
