"""What waits for an adjudicator, worst first, with all that was said of it. Pages and API go by the
same rules."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, Q, QuerySet
from django.http import Http404

from annotator.labels.live import not_withdrawn, with_superseded
from annotator.models import Campaign, Item, Label, Member, Slot
from people.models import Role, User
from people.queries import require_role

PAGE_SIZE = 50


@dataclass(frozen=True, slots=True)
class Queue:
    """Some disputes, and the key to go on from: empty where the queue ends."""

    rows: list[Item]
    after: str


def access_decided_campaigns(asking: User) -> QuerySet[Campaign]:
    """Leads decide in every campaign, adjudicators in those that they are active members of as
    such.

    Labels that were imported are as they are: nobody here decides about them.
    """
    require_role(asking, Role.ADJUDICATOR)
    here = Campaign.objects.filter(source=Campaign.Source.HERE).exclude(state=Campaign.State.DRAFT)
    opened = here.select_related("benchmark").order_by("-pk")
    if asking.at_least(Role.LEAD):
        return opened
    mine = Member.objects.filter(
        person=asking, role=Member.Role.ADJUDICATOR, state=Member.State.ACTIVE
    )
    return opened.filter(pk__in=mine.values("campaign"))


def access_decided_campaign(asking: User, campaign_id: int) -> Campaign:
    found = access_decided_campaigns(asking).filter(pk=campaign_id).first()
    if found is None:
        raise Http404("you do not adjudicate in such a campaign")
    return found


def access_opinions(asking: User, campaign_id: int) -> Campaign:
    """A campaign that this person decides in, and may know all labels of: not somebody who may
    still be asked to rate in it."""
    campaign = access_decided_campaign(asking, campaign_id)
    if Member.objects.filter(
        campaign=campaign, person=asking, role=Member.Role.RATER, state=Member.State.ACTIVE
    ).exists():
        raise PermissionDenied(
            "You rate in this campaign: what others said of its pairs is not shown to you."
        )
    return campaign


def access_pair(asking: User, campaign_id: int, item_id: int) -> Item:
    """A pair of a campaign, whoever rated it."""
    asked = Item.objects.filter(campaign=access_opinions(asking, campaign_id), gold=False)
    found = asked.filter(pk=item_id).select_related("campaign", "query", "video").first()
    if found is None:
        raise Http404("no such pair")
    return found


def access_pair_to_decide(asking: User, item_id: int) -> Item:
    """As access_pair, for who knows the pair's number alone."""
    campaign_id = Item.objects.filter(pk=item_id).values_list("campaign", flat=True).first()
    if campaign_id is None:
        raise Http404("no such pair")
    return access_pair(asking, campaign_id, item_id)


def access_disputes(asking: User, campaign_id: int) -> QuerySet[Item]:
    """What waits for an adjudicator, with all that its raters said; answers to hidden gold are no
    opinions."""
    said = Label.objects.exclude(slot__kind=Slot.Kind.GOLD)
    labels = said.select_related("rater", "slot", "superseded_by").order_by("pk")
    waiting = Item.objects.filter(campaign=access_opinions(asking, campaign_id), dispute__gt=0)
    return waiting.select_related("query", "video").prefetch_related(Prefetch("labels", labels))


def queue_of(campaign: Campaign, after: str = "") -> Queue:
    """The index annotator_disputes_worst_first serves it. A key is dispute and position, as in
    `3-17`."""
    waiting = Item.objects.filter(campaign=campaign, dispute__gt=0).select_related("query", "video")
    if after:
        dispute, position = _key(after)
        waiting = waiting.filter(dispute__lte=dispute).filter(
            Q(dispute__lt=dispute) | Q(position__gt=position)
        )
    found = list(waiting.order_by("-dispute", "position", "pk")[: PAGE_SIZE + 1])
    shown = found[:PAGE_SIZE]
    return Queue(
        shown, f"{shown[-1].dispute}-{shown[-1].position}" if len(found) > PAGE_SIZE else ""
    )


def labels_of_pair(item: Item) -> QuerySet[Label]:
    """All that was said of it, the superseded and the withdrawn included, in the order in which it
    was said.

    Answers to hidden gold are no opinions: this pair's answer was known when they were given.
    """
    given = Label.objects.filter(item=item).exclude(slot__kind=Slot.Kind.GOLD)
    return with_superseded(given).select_related("rater", "slot").order_by("pk")


def decisions_of(person: User, campaign: Campaign) -> QuerySet[Label]:
    """A person's own, newest first."""
    mine = Label.objects.filter(campaign=campaign, rater=person, slot__kind=Slot.Kind.ADJUDICATION)
    return not_withdrawn(mine).select_related("item__query").order_by("-pk")


def _key(text: str) -> tuple[int, int]:
    parts = text.split("-")
    if len(parts) != 2 or not all(
        part.isascii() and part.isdigit() and len(part) <= 9 for part in parts
    ):
        raise Http404("after: expected the key of a dispute")
    return int(parts[0]), int(parts[1])
