"""Ways on: from an object's page to those that packages further up have about it, which its own
package cannot know.

A template shows them by `{% load ways %}{% ways campaign %}`. A page is listed here once it exists,
as in navigation.py.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
    """at: what the page's address has. asked: what stands behind its question mark. to_read: open
    to viewers, not to leads alone."""

    label: str
    page: str
    at: tuple[int | str, ...] = ()
    asked: Mapping[str, Any] = field(default_factory=dict)
    to_read: bool = False
    fragment: str = ""

    @property
    def address(self) -> str:
        asked = f"?{urlencode(self.asked)}" if self.asked else ""
        return f"{reverse(self.page, args=self.at)}{asked}{self.fragment}"


def from_benchmark(benchmark: Benchmark) -> list[Way]:
    at, asked = (benchmark.pk,), {"benchmark": benchmark.pk}
    return [
        Way("Doctor: before any label", "metrics:doctor", at, to_read=True),
        Way("Wrong original pairs", "metrics:audit", at),
        Way("Proxies", "semantics:proxies", at, to_read=True),
        *from_proxies(benchmark),
        *from_studies(benchmark),
        Way("Evaluate", "metrics:new_evaluation", asked=asked),
        Way("Try a run", "publishing:score", at),
        Way("Agreement of its raters", "metrics:agreement", at, to_read=True),
        Way("Evaluations", "metrics:evaluations", asked=asked, to_read=True),
        Way("Explore", "explorer:captions", at, to_read=True),
        Way("Export its labels", "annotator:exports", asked=asked),
        Way("Train a model", "retrieval:train", at),
        Way("Submissions", "publishing:submissions"),
        Way("Leaderboard", "publishing:board", at),
        Way("Releases", "publishing:releases", asked=asked, to_read=True),
    ]


def from_studies(benchmark: Benchmark) -> list[Way]:
    at = [(study.title, (benchmark.pk, name)) for name, study in KEPT.items()]
    return [Way(title, "metrics:study", of, to_read=True) for title, of in at]


def from_proxies(benchmark: Benchmark) -> list[Way]:
    return [Way("Proxies against people", "metrics:proxies", (benchmark.pk,), to_read=True)]


def from_proxy(proxy: Proxy) -> list[Way]:
    at, asked = (proxy.benchmark_id,), {"proxy": proxy.name}
    label = "Runs under it, and people beside it"
    return [Way(label, "metrics:proxies", at, asked, to_read=True, fragment="#under")]


def from_caption(caption: Caption) -> list[Way]:
    at = (caption.benchmark_id, caption.number)
    return [Way("Explore", "explorer:caption", at, to_read=True)]


def from_video(video: Video) -> list[Way]:
    return [Way("Explore", "explorer:video", (video.benchmark_id, video.number), to_read=True)]


def from_run(run: Run) -> list[Way]:
    submitted = [Way("As it was handed in", "publishing:submission", (run.pk,))]
    evaluate = Way("Evaluate", "metrics:new_evaluation", asked={"benchmark": run.benchmark_id})
    return [*(submitted if run.submitted_by_id else []), evaluate]


def from_model(model: RetrievalModel) -> list[Way]:
    """Only of one that was trained here it is known how."""
    here = Way("How it was trained", "retrieval:model", (model.pk,), to_read=True)
    return [here] if trained_among([model.pk]) else []


def from_pool(pool: Pool) -> list[Way]:
    return [Way("Plan a campaign", "annotator:new_campaign", asked={"pool": pool.pk})]


def from_campaign(campaign: Campaign) -> list[Way]:
    """A draft has neither labels nor verdicts."""
    if campaign.state == Campaign.State.DRAFT:
        return []
    at, asked = (campaign.benchmark_id,), {"benchmark": campaign.benchmark_id}
    named, numbered = {"campaign": campaign.name}, {"campaign": campaign.pk}
    audit = Way("What wrong original pairs do to C@K", "metrics:audit", at, named)
    return [
        *([audit] if originals_of(campaign) else []),
        Way("Agreement of its raters", "metrics:agreement", at, numbered),
        Way("Evaluations", "metrics:evaluations", asked=asked),
        Way("Release its labels", "publishing:releases", asked=asked | numbered),
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
