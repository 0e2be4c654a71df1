"""The hours that people worked, by day, campaign and person: people are paid by it.

- **answers**: given on that day, less those that were taken back later. A change of mind is no
  further answer. Answers to checks and decisions of adjudicators count.
- **active hours**: what was measured: the time that a page or script reported with an answer. Time
  with an answer that was taken back was worked, too.
- **untimed**: answers that came without a time, as from a page without JavaScript, and for these
  the time since the same person's answer before by the server's clock. Breaks of more than 30
  minutes are left out.
- **pay**: both times by the pay for an hour that is asked for, or else by the campaign's. Each row
  is rounded to hundredths, so that rows add up to their sum.

It is read from the log itself, not from the counters of days: these are counted in UTC.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.utils import timezone

from annotator.models import Campaign
from annotator.pacing import BREAK
from foundation.database.rows import objects_of
from foundation.finding.fields import Found, found
from foundation.frozen import frozen

# `first` are answers that supersede none. A withdrawal counts against the day of the first answer
# of its chain, as in annotator/labels/days.py.
HOURS = """
SELECT day, benchmark, campaign, username, name, role, answers, active_hours, untimed_answers,
  untimed_hours, round(((active_hours + untimed_hours) * cents / 100)::numeric, 2)::float8 AS pay,
  CASE WHEN cents IS NULL THEN '' ELSE currency END AS currency
FROM (WITH RECURSIVE given AS (
  SELECT l.id, l.campaign_id, l.rater_id, l.slot_id, l.given_at, l.active_ms,
    extract(epoch FROM l.given_at - lag(l.given_at) OVER (
      PARTITION BY l.campaign_id, l.rater_id ORDER BY l.given_at, l.id))::float8 AS gap,
    l.supersedes_id
  FROM annotator_label l JOIN annotator_campaign c ON c.id = l.campaign_id
  WHERE c.source = 'here' AND (%(campaign)s::bigint IS NULL OR c.id = %(campaign)s)),
back AS (
  SELECT id AS withdrawn, supersedes_id FROM annotator_label
  WHERE answer = 'withdrawn' AND (%(campaign)s::bigint IS NULL OR campaign_id = %(campaign)s)
  UNION ALL SELECT back.withdrawn, l.supersedes_id FROM back
  JOIN annotator_label l ON l.id = back.supersedes_id WHERE l.supersedes_id IS NOT NULL),
taken_back AS (
  SELECT DISTINCT ON (withdrawn) supersedes_id AS first FROM back
  ORDER BY withdrawn, supersedes_id)
SELECT (g.given_at AT TIME ZONE %(zone)s)::date AS day, b.name AS benchmark, c.name AS campaign,
  p.username, p.name, coalesce(m.role, '') AS role,
  count(*) - count(t.first) AS answers,
  coalesce(sum(g.active_ms), 0) / 3600000.0::float8 AS active_hours,
  count(*) FILTER (WHERE g.active_ms IS NULL AND t.first IS NULL) AS untimed_answers,
  coalesce(sum(g.gap) FILTER (WHERE g.active_ms IS NULL AND g.gap <= %(break)s), 0)
    / 3600.0::float8 AS untimed_hours,
  coalesce(%(cents)s::bigint, c.pay_cents) AS cents,
  coalesce(nullif(%(currency)s, ''), c.currency) AS currency
FROM given g JOIN annotator_campaign c ON c.id = g.campaign_id
JOIN pooling_benchmark b ON b.id = c.benchmark_id JOIN people_user p ON p.id = g.rater_id
LEFT JOIN annotator_member m ON m.campaign_id = g.campaign_id AND m.person_id = g.rater_id
LEFT JOIN taken_back t ON t.first = g.id
WHERE g.supersedes_id IS NULL
AND (%(since)s::timestamptz IS NULL OR g.given_at >= %(since)s)
AND (%(until)s::timestamptz IS NULL OR g.given_at < %(until)s)
GROUP BY 1, b.name, c.id, c.name, c.pay_cents, c.currency, p.id, p.username, p.name, m.role
ORDER BY 1, p.username, b.name, c.id) w
"""


@frozen
class Worked(Found):
    """A day of one person in one campaign."""

    day: date = found()
    benchmark: str = found()
    campaign: str = found()
    username: str = found()
    name: str = found()
    role: str = found()
    answers: int = found("Answers given, less those that were taken back.")
    active_hours: float = found("Active time as it was measured with each answer.")
    untimed_answers: int = found("Answers that came without a measured time.")
    untimed_hours: float = found(
        "Time of untimed answers by the server's clock, without breaks of over 30 minutes."
    )
    pay: float | None = found(
        "Both times by the pay for an hour; null where none is known or asked for."
    )
    currency: str = found()


COLUMNS = ("day", "time_zone", *list(Worked.described)[1:])


def zone_of_days(zone: str) -> str:
    """The one asked for, or the reader's."""
    return zone or timezone.get_current_timezone_name()


def hours_worked(
    *,
    campaign: Campaign | None = None,
    since: date | None = None,
    until: date | None = None,
    zone: str = "",
    pay: float | None = None,
    currency: str = "",
) -> list[Worked]:
    """Hours by day, then by the person's user name. Of all campaigns, where none is given; `until`
    is the last day."""
    zone = zone_of_days(zone)
    of = {
        "campaign": campaign.pk if campaign else None,
        "zone": zone,
        "since": _midnight(since, zone),
        "until": _midnight(until + timedelta(days=1) if until else None, zone),
        "break": BREAK,
        "cents": None if pay is None else round(pay * 100),
        "currency": currency,
    }
    return objects_of(Worked, HOURS, of)


def hours_table(**wanted: Any) -> Iterator[tuple[object, ...]]:
    """Rows of COLUMNS, of what hours_worked is asked. Hours have four digits: a third of a
    second."""
    zone = zone_of_days(wanted.get("zone", ""))
    for row in hours_worked(**wanted):
        shown = row.as_json() | {
            "day": row.day.isoformat(),
            "time_zone": zone,
            "active_hours": f"{row.active_hours:.4f}",
            "untimed_hours": f"{row.untimed_hours:.4f}",
            "pay": "" if row.pay is None else f"{row.pay:.2f}",
        }
        yield tuple(shown[name] for name in COLUMNS)


def paid(rows: Iterable[Worked]) -> dict[str, float]:
    """What rows add up to, by currency; in whole hundredths, so that no digit is lost."""
    sums: Counter[str] = Counter()
    for row in rows:
        if row.pay is not None:
            sums[row.currency] += round(row.pay * 100)
    return {currency: hundredths / 100 for currency, hundredths in sums.items()}


def _midnight(day: date | None, zone: str) -> datetime | None:
    return datetime.combine(day, time.min, ZoneInfo(zone)) if day else None
