"""What happened to a pair in each campaign that asked about it, for readers of its benchmark. Leads
read who gave which answer; viewers how many labels there are, since when, and what follows."""

from dataclasses import dataclass, replace
from datetime import date

from annotator.labels.live import does_count
from annotator.models import Campaign, Item, Label, Slot
from annotator.queries.raters import rates_in
from annotator.queries.statements import labels_of_pair
from people.models import User
from people.queries import require_reader
from pooling.models import Caption, JudgedPair, Video


@dataclass(frozen=True, slots=True)
class PairLabel:
    """counts: it is its rater's answer by now, and was not asked for again. decision: by an
    adjudicator."""

    label: Label
    name: str
    decision: bool
    counts: bool


@dataclass(frozen=True, slots=True)
class PairInCampaign:
    """labels: how many count, decisions included. first, last: the days of the first and the last
    of them. said, slots: for leads, None where who asks may not know them. rates: who asks is a
    rater there."""

    item: Item
    labels: int
    first: date | None
    last: date | None
    rates: bool
    said: list[PairLabel] | None = None
    slots: list[Slot] | None = None

    @property
    def campaign(self) -> Campaign:
        return self.item.campaign


@dataclass(frozen=True, slots=True)
class PairHistory:
    """verdict: that of the benchmark; empty where the pair is not judged."""

    verdict: str
    campaigns: list[PairInCampaign]


def history_of(asking: User, caption: Caption, video: Video) -> PairHistory:
    """The history of the caption's text and the video: captions with the same text share it."""
    require_reader(asking)
    verdict = JudgedPair.objects.filter(query=caption.query_id, video=video)
    campaigns = Campaign.objects.filter(benchmark=caption.benchmark_id)
    items = Item.objects.filter(
        campaign__in=campaigns, query=caption.query_id, video=video, gold=False
    )
    return PairHistory(
        verdict.values_list("verdict", flat=True).first() or "",
        [
            _in_campaign(asking, item)
            for item in items.select_related("campaign").order_by("campaign_id")
        ],
    )


def _in_campaign(asking: User, item: Item) -> PairInCampaign:
    said = [
        PairLabel(one, str(one.rater), one.slot.kind == Slot.Kind.ADJUDICATION, does_count(one))
        for one in labels_of_pair(item)
    ]
    days = [one.label.given_at.date() for one in said if one.counts]
    found = PairInCampaign(
        item,
        len(days),
        min(days, default=None),
        max(days, default=None),
        rates_in(asking, item.campaign_id),
    )
    if not asking.is_lead or found.rates:
        return found
    slots = item.slots.exclude(kind=Slot.Kind.GOLD).select_related("rater").order_by("pk")
    return replace(found, said=said, slots=list(slots))
