"""What a pool would hold and cost, before anything is written; and freezing it."""

import json
from dataclasses import dataclass, replace
from hashlib import sha256
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.vary import vary_on_headers
from django_htmx.middleware import HtmxDetails

from people.actor import actor_of, person_of
from people.guards import leads_form
from pooling.actions.build_pool import PoolCost, ask_for_pool, cost_of_pool
from pooling.forms import PoolForm, PoolNameForm
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark


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
    form = PoolForm(of, request.GET)
    context = {
        "benchmark": of,
        "form": form,
        "named": PoolNameForm(of),
        "cost": _cost(of, form) if request.GET else None,
    }
    if HtmxDetails(request):
        return render(request, "pooling/_cost.html", context)
    return render(
        request,
        "pooling/new_pool.html",
        context,
        status=400 if request.GET and form.errors else 200,
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
    return redirect("jobs:detail", ask_for_pool(actor_of(request), wanted).pk)


@dataclass(frozen=True, slots=True)
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
