"""What wrong original pairs do to C@K: the page of a benchmark's audits, where a new one opens."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from annotator.actions.start_campaign import audit_originals
from annotator.queries.originals import audits_of
from foundation.words import translated_sentence
from metrics.audit_forms import AuditForm
from metrics.queries.audits import take_audit
from metrics.studies.registry import tables_of
from metrics.studies.study import NothingToStudy
from people.actor import actor_of, person_of
from people.guards import leads_only
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def audit(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    """`?campaign=`: the name of one of several audits; the newest without it. Sent, the form opens
    another."""
    of = access_benchmark(person_of(request), benchmark_id)
    form = AuditForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        with form.refusals():
            campaign = audit_originals(actor_of(request), of, form.asked)
            messages.success(
                request,
                _("Open: %(originals)s original pairs among %(pairs)s. Add its raters here.")
                % {"originals": f"{form.asked.count:,}", "pairs": f"{campaign.items_count:,}"},
            )
            return redirect("annotator:campaign", campaign.pk)
    context = {"benchmark": of, "form": form, "audits": audits_of(of)}
    context |= _found(of, request.GET.get("campaign", ""))
    return render(request, "metrics/audit.html", context, status=400 if form.errors else 200)


def _found(of: Benchmark, name: str) -> dict[str, Any]:
    try:
        found = take_audit(of, name)
    except NothingToStudy as nothing:
        text = str(nothing)
        why = translated_sentence(f"{text[:1].upper()}{text[1:]}.") or _("Nothing yet.")
        return {"found": None, "tables": (), "why": why}
    return {"found": found, "tables": tables_of(found), "why": ""}
