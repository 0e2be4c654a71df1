"""Labels that go out and come in, for leads: each leads to the page of the job that does it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from annotator.actions.export_labels import order_export, order_import
from annotator.exchange_forms import ExportForm, ImportLabelsForm
from annotator.queries.campaigns import access_exports
from annotator.queries.listed import EXPORTS
from annotator.views.doors import sent
from foundation.form_page import with_form
from people.actor import actor_of, person_of
from people.guards import leads_form
from pooling.queries.benchmarks import access_benchmarks


@leads_form
def exports(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form = ExportForm(sent(request), person=asking, initial=request.GET.dict())
    if form.is_valid():
        return redirect("jobs:detail", order_export(actor_of(request), form.asked).pk)
    page = EXPORTS.page(access_exports(asking), request.GET)
    return with_form(
        request,
        "annotator/exports.html",
        {
            "form": form,
            "exports": page.rows,
            "page": page,
            "benchmarks": access_benchmarks(asking).exists(),
        },
    )


@leads_form
def import_labels(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    given = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ImportLabelsForm(*given, person=asking, initial=request.GET.dict())
    if form.is_valid():
        return redirect("jobs:detail", order_import(actor_of(request), form.asked).pk)
    return with_form(
        request,
        "annotator/import_labels.html",
        {"form": form, "benchmarks": access_benchmarks(asking).exists()},
    )
