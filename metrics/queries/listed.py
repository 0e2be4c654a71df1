"""The columns of the lists of reports, and of benchmarks to read about."""

from django.db.models import F, IntegerField
from django.db.models.functions import Cast, Coalesce, Lower
from django.utils.translation import gettext_lazy as _

from annotator.models import Campaign
from foundation.paging.sorting import ListColumn, Listing, counted
from people.lists import called
from pooling.queries.listed import BENCHMARK, BENCHMARKS, Length

COLLECTED = Cast("inputs__pairs__collected", IntegerField())
# Reports of earlier versions called what people found relevant their collected positives.
FOUND = Coalesce(Cast(F("inputs__found_relevant"), IntegerField()), COLLECTED)

REPORTS = Listing(
    (
        ListColumn("number", _("No."), "pk", number=True),
        ListColumn("report", _("Report"), Lower("title")),
        ListColumn("benchmark", _("Benchmark"), BENCHMARK),
        ListColumn("runs", _("Runs"), Length("inputs__runs"), number=True),
        ListColumn("best", _("Best run")),
        ListColumn("judged", _("Judged@K"), number=True),
        ListColumn("found", _("Found relevant"), FOUND, number=True, gaps=True),
        ListColumn("collected", _("Collected positives"), COLLECTED, number=True, gaps=True),
        ListColumn("made", _("Made"), "made_at", falling=True),
        ListColumn("by", _("By"), called("made_by__"), gaps=True, leads=True),
    ),
    usual="-number",
)

AGREEMENT = Listing(
    (
        ListColumn("benchmark", _("Benchmark"), BENCHMARKS.columns[0].by),
        ListColumn(
            "campaigns",
            _("Campaigns that were opened"),
            counted(Campaign.objects.exclude(state=Campaign.State.DRAFT), "benchmark"),
            number=True,
        ),
        ListColumn("since", _("Since"), "pk", falling=True),
    ),
    usual="-since",
)
