"""The list of benchmarks, and one benchmark's overview."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from people.actor import person_of
from people.guards import page_view
from pooling.histogram import draw_histogram
from pooling.models import Benchmark
from pooling.queries import benchmarks as queries
from pooling.queries.counted import count_benchmarks, next_step
from pooling.queries.listed import BENCHMARKS
from pooling.views.answers import csv_download


@dataclass(frozen=True, slots=True)
class Action:
    """What can be done with a benchmark."""

    label: str
    address: str


@page_view
def benchmarks(request: HttpRequest) -> HttpResponse:
    page = BENCHMARKS.page(queries.access_benchmarks(person_of(request)), request.GET)
    context = {"rows": count_benchmarks(page.rows), "page": page}
    return render(request, "pooling/benchmarks.html", context)


@page_view
def benchmark(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    shown = queries.access_benchmark(person_of(request), benchmark_id)
    (counted,) = count_benchmarks([shown])
    step = next_step(counted)
    context = {
        "benchmark": shown,
        "counted": counted,
        "histogram": draw_histogram(queries.caption_lengths(shown)),
        "imports": queries.imports_of(shown)[:50],
        "step": Action(step.label, _address(step.page, shown)),
        "reason": step.reason,
        "actions": standing_actions(shown),
    }
    return render(request, "pooling/benchmark.html", context)


@page_view
def lengths(request: HttpRequest, benchmark_id: int) -> HttpResponseBase:
    """The histogram's data."""
    shown = queries.access_benchmark(person_of(request), benchmark_id)
    return csv_download(
        f"{shown.name}-lengths", ("words", "captions"), queries.caption_lengths(shown).items()
    )


def standing_actions(of: Benchmark) -> list[Action]:
    """Open at any time: a second run is imported as the first was."""
    return [
        Action(_("Import a run"), _address("import_run", of)),
        Action(_("Plan a pool"), _address("new_pool", of)),
        Action(_("Add videos"), _address("import_videos", of)),
        Action(
            _("Add captions"),
            f"{_address('import_captions', of)}?{urlencode({'benchmark': of.name})}",
        ),
    ]


def _address(page: str, of: Benchmark) -> str:
    """Captions are imported into a benchmark by its name, all else below its own address."""
    if page == "import_captions":
        return reverse("pooling:import_captions")
    return reverse(f"pooling:{page}", args=[of.pk])
