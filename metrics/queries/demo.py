"""Whether the demo's training captions, report, proxies and witnesses are there."""

from annotator.queries.campaigns import whole_demo_is_made as all_before_is_made
from metrics.models import Report
from pooling.models import TrainingCaption
from pooling.queries.demo import BENCHMARK
from semantics.models import Proxy
from witnesses.models import Witness

REPORT = "What the first labels change"
WITH_MODELS = "What the first labels change, with models that were trained here"


def demo_report(title: str = REPORT) -> Report | None:
    return Report.objects.filter(benchmark__name=BENCHMARK, title=title).order_by("pk").first()


def demo_proxies_are_made() -> bool:
    return Proxy.objects.filter(benchmark__name=BENCHMARK).exists()


def demo_witnesses_are_made() -> bool:
    return Witness.objects.filter(benchmark__name=BENCHMARK).exists()


def whole_demo_is_made() -> bool:
    return (
        all_before_is_made()
        and TrainingCaption.objects.filter(benchmark__name=BENCHMARK).exists()
        and demo_report() is not None
        and demo_proxies_are_made()
        and demo_witnesses_are_made()
    )


def demo_models_are_reported() -> bool:
    return demo_report(WITH_MODELS) is not None
