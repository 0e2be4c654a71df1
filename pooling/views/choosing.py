"""Which benchmark: asked first where somebody begins from a list of all that there is, and not from
a benchmark's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from foundation.form_page import with_form
from people.actor import person_of
from people.guards import page_view
from people.models import Role
from people.queries import require_role
from pooling.forms import BenchmarkChoiceForm
from pooling.queries.benchmarks import access_benchmarks


@page_view
def import_run(request: HttpRequest) -> HttpResponse:
    return _choose(request, "pooling:import_run", _("Import a run"))


@page_view
def new_pool(request: HttpRequest) -> HttpResponse:
    return _choose(request, "pooling:new_pool", _("Plan a pool"))


def _choose(request: HttpRequest, page: str, what: str) -> HttpResponse:
    """Leads on to the page of the benchmark that was chosen, or of the only one. Whatever else was
    asked goes along."""
    asking = person_of(request)
    require_role(asking, Role.LEAD)
    known = access_benchmarks(asking)
    form = BenchmarkChoiceForm(known, request.GET if "benchmark" in request.GET else None)
    kept = request.GET.copy()
    kept.pop("benchmark", None)
    first = list(known.order_by("name")[:2])
    chosen = first[0] if len(first) == 1 and not form.is_bound else None
    if form.is_valid():
        chosen = form.cleaned_data["benchmark"]
    if chosen is not None:
        return redirect(reverse(page, args=[chosen.pk]) + (f"?{kept.urlencode()}" if kept else ""))
    context = {"form": form, "what": what, "kept": list(kept.items()), "benchmarks": bool(first)}
    return with_form(request, "pooling/choose_benchmark.html", context)
