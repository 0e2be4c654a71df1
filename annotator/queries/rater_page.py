"""All that a rater's own page shows a lead; and who works in a campaign, and who has stopped: each
member's last answer, and this week."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from annotator.models import Answer, Campaign, Label, Member
from annotator.queries.findings import RaterFinding, findings_about, rules_of_findings
from annotator.queries.mistakes import mistakes_in
from annotator.queries.pace import measure_rater
from annotator.queries.progress import NO_PACE, paces_of
from annotator.queries.rater_figures import Figures, FiguresOfWeek, RaterFigures, figures_of
from annotator.queries.raters import rates_in
from foundation.database.rows import rows_of
from foundation.finding.fields import Found, found, unshown
from foundation.frozen import frozen
from measures.accuracy import Accuracy
from people.models import User

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


@frozen
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
    could = member.rates and member.is_active
    last = (activity.last or member.joined_at).date()
    return could and today - last >= timedelta(days=ACTIVE_DAYS)


SHOWN_ANSWERS = 20
# Of a chart in a cell: the height of 100 %, and the distance from week to week.
HEIGHT, STEP, EDGE = 28.0, 8.0, 4.0


@frozen
class Mark:
    """A week in a chart: its share and the interval around it, from the top."""

    x: float
    y: float
    low: float
    high: float


@frozen
class RaterSeen(Found, called="RaterFigures"):
    # Without the rest of the page.
    all: Figures = found()
    others: Figures = found(
        "The same, of all other raters; `agreement` is of all pairs of the campaign."
    )
    weeks: list[FiguresOfWeek] = found("The weeks, newest first; at most 26.")
    findings: list[RaterFinding] = found()
    activity: Activity = unshown()
    figures: RaterFigures = unshown()


def seen_of(member: Member) -> RaterSeen:
    figures, today = figures_of(member), timezone.now().date()
    activity = activity_of(member.campaign, today).get(member.person_id, NO_ACTIVITY)
    last = activity.last.date() if activity.last else None
    findings = findings_about(member, figures, last, today)
    newest_first = figures.weeks[::-1]
    return RaterSeen(figures.all, figures.others, newest_first, findings, activity, figures)


def page_of(member: Member, asking: User, grade: int | str | None = None) -> dict[str, Any]:
    seen = seen_of(member)
    figures = seen.figures
    return {
        "activity": seen.activity,
        "figures": figures,
        "weeks": seen.weeks,
        "findings": seen.findings,
        "campaign": member.campaign,
        "member": member,
        "pace": paces_of(member.campaign, [member.person_id]).get(member.person_id, NO_PACE),
        "between": measure_rater(member.campaign_id, member.person_id),
        "agreement_chart": marks([week.agreement for week in figures.weeks]),
        "checks_chart": marks([week.checks for week in figures.weeks]),
        "pace_chart": bars(figures.weeks),
        "width": EDGE * 2 + STEP * max(len(figures.weeks) - 1, 0),
        "rules": rules_of_findings(),
        "grade": grade,
        "answers": [],
        **({} if rates_in(asking, member.campaign_id) else seen_by(asking, member, grade)),
    }


def seen_by(asking: User, member: Member, grade: int | str | None) -> dict[str, Any]:
    """What only those see who do not rate there themselves."""
    every = mistakes_in(asking, member.campaign)
    decided = every.of(member.person_id, member.campaign_id)
    return {"answers": last_answers(member, grade), "decided": decided}


def last_answers(member: Member, grade: int | str | None = None) -> list[Label]:
    """Newest first, whatever has become of them. grade: those of this value alone, or those that
    say Cannot judge."""
    field = "answer" if grade == Answer.CANNOT_JUDGE else "value"
    which = {} if grade is None else {field: grade}
    given = Label.objects.filter(**member.words, **which)
    timed = given.annotate(active_seconds=F("active_ms") / 1000.0)
    shown = timed.select_related("campaign", "item__query", "item__video", "slot")
    return list(shown.order_by("-pk")[:SHOWN_ANSWERS])


def marks(shares: list[Accuracy]) -> list[Mark]:
    """A week without any has none."""
    return [
        Mark(EDGE + STEP * place, _down(one.share), _down(one.interval[0]), _down(one.interval[1]))
        for place, one in enumerate(shares)
        if one.share is not None and one.interval is not None
    ]


def bars(weeks: Sequence[Figures]) -> list[Mark]:
    """The median time, beside the longest of them."""
    medians = [week.pace.median_seconds if week.pace else 0.0 for week in weeks]
    most = max(medians, default=0.0) or 1.0
    return [
        Mark(EDGE + STEP * place, _down(median / most), HEIGHT, HEIGHT * median / most)
        for place, median in enumerate(medians)
        if median
    ]


def _down(share: float) -> float:
    return HEIGHT * (1 - share)
