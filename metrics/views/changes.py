"""Two reports, caption by caption, for readers."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from foundation.paging.by_key import PAGE_SIZE
from foundation.paging.keys import read_key
from foundation.paging.keyset import cut
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

BEFORE_ALL = -1  # below the key of the first change, which may be 0


@login_required
@require_safe
def choose(request: HttpRequest, report_id: int) -> HttpResponse:
    """`?other=`, as the report's own page asks it, becomes an address to keep: the earlier report
    comes first."""
    asking = person_of(request)
    other = read_key(request.GET, "other")
    if not other:
        raise Http404("other: expected the id of a report")
    first, second = sorted((access_report(asking, report_id).pk, access_report(asking, *other).pk))
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
    key = read_key(request.GET, "beyond")
    part = cut(partial(found.page, *key or (BEFORE_ALL,)), PAGE_SIZE, begun=bool(key))
    context |= {
        "found": found,
        "changed": len(found.keys),
        "rows": name_changes(before, part.rows),
        "beyond": part.rows[-1].key if part.more_after else 0,
    }
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
