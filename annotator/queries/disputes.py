"""What waits for an adjudicator, the most urgent first, with all that was said of it. Pages and API
go by the same rules."""

from datetime import datetime
from typing import Any

from django.db import models
from django.db.models import Count, Exists, Min, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext_noop

from annotator.models import Campaign, Item, Label, Member, Slot
from annotator.pseudonyms import person_called
from annotator.queries.raters import refuse_raters
from annotator.queries.urgency import (
    IN_ORDER,
    days_since,
    given_by_raters,
    points_of,
    since_days,
    still_rated,
    with_urgency,
)
from annotator.scales import MOST_VALUES
from foundation.asking.questions import asked
from foundation.database.rows import first_or_404, the_row
from foundation.frozen import frozen
from foundation.paging.in_order import OrderedPage, page_in_order
from foundation.paging.keyset import beyond, columns_named
from people.models import Role, User
from people.queries import require_role

PAGE_SIZE = 50
LONGEST_SEARCH = 200


class DisputeKind(models.TextChoices):
    """Why a pair waits for an adjudicator."""

    DISAGREEMENT = "disagreement", "Disagreement"
    CANNOT_JUDGE = "cannot_judge", "Could not be judged"
    NO_RATER = "no_rater", "No rater left"


OF_KIND = {
    DisputeKind.DISAGREEMENT: Q(verdict="disagreement"),
    DisputeKind.CANNOT_JUDGE: Q(verdict=None, escalated=False),
    DisputeKind.NO_RATER: Q(verdict=None, escalated=True),
}
AGES = {
    "1": gettext_noop("1 day or more"),
    "3": gettext_noop("3 days or more"),
    "7": gettext_noop("7 days or more"),
    "30": gettext_noop("30 days or more"),
}


@frozen
class DisputesWanted:
    """Which disputes are shown."""

    kind: DisputeKind | None = asked("Only those that wait for this reason.", default=None)
    days: str = asked(
        "Only those that have waited for this many days.",
        default="",
        label="Waiting for",
        choices={"": gettext_noop("Any time")} | AGES,
    )
    rater: str = asked(
        "Only those that this rater labelled, by the rater's pseudonym.", default="", longest=20
    )
    caption: str = asked(
        "Only captions with this in their text.", default="", longest=LONGEST_SEARCH
    )
    grade: int | None = asked(
        "Only those to which a rater gave this value of the scale.",
        default=None,
        at_least=0,
        at_most=MOST_VALUES - 1,
    )
    comments: bool = asked(
        "Only those about which a rater wrote a comment or asked a question.",
        default=False,
        label="With comments or questions",
    )

    def of(self, campaign: Campaign, disputes: QuerySet[Item]) -> QuerySet[Item]:
        """Those wanted of the disputes that come from with_urgency."""
        found = disputes.filter(OF_KIND[self.kind]) if self.kind else disputes
        if self.days:
            found = found.filter(Q(since__lt=since_days(int(self.days))))
        if self.rater:
            rater = person_called(campaign.pk, self.rater)
            found = found.filter(Exists(given_by_raters(OuterRef("pk")).filter(rater=rater)))
        if self.grade is not None:
            found = found.filter(Exists(given_by_raters(OuterRef("pk")).filter(value=self.grade)))
        if self.caption:
            found = found.filter(query__text__icontains=self.caption)
        return found.filter(Q(commented=True)) if self.comments else found


EVERYTHING = DisputesWanted()


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


def access_opinions(asking: User, campaign_id: int) -> Campaign:
    """A campaign that this person decides in, and may know all labels of: not somebody who may
    still be asked to rate in it."""
    decided = access_decided_campaigns(asking).filter(pk=campaign_id)
    campaign = first_or_404(decided, "you do not adjudicate in such a campaign")
    refuse_raters(asking, campaign)
    return campaign


def access_pair(asking: User, campaign_id: int, item_id: int) -> Item:
    """A pair of a campaign, whoever rated it."""
    asked_for = Item.objects.filter(campaign=access_opinions(asking, campaign_id), gold=False)
    return the_row(asked_for.select_related("campaign", "query", "video"), "pair", pk=item_id)


def access_pair_to_decide(asking: User, item_id: int) -> Item:
    """The pair that access_pair gives, for one who knows its number alone."""
    campaign_id = Item.objects.filter(pk=item_id).values_list("campaign", flat=True).first()
    if campaign_id is None:
        raise Http404("no such pair")
    return access_pair(asking, campaign_id, item_id)


def access_disputes(
    asking: User, campaign_id: int, wanted: DisputesWanted = EVERYTHING
) -> QuerySet[Item]:
    """What waits for an adjudicator, with all that its raters said; answers to hidden gold are no
    opinions."""
    sentence = Label.objects.exclude(slot__kind=Slot.Kind.GOLD)
    labels = sentence.select_related("rater", "slot", "superseded_by").order_by("pk")
    waiting = _waiting(access_opinions(asking, campaign_id), wanted)
    return waiting.prefetch_related(Prefetch("labels", labels))


def _waiting(campaign: Campaign, wanted: DisputesWanted) -> QuerySet[Item]:
    # The index annotator_disputes_worst_first serves it: it holds just what waits.
    waiting = Item.objects.filter(campaign=campaign, dispute__gt=0).select_related("query", "video")
    return wanted.of(campaign, with_urgency(waiting))


def queue_of(
    campaign: Campaign, after: str = "", wanted: DisputesWanted = EVERYTHING, before: str = ""
) -> OrderedPage[Item]:
    """A key is rank and position, as in `79214-17`."""
    keys = {"after": after, "before": before}
    return page_in_order(_waiting(campaign, wanted), keys, by=IN_ORDER, size=PAGE_SIZE)


def count_of(campaign: Campaign, wanted: DisputesWanted = EVERYTHING) -> int:
    return _waiting(campaign, wanted).count()


def following(asking: User, item: Item, wanted: DisputesWanted = EVERYTHING) -> Item | None:
    """The next that this person can decide: after this one in the queue, or else the most urgent of
    the others."""
    met = Slot.objects.filter(item=OuterRef("pk"), rater=asking)
    others = _waiting(item.campaign, wanted).exclude(pk=item.pk).exclude(Exists(met))
    columns = columns_named(Item, IN_ORDER)
    ordered = others.order_by(*(column.term for column in columns))
    here = with_urgency(Item.objects.filter(pk=item.pk)).get()
    after = ordered.filter(beyond(columns, [column.of(here) for column in columns])).first()
    return after or ordered.first()


@frozen
class Dispute:
    """A row of the queue: why it is there, and how urgent it is."""

    item: Item
    kind: DisputeKind
    days: int  # that it has waited
    points: int
    given: tuple[int | None, ...] = ()  # grades; None: it could not be judged


def dispute_of(item: Item, given: tuple[int | None, ...] = ()) -> Dispute:
    """The dispute of an item that comes from with_urgency."""
    return Dispute(item, kind_of(item), days_since(item.since), points_of(item), given)  # type: ignore[attr-defined]


def grades_given(items: list[Item]) -> dict[int, tuple[int | None, ...]]:
    """By the item's number: what its raters gave, the first one first."""
    given: dict[int, tuple[int | None, ...]] = {}
    labels = given_by_raters([item.pk for item in items], "item__in").order_by("pk")
    for item, value in labels.values_list("item", "value"):
        given[item] = (*given.get(item, ()), value)
    return given


def kind_of(item: Item) -> DisputeKind:
    """The kind as OF_KIND has it."""
    if item.verdict == "disagreement":
        return DisputeKind.DISAGREEMENT
    return DisputeKind.NO_RATER if item.escalated else DisputeKind.CANNOT_JUDGE


@frozen
class DisputesWaiting:
    """oldest: when the newest label was given of the pair that waits for longest."""

    disputes: int = 0
    by_kind: tuple[tuple[DisputeKind, int], ...] = ()
    commented: int = 0
    oldest: datetime | None = None
    only_decisions: bool = False  # nothing else is missing in the campaign

    @property
    def kinds(self) -> list[tuple[DisputeKind, int]]:
        """Those of which there are any."""
        return [(kind, number) for kind, number in self.by_kind if number]

    @property
    def days(self) -> int | None:
        return days_since(self.oldest) if self.oldest else None


def waiting_in(campaigns: list[Campaign]) -> dict[int, DisputesWaiting]:
    """What waits by campaign, of those in which anything does."""
    waiting = with_urgency(Item.objects.filter(campaign__in=campaigns, dispute__gt=0))
    kinds = {kind.value: Count("pk", filter=where) for kind, where in OF_KIND.items()}
    with_comment = Count("pk", filter=Q(commented=True))
    counted: Any = (
        waiting.order_by()
        .values_list("campaign")
        .annotate(disputes=Count("pk"), with_comment=with_comment, oldest=Min("since"), **kinds)
    )
    # Those with pairs that wait for raters, not for an adjudicator.
    open_pairs = still_rated(campaign=OuterRef("pk"))
    asked = Campaign.objects.filter(pk__in=[one.pk for one in campaigns])
    rated = set(asked.filter(Exists(open_pairs)).values_list("pk", flat=True))
    return {
        campaign: DisputesWaiting(
            disputes,
            tuple(zip(OF_KIND, of_kinds, strict=True)),
            commented,
            oldest,
            campaign not in rated,
        )
        for campaign, disputes, commented, oldest, *of_kinds in counted
    }
