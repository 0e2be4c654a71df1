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


def unlike(benchmark: Benchmark, mine: Scale, but: int | None) -> tuple[Campaign, Scale] | None:
    """The first graded campaign whose verdicts cannot meet those on this scale, with its own. but:
    the campaign in question."""
    known = graded_campaigns(benchmark) if mine.is_graded else ()
    others = ((one, scale) for one, scale in known if one.pk != but)
    return next(((one, scale) for one, scale in others if not scale.is_like(mine)), None)


def unlike_planned(draft: Campaign, asked: Scale | None = None) -> tuple[Campaign, Scale] | None:
    """The same, before it is opened. asked: its scale, if it is to change; a map that was stated
    counts while it does not."""
    assert draft.pool is not None  # noqa: S101  (only imported labels have none, and no draft)
    changes = asked is not None and not asked.is_like(draft.on_scale)
    mine = asked if asked and changes else met_scale(draft) if draft.pk else draft.on_scale
    return unlike(draft.pool.benchmark, mine, draft.pk)


def graded_campaigns(benchmark: Benchmark) -> Iterator[tuple[Campaign, Scale]]:
    """Those that are no drafts, oldest first, each with the scale on which it meets the others."""
    graded = Campaign.objects.filter(benchmark=benchmark, scale__len__gt=len(TWO_VALUES))
    for campaign in graded.exclude(state=Campaign.State.DRAFT).order_by("pk"):
        yield campaign, met_scale(campaign)


def scale_of_benchmark(benchmark: Benchmark) -> Scale:
    """The one of all its graded verdicts; of two values where there is none."""
    return next((scale for _, scale in graded_campaigns(benchmark)), Scale())
