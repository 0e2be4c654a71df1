"""Campaigns and what belongs to them, on a person's behalf: leads see all of it, others what they
work or train in."""

from django.db.models import QuerySet

from annotator.models import Campaign, Guideline, Member
from foundation.database.rows import first_or_404, the_row
from people.models import Role, User


def access_campaigns(asking: User) -> QuerySet[Campaign]:
    campaigns = Campaign.objects.select_related("benchmark", "pool", "created_by", "pace", "look")
    if asking.at_least(Role.LEAD):
        return campaigns
    mine = Member.objects.filter(
        person=asking, state__in=(Member.State.ACTIVE, Member.State.TRAINING)
    ).values("campaign")
    return campaigns.filter(pk__in=mine).exclude(state=Campaign.State.DRAFT)


def access_campaign(asking: User, campaign_id: int) -> Campaign:
    return the_row(access_campaigns(asking), "campaign", pk=campaign_id)


def access_guideline(asking: User, campaign_id: int) -> Guideline:
    """The version that holds now."""
    return first_or_404(
        Guideline.objects.filter(campaign=access_campaign(asking, campaign_id)).order_by(
            "-version"
        ),
        "this campaign has no guidelines yet",
    )
