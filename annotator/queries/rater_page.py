"""All that a rater's own page shows a lead."""

from dataclasses import dataclass
from typing import Any

from django.db.models import F
from django.utils import timezone

from annotator.models import Label, Member
from annotator.queries.activity import NO_ACTIVITY, activity_of
from annotator.queries.findings import findings_about, rules_of_findings
from annotator.queries.pace import measure_rater
from annotator.queries.progress import NO_PACE, paces_of
from annotator.queries.rater_figures import Figures, RaterFigures, figures_of
from annotator.queries.raters import rates_in
from measures.accuracy import Accuracy
from people.models import User

SHOWN_ANSWERS = 20
# Of a chart in a cell: the height of 100 %, and the distance from week to week.
HEIGHT, STEP, EDGE = 28.0, 8.0, 4.0


@dataclass(frozen=True, slots=True)
class Mark:
    """A week in a chart: its share and the interval around it, from the top."""

    x: float
    y: float
    low: float
    high: float


def seen_of(member: Member) -> dict[str, Any]:
    """The figures, and what stands out, without the rest of the page; the newest week first."""
    figures, today = figures_of(member), timezone.now().date()
    activity = activity_of(member.campaign, today).get(member.person_id, NO_ACTIVITY)
    last = activity.last.date() if activity.last else None
    return {
        "activity": activity,
        "figures": figures,
        "all": figures.all,
        "others": figures.others,
        "weeks": figures.weeks[::-1],
        "findings": findings_about(member, figures, last, today),
    }


def page_of(member: Member, asking: User) -> dict[str, Any]:
    seen = seen_of(member)
    figures: RaterFigures = seen["figures"]
    return {
        **seen,
        "campaign": member.campaign,
        "member": member,
        "pace": paces_of(member.campaign, [member.person_id]).get(member.person_id, NO_PACE),
        "between": measure_rater(member.campaign_id, member.person_id),
        "agreement_chart": marks([week.agreement for week in figures.weeks]),
        "checks_chart": marks([week.checks for week in figures.weeks]),
        "pace_chart": bars(figures.weeks),
        "width": EDGE * 2 + STEP * max(len(figures.weeks) - 1, 0),
        "rules": rules_of_findings(),
        "answers": [] if rates_in(asking, member.campaign_id) else last_answers(member),
    }


def last_answers(member: Member) -> list[Label]:
    """Newest first, whatever has become of them."""
    given = Label.objects.filter(**member.words).annotate(active_seconds=F("active_ms") / 1000.0)
    shown = given.select_related("item__query", "item__video", "slot")
    return list(shown.order_by("-pk")[:SHOWN_ANSWERS])


def marks(shares: list[Accuracy]) -> list[Mark]:
    """A week without any has none."""
    return [
        Mark(EDGE + STEP * place, _down(one.share), _down(one.interval[0]), _down(one.interval[1]))
        for place, one in enumerate(shares)
        if one.share is not None and one.interval is not None
    ]


def bars(weeks: list[Figures]) -> list[Mark]:
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
