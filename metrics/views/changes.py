"""Two reports, caption by caption, for readers."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from foundation.paging.by_key import PAGE_SIZE
from foundation.paging.keys import read_key
from foundation.refused import Refused
from foundation.words import translated
from metrics.downloads import Drawn
from metrics.forms import ChangesForm
from metrics.models import Report
from metrics.queries.changes import (
    DifferentBenchmarks,
    captions_changed,
    changed_charts,
    charts_between,
    compare_labels,
    compare_reports,
    compare_settings,
    score_names,
)
from metrics.queries.reports import access_report, style_of_report
from metrics.studies.changes import ScoreName
from people.actor import person_of
from people.guards import page_view


@page_view
def choose(request: HttpRequest, report_id: int) -> HttpResponse:
    """`?other=`, as the report's own page asks it, becomes an address to keep: the earlier report
    comes first."""
    asking = person_of(request)
    other = read_key(request.GET, "other")
    if not other:
        raise Http404("other: expected the id of a report")
    first, second = sorted((access_report(asking, report_id).pk, access_report(asking, *other).pk))
    return redirect("metrics:changes", first, second)


@page_view
def changes(request: HttpRequest, report_id: int, other_id: int) -> HttpResponse:
    """The earlier report is Before, whichever of the two an address names first."""
    asking = person_of(request)
    before, after = access_report(asking, report_id), access_report(asking, other_id)
    if before.pk > after.pk:
        ordered = reverse("metrics:changes", args=[after.pk, before.pk])
        return redirect(f"{ordered}?{request.GET.urlencode()}" if request.GET else ordered)
    form = _form(before, after, request)
    context: dict[str, Any] = {"before": before, "after": after, "form": form}
    try:
        context |= _settings(before, after)
        if not form.is_valid():
            return render(request, "metrics/changes.html", context, status=400)
        context |= _scores(request, before, after, form.cleaned_data)
    except Refused as refused:
        context["refused"] = str(refused)
        return render(request, "metrics/changes.html", context, status=422)
    return render(request, "metrics/changes.html", context)


def _settings(before: Report, after: Report) -> dict[str, Any]:
    if before.benchmark_id != after.benchmark_id:
        raise DifferentBenchmarks
    settings = compare_settings(before, after)
    return {
        "settings": settings,
        "labels": compare_labels(before, after),
        "compared": True,
        "of_scores": [one.title for one in settings if one.of_scores],
        "setting_names": ", ".join(translated(one.title) for one in settings),
    }


def _scores(
    request: HttpRequest, before: Report, after: Report, chosen: dict[str, str]
) -> dict[str, Any]:
    found = compare_reports(before, after, **chosen)
    (start,) = read_key(request.GET, "beyond") or (0,)
    beyond = start + PAGE_SIZE
    return {
        "found": found,
        "changed": len(found.keys),
        "rows": captions_changed(before, found, start, PAGE_SIZE),
        "charts": changed_charts(found, chosen["measure"]),
        "style": style_of_report(after),
        "beyond": beyond if beyond < found.items else 0,
    }


def drawn(request: HttpRequest, key: str, report_id: int, other_id: int) -> Drawn:
    before, after = (access_report(person_of(request), one) for one in (report_id, other_id))
    name = f"{before.benchmark}-reports-{before.pk}-{after.pk}"
    return Drawn((), charts_between(before, after), name, lambda: style_of_report(after))


def _form(before: Report, after: Report, request: HttpRequest) -> ChangesForm:
    shared = [
        name for text in score_names(before) & score_names(after) if (name := ScoreName.read(text))
    ]
    runs, measures = ({getattr(name, of) for name in shared} for of in ("run", "measure"))
    return ChangesForm(sorted(runs), sorted(measures), request.GET)
