"""The columns of the lists of campaigns and exports, and how far the campaigns of a page are."""

from collections.abc import Collection

from django.db.models import (
    Count,
    F,
    FloatField,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
)
from django.db.models.functions import Cast, Coalesce, Lower, Now, NullIf, TruncDate
from django.utils.translation import gettext_lazy as _

from annotator.models import Campaign, Item, RaterDay
from annotator.queries.kept import LARGE
from annotator.queries.progress import (
    TAKEN_OUT,
    labels_by_campaign,
    progress_of,
    unwanted_pairs,
)
from annotator.queries.pulse import Pulse, pulses_of
from foundation.asking.questions import asked
from foundation.frozen import frozen
from foundation.paging.sorting import ListColumn, Listing, counted
from people.lists import called
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.listed import BENCHMARK

JUDGED = Q(verdict__isnull=False, gold=False)
DISPUTED = Q(dispute__gt=0, gold=False)
LABELS = Subquery(
    RaterDay.objects.filter(campaign=OuterRef("pk"))
    .order_by()
    .values("campaign")
    .annotate(given=Sum("labels"))
    .values("given"),
    output_field=IntegerField(),
)
RATERS_TODAY = counted(RaterDay.objects.filter(day=TruncDate(Now()), labels__gt=0), "campaign")

CAMPAIGNS = Listing(
    (
        ListColumn("campaign", _("Campaign"), Lower("name")),
        ListColumn("state", _("State"), "state"),
        ListColumn("benchmark", _("Benchmark"), BENCHMARK),
        ListColumn(
            "judged",
            _("Judged, %"),
            Cast(counted(Item.objects.filter(JUDGED), "campaign"), FloatField())
            / NullIf(F("items_count") - counted(unwanted_pairs(), "campaign"), Value(0)),
            number=True,
            gaps=True,
        ),
        ListColumn(
            "disputes",
            _("Disputes"),
            counted(Item.objects.filter(DISPUTED), "campaign"),
            number=True,
        ),
        ListColumn("labels", _("Labels"), Coalesce(LABELS, Value(0)), number=True),
        ListColumn("days", _("14 days")),
        ListColumn("today", _("Raters today"), RATERS_TODAY, number=True),
        ListColumn("expected", _("Expected")),
        ListColumn("last", _("Last answer")),
        ListColumn("made", _("Made"), "pk", falling=True),
    ),
    usual="-made",
    former=("pool", "pairs", "pace", "by"),
)

EXPORTS = Listing(
    (
        ListColumn("written", _("Written"), "pk", falling=True),
        ListColumn("of", _("Of"), Lower("release__benchmark__name")),
        ListColumn("format", _("Format"), "format"),
        ListColumn("release", _("Release"), "release"),
        ListColumn("by", _("By"), called("created_by__"), gaps=True),
        ListColumn("files", _("Files")),
    ),
    usual="-written",
)


@frozen
class CampaignFilter:
    """What is asked of the list of campaigns; empty means any."""

    search: str = asked(
        "Only campaigns with this in their name.", default="", longest=120, label="Name"
    )
    state: str = asked(
        "Only campaigns in this state.", default="", choices=dict(Campaign.State.choices)
    )
    benchmark: Benchmark | None = asked(
        "Only those of the benchmark with this id.",
        default=None,
        rows=lambda asking: access_benchmarks(asking).order_by("name"),
    )

    def of(self, campaigns: QuerySet[Campaign]) -> QuerySet[Campaign]:
        wanted = {
            "name__icontains": self.search,
            "state": self.state,
            "benchmark": self.benchmark,
        }
        return campaigns.filter(**{name: value for name, value in wanted.items() if value})


@frozen
class CampaignRow:
    """A campaign, and how far it is. percent: of the pairs that it asks, as its own page has it;
    nothing where nothing was opened."""

    campaign: Campaign
    labels: int
    percent: int | None
    disputes: int
    pulse: Pulse


def campaign_rows(campaigns: Collection[Campaign]) -> list[CampaignRow]:
    """The small ones are counted in one pass, the large ones as their own pages count them, where
    a count is kept for a while."""
    labels, pulses = labels_by_campaign(campaigns), pulses_of(campaigns)
    small = [campaign.pk for campaign in campaigns if campaign.items_count < LARGE]
    items = Item.objects.filter(campaign__in=small, gold=False).values_list("campaign_id")
    pairs_asked = Count("pk", filter=~TAKEN_OUT)
    counts = items.annotate(p=pairs_asked, j=Count("verdict"), d=Count("pk", filter=DISPUTED))
    found = {one: numbers for one, *numbers in counts.order_by("campaign_id")}
    unwanted = unwanted_pairs().filter(campaign__in=small).values_list("campaign_id")
    not_asked = dict(unwanted.annotate(Count("pk")).order_by("campaign_id"))
    rows = []
    for campaign in campaigns:
        pairs, judged, disputes = found.get(campaign.pk, (0, 0, 0))
        asked = pairs - not_asked.get(campaign.pk, 0)
        if campaign.items_count >= LARGE:
            progress = progress_of(campaign)
            asked, judged, disputes = progress.asked, progress.judged, progress.disputes
        percent = 100 * judged // asked if asked else None
        given, pulse = labels.get(campaign.pk, 0), pulses[campaign.pk]
        rows.append(CampaignRow(campaign, given, percent, disputes, pulse))
    return rows
