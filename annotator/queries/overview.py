"""All that a campaign's own page shows its lead; and the campaign in full, as the API shows it."""

from datetime import date, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from annotator.models import Campaign, LabelImport, Member
from annotator.pacing import ENOUGH, per_hour
from annotator.queries.burn_up import BurnUp
from annotator.queries.forecast import Day, forecast_of, labels_by_day, labels_wanted, last_look
from annotator.queries.gold import about_strangers
from annotator.queries.grades import unlike_planned
from annotator.queries.grades_used import grades_used
from annotator.queries.known_answers import wants_of_training
from annotator.queries.originals import Originals, originals_of
from annotator.queries.pace import OF_EACH, measured_pace
from annotator.queries.progress import (
    NO_PACE,
    Cost,
    Pace,
    Progress,
    cost_of_campaign,
    guidelines_of,
    labels_by_campaign,
    members_of,
    paces_of,
    progress_of,
)
from annotator.queries.pulse import days_of, rough_pace
from annotator.queries.rater_figures import agreement_of
from annotator.queries.rater_page import NO_ACTIVITY, Activity, activity_of, is_idle
from annotator.queries.remarks import remarks_of
from annotator.queries.shown import shown_effect
from annotator.queries.stuck import held_up, stuck_of, to_read
from annotator.queries.stuck.finding import Looked
from annotator.queries.waiting import clips_of_draft, rater_advice, rater_warning
from foundation.finding.fields import Found, found
from foundation.frozen import frozen
from foundation.words import plural
from measures.accuracy import Accuracy
from measures.forecast import Forecast


@frozen
class MemberRow:
    """A member of the campaign, for the table of people."""

    member: Member
    pace: Pace
    activity: Activity
    idle: bool


@frozen
class Outlook(Found):
    # first, last: the days between which it will be done.
    wanted: int = found("Labels that are still wanted, as things stand.")
    days: list[Day] = found("The last days, today among them.")
    forecast: Forecast | None = found(
        "Null where the campaign is not open, or it is too early to say."
    )
    agreement: Accuracy = found(
        "The share of pairs drawn to be labelled twice whose answers, or grades, are the same."
    )
    first: date | None = None
    last: date | None = None


def overview_of(campaign: Campaign) -> dict[str, Any]:
    today = timezone.now().date()
    imported = LabelImport.objects.filter(campaign=campaign).select_related("imported_by")
    looked, outlook = Looked(campaign), outlook_of(campaign, today)
    stuck, pace, people = stuck_of(looked), measured_pace(campaign), _people_of(campaign, today)
    return {
        "campaign": campaign,
        "progress": looked.progress,
        "grades": grades_used(campaign),
        "remarks": looked.remarks,
        "stuck": held_up(stuck),
        "to_read": to_read(stuck),
        "sentence": sentence_of(campaign, looked.progress, outlook.forecast),
        "guideline": guidelines_of(campaign).first(),
        "imported": imported.first(),
        "agreement": outlook.agreement,
        "together": shown_effect(campaign),
        "outlook": outlook,
        "look": last_look(campaign),
        "originals": originals_of(campaign),
        "burn_up": _burn_up(outlook, people["labels"]),
        **people,
        **_wants_of(campaign),
        # How long answers take, the lease, and why it is that.
        "pace": pace,
        "per_hour": per_hour(pace.mean_seconds) if pace else None,
        "follows": pace is not None and pace.answers >= ENOUGH,
        "enough": ENOUGH,
        "lease": timedelta(seconds=campaign.lease_seconds),
    }


def sentence_of(campaign: Campaign, progress: Progress, coming: Forecast | None) -> str:
    """How far it is, and how long it will take; of a draft, the plan says it."""
    judged = plural(
        "%(count)s pair, %(percent)s %% judged.",
        "%(count)s pairs, %(percent)s %% judged.",
        progress.pairs,
        percent=progress.percent,
    )
    disputes = plural("%(count)s open dispute.", "%(count)s open disputes.", progress.disputes)
    here = campaign.source == Campaign.Source.HERE
    sentences = [judged, disputes if here else _("Imported labels.")]
    if coming:
        days = plural(
            "About %(count)s day left at this pace.",
            "About %(count)s days left at this pace.",
            max(1, round(coming.days)),
        )
        sentences.append(days)
    return " ".join(sentences)


def outlook_of(campaign: Campaign, today: date) -> Outlook:
    days, wanted = labels_by_day(campaign, today), labels_wanted(campaign)
    going_on = campaign.is_open and wanted > 0
    pace = rough_pace(campaign, days) if going_on else None
    coming = forecast_of(campaign, days, wanted, today, pace) if going_on else None
    return Outlook(wanted, days, coming, agreement_of(campaign), *days_of(coming, today))


def _burn_up(outlook: Outlook, given: int) -> BurnUp:
    now = timezone.now()
    passed = (now.hour * 60 + now.minute) / (24 * 60)
    return BurnUp(outlook.days, given, outlook.wanted, outlook.forecast, passed)


def _people_of(campaign: Campaign, today: date) -> dict[str, Any]:
    paces, activities = paces_of(campaign), activity_of(campaign, today)
    rows = []
    for member in members_of(campaign):
        activity = activities.get(member.person_id, NO_ACTIVITY)
        pace = paces.get(member.person_id, NO_PACE)
        rows.append(MemberRow(member, pace, activity, is_idle(member, activity, today)))
    on = [row for row in rows if row.member.rates and row.member.is_active]
    return {
        "people": rows,
        "raters_on": len(on),
        "raters_at_work": sum(1 for row in on if row.activity.last and not row.idle),
        "timed_of": OF_EACH,
        "labels": sum(pace.labels for pace in paces.values()),
    }


def _wants_of(campaign: Campaign) -> dict[str, Any]:
    """What a draft would cost, which of its clips do not play, and what it lacks before it can be
    opened; and whether there are raters enough."""
    pool, draft = campaign.pool, campaign.is_draft
    missing, for_want_of_clips = wants_of_training(campaign) if draft else ("", False)
    cost = clips = None
    if draft and pool:
        cost = cost_of_campaign(pool, campaign)
        if not campaign.without_clips:
            clips = clips_of_draft(pool, ask_again=campaign.ask_again)
    return {
        "cost": cost,
        "clips": clips,
        "missing_for_training": missing,
        "for_want_of_clips": for_want_of_clips,
        "unlike": unlike_planned(campaign) if draft and pool else None,
        "strangers": about_strangers(campaign) if draft else "",
        "warning": warning_of(campaign),
        "advice": rater_advice(campaign) if _wants_raters(campaign) else "",
    }


def warning_of(campaign: Campaign) -> str:
    """Whether it has raters enough."""
    return rater_warning(campaign) if _wants_raters(campaign) else ""


def _wants_raters(campaign: Campaign) -> bool:
    return campaign.pool is not None and not campaign.is_closed


@frozen
class InFull(Found):
    progress: Progress = found()
    labels: int | None = found("How many were given.")
    originals: Originals | None = found("Only of a campaign that looks at original pairs.")
    cost: Cost | None = found("What it would cost, while it is a draft.")
    comments: int | None = found("Answers with a comment.")
    reported_clips: int | None = found("Clips that did not play for a rater.")
    warning: str = found("What its lead should know; empty where there is nothing.")


def in_full(campaign: Campaign) -> InFull:
    pool, remarks = campaign.pool, remarks_of(campaign)
    return InFull(
        progress_of(campaign),
        labels_by_campaign([campaign]).get(campaign.pk, 0),
        originals_of(campaign),
        cost_of_campaign(pool, campaign) if campaign.is_draft and pool else None,
        remarks.comments,
        remarks.clips,
        warning_of(campaign),
    )
