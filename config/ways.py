"""Ways on: from an object's page to those that packages further up have about it, which its own
package cannot know.

A template shows them by `{% load ways %}{% ways campaign %}`. A page is listed here once it exists,
as in navigation.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Model
from django.urls import reverse

from annotator.models import Campaign
from pooling.models import Benchmark, Pool, Run


@dataclass(frozen=True, slots=True)
class Way:
    label: str
    address: str
    to_read: bool = False  # open to viewers, not to leads alone


def from_benchmark(benchmark: Benchmark) -> list[Way]:
    return [
        Way(
            "Agreement of its raters",
            reverse("metrics:agreement", args=[benchmark.pk]),
            to_read=True,
        ),
        Way(
            "Evaluations",
            f"{reverse('metrics:evaluations')}?benchmark={benchmark.pk}",
            to_read=True,
        ),
        Way("Export its labels", f"{reverse('annotator:exports')}?benchmark={benchmark.pk}"),
    ]


def from_run(run: Run) -> list[Way]:
    return [Way("Evaluate", f"{reverse('metrics:new_evaluation')}?benchmark={run.benchmark_id}")]


def from_pool(pool: Pool) -> list[Way]:
    return [Way("Plan a campaign", f"{reverse('annotator:new_campaign')}?pool={pool.pk}")]


def from_campaign(campaign: Campaign) -> list[Way]:
    """A draft has neither labels nor verdicts."""
    if campaign.state == Campaign.State.DRAFT:
        return []
    of = campaign.benchmark_id
    return [
        Way(
            "Agreement of its raters",
            f"{reverse('metrics:agreement', args=[of])}?campaign={campaign.pk}",
        ),
        Way("Evaluations", f"{reverse('metrics:evaluations')}?benchmark={of}"),
        Way(
            "Export its labels",
            f"{reverse('annotator:exports')}?benchmark={of}&campaign={campaign.pk}",
        ),
    ]


WAYS: dict[type[Model], Callable[[Any], list[Way]]] = {
    Benchmark: from_benchmark,
    Run: from_run,
    Pool: from_pool,
    Campaign: from_campaign,
}
