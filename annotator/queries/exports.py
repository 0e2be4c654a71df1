"""Exports on a person's behalf: for leads, who may know who said what."""

from django.db.models import QuerySet

from annotator.models import Campaign, Export
from annotator.queries.progress import access_led_campaigns
from people.models import Role, User
from people.queries import require_role


def access_exports(asking: User) -> QuerySet[Export]:
    require_role(asking, Role.LEAD)
    return Export.objects.select_related("release__benchmark", "campaign", "created_by")


def access_exportable_campaigns(asking: User) -> QuerySet[Campaign]:
    """A draft has nothing to give yet."""
    return access_led_campaigns(asking).exclude(state=Campaign.State.DRAFT)
