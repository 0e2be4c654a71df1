"""Labels that go out and come in, for leads: each shows how far the job is that does it; and hours
worked by day and person, to look at, and to pay people by."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from annotator.actions.export_labels import order_export, order_import
from annotator.actions.rescale import order_rescale
from annotator.asked.grades import graded_campaigns_of
from annotator.formats.registry import FORMATS
from annotator.forms import ExportForm, HoursForm, ImportLabelsForm, RescaleForm
from annotator.queries import hours as queries
from annotator.queries.campaigns import access_exports
from annotator.queries.listed import EXPORTS
from annotator.views.doors import sent
from foundation.form_page import with_form
from jobs.begun import waited_for
from people.actor import actor_of, person_of
from people.guards import leads_form, leads_page
from pooling.queries.benchmarks import access_benchmarks
from pooling.views.answers import csv_download

SHOWN = 500
MOST_SCALES = 20


@leads_form
def exports(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form = ExportForm(sent(request), person=asking, initial=request.GET.dict())
    if form.is_valid():
        return waited_for(request, order_export(actor_of(request), form.asked))
    page = EXPORTS.page(access_exports(asking), request.GET)
    there_are = access_benchmarks(asking).exists()
    context = {"form": form, "exports": page.rows, "page": page, "benchmarks": there_are}
    context |= {"graded": graded_campaigns_of(asking).exists(), "formats": FORMATS.values()}
    return with_form(request, "annotator/exports.html", context)


@leads_form
def import_labels(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    given = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ImportLabelsForm(*given, person=asking, initial=request.GET.dict())
    if form.is_valid():
        return waited_for(request, order_import(actor_of(request), form.asked))
    there_are = access_benchmarks(asking).exists()
    context = {"form": form, "benchmarks": there_are, "formats": FORMATS.values()}
    return with_form(request, "annotator/import_labels.html", context)


@leads_form
def rescale(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form = RescaleForm(sent(request), person=asking, initial=request.GET.dict())
    if form.is_valid():
        return waited_for(request, order_rescale(actor_of(request), form.asked))
    graded = graded_campaigns_of(asking).select_related("benchmark").order_by("-pk")[:MOST_SCALES]
    return with_form(request, "annotator/rescale.html", {"form": form, "graded": graded})


@leads_page
def hours(request: HttpRequest) -> HttpResponse:
    form = HoursForm(request.GET, person=person_of(request))
    if not form.is_valid():
        return with_form(request, "annotator/hours.html", {"form": form})
    rows = queries.hours_worked(**form.values)
    context = {
        "form": form,
        "rows": rows[-SHOWN:],
        "total": len(rows),
        "active": sum(row.active_hours for row in rows),
        "zone": queries.zone_of_days(form.asked.zone),
        "paid": queries.paid(rows),
        "asked": request.GET.urlencode(),
    }
    return render(request, "annotator/hours.html", context)


@leads_page
def hours_download(request: HttpRequest) -> HttpResponseBase:
    form = HoursForm(request.GET, person=person_of(request))
    if not form.is_valid():
        return with_form(request, "annotator/hours.html", {"form": form})
    of = form.asked.campaign
    name = f"hours of {of.benchmark} {of}" if of else "hours"
    return csv_download(name, queries.COLUMNS, queries.hours_table(**form.values))
