"""How much waits for adjudicators in a campaign, and for how long."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, Min, OuterRef, Q

from annotator.models import Campaign, Item
from annotator.queries.disputes import OF_KIND, DisputeKind
from annotator.queries.urgency import days_since, with_urgency


@dataclass(frozen=True, slots=True)
class DisputesWaiting:
    """oldest: when the newest label was given of the pair that waits for longest."""

    disputes: int = 0
    by_kind: tuple[tuple[DisputeKind, int], ...] = ()
    commented: int = 0
    oldest: datetime | None = None
    only_decisions: bool = False  # nothing else is missing in the campaign

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
    open_pairs = Item.objects.filter(campaign=OuterRef("pk"), gold=False, verdict=None, dispute=0)
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
