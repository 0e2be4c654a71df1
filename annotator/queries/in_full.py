"""A campaign in full, as its leads see it by API: how far it is, and what it costs."""

from dataclasses import dataclass

from annotator.models import Campaign
from annotator.queries.originals import Originals, originals_of
from annotator.queries.overview import warning_of
from annotator.queries.progress import (
    Cost,
    Progress,
    cost_of_campaign,
    labels_by_campaign,
    progress_of,
)
from annotator.queries.remarks import remarks_of
from foundation.finding.fields import Found, found


@dataclass(frozen=True, slots=True)
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
    double, again = campaign.double_share, campaign.ask_again
    is_draft = campaign.is_draft
    return InFull(
        progress_of(campaign),
        labels_by_campaign([campaign]).get(campaign.pk, 0),
        originals_of(campaign),
        cost_of_campaign(pool, double_share=double, ask_again=again) if is_draft and pool else None,
        remarks.comments,
        remarks.clips,
        warning_of(campaign),
    )
