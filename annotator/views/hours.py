"""Hours worked by day and person, for leads: to look at, and to pay people by."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from annotator.forms import HoursForm
from annotator.queries import hours as queries
from foundation.asking.arguments import values_of
from foundation.form_page import with_form
from people.actor import person_of
from people.guards import leads_page
from pooling.views.answers import csv_download

SHOWN = 500


@leads_page
def hours(request: HttpRequest) -> HttpResponse:
    form = HoursForm(request.GET, person=person_of(request))
    if not form.is_valid():
        return with_form(request, "annotator/hours.html", {"form": form})
    rows = queries.hours_worked(**values_of(form.asked))
    context: dict[str, Any] = {
        "form": form,
        "rows": rows[-SHOWN:],
        "total": len(rows),
        "active": sum(row.active_hours for row in rows),
        "zone": queries.zone_of_days(form.asked.zone),
        "asked": request.GET.urlencode(),
    }
    return render(request, "annotator/hours.html", context)


@leads_page
def download(request: HttpRequest) -> HttpResponseBase:
    form = HoursForm(request.GET, person=person_of(request))
    if not form.is_valid():
        return with_form(request, "annotator/hours.html", {"form": form})
    of = form.asked.campaign
    name = f"hours of {of.benchmark} {of}" if of else "hours"
    return csv_download(name, queries.COLUMNS, queries.hours_table(**values_of(form.asked)))
