"""How alike a benchmark's runs are: two heat maps, and their numbers to take away."""

from dataclasses import astuple

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from foundation.form_page import with_form
from measures.overlap import FIGURES, OverlapRow
from people.actor import person_of
from people.guards import page_view
from pooling.forms import OverlapForm
from pooling.heat_map import HeatMap, closest, draw_heat_maps
from pooling.queries.benchmarks import access_benchmark
from pooling.queries.runs import OverlapAsked, overlap_of_runs
from pooling.views.answers import csv_download

COLUMNS = ("run_a", "run_b", "captions", *FIGURES)


@page_view
def overlap(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    form = OverlapForm(of, request.GET)
    rows = _compare(form)
    context = {
        "benchmark": of,
        "form": form,
        "maps": _maps(form.asked, rows) if rows else [],
        "closest": closest(rows),
        "rows": rows,
    }
    return with_form(request, "pooling/overlap.html", context)


@page_view
def overlap_download(request: HttpRequest, benchmark_id: int) -> HttpResponseBase:
    of = access_benchmark(person_of(request), benchmark_id)
    form = OverlapForm(of, request.GET)
    rows = _compare(form)
    if form.errors:
        return render(request, "pooling/overlap.html", {"benchmark": of, "form": form}, status=400)
    return csv_download(
        f"{of.name}-overlap-at-{form.cleaned_data['depth']}", COLUMNS, map(astuple, rows)
    )


def _maps(wanted: OverlapAsked, rows: list[OverlapRow]) -> list[HeatMap]:
    return draw_heat_maps(rows, [run.name for run in wanted.runs], wanted.depth, wanted.p)


def _compare(form: OverlapForm) -> list[OverlapRow]:
    if form.is_valid():
        wanted = form.asked
        with form.refusals():
            return overlap_of_runs(form.benchmark, wanted.depth, wanted.p, wanted.runs)
    return []
