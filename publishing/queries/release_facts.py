"""What the system knows of what it releases or prints. Call it in one moment with the rest."""

from datetime import date

from annotator.models import Campaign, Guideline
from annotator.queries.campaigns import log_position
from annotator.queries.exported import Scope, verdict_counts
from foundation.database.rows import row_of
from pooling.models import Benchmark, BenchmarkImport
from publishing.releases.facts import CampaignFacts, Facts, LabelFacts

LABELS = """
SELECT count(*) AS labels, count(DISTINCT rater_id) AS raters,
  (coalesce(sum(active_ms), 0) / 3600000.0)::float8 AS hours, count(active_ms) AS timed,
  min(given_at) AS first, max(given_at) AS last
FROM annotator_label WHERE campaign_id = ANY(%s)
"""


def read_facts(scope: Scope, *, made_on: date, release: str = "") -> Facts:
    of, campaigns = scope.benchmark, scope.campaigns
    captions = of.imports.filter(part=BenchmarkImport.Part.CAPTIONS).order_by("pk")
    return Facts(
        benchmark=of.name,
        title=of.title,
        description=of.description,
        captions=of.caption_count,
        queries=of.query_count,
        videos=of.video_count,
        release=release,
        made_on=made_on,
        log_position=position_of(of),
        verdicts=verdict_counts(scope),
        label=LabelFacts(*row_of(LABELS, ([campaign.pk for campaign in campaigns],))),
        campaigns=[_campaign(campaign) for campaign in campaigns],
        source_formats=list(dict.fromkeys(captions.values_list("format", flat=True))),
        least_labels=scope.least_labels,
        scale=scope.scale,
    )


def position_of(benchmark: Benchmark) -> int:
    """The newest label, as reports have it."""
    return log_position(list(benchmark.campaigns.only("pk")))


def _campaign(campaign: Campaign) -> CampaignFacts:
    return CampaignFacts(
        name=campaign.name,
        imported=campaign.source == Campaign.Source.IMPORT,
        pairs=campaign.items_count,
        double_share=campaign.double_share,
        label_limit=campaign.label_limit,
        trained=campaign.training_required,
        checked=campaign.gold_share > 0,
        guidelines=Guideline.objects.filter(campaign=campaign).count(),
        scale=campaign.on_scale,
    )
