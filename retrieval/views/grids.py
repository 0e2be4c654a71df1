"""Ordering a grid of trainings, and what one came to."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from people.actor import person_of
from people.guards import leads_form, page_view
from pooling.queries.benchmarks import access_benchmark
from pooling.views.answers import csv_download
from retrieval.actions.order_grid import order_grid
from retrieval.asked.grid_table import TableWanted
from retrieval.forms import GridForm, GridTableForm
from retrieval.queries.grid_chart import curves, over_axis
from retrieval.queries.grid_lines import csv_of
from retrieval.queries.grid_table import read_table
from retrieval.queries.grids import access_grid, access_grids, state_of
from retrieval.views.training import ordered


@leads_form
def grids(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    known = [(grid, state_of(grid)) for grid in access_grids(asking, of)]
    return ordered(request, of, GridForm, order_grid, "retrieval/grids.html", known=known)


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
