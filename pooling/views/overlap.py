"""How alike a benchmark's runs are: two heat maps, and their numbers to take away."""

from dataclasses import astuple, dataclass

from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from people.actor import person_of
from pooling.forms import OverlapForm
from pooling.overlap import OverlapRow
from pooling.queries.benchmarks import access_benchmark
from pooling.queries.overlap import overlap_of_runs
from pooling.views.answers import csv_download

COLUMNS = ("run_a", "run_b", "captions", "overlap", "rbo", "rbo_lower", "rbo_residual")


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A symmetric table: each run's name with its row of values, None where a run meets itself."""

    title: str
    explanation: str
    names: list[str]
    rows: list[tuple[str, list[float | None]]]


@login_required
@require_safe
def overlap(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    form = OverlapForm(of, request.GET)
    rows = _compare(form)
    context = {
        "benchmark": of,
        "form": form,
        "maps": _maps(form, rows) if rows else [],
        "closest": _closest(rows),
    }
    return render(request, "pooling/overlap.html", context, status=400 if form.errors else 200)


@login_required
@require_safe
def overlap_download(request: HttpRequest, benchmark_id: int) -> HttpResponseBase:
    of = access_benchmark(person_of(request), benchmark_id)
    form = OverlapForm(of, request.GET)
    rows = _compare(form)
    if form.errors:
        return render(request, "pooling/overlap.html", {"benchmark": of, "form": form}, status=400)
    return csv_download(
        f"{of.name}-overlap-at-{form.cleaned_data['depth']}", COLUMNS, map(astuple, rows)
    )


def _compare(form: OverlapForm) -> list[OverlapRow]:
    if not form.is_valid():
        return []
    asked = form.cleaned_data
    try:
        return overlap_of_runs(form.benchmark, asked["depth"], asked["p"], asked["runs"])
    except ValidationError as refused:
        form.add_error(None, refused)
        return []


def _maps(form: OverlapForm, rows: list[OverlapRow]) -> list[HeatMap]:
    depth, p = form.cleaned_data["depth"], form.cleaned_data["p"]
    names = [run.name for run in form.cleaned_data["runs"]]
    overlap = {frozenset((row.a, row.b)): row.overlap for row in rows}
    rbo = {frozenset((row.a, row.b)): row.rbo for row in rows}
    shared = (
        f"The share of the first {depth} videos that two runs have in common; mean over captions."
    )
    biased = (
        f"Rank-biased overlap with p = {p:g}, extrapolated from the first {depth}: what stands"
        " higher counts more."
    )
    return [
        _map(f"Overlap at {depth}", shared, names, overlap),
        _map("Rank-biased overlap", biased, names, rbo),
    ]


def _map(
    title: str, explanation: str, names: list[str], values: dict[frozenset[str], float]
) -> HeatMap:
    rows = [(a, [values.get(frozenset((a, b))) for b in names]) for a in names]
    return HeatMap(title, explanation, names, rows)


def _closest(rows: list[OverlapRow]) -> OverlapRow | None:
    """The two runs that have most in common."""
    return max((row for row in rows if row.captions), key=lambda row: row.overlap, default=None)
