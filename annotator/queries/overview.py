"""All that a campaign's own page shows its lead."""

from datetime import timedelta
from typing import Any

from annotator.models import Campaign, LabelImport
from annotator.pacing import ENOUGH, per_hour
from annotator.queries.clips import clips_of_draft
from annotator.queries.known_answers import told_of_strangers, wants_of_training
from annotator.queries.pace import OF_EACH, measured_pace
from annotator.queries.progress import (
    Pace,
    cost_of_campaign,
    guidelines_of,
    members_of,
    paces_of,
    progress_of,
)
from annotator.queries.remarks import remarks_of
from annotator.queries.waiting import MARGIN, rater_warning, without_rater_sentence

UNDER_WAY = (Campaign.State.OPEN, Campaign.State.PAUSED)


def overview_of(campaign: Campaign) -> dict[str, Any]:
    paces = paces_of(campaign)
    members = members_of(campaign)
    imported = LabelImport.objects.filter(campaign=campaign).select_related("imported_by")
    return {
        "campaign": campaign,
        "members": [(member, paces.get(member.person_id, Pace())) for member in members],
        "timed_of": OF_EACH,
        "labels": sum(pace.labels for pace in paces.values()),
        "guideline": guidelines_of(campaign).first(),
        "remarks": remarks_of(campaign),
        "imported": imported.first(),
        **_plan_of(campaign),
        **_wants_of(campaign),
        **_pace_of(campaign),
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
    """How far it is, and what it lacks to go on."""
    closed = campaign.state == Campaign.State.CLOSED
    progress = progress_of(campaign)
    missing, for_want_of_clips = ("", False) if closed else wants_of_training(campaign)
    waiting = campaign.state in UNDER_WAY and progress.without_rater
    return {
        "progress": progress,
        "missing_for_training": missing,
        "for_want_of_clips": for_want_of_clips,
        "strangers": "" if closed else told_of_strangers(campaign),
        "warning": warning_of(campaign),
        "waiting": waiting and without_rater_sentence(waiting),
    }


def warning_of(campaign: Campaign) -> str:
    """Whether it has raters enough; of a draft, with some to spare."""
    if campaign.pool is None or campaign.state == Campaign.State.CLOSED:
        return ""
    return rater_warning(campaign, spare=MARGIN if campaign.state == Campaign.State.DRAFT else 0)


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
