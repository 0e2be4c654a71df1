"""A benchmark's witnesses: what there is, what each says, and how more are imported."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from foundation.form_page import with_form
from jobs.begun import waited_for
from people.actor import actor_of, person_of
from people.guards import leads_form, page_view
from pooling.models import Run
from pooling.queries.benchmarks import access_benchmark
from witnesses.actions.ask_for_witness import import_witness as import_it
from witnesses.forms import WitnessForm
from witnesses.queries.coverage import coverages
from witnesses.queries.hearings import (
    Asking,
    all_probes,
    askings,
    going_on,
    hearings_of,
    steering,
    without_value,
)
from witnesses.queries.said import said_by
from witnesses.queries.witnesses import WITNESSES, access_witness, access_witnesses

# What a witness is known by, as its page calls it.
ABOUT = {
    "sha256": "SHA-256 of its source",
    "direction": "Direction",
    "depth": "Depth",
    "threshold": "Relevant from",
    "learnt": "It has learnt from these labels",
    "number": "Number",
    "model": "Model, as the service calls it",
    "scale": "Scale, from the lowest",
    "frames": "Frames of a clip",
    "side": "Longer side of a frame",
    "temperature": "Temperature",
    "longest": "Most tokens of an answer",
    "sound": "Sound",
    "offers": "What the service offers",
}
OFFERS = {"schema": gettext_lazy("accepts a schema"), "logprobs": gettext_lazy("log-probabilities")}
LONG = ("prompt",)  # shown by itself


@page_view
def witnesses(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    page = WITNESSES.page(access_witnesses(asking, of), request.GET, lead=asking.is_lead)
    known = coverages(of)
    asked = askings(of)
    rows = [(row, known[row.pk], asked.get(row.pk, Asking())) for row in page.rows]
    context = {"benchmark": of, "page": page, "rows": rows}
    return render(request, "witnesses/witnesses.html", context)


@leads_form
def import_witness(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = WitnessForm(*sent, person=asking, given={"benchmark": of}, initial=request.GET.dict())
    if form.is_valid():
        return waited_for(request, import_it(actor_of(request), form.asked))
    context = {"benchmark": of, "form": form}
    return with_form(request, "witnesses/import_witness.html", context)


@page_view
def witness(request: HttpRequest, benchmark_id: int, witness_id: int) -> HttpResponse:
    shown = access_witness(person_of(request), benchmark_id, witness_id)
    coverage = coverages(shown.benchmark)[shown.pk]
    config = [
        (ABOUT.get(name, name), _in_words(of))
        for name, of in shown.config.items()
        if name not in LONG
    ]
    hearings = hearings_of(shown) if shown.is_asked else []
    context = {
        "witness": shown,
        "coverage": coverage,
        "said": said_by(shown),
        "config": config,
        "hearings": hearings,
        "steering": steering([one.canaries for one in hearings]),
        "go_on": urlencode(going_on(hearings)),
        "probes": all_probes(hearings),
        "without_value": without_value(shown),
    }
    return render(request, "witnesses/witness.html", context)


def _in_words(value: Any) -> Any:
    if value is True:
        return _("yes")
    if isinstance(value, list):
        return ", ".join(value)
    if isinstance(value, dict):
        offered = [str(words) for name, words in OFFERS.items() if value.get(name)]
        return ", ".join(offered) or _("neither likelihoods nor a schema")
    if isinstance(value, bool):
        return _("none is sent")  # of sound
    return Run.Direction(value).label if value in Run.Direction.values else value
