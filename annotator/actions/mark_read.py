"""Mark what raters wrote as read: it is no longer counted among what waits for a lead."""

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone

from annotator.asked.leading import RemarksReadWanted
from annotator.models import Campaign, RemarksRead
from annotator.queries.remarks import kept_as
from people.actor import Actor


@transaction.atomic
def mark_read(actor: Actor, campaign: Campaign, wanted: RemarksReadWanted) -> RemarksRead:
    """Only forwards: a page that was opened earlier makes nothing unread."""
    mark, _ = RemarksRead.objects.select_for_update().get_or_create(
        campaign=campaign, defaults={"read_at": timezone.now()}
    )
    setattr(mark, wanted.of, max(getattr(mark, wanted.of), wanted.up_to))
    mark.read_by, mark.read_at = actor.user, timezone.now()
    mark.save()
    cache.delete(kept_as(campaign.pk))
    return mark
