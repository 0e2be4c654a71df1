"""What wrong original pairs do to C@K: the page of an audit."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from foundation.words import translated_sentence
from metrics.queries.audits import take_audit
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from people.actor import person_of
from people.guards import leads_only
from pooling.queries.benchmarks import access_benchmark


@leads_only
@require_safe
def audit(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    """`?campaign=`: the name of one of several audits; the newest without it."""
    of = access_benchmark(person_of(request), benchmark_id)
    context: dict[str, Any] = {"benchmark": of, "found": None, "tables": (), "why": ""}
    try:
        found = take_audit(of, request.GET.get("campaign", ""))
        context |= {"found": found, "tables": tables_of(found)}
    except NothingToStudy as nothing:
        text = str(nothing)
        context["why"] = translated_sentence(f"{text[:1].upper()}{text[1:]}.") or _("Nothing yet.")
    return render(request, "metrics/audit.html", context)
