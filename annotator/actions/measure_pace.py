"""Measure how long answers take in a campaign, and let its lease follow."""

from django.db import transaction
from django.db.models.functions import Now

from annotator.models import Campaign, MeasuredPace
from annotator.pacing import ENOUGH, lease_of
from annotator.queries.pace import measure_campaign
from foundation.database.rows import lock_row
from people.actions.record_audit import change_row
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
        seconds = lease_of(measured.long_seconds, campaign.leases_per_rater)
        if seconds != campaign.lease_seconds:
            change_row(actor, "changed the lease of", campaign, {"lease_seconds": seconds})
    pace.refresh_from_db()
    return pace
