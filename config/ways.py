"""Ways on: from an object's page to those that packages further up have about it, which its own
package cannot know.

A template shows them by `{% load ways %}{% ways campaign %}`. A page is listed here once it exists,
as in navigation.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Model
from django.urls import reverse

from annotator.models import Campaign
from annotator.queries.originals import originals_of
from metrics.studies.registry import KEPT
from pooling.models import Benchmark, Caption, Pool, RetrievalModel, Run, Video
from retrieval.queries.trained import trained_among
from semantics.models import Proxy


@dataclass(frozen=True, slots=True)
class Way:
    label: str
    address: str
    to_read: bool = False  # open to viewers, not to leads alone


def from_benchmark(benchmark: Benchmark) -> list[Way]:
    return [
        Way(
            "Doctor: before any label", reverse("metrics:doctor", args=[benchmark.pk]), to_read=True
        ),
        Way("Wrong original pairs", reverse("metrics:audit", args=[benchmark.pk])),
        Way("Proxies", reverse("semantics:proxies", args=[benchmark.pk]), to_read=True),
        *from_proxies(benchmark),
        *from_studies(benchmark),
        Way("Evaluate", f"{reverse('metrics:new_evaluation')}?benchmark={benchmark.pk}"),
        Way("Try a run", reverse("publishing:score", args=[benchmark.pk])),
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
        Way("Explore", reverse("explorer:captions", args=[benchmark.pk]), to_read=True),
        Way("Export its labels", f"{reverse('annotator:exports')}?benchmark={benchmark.pk}"),
        Way("Train a model", reverse("retrieval:train", args=[benchmark.pk])),
        Way("Submissions", reverse("publishing:submissions")),
        Way("Leaderboard", reverse("publishing:board", args=[benchmark.pk])),
        Way("Releases", f"{reverse('publishing:releases')}?benchmark={benchmark.pk}", to_read=True),
    ]


def from_studies(benchmark: Benchmark) -> list[Way]:
    at = [(study.title, [benchmark.pk, name]) for name, study in KEPT.items()]
    return [Way(title, reverse("metrics:study", args=of), to_read=True) for title, of in at]


def from_proxies(benchmark: Benchmark) -> list[Way]:
    people = reverse("metrics:proxies", args=[benchmark.pk])
    return [Way("Proxies against people", people, to_read=True)]


def from_proxy(proxy: Proxy) -> list[Way]:
    people = reverse("metrics:proxies", args=[proxy.benchmark_id])
    under = f"{people}?{urlencode({'proxy': proxy.name})}#under"
    return [Way("Runs under it, and people beside it", under, to_read=True)]


def from_caption(caption: Caption) -> list[Way]:
    at = [caption.benchmark_id, caption.number]
    return [Way("Explore", reverse("explorer:caption", args=at), to_read=True)]


def from_video(video: Video) -> list[Way]:
    at = [video.benchmark_id, video.number]
    return [Way("Explore", reverse("explorer:video", args=at), to_read=True)]


def from_run(run: Run) -> list[Way]:
    submitted = [Way("As it was handed in", reverse("publishing:submission", args=[run.pk]))]
    return [
        *(submitted if run.submitted_by_id else []),
        Way("Evaluate", f"{reverse('metrics:new_evaluation')}?benchmark={run.benchmark_id}"),
    ]


def from_model(model: RetrievalModel) -> list[Way]:
    """Only of one that was trained here it is known how."""
    trained = trained_among([model.pk])
    at = [model.pk]
    here = Way("How it was trained", reverse("retrieval:model", args=at), to_read=True)
    return [here] if trained else []


def from_pool(pool: Pool) -> list[Way]:
    return [Way("Plan a campaign", f"{reverse('annotator:new_campaign')}?pool={pool.pk}")]


def from_campaign(campaign: Campaign) -> list[Way]:
    """A draft has neither labels nor verdicts."""
    if campaign.state == Campaign.State.DRAFT:
        return []
    of = campaign.benchmark_id
    audit = (
        Way(
            "What wrong original pairs do to C@K",
            f"{reverse('metrics:audit', args=[of])}?{urlencode({'campaign': campaign.name})}",
        )
        if originals_of(campaign)
        else None
    )
    return [
        *([audit] if audit else []),
        Way(
            "Agreement of its raters",
            f"{reverse('metrics:agreement', args=[of])}?campaign={campaign.pk}",
        ),
        Way("Evaluations", f"{reverse('metrics:evaluations')}?benchmark={of}"),
        Way(
            "Release its labels",
            f"{reverse('publishing:releases')}?benchmark={of}&campaign={campaign.pk}",
        ),
    ]


WAYS: dict[type[Model], Callable[[Any], list[Way]]] = {
    Benchmark: from_benchmark,
    Caption: from_caption,
    Video: from_video,
    RetrievalModel: from_model,
    Run: from_run,
    Pool: from_pool,
    Campaign: from_campaign,
    Proxy: from_proxy,
}
# From a list of one benchmark's, by what it is a list of.
FROM_LISTS: dict[type[Model], Callable[[Benchmark], list[Way]]] = {Proxy: from_proxies}
