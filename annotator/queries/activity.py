"""Who works in a campaign, and who has stopped: each member's last answer, and this week."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from annotator.models import Campaign, Member
from foundation.database.rows import rows_of

ACTIVE_DAYS = 7  # whoever answered within them is at work

# A member's newest label is found by the index annotator_labels_of_a_rater, their days by the key.
OF_MEMBERS = """
SELECT m.person_id, l.given_at, coalesce(d.labels, 0), coalesce(d.active_ms, 0)
FROM annotator_member m
LEFT JOIN LATERAL (SELECT given_at FROM annotator_label
  WHERE campaign_id = m.campaign_id AND rater_id = m.person_id ORDER BY id DESC LIMIT 1) l ON true
LEFT JOIN LATERAL (SELECT sum(labels) AS labels, sum(active_ms) AS active_ms FROM annotator_raterday
  WHERE campaign_id = m.campaign_id AND rater_id = m.person_id AND day >= %(monday)s) d ON true
WHERE m.campaign_id = %(campaign)s
"""


@dataclass(frozen=True, slots=True)
class Activity:
    """labels and hours: of this week, from Monday on, in UTC; hours as far as answers were
    timed."""

    last: datetime | None = None
    labels: int = 0
    hours: float = 0.0


NO_ACTIVITY = Activity()


def activity_of(campaign: Campaign, today: date) -> dict[int, Activity]:
    """What each has done, by the person's number."""
    monday = today - timedelta(days=today.weekday())
    words = {"campaign": campaign.pk, "monday": monday}
    return {
        person: Activity(last, int(labels), float(active_ms) / 3_600_000)
        for person, last, labels, active_ms in rows_of(OF_MEMBERS, words)
    }


def is_idle(member: Member, activity: Activity, today: date) -> bool:
    """A rater who could answer and has not for a week."""
    could = member.role == Member.Role.RATER and member.state == Member.State.ACTIVE
    last = (activity.last or member.joined_at).date()
    return could and today - last >= timedelta(days=ACTIVE_DAYS)
