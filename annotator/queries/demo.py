"""Whether the demo's campaign is there, and how many labels it should have."""

from django.db.models import Sum

from annotator.models import Campaign, RaterDay
from pooling.queries.demo import BENCHMARK, demo_is_made

CAMPAIGN = "first round"
# So much of it is labelled already when somebody comes to look; the rest is theirs to try.
SHARE_LABELLED = 1 / 3


def demo_campaign() -> Campaign | None:
    return Campaign.objects.filter(benchmark__name=BENCHMARK, name=CAMPAIGN).first()


def labels_missing(campaign: Campaign) -> int:
    """0 in a campaign that is not open: whoever paused or closed it has begun to use it."""
    if campaign.state != Campaign.State.OPEN:
        return 0
    given = RaterDay.objects.filter(campaign=campaign).aggregate(given=Sum("labels"))["given"] or 0
    return max(0, round(SHARE_LABELLED * campaign.items_count) - given)


def whole_demo_is_made() -> bool:
    campaign = demo_campaign()
    return demo_is_made() and campaign is not None and labels_missing(campaign) == 0
