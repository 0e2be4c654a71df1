"""On which scale the graded verdicts of a benchmark meet: that of its campaigns, or the one that
their maps lead to."""

from collections.abc import Iterator

from annotator.models import Campaign, GradeMap
from annotator.scales import TWO_VALUES, Scale
from pooling.models import Benchmark


def met_scale(campaign: Campaign) -> Scale:
    """That on which its verdicts meet those of other campaigns."""
    found = GradeMap.objects.filter(campaign=campaign, meets=True).first()
    return found.target if found else campaign.on_scale


def graded_campaigns(benchmark: Benchmark) -> Iterator[tuple[Campaign, Scale]]:
    """Those that are no drafts, oldest first, each with the scale on which it meets the others."""
    graded = Campaign.objects.filter(benchmark=benchmark, scale__len__gt=len(TWO_VALUES))
    for campaign in graded.exclude(state=Campaign.State.DRAFT).order_by("pk"):
        yield campaign, met_scale(campaign)


def scale_of_benchmark(benchmark: Benchmark) -> Scale:
    """The one of all its graded verdicts; of two values where there is none."""
    return next((scale for _, scale in graded_campaigns(benchmark)), Scale())
