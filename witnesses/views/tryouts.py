"""A model is tried on twenty pairs, asked about all, and asked again."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from foundation.form_page import with_form
from jobs.begun import waited_for
from people.actor import actor_of, person_of
from people.guards import leads_form, leads_page
from pooling.queries.benchmarks import access_benchmark
from witnesses.actions.ask_for_witness import try_witness
from witnesses.actions.order_hearing import order_hearing
from witnesses.asked.tryouts import tryout_of
from witnesses.chatting.prompts import version_of
from witnesses.forms import HearingForm, TryoutForm
from witnesses.queries.hearings import without_value
from witnesses.queries.tryouts import access_tryout, projected_of, tried_in
from witnesses.queries.witnesses import access_witness
from witnesses.queries.work import last_tryouts, typed_before


@leads_form
def new_witness(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    of = access_benchmark(asking, benchmark_id)
    sent = (request.POST,) if request.method == "POST" else ()
    initial = request.GET.dict() | typed_before(asking, of, request.GET.get("again", ""))
    form = TryoutForm(*sent, person=asking, given={"benchmark": of}, initial=initial)
    if form.is_valid():
        return waited_for(request, try_witness(actor_of(request), form.asked))
    context = {"benchmark": of, "form": form, "tryouts": last_tryouts(asking, of)}
    return with_form(request, "witnesses/new_witness.html", context)


@leads_form
def tryout(request: HttpRequest, benchmark_id: int, tryout_id: int) -> HttpResponse:
    shown = access_tryout(person_of(request), benchmark_id, tryout_id)
    form = _hearing_form(request, {"tryout": shown, "purpose": "ask"})
    if form.is_valid():
        with form.refusals():
            return waited_for(request, order_hearing(actor_of(request), form.asked))
    context = {
        "tryout": shown,
        "benchmark": shown.benchmark,
        "form": form,
        "tried": tried_in(shown),
        "projected": projected_of(shown),
        "version": version_of(shown.settings["prompt"]),
    }
    return with_form(request, "witnesses/tryout.html", context)


@leads_form
def ask_witness(request: HttpRequest, benchmark_id: int, witness_id: int) -> HttpResponse:
    witness = access_witness(person_of(request), benchmark_id, witness_id)
    form = _hearing_form(request, {"tryout": tryout_of(witness)})
    if form.is_valid():
        with form.refusals():
            return waited_for(request, order_hearing(actor_of(request), form.asked))
    context = {"witness": witness, "form": form, "without_value": without_value(witness)}
    return with_form(request, "witnesses/ask_witness.html", context)


@leads_page
def frame(
    request: HttpRequest, benchmark_id: int, tryout_id: int, number: int, frame: int
) -> HttpResponse:
    """A picture as it was sent."""
    shown = access_tryout(person_of(request), benchmark_id, tryout_id)
    one = shown.tried.filter(number=number).first()
    if one is None or frame >= len(one.frames):
        raise Http404
    return HttpResponse(bytes(one.frames[frame]), content_type="image/jpeg")


def _hearing_form(request: HttpRequest, given: dict[str, Any]) -> HearingForm:
    sent = (request.POST,) if request.method == "POST" else ()
    return HearingForm(*sent, given=given, initial=request.GET.dict())
