"""Campaigns and what belongs to them, on a person's behalf: leads see all of it, others what they work or train in."""

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, QuerySet
from django.http import Http404

from annotator.models import Campaign, Guideline, Item, Label, Member, Slot
from people.models import Role, User


def access_campaigns(asking: User) -> QuerySet[Campaign]:
    campaigns = Campaign.objects.select_related("benchmark", "pool", "created_by", "pace")
    if asking.at_least(Role.LEAD):
        return campaigns
    mine = Member.objects.filter(person=asking, state__in=(Member.State.ACTIVE, Member.State.TRAINING)).values("campaign")
    return campaigns.filter(pk__in=mine).exclude(state=Campaign.State.DRAFT)


def access_campaign(asking: User, campaign_id: int) -> Campaign:
    found = access_campaigns(asking).filter(pk=campaign_id).first()
    if found is None:
        raise Http404("no such campaign")
    return found


def access_guideline(asking: User, campaign_id: int) -> Guideline:
    """The version that holds now."""
    found = Guideline.objects.filter(campaign=access_campaign(asking, campaign_id)).order_by("-version").first()
    if found is None:
        raise Http404("this campaign has no guidelines yet")
    return found


def access_decided(asking: User, campaign_id: int) -> Campaign:
    """A campaign whose disputes this person decides: a lead, or an adjudicator who is its member as such."""
    campaign = access_campaign(asking, campaign_id)
    as_adjudicator = Member.objects.filter(person=asking, role=Member.Role.ADJUDICATOR, state=Member.State.ACTIVE)
    if not asking.at_least(Role.LEAD) and not as_adjudicator.filter(campaign=campaign).exists():
        raise PermissionDenied("This is for adjudicators of this campaign.")
    return campaign


def access_disputes(asking: User, campaign_id: int) -> QuerySet[Item]:
    """What waits for an adjudicator, with all that its raters said; answers to hidden gold are no opinions."""
    said = Label.objects.exclude(slot__kind=Slot.Kind.GOLD)
    labels = said.select_related("rater", "slot", "superseded_by").order_by("pk")
    waiting = Item.objects.filter(campaign=access_decided(asking, campaign_id), dispute__gt=0)
    return waiting.select_related("query", "video").prefetch_related(Prefetch("labels", labels))


def access_item_to_decide(asking: User, item_id: int) -> Item:
    found = Item.objects.filter(pk=item_id, gold=False).first()
    if found is None:
        raise Http404("no such pair")
    access_decided(asking, found.campaign_id)
    return found
