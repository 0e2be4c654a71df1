"""What each tab of a benchmark's workspace holds: its pages, what they are for, and what they need
before they can be used; and how much there is of a benchmark."""

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from annotator.models import Campaign
from annotator.queries.progress import access_read_campaigns
from foundation.frozen import frozen
from foundation.words import sentence
from metrics.queries.reports import access_reports
from metrics.studies.registry import KEPT
from people.models import User
from pooling.models import Benchmark, JudgedPair, Video
from pooling.queries.visible import visible_pools, visible_runs
from publishing.queries.releases import access_releases

TITLES = {
    "overview": "Overview",
    "data": "Data",
    "runs": "Runs",
    "labels": "Labels",
    "scores": "Scores",
    "publish": "Publish",
}
# What each tab's number counts.
COUNTS = {
    "data": "captions",
    "runs": "runs",
    "labels": "campaigns",
    "scores": "reports",
    "publish": "releases",
}
DEFINITIONS = {
    "data": "Captions, videos, and what is known of them before anybody has judged a pair.",
    "runs": "Models, what they rank first, and how much of it they have in common.",
    "labels": "What people are asked, what they answered, and how far they agree.",
    "scores": "What the labels change for each run, and how sure that is.",
    "publish": "Labels and scores for others, frozen with all that they rest on.",
}


@frozen
class Extent:
    """How much there is of a benchmark, as far as this person may know."""

    benchmark: Benchmark
    captions: int
    missing: bool  # a video has no file
    runs: int
    pools: int
    campaigns: int
    judged: bool
    reports: int
    releases: int


def facts_of(asking: User, benchmark_id: int) -> Extent | None:
    """In one statement, for every page below a benchmark shows them."""
    parts = {
        "missing": Exists(_of_it(Video.objects.filter(state=Video.State.MISSING))),
        "runs": _number(visible_runs(asking)),
        "pools": _number(visible_pools(asking)),
        "campaigns": _number(campaigns_of(asking)),
        "judged": Exists(_of_it(JudgedPair.objects.all(), "query__benchmark")),
        "reports": _number(access_reports(asking)),
        "releases": _number(access_releases(asking)),
    }
    asked = {f"{name}_": part for name, part in parts.items()}
    row = Benchmark.objects.filter(pk=benchmark_id).annotate(**asked).first()
    if row is None:
        return None
    return Extent(row, row.caption_count, **{name: getattr(row, f"{name}_") for name in parts})


def campaigns_of(asking: User) -> QuerySet[Campaign]:
    return Campaign.objects.all() if asking.is_lead else access_read_campaigns(asking)


def _of_it(rows: QuerySet[Any], benchmark: str = "benchmark") -> QuerySet[Any]:
    return rows.filter(**{benchmark: OuterRef("pk")})


def _number(rows: QuerySet[Any]) -> Coalesce:
    of = _of_it(rows).order_by().values("benchmark")
    return Coalesce(Subquery(of.annotate(n=Count("pk")).values("n"), IntegerField()), 0)


Need = tuple[str, Callable[[Extent], object]]
CAPTIONS: Need = (sentence("It needs captions."), lambda facts: facts.captions)
A_RUN: Need = (sentence("It needs a run."), lambda facts: facts.runs)
TWO_RUNS: Need = (sentence("It needs two runs."), lambda facts: facts.runs > 1)
A_POOL: Need = (sentence("It needs a pool."), lambda facts: facts.pools)
A_CAMPAIGN: Need = (sentence("It needs a campaign."), lambda facts: facts.campaigns)
LABELS: Need = (sentence("It needs pairs with a verdict."), lambda facts: facts.judged)
NOTHING: Need = ("", lambda _: True)


@frozen
class TabEntry:
    """A page of a tab: its name, what it is for, and its address's. asks: what stands behind its
    question mark, by the benchmark's fields; the address has the benchmark's number otherwise.
    count: the name of a fact."""

    label: str
    about: str
    page: str
    needs: Need = NOTHING
    to_read: bool = False
    asks: Mapping[str, str] = field(default_factory=dict)
    named: tuple[str, ...] = ()
    count: str = ""

    def address(self, benchmark: Benchmark) -> str:
        if not self.asks:
            return reverse(self.page, args=[benchmark.pk, *self.named])
        asked = {name: getattr(benchmark, path) for name, path in self.asks.items()}
        return f"{reverse(self.page)}?{urlencode(asked)}"


BY_NUMBER, BY_NAME = {"benchmark": "pk"}, {"benchmark": "name"}
WHAT_IT_STUDIES = {
    "calibration": sentence(
        "How often what a run ranks first, second, third is relevant, by what people said."
    )
}
ENTRIES: Mapping[str, tuple[TabEntry, ...]] = {
    "data": (
        TabEntry(
            "Captions",
            "Each caption, the video it was written for, and what every run retrieves for it.",
            "pooling:captions",
            CAPTIONS,
            to_read=True,
            count="captions",
        ),
        TabEntry(
            "Videos",
            "Each video, whether it plays, and the captions that were written for it.",
            "pooling:videos",
            CAPTIONS,
            to_read=True,
        ),
        TabEntry(
            "Doctor",
            "What can be found before any label: texts that say the same, videos that do not play.",
            "metrics:doctor",
            CAPTIONS,
            to_read=True,
        ),
        TabEntry(
            "Check the original pairs",
            "How many of the benchmark's own pairs are wrong, and what that does to C@K.",
            "metrics:audit",
            CAPTIONS,
        ),
        TabEntry(
            "Proxies",
            "Measures of meaning, such as shared words, that stand in for people.",
            "semantics:proxies",
            CAPTIONS,
            to_read=True,
        ),
        TabEntry(
            "Proxies against people",
            "How well a proxy foretells what people say, and which run comes first under it.",
            "metrics:proxies",
            CAPTIONS,
            to_read=True,
        ),
        TabEntry(
            "Witnesses",
            "What models that judge pairs say of them: kept beside people's labels, never among.",
            "witnesses:witnesses",
            CAPTIONS,
            to_read=True,
        ),
        TabEntry(
            "Add captions",
            "A file of captions that says which video each was written for.",
            "pooling:import_captions",
            asks=BY_NAME,
        ),
        TabEntry(
            "Add videos",
            "Their files, which are converted to what every browser plays.",
            "pooling:import_videos",
            CAPTIONS,
        ),
    ),
    "runs": (
        TabEntry(
            "All runs",
            "The runs on this benchmark, their models, and who handed them in.",
            "pooling:runs",
            A_RUN,
            to_read=True,
            asks=BY_NUMBER,
            count="runs",
        ),
        TabEntry(
            "Import a run",
            "A matrix of similarities, or ranked lists, of a model on this benchmark.",
            "pooling:import_run",
            CAPTIONS,
        ),
        TabEntry(
            "Compare its runs",
            "How many of the videos that they rank first are the same.",
            "pooling:overlap",
            TWO_RUNS,
            to_read=True,
        ),
        TabEntry(
            "Try a run", "Scores of a file at once, without keeping it.", "publishing:score", LABELS
        ),
        TabEntry(
            "Train a model",
            "A small retrieval model, trained here on features of captions and videos.",
            "retrieval:train",
            CAPTIONS,
        ),
        TabEntry(
            "Train a grid",
            "Many trainings as one order: seeds, losses and thresholds, side by side in a table.",
            "retrieval:grids",
            CAPTIONS,
        ),
    ),
    "labels": (
        TabEntry(
            "Pools",
            "The pairs that the runs rank first: what people are asked about.",
            "pooling:pools",
            A_POOL,
            to_read=True,
            asks=BY_NUMBER,
            count="pools",
        ),
        TabEntry(
            "Plan a pool",
            "Choose runs and a depth, and see how many pairs that makes.",
            "pooling:new_pool",
            A_RUN,
        ),
        TabEntry(
            "Campaigns",
            "Who is asked about which pairs, how far that is, and what is stuck.",
            "annotator:campaigns",
            A_CAMPAIGN,
            asks=BY_NUMBER,
            count="campaigns",
        ),
        TabEntry(
            "Agreement",
            "Whether raters agree, by Krippendorff's alpha and rater by rater.",
            "metrics:agreement",
            LABELS,
            to_read=True,
        ),
        TabEntry(
            "Hours worked",
            "How long each rater worked, by day, for paying them.",
            "annotator:hours",
            A_CAMPAIGN,
            asks=BY_NUMBER,
        ),
    ),
    "scores": (
        TabEntry(
            "Reports",
            "Frozen scores: each says what it rests on, and can be computed once more.",
            "metrics:evaluations",
            A_RUN,
            to_read=True,
            asks=BY_NUMBER,
            count="reports",
        ),
        TabEntry(
            "Evaluate",
            "Score the runs by the original positives and by those that people found.",
            "metrics:new_evaluation",
            A_RUN,
            asks=BY_NUMBER,
        ),
        TabEntry(
            "Explorer",
            "Caption by caption: what each run ranks first, and what people said of it.",
            "explorer:captions",
            A_RUN,
            to_read=True,
        ),
        *(
            TabEntry(one.title, WHAT_IT_STUDIES[name], "metrics:study", LABELS, True, named=(name,))
            for name, one in KEPT.items()
        ),
    ),
    "publish": (
        TabEntry(
            "Releases",
            "Everything in one archive: labels, scores, a card, and how to open each file.",
            "publishing:releases",
            LABELS,
            to_read=True,
            asks=BY_NUMBER,
            count="releases",
        ),
        TabEntry(
            "Export its labels",
            "The labels alone, as triplets, qrels or JSON Lines.",
            "annotator:exports",
            LABELS,
            asks=BY_NUMBER,
        ),
        TabEntry(
            "Leaderboard",
            "A public page of scores that anybody may read and embed.",
            "publishing:board",
            A_RUN,
        ),
        TabEntry(
            "Submissions",
            "Runs that people outside hand in, and what waits for a decision.",
            "publishing:submissions",
            CAPTIONS,
            asks=BY_NUMBER,
        ),
    ),
}
