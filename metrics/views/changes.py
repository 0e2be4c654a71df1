"""Two reports, caption by caption, for readers."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from foundation.paging.by_key import PAGE_SIZE
from foundation.refused import Refused
from metrics.forms import ChangesForm
from metrics.models import Report
from metrics.queries.changes import (
    DifferentBenchmarks,
    compare_labels,
    compare_reports,
    compare_settings,
    name_changes,
    score_names,
)
from metrics.queries.reports import access_report
from metrics.studies.changes import ScoreName
from people.actor import person_of


@login_required
@require_safe
def choose(request: HttpRequest, report_id: int) -> HttpResponse:
    """`?other=`, as the report's own page asks it, becomes an address to keep: the earlier report
    comes first."""
    asking = person_of(request)
    other = request.GET.get("other", "")
    if not (other.isascii() and other.isdigit() and len(other) <= 18):
        raise Http404("other: expected the id of a report")
    first, second = sorted(
        (access_report(asking, report_id).pk, access_report(asking, int(other)).pk)
    )
    return redirect("metrics:changes", first, second)


@login_required
@require_safe
def changes(request: HttpRequest, report_id: int, other_id: int) -> HttpResponse:
    asking = person_of(request)
    before, after = access_report(asking, report_id), access_report(asking, other_id)
    form = _form(before, after, request)
    context: dict[str, Any] = {"before": before, "after": after, "form": form}
    if before.benchmark_id != after.benchmark_id:
        refused = str(DifferentBenchmarks())
        return render(request, "metrics/changes.html", context | {"refused": refused}, status=422)
    settings = compare_settings(before, after)
    context |= {"settings": settings, "labels": compare_labels(before, after), "compared": True}
    context["of_scores"] = [one.title for one in settings if one.of_scores]
    if not form.is_valid():
        return render(request, "metrics/changes.html", context, status=400)
    try:
        found = compare_reports(before, after, **form.cleaned_data)
    except Refused as refused:
        return render(
            request, "metrics/changes.html", context | {"refused": str(refused)}, status=422
        )
    page = found.page(_beyond(request), PAGE_SIZE + 1)
    older = page[PAGE_SIZE - 1].key if len(page) > PAGE_SIZE else 0
    rows = name_changes(before, page[:PAGE_SIZE])
    context |= {"found": found, "changed": len(found.keys), "rows": rows, "beyond": older}
    return render(request, "metrics/changes.html", context)


def _form(before: Report, after: Report, request: HttpRequest) -> ChangesForm:
    shared = [
        name for text in score_names(before) & score_names(after) if (name := ScoreName.read(text))
    ]
    runs, measures = (
        sorted({name.run for name in shared}),
        sorted({name.measure for name in shared}),
    )
    return ChangesForm(runs, measures, request.GET)


def _beyond(request: HttpRequest) -> int:
    """The key to go on from; -1 for the beginning."""
    text = request.GET.get("beyond", "")
    if text and not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise Http404("beyond: expected the key of a row")
    return int(text) if text else -1
