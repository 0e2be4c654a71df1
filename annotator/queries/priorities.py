"""What leads have put first in a campaign."""

from django.db.models import QuerySet

from annotator.models import Campaign
from people.models import AuditEvent

MOVED = "moved pairs to the front of"
SHOWN = 20


def moved_in(campaign: Campaign) -> QuerySet[AuditEvent]:
    """The last of them first."""
    of = {"object_type": str(Campaign._meta.verbose_name), "object_id": str(campaign.pk)}
    return AuditEvent.objects.filter(verb=MOVED, **of).order_by("-pk")[:SHOWN]
