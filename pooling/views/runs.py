"""Models, their runs, how each import went, and how alike the runs of a benchmark are."""

from dataclasses import astuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from foundation.form_page import with_form
from foundation.pages import refusals_shown
from measures.overlap import FIGURES, OverlapRow
from people.actor import actor_of, person_of
from people.guards import leads_button, leads_form, page_view
from people.queries import require_reader
from pooling.actions import register_model as registering
from pooling.actions.change_run_state import change_run_state
from pooling.forms import BenchmarkFilterForm, ModelForm, OverlapForm, StateForm
from pooling.heat_map import HeatMap, closest, draw_heat_maps
from pooling.models import Run
from pooling.queries.benchmarks import access_benchmark
from pooling.queries.listed import MODELS, RUNS
from pooling.queries.runs import (
    SUMMED_UP,
    OverlapAsked,
    access_model,
    access_models,
    access_run,
    access_runs,
    first_rankings,
    overlap_of_runs,
    runs_by_model,
    scores_by_rank,
)
from pooling.views.answers import csv_download

SHOWN_RANKINGS = 20
SHOWN_TARGETS = 3


@page_view
def runs(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form = BenchmarkFilterForm(request.GET, person=asking)
    wanted = form.wanted
    page = RUNS.page(wanted.of(access_runs(asking)), request.GET)
    context = {"form": form, "benchmark": wanted.benchmark, "runs": page.rows, "page": page}
    return with_form(request, "pooling/runs.html", context)


@page_view
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    asking = person_of(request)
    require_reader(asking)  # a submitter has another page of it
    shown = access_run(asking, run_id)
    context = {
        "run": shown,
        "expected": shown.expected,
        "scores": scores_by_rank(shown),
        "summed_up": min(SUMMED_UP, shown.items),
        "states": Run.State.choices,
        "rankings": first_rankings(shown, items=SHOWN_RANKINGS, depth=SHOWN_TARGETS),
    }
    return render(request, "pooling/run.html", context)


@leads_button()
def run_state(request: HttpRequest, run_id: int) -> HttpResponse:
    change_by_form(request, access_run(person_of(request), run_id))
    return redirect("pooling:run", run_id)


def change_by_form(request: HttpRequest, run: Run) -> None:
    """What comes of it is a message on the next page."""
    form = StateForm(request.POST)
    if form.is_valid():
        with refusals_shown(request):
            state = Run.State(form.cleaned_data["state"])
            changed = change_run_state(actor_of(request), run, state)
            words = {"run": changed, "state": changed.get_state_display().lower()}
            messages.success(request, _("%(run)s is %(state)s.") % words)


@page_view
def models(request: HttpRequest) -> HttpResponse:
    page = MODELS.page(access_models(person_of(request)), request.GET)
    context = {"models": page.rows, "runs": runs_by_model(page.rows), "page": page}
    return render(request, "pooling/models.html", context)


@page_view
def model(request: HttpRequest, model_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = access_model(asking, model_id)
    page = RUNS.page(access_runs(asking).filter(model=shown), request.GET)
    context = {"model": shown, "runs": page.rows, "page": page}
    return render(request, "pooling/model.html", context)


MOST_KNOWN = 20  # of the models there are, beside the form


@leads_form
def register_model(request: HttpRequest) -> HttpResponse:
    form = ModelForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.refusals():
            made = registering.register_model(actor_of(request), form.asked)
            messages.success(request, _("%(made)s is registered.") % {"made": made})
            return redirect("pooling:model", made.pk)
    known = access_models(person_of(request)).order_by("-pk")[:MOST_KNOWN]
    return with_form(request, "pooling/register_model.html", {"form": form, "models": known})


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
