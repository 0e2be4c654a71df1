"""Labels from files: what their reader must know of the benchmark, and what became of them."""

from typing import Any

from annotator.formats.collected import KnownBenchmark
from annotator.models import LabelImport
from pooling.models import Benchmark
from pooling.queries.axes import Axes, query_texts


def known_keys(benchmark: Benchmark, axes: Axes) -> KnownBenchmark:
    keys = axes.keys
    texts = {text: number for number, text in enumerate(query_texts(benchmark))}
    return KnownBenchmark(keys.captions, keys.videos, axes.caption_queries.tolist(), texts)


def summary_of(done: LabelImport) -> dict[str, Any]:
    return {
        "campaign": done.campaign.name,
        "id": done.campaign_id,
        "format": done.format,
        "pairs": done.pairs,
        "labels": done.labels,
        "raters": done.raters,
        "warnings": done.warnings,
    }
