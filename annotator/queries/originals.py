"""What people said of the original pairs that an audit has drawn."""

from annotator.models import Campaign
from foundation.database.rows import row_of
from foundation.finding.fields import Found, computed, found
from foundation.frozen import frozen
from measures.accuracy import exact
from pooling.models import Benchmark
from pooling.models.pool import ORIGINALS_KEY


@frozen
class Originals(Found):
    """What people said of original pairs that were drawn to be looked at."""

    asked: int = found()
    judged: int = found("Pairs that people found relevant or irrelevant.")
    rejected: int = found("Pairs that people found irrelevant.")
    undecided: int = found("Raters disagree for good.")
    population: int = found("Original pairs that there were.")
    share = computed(
        float | None,
        lambda one: one.rejected / one.judged if one.judged else None,
        "Rejected among the judged ones.",
    )
    interval = computed(
        tuple[float, float] | None,
        lambda one: exact(one.rejected, one.judged) if one.judged else None,
        "Clopper and Pearson's, 95 %.",
    )


COUNTED = """
SELECT count(*), count(*) FILTER (WHERE j.verdict IN ('relevant', 'irrelevant')),
  count(*) FILTER (WHERE j.verdict = 'irrelevant'), count(*) FILTER (WHERE j.verdict =
  'disagreement')
FROM pooling_poolpair p LEFT JOIN annotator_item j ON j.campaign_id = %s
  AND j.query_id = p.query_id AND j.video_id = p.video_id AND NOT j.gold
WHERE p.pool_id = %s AND p.original
"""


def originals_of(campaign: Campaign) -> Originals | None:
    """None where the campaign is no audit."""
    drawn = campaign.pool.parameters.get(ORIGINALS_KEY) if campaign.pool else None
    if drawn is None:
        return None
    asked, judged, rejected, undecided = row_of(COUNTED, [campaign.pk, campaign.pool_id])
    return Originals(asked, judged, rejected, undecided, drawn["population"])


def audits_of(benchmark: Benchmark) -> list[Campaign]:
    """The newest first; drafts are none."""
    rows = Campaign.objects.filter(
        benchmark=benchmark, pool__parameters__has_key=ORIGINALS_KEY
    ).exclude(state=Campaign.State.DRAFT)
    return list(rows.select_related("pool").order_by("-pk"))


def population_of(campaign: Campaign) -> int:
    """How many original pairs the benchmark had when an audit drew some."""
    assert campaign.pool is not None  # noqa: S101  (an audit has one)
    return int(campaign.pool.parameters[ORIGINALS_KEY]["population"])
