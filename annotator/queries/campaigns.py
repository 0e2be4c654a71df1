"""Campaigns and what belongs to them, on a person's behalf: leads see all of it, others what they
work or train in."""

from django.db.models import QuerySet
from django.http import Http404

from annotator.models import Campaign, Guideline, Member
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
    found = access_campaigns(asking).filter(pk=campaign_id).first()
    if found is None:
        raise Http404("no such campaign")
    return found


def access_guideline(asking: User, campaign_id: int) -> Guideline:
    """The version that holds now."""
    found = (
        Guideline.objects.filter(campaign=access_campaign(asking, campaign_id))
        .order_by("-version")
        .first()
    )
    if found is None:
        raise Http404("this campaign has no guidelines yet")
    return found
