"""All that a campaign's own page shows its lead."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from annotator.models import Campaign, LabelImport, Member
from annotator.pacing import ENOUGH, per_hour
from annotator.queries.activity import NO_ACTIVITY, Activity, activity_of, is_idle
from annotator.queries.agreeing import agreement_of
from annotator.queries.clips import clips_of_draft
from annotator.queries.forecast import Day, forecast_of, labels_by_day, labels_wanted
from annotator.queries.goals import last_look
from annotator.queries.known_answers import wants_of_training
from annotator.queries.originals import originals_of
from annotator.queries.pace import OF_EACH, measured_pace
from annotator.queries.progress import (
    Pace,
    Progress,
    cost_of_campaign,
    guidelines_of,
    members_of,
    paces_of,
)
from annotator.queries.shown import shown_effect
from annotator.queries.strangers import told_of_strangers
from annotator.queries.stuck import held_up, stuck_of, to_read
from annotator.queries.stuck.finding import Looked
from annotator.queries.waiting import rater_advice, rater_warning
from measures.forecast import Forecast


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of the campaign, for the table of people."""

    member: Member
    pace: Pace
    activity: Activity
    idle: bool


@dataclass(frozen=True, slots=True)
class DayBar:
    """A day's labels in a chart, in per cent of its width and height."""

    day: Day
    left: float
    width: float
    top: float
    height: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """wanted: labels, as things stand. first, last: the days between which it will be done."""

    wanted: int
    days: list[Day]
    forecast: Forecast | None
    middle: date | None
    first: date | None
    last: date | None

    @property
    def bars(self) -> list[DayBar]:
        """Today is the last one, and not over."""
        most = max((day.labels for day in self.days), default=0) or 1
        width = 100 / len(self.days) if self.days else 0.0
        heights = [100 * day.labels / most for day in self.days]
        return [
            DayBar(day, place * width, width, 100 - height, height)
            for place, (day, height) in enumerate(zip(self.days, heights, strict=True))
        ]


def overview_of(campaign: Campaign) -> dict[str, Any]:
    today = timezone.now().date()
    imported = LabelImport.objects.filter(campaign=campaign).select_related("imported_by")
    looked, outlook = Looked(campaign), outlook_of(campaign, today)
    found = stuck_of(looked)
    return {
        "campaign": campaign,
        "progress": looked.progress,
        "remarks": looked.remarks,
        "stuck": held_up(found),
        "to_read": to_read(found),
        "sentence": sentence_of(campaign, looked.progress, outlook.forecast),
        "guideline": guidelines_of(campaign).first(),
        "imported": imported.first(),
        "agreement": agreement_of(campaign),
        "together": shown_effect(campaign),
        "seen_seconds": f"{campaign.seen_ms / 1000:g}",
        "outlook": outlook,
        "look": last_look(campaign),
        "originals": originals_of(campaign),
        **_people_of(campaign, today),
        **_plan_of(campaign),
        **_wants_of(campaign),
        **_pace_of(campaign),
    }


def sentence_of(campaign: Campaign, progress: Progress, found: Forecast | None) -> str:
    """How far it is, and how long it will take; of a draft, the plan says it."""
    words = {"count": f"{progress.pairs:,}", "percent": progress.percent}
    judged = ngettext(
        "%(count)s pair, %(percent)s %% judged.",
        "%(count)s pairs, %(percent)s %% judged.",
        progress.pairs,
    )
    disputes = ngettext(
        "%(count)s open dispute.", "%(count)s open disputes.", progress.disputes
    ) % {"count": f"{progress.disputes:,}"}
    here = campaign.source == Campaign.Source.HERE
    sentences = [judged % words, disputes if here else _("Imported labels.")]
    if found:
        days = ngettext(
            "About %(count)s day left at this pace.",
            "About %(count)s days left at this pace.",
            max(1, round(found.days)),
        )
        sentences.append(days % {"count": f"{max(1, round(found.days)):,}"})
    return " ".join(sentences)


def outlook_of(campaign: Campaign, today: date) -> Outlook:
    days, wanted = labels_by_day(campaign, today), labels_wanted(campaign)
    going_on = campaign.state == Campaign.State.OPEN and wanted > 0
    found = forecast_of(campaign, days, wanted, today) if going_on else None
    return Outlook(
        wanted,
        days,
        found,
        middle=_after(today, found.days if found else None),
        first=_after(today, found.low if found else None),
        last=_after(today, found.high if found else None),
    )


def _after(today: date, days: float | None) -> date | None:
    """None where it is beyond all calendars, too."""
    return None if days is None or days > 100_000 else today + timedelta(days=days)


def _people_of(campaign: Campaign, today: date) -> dict[str, Any]:
    paces, activities = paces_of(campaign), activity_of(campaign, today)
    rows = []
    for member in members_of(campaign):
        activity = activities.get(member.person_id, NO_ACTIVITY)
        pace = paces.get(member.person_id, Pace())
        rows.append(MemberRow(member, pace, activity, is_idle(member, activity, today)))
    raters = [row for row in rows if row.member.role == Member.Role.RATER]
    on = [row for row in raters if row.member.state == Member.State.ACTIVE]
    return {
        "members": [(row.member, row.pace) for row in rows],
        "people": rows,
        "raters_on": len(on),
        "raters_at_work": sum(1 for row in on if row.activity.last and not row.idle),
        "timed_of": OF_EACH,
        "labels": sum(pace.labels for pace in paces.values()),
    }


def _plan_of(campaign: Campaign) -> dict[str, Any]:
    """What a draft would cost, and which of its clips do not play."""
    pool, again = campaign.pool, campaign.ask_again
    if campaign.state != Campaign.State.DRAFT or pool is None:
        return {"cost": None, "clips": None}
    cost = cost_of_campaign(pool, double_share=campaign.double_share, ask_again=again)
    clips = None if campaign.without_clips else clips_of_draft(pool, ask_again=again)
    return {"cost": cost, "clips": clips}


def _wants_of(campaign: Campaign) -> dict[str, Any]:
    """What a draft lacks before it can be opened; and whether there are raters enough."""
    draft = campaign.state == Campaign.State.DRAFT
    missing, for_want_of_clips = wants_of_training(campaign) if draft else ("", False)
    return {
        "missing_for_training": missing,
        "for_want_of_clips": for_want_of_clips,
        "strangers": told_of_strangers(campaign) if draft else "",
        "warning": warning_of(campaign),
        "advice": advice_of(campaign),
    }


def warning_of(campaign: Campaign) -> str:
    """Whether it has raters enough."""
    return rater_warning(campaign) if _wants_raters(campaign) else ""


def advice_of(campaign: Campaign) -> str:
    """Whether a draft has raters to spare."""
    return rater_advice(campaign) if _wants_raters(campaign) else ""


def _wants_raters(campaign: Campaign) -> bool:
    return campaign.pool is not None and campaign.state != Campaign.State.CLOSED


def _pace_of(campaign: Campaign) -> dict[str, Any]:
    """How long answers take, the lease, and why it is that."""
    pace = measured_pace(campaign)
    return {
        "pace": pace,
        "per_hour": per_hour(pace.mean_seconds) if pace else None,
        "follows": pace is not None and pace.answers >= ENOUGH,
        "enough": ENOUGH,
        "lease": timedelta(seconds=campaign.lease_seconds),
    }
