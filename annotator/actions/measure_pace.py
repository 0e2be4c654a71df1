"""Measure how long answers take in a campaign, and let its lease follow."""

from django.db import transaction
from django.db.models.functions import Now

from annotator.models import Campaign, MeasuredPace
from annotator.pacing import ENOUGH, lease_of
from annotator.queries.pace import measure_campaign
from foundation.database.rows import lock_row
from people.actions.record_audit import record_audit
from people.actor import Actor


@transaction.atomic
def measure_pace(actor: Actor, campaign_id: int) -> MeasuredPace | None:
    """None where no answer could be timed: then all stays as it is. What raters hold already ends
    when they were told."""
    campaign = lock_row(Campaign, campaign_id)
    measured = measure_campaign(campaign_id)
    if measured is None:
        return None
    found = {
        "answers": measured.answers,
        "mean_seconds": measured.mean_seconds,
        "long_seconds": measured.long_seconds,
        "measured_at": Now(),
    }
    pace, _ = MeasuredPace.objects.update_or_create(campaign=campaign, defaults=found)
    if campaign.lease_follows_pace and measured.answers >= ENOUGH:
        _follow(actor, campaign, lease_of(measured.long_seconds, campaign.leases_per_rater))
    pace.refresh_from_db()
    return pace


def _follow(actor: Actor, campaign: Campaign, seconds: int) -> None:
    if seconds == campaign.lease_seconds:
        return
    before = {"lease_seconds": campaign.lease_seconds}
    campaign.lease_seconds = seconds
    campaign.save(update_fields=["lease_seconds"])
    record_audit(
        actor, "changed the lease of", campaign, before=before, after={"lease_seconds": seconds}
    )
