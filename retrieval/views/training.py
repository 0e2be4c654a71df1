"""Training a model, and how one was trained."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.form_page import with_form
from jobs.begun import waited_for
from people.actor import actor_of, person_of
from people.guards import leads_form, page_view
from pooling.queries.benchmarks import access_benchmark
from retrieval.actions.order_training import order_training
from retrieval.extra import MAKE, is_installed
from retrieval.forms import TrainingForm
from retrieval.queries.clips import count_unplayable
from retrieval.queries.curves import read_curve
from retrieval.queries.trained import access_trained_model, runs_of_trained


@leads_form
def train(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = TrainingForm(of, asking, *sent, initial=request.GET.dict())
    if form.is_valid():
        with form.refusals():
            return waited_for(request, order_training(actor_of(request), form.asked))
    context = {"benchmark": of, "form": form, "installed": is_installed(), "make": MAKE}
    context["missing"] = count_unplayable(of)
    return with_form(request, "retrieval/train.html", context)


@page_view
def model(request: HttpRequest, model_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = access_trained_model(asking, model_id)
    context = {
        "trained": shown,
        "card": shown.card,
        "parameters": _in_words(shown.card["parameters"]),
        "versions": _in_words(shown.card["versions"]),
        "own": _in_words(shown.card.get("own", {}).get("card", {})),
        "hardware": _in_words(shown.card.get("hardware", {})),
        "curve": read_curve(shown.curve, shown.best),
        "runs": runs_of_trained(asking, shown),
    }
    return render(request, "retrieval/model.html", context)


def _in_words(values: Mapping[str, Any]) -> str:
    """The values in the order of their names: the database keeps none."""
    shown = {
        name: ", ".join(value) if isinstance(value, list) else value
        for name, value in values.items()
    }
    return "; ".join(f"{name} {shown[name]}" for name in sorted(shown))
