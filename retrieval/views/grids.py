"""Ordering a grid of trainings, and what one came to."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from jobs.begun import waited_for
from people.actor import actor_of, person_of
from people.guards import leads_form, page_view
from pooling.queries.benchmarks import access_benchmark
from pooling.views.answers import csv_download
from retrieval.actions.order_grid import order_grid
from retrieval.asked.grid_table import TableWanted
from retrieval.extra import MAKE, is_installed
from retrieval.forms import GridForm, GridTableForm
from retrieval.queries.grid_chart import curves, over_axis
from retrieval.queries.grid_lines import csv_of
from retrieval.queries.grid_table import read_table
from retrieval.queries.grids import access_grid, access_grids, state_of


@leads_form
def grids(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = GridForm(of, asking, *sent, initial=request.GET.dict())
    if form.is_valid():
        with form.refusals():
            return waited_for(request, order_grid(actor_of(request), form.asked))
    known = [(grid, state_of(grid)) for grid in access_grids(asking, of)]
    context = {"benchmark": of, "form": form, "installed": is_installed(), "make": MAKE}
    return with_form(request, "retrieval/grids.html", context | {"known": known})


@page_view
def grid(request: HttpRequest, benchmark_id: int, grid_id: int) -> HttpResponse:
    shown = access_grid(person_of(request), benchmark_id, grid_id)
    form = GridTableForm(request.GET or None)
    wanted = form.asked if form.is_valid() else TableWanted()
    chosen = values_of(wanted)
    drawn = chosen.pop("curves")
    context: dict[str, Any] = {"grid": shown, "benchmark": shown.benchmark, "form": form}
    with form.refusals():
        table = read_table(shown, **chosen)
        context["table"] = table
        context["charts"] = [over_axis(table, shown.varied), *curves(table, drawn)]
    return with_form(request, "retrieval/grid.html", context)


@page_view
def grid_csv(request: HttpRequest, benchmark_id: int, grid_id: int) -> HttpResponseBase:
    shown = access_grid(person_of(request), benchmark_id, grid_id)
    header, rows = csv_of(read_table(shown).as_json())
    return csv_download(f"{shown.benchmark}-{shown}", header, rows)
