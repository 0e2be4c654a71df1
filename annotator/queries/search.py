"""Finding campaigns: leads all of them, others those that they work in."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from annotator.models import Campaign, Member
from annotator.queries.campaigns import access_campaigns
from foundation.searching import Match, Searchable, having
from people.models import Role, User


def _find_campaigns(asking: User, text: str, most: int) -> Sequence[Match]:
    """Who does not lead finds a campaign by its name alone, and is led to their own work in it."""
    lead = asking.at_least(Role.LEAD)
    fields = ("name", "benchmark__name") if lead else ("name",)
    found = list(having(access_campaigns(asking), text, *fields).order_by("-pk")[:most])
    roles = dict(
        Member.objects.filter(person=asking, campaign__in=found).values_list("campaign_id", "role")
    )
    return [
        Match(
            one.name,
            _address(one, lead=lead, role=roles.get(one.pk, "")),
            f"{one.benchmark}, {one.get_state_display()}" if lead else "",
        )
        for one in found
    ]


def _address(campaign: Campaign, *, lead: bool, role: str) -> str:
    if lead:
        return reverse("annotator:campaign", args=[campaign.pk])
    work = "disputes" if role == Member.Role.ADJUDICATOR else "rate"
    return reverse(f"annotator:{work}", args=[campaign.pk])


KINDS = (Searchable(_("Campaigns"), lambda asking: asking.is_active, _find_campaigns),)
