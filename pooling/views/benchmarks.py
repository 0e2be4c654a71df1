"""Benchmarks, and what is in them: lists of captions and videos, one caption with what every run
retrieves for it, and one video."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from foundation.form_page import with_form
from people.actor import person_of
from people.guards import page_view
from pooling.forms import CaptionFilterForm, VideoFilterForm
from pooling.histogram import draw_histogram
from pooling.models import Benchmark
from pooling.queries import benchmarks as queries
from pooling.queries.benchmarks import count_benchmarks
from pooling.queries.listed import BENCHMARKS, CAPTIONS, VIDEOS
from pooling.queries.runs import own_ranks, top_videos
from pooling.views.answers import csv_download


@page_view
def benchmarks(request: HttpRequest) -> HttpResponse:
    page = BENCHMARKS.page(queries.access_benchmarks(person_of(request)), request.GET)
    context = {"rows": count_benchmarks(page.rows), "page": page}
    return render(request, "pooling/benchmarks.html", context)


@page_view
def benchmark(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    shown = queries.access_benchmark(person_of(request), benchmark_id)
    (counted,) = count_benchmarks([shown])
    return render(request, "pooling/benchmark.html", {"benchmark": shown, "counted": counted})


def data_of(benchmark: Benchmark) -> dict[str, Any]:
    """How long its captions are, and the files that were imported into it."""
    return {
        "histogram": draw_histogram(queries.caption_lengths(benchmark)),
        "imports": queries.imports_of(benchmark)[:50],
    }


@page_view
def lengths(request: HttpRequest, benchmark_id: int) -> HttpResponseBase:
    """The histogram's data."""
    shown = queries.access_benchmark(person_of(request), benchmark_id)
    return csv_download(
        f"{shown.name}-lengths", ("words", "captions"), queries.caption_lengths(shown).items()
    )


SHOWN_RANKS = 10
SHOWN_RUNS = 20
SHOWN_SAME = 50


@page_view
def captions(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = queries.access_benchmark(asking, benchmark_id)
    form = CaptionFilterForm(request.GET)
    page = CAPTIONS.page(form.wanted.of(queries.access_captions(asking, shown)), request.GET)
    context = {
        "benchmark": shown,
        "form": form,
        "page": page,
        "originals": queries.original_counts(page.rows),
    }
    return with_form(request, "pooling/captions.html", context)


@page_view
def caption(request: HttpRequest, benchmark_id: int, number: int) -> HttpResponse:
    asking = person_of(request)
    of = queries.access_benchmark(asking, benchmark_id)
    shown = queries.access_caption(asking, of, number)
    runs = list(queries.runs_of(of)[: SHOWN_RUNS + 1])
    context = {
        "benchmark": of,
        "caption": shown,
        "same": queries.same_text(shown)[:SHOWN_SAME],
        "rows": top_videos(shown, runs[:SHOWN_RUNS], SHOWN_RANKS),
        "more_runs": len(runs) > SHOWN_RUNS,
        "ranks": SHOWN_RANKS,
        "neighbours": (
            number - 1 if number else None,
            number + 1 if number + 1 < of.caption_count else None,
        ),
    }
    return render(request, "pooling/caption.html", context)


SHOWN_CAPTIONS = 100


@page_view
def videos(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = queries.access_benchmark(asking, benchmark_id)
    form = VideoFilterForm(request.GET)
    context = {
        "benchmark": shown,
        "form": form,
        "page": VIDEOS.page(form.wanted.of(queries.access_videos(asking, shown)), request.GET),
        "states": queries.video_states([shown]).get(shown.pk, {}),
        "view": "list" if request.GET.get("view") == "list" else "",  # unasked, stills in a grid
    }
    return with_form(request, "pooling/videos.html", context)


@page_view
def video(request: HttpRequest, benchmark_id: int, number: int) -> HttpResponse:
    asking = person_of(request)
    of = queries.access_benchmark(asking, benchmark_id)
    shown = queries.access_video(asking, of, number)
    written = queries.access_captions(asking, of).filter(video=shown)
    own = list(written.order_by("number")[: SHOWN_CAPTIONS + 1])
    runs = list(queries.runs_of(of)[:SHOWN_RUNS])
    ranks = own_ranks(runs, [caption.number for caption in own])
    context = {
        "benchmark": of,
        "video": shown,
        "runs": runs,
        "captions": [
            (caption, [ranks[caption.number].get(run.pk) for run in runs])
            for caption in own[:SHOWN_CAPTIONS]
        ],
        "more_captions": len(own) > SHOWN_CAPTIONS,
    }
    return render(request, "pooling/video.html", context)
