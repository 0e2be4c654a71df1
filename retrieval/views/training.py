"""Training a model, and how one was trained."""

from collections.abc import Callable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from foundation.form_page import with_form
from jobs.begun import waited_for
from jobs.models import Job
from people.actor import actor_of, person_of
from people.guards import leads_form, page_view
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark
from retrieval.actions.order_training import order_training
from retrieval.extra import MAKE, is_installed
from retrieval.forms import TrainingForm
from retrieval.queries.clips import count_unplayable
from retrieval.queries.curves import read_curve
from retrieval.queries.places import find_places
from retrieval.queries.trained import access_trained_model, runs_of_trained


@leads_form
def train(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    return ordered(request, of, TrainingForm, order_training, "retrieval/train.html")


def ordered(
    request: HttpRequest,
    of: Benchmark,
    asks: type[TrainingForm],
    order: Callable[..., Job],
    page: str,
    **more: Any,
) -> HttpResponse:
    """A page on which trainings are ordered, and the job, once they are. more: what it shows."""
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = asks(of, person_of(request), *sent, initial=request.GET.dict())
    if form.is_valid():
        with form.refusals():
            return waited_for(request, order(actor_of(request), form.asked))
    context = {"benchmark": of, "form": form, "installed": is_installed(), "make": MAKE}
    return with_form(request, page, context | {"missing": count_unplayable(of)} | more)


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
        "spots": find_places(shown, request.GET.get("by", "")),
    }
    return render(request, "retrieval/model.html", context)


def _in_words(values: Mapping[str, Any]) -> str:
    """The values in the order of their names: the database keeps none."""
    shown = [(name, ", ".join(v) if isinstance(v, list) else v) for name, v in values.items()]
    return "; ".join(f"{name} {value}" for name, value in sorted(shown, key=lambda one: one[0]))
