"""The list of benchmarks, and one benchmark's overview."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from foundation.paging.by_key import page_by_key
from people.actor import person_of
from pooling.histogram import draw_histogram
from pooling.models import Benchmark, Pool, Run, Video
from pooling.queries import benchmarks as queries
from pooling.views.answers import csv_download


@dataclass(frozen=True, slots=True)
class Counted:
    """A benchmark and what there is of it."""

    benchmark: Benchmark
    states: dict[str, int]
    runs: int
    pools: int

    @property
    def playing(self) -> int:
        return self.states.get(Video.State.READY, 0)

    @property
    def failed(self) -> int:
        return self.states.get(Video.State.FAILED, 0)

    @property
    def missing(self) -> int:
        return self.states.get(Video.State.MISSING, 0)


@dataclass(frozen=True, slots=True)
class Action:
    """What can be done with a benchmark."""

    label: str
    address: str


@dataclass(frozen=True, slots=True)
class Step:
    """What to do next with a benchmark, and why."""

    reason: str
    label: str
    address: str


@login_required
@require_safe
def benchmarks(request: HttpRequest) -> HttpResponse:
    page = page_by_key(queries.access_benchmarks(person_of(request)), request.GET)
    context = {"rows": _count(page.rows), "older": page.older, "newer": page.newer}
    return render(request, "pooling/benchmarks.html", context)


@login_required
@require_safe
def benchmark(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    shown = queries.access_benchmark(person_of(request), benchmark_id)
    (counted,) = _count([shown])
    context = {
        "benchmark": shown,
        "counted": counted,
        "histogram": draw_histogram(queries.caption_lengths(shown)),
        "imports": queries.imports_of(shown)[:50],
        "step": next_step(counted),
        "actions": standing_actions(shown),
    }
    return render(request, "pooling/benchmark.html", context)


@login_required
@require_safe
def lengths(request: HttpRequest, benchmark_id: int) -> HttpResponseBase:
    """The histogram's data."""
    shown = queries.access_benchmark(person_of(request), benchmark_id)
    return csv_download(
        f"{shown.name}-lengths", ("words", "captions"), queries.caption_lengths(shown).items()
    )


def _count(benchmarks: list[Benchmark]) -> list[Counted]:
    states = queries.video_states(benchmarks)
    runs, pools = (
        queries.counts_by_benchmark(rows, benchmarks)
        for rows in (Run.objects.all(), Pool.objects.all())
    )
    return [
        Counted(row, states.get(row.pk, {}), runs.get(row.pk, 0), pools.get(row.pk, 0))
        for row in benchmarks
    ]


def standing_actions(of: Benchmark) -> list[Action]:
    """Open at any time: a second run is imported as the first was."""
    return [
        Action("Import a run", reverse("pooling:import_run", args=[of.pk])),
        Action("Plan a pool", reverse("pooling:new_pool", args=[of.pk])),
        Action("Add videos", reverse("pooling:import_videos", args=[of.pk])),
        Action(
            "Add captions",
            f"{reverse('pooling:import_captions')}?{urlencode({'benchmark': of.name})}",
        ),
    ]


def next_step(counted: Counted) -> Step:
    number = counted.benchmark.pk
    if not counted.benchmark.caption_count:
        return Step(
            "It has no captions yet.", "Import captions", reverse("pooling:import_captions")
        )
    if not counted.runs:
        return Step(
            "No model has been tried on it.",
            "Import a run",
            reverse("pooling:import_run", args=[number]),
        )
    if counted.missing:
        waiting = "Raters cannot judge what does not play: there are videos without a file."
        return Step(waiting, "Add videos", reverse("pooling:import_videos", args=[number]))
    if not counted.pools:
        return Step(
            "Its runs can be pooled.", "Plan a pool", reverse("pooling:new_pool", args=[number])
        )
    return Step(
        "A new run adds pairs that nobody has pooled.",
        "Plan a pool",
        reverse("pooling:new_pool", args=[number]),
    )
