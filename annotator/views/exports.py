"""Labels that go out and come in, for leads: each leads to the page of the job that does it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from annotator.exchange_forms import ExportForm, ImportLabelsForm
from annotator.queries.exports import access_exportable_campaigns, access_exports
from foundation.paging.by_key import page_by_key
from jobs.actions.request import start_job
from people.actor import actor_of, person_of
from people.guards import leads_only
from pooling.actions.hand_in import hand_in
from pooling.queries.benchmarks import access_benchmarks


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def exports(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    sent = request.POST if request.method == "POST" else None
    benchmarks = access_benchmarks(asking)
    initial = {name: request.GET.get(name) for name in ("benchmark", "campaign")}
    form = ExportForm(benchmarks, access_exportable_campaigns(asking), sent, initial=initial)
    if form.is_valid():
        told = form.arguments()
        title = f"Export labels of {form.cleaned_data['benchmark']} as {told['format']}"
        return redirect(
            "jobs:detail",
            start_job("annotator.export", actor=actor_of(request), title=title, **told).pk,
        )
    page = page_by_key(access_exports(asking), request.GET)
    context = {
        "form": form,
        "exports": page.rows,
        "older": page.older,
        "newer": page.newer,
        "benchmarks": benchmarks.exists(),
    }
    return render(request, "annotator/exports.html", context, status=422 if form.errors else 200)


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def import_labels(request: HttpRequest) -> HttpResponse:
    benchmarks = access_benchmarks(person_of(request))
    if request.method != "POST":
        form = ImportLabelsForm(
            benchmarks,
            initial={name: request.GET.get(name) for name in ("benchmark", "format", "dataset")},
        )
    elif (form := ImportLabelsForm(benchmarks, request.POST, request.FILES)).is_valid():
        title = f"Import labels into {form.cleaned_data['benchmark']}"
        job = hand_in(
            actor_of(request),
            "annotator.import_labels",
            form.handed_in(),
            title=title,
            **form.arguments(),
        )
        return redirect("jobs:detail", job.pk)
    context = {"form": form, "benchmarks": benchmarks.exists()}
    return render(
        request, "annotator/import_labels.html", context, status=422 if form.errors else 200
    )
