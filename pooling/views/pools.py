"""Frozen pools, what is in them, and all of it to take away; and what a pool would hold and cost,
before it is frozen."""

import json
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from foundation.form_page import with_form
from foundation.frozen import frozen
from jobs.begun import answers, waited_for
from people.actor import actor_of, person_of
from people.guards import leads_form, page_view
from pooling.actions.build_pool import PoolCost, ask_for_pool, cost_of_pool
from pooling.forms import BenchmarkFilterForm, PairFilterForm, PoolForm, PoolNameForm
from pooling.models import Benchmark, Pool
from pooling.queries import pools as queries
from pooling.queries.benchmarks import access_benchmark, first_captions
from pooling.queries.listed import POOLS, pairs_listing
from pooling.views.answers import csv_download


@page_view
def pools(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form = BenchmarkFilterForm(request.GET, person=asking)
    wanted = form.wanted
    page = POOLS.page(wanted.of(queries.access_pools(asking)), request.GET, lead=asking.is_lead)
    context = {"form": form, "benchmark": wanted.benchmark, "pools": page.rows, "page": page}
    return with_form(request, "pooling/pools.html", context)


@page_view
def pool(request: HttpRequest, pool_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = queries.access_pool(asking, pool_id)
    form = PairFilterForm(shown, request.GET)
    page = pairs_listing(shown).page(form.wanted.of(queries.pairs_of(shown)), request.GET)
    context = {
        "pool": shown,
        "form": form,
        "page": page,
        "captions": first_captions({pair.query_id for pair in page.rows}),
        "runs": list(zip(shown.parameters["runs"], shown.parameters["run_names"], strict=True)),
        "beyond": queries.access_pools(asking)
        .filter(pk__in=shown.parameters["beyond"])
        .order_by("pk"),
    }
    return with_form(request, "pooling/pool.html", context)


@page_view
def pool_pairs(request: HttpRequest, pool_id: int) -> HttpResponseBase:
    shown = queries.access_pool(person_of(request), pool_id)
    ranks = [f"rank in {name}" for name in shown.parameters["run_names"]]
    header = ("caption", "video", "best_rank", *ranks, "stratum", "inclusion", "original", "judged")
    return csv_download(f"{shown.benchmark.name}-{shown.name}-pairs", header, _pair_cells(shown))


@page_view
def pool_captions(request: HttpRequest, pool_id: int) -> HttpResponseBase:
    shown = queries.access_pool(person_of(request), pool_id)
    header = ("caption_id", "stratum", "inclusion")
    return csv_download(
        f"{shown.benchmark.name}-{shown.name}-captions", header, queries.chosen_captions(shown)
    )


def _pair_cells(pool: Pool) -> Iterator[tuple[object, ...]]:
    for text, video, best, ranks, *rest in queries.pooled_rows(pool):
        yield (text, video, best, *(rank or "" for rank in ranks), *rest)


@leads_form
@vary_on_headers("HX-Request")
def new_pool(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    """The page; to htmx only the cost, which asks anew when the form changes. A plan is an address;
    the decision is sent."""
    of = access_benchmark(person_of(request), benchmark_id)
    if "ask" in request.POST:
        return redirect(f"{request.path}?{urlencode(PoolForm(of, request.POST).answers())}")
    if request.method == "POST":
        return _freeze(request, of)
    asked = answers(request)
    form = PoolForm(of, asked)
    context = {
        "benchmark": of,
        "form": form,
        "named": PoolNameForm(of),
        "cost": _cost(of, form) if asked else None,
    }
    if HtmxDetails(request):
        return render(request, "pooling/_cost.html", context)
    return render(
        request,
        "pooling/new_pool.html",
        context,
        status=400 if asked and form.errors else 200,
    )


def _freeze(request: HttpRequest, of: Benchmark) -> HttpResponse:
    """Exactly what the form says, or nothing: where the cost that was shown was another plan's, the
    new one is shown first."""
    form, named = PoolForm(of, request.POST), PoolNameForm(of, request.POST)
    cost = _cost(of, form)
    changed = cost is not None and request.POST.get("shown", cost.digest) != cost.digest
    if cost is None or changed or not named.is_valid():
        context = {"benchmark": of, "form": form, "named": named, "cost": cost, "changed": changed}
        return render(request, "pooling/new_pool.html", context, status=409 if changed else 422)
    wanted = replace(form.asked, name=named.cleaned_data["name"])
    return waited_for(request, ask_for_pool(actor_of(request), wanted))


@frozen
class ShownCost:
    """A cost at a pace. digest: of the plan and the size of its pool; what others judge meanwhile
    does not change it."""

    cost: PoolCost
    hours: float
    pace: float
    digest: str


def _cost(of: Benchmark, form: PoolForm) -> ShownCost | None:
    """None where the form does not say enough, or what it says is refused; the form then says
    why."""
    if not form.is_valid():
        return None
    wanted = form.asked
    with form.refusals():
        cost = cost_of_pool(of, wanted)
    if form.errors:
        return None
    plan = json.dumps([wanted.parameters().as_json(), wanted.an_hour, cost.captions, cost.pairs])
    digest = sha256(plan.encode()).hexdigest()[:32]
    return ShownCost(cost, cost.hours(wanted.an_hour), wanted.an_hour, digest)
