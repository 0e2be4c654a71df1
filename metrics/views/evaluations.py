"""Reports: read and taken away by readers; started, computed again and deleted by leads."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from foundation.paging.by_key import page_by_key
from jobs.actions.request import start_job
from metrics.actions.delete_report import delete_report
from metrics.actions.start_evaluation import start_evaluation
from metrics.downloads import ENDINGS, table_download
from metrics.forms import EvaluationForm
from metrics.queries.reports import (
    access_report,
    access_reports,
    find_table,
    judged_sentence,
    result_of,
    tables_of,
    warnings_of,
)
from metrics.studies.registry import PARTS
from people.actor import actor_of, person_of
from people.guards import leads_only
from pooling.forms import BenchmarkFilterForm
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmarks


@login_required
@require_safe
def evaluations(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form, found = (
        BenchmarkFilterForm(request.GET, person=asking),
        access_reports(asking),
    )
    wanted = form.cleaned_data["benchmark"] if form.is_valid() else None
    page = page_by_key(found.filter(benchmark=wanted) if wanted else found, request.GET)
    context = {"form": form, "benchmark": wanted or _newest(request), "reports": page.rows}
    return render(
        request,
        "metrics/evaluations.html",
        context | {"older": page.older, "newer": page.newer},
        status=200 if form.is_valid() else 400,
    )


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def new_evaluation(request: HttpRequest) -> HttpResponse:
    """`?benchmark=` says of which; the newest if nothing does."""
    choice = BenchmarkFilterForm(request.GET, person=person_of(request))
    of = (choice.cleaned_data["benchmark"] if choice.is_valid() else None) or _newest(request)
    if of is None:
        return render(request, "metrics/new_evaluation.html", {"benchmark": None})
    sent = request.POST if request.method == "POST" else None
    form = EvaluationForm(of, person_of(request), sent)
    if form.is_valid():
        job = start_evaluation(actor_of(request), form.asked)
        return redirect("jobs:detail", job.pk)
    choice = BenchmarkFilterForm({"benchmark": of.pk}, person=person_of(request))
    context = {"benchmark": of, "choice": choice, "form": form, "runs": of.runs.exists()}
    return render(
        request, "metrics/new_evaluation.html", context, status=422 if form.errors else 200
    )


@login_required
@require_safe
def evaluation(request: HttpRequest, report_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = access_report(asking, report_id)
    others = (
        access_reports(asking)
        .filter(benchmark=shown.benchmark_id)
        .exclude(pk=shown.pk)
        .order_by("-pk")
    )
    result = result_of(shown)
    parts = [
        (name, PARTS[name].title, tables, nothing) for name, tables, nothing in tables_of(result)
    ]
    context = {
        "report": shown,
        "parts": parts,
        "others": others[:50],
        "judged": judged_sentence(result),
    }
    return render(request, "metrics/evaluation.html", context | {"warnings": warnings_of(result)})


@login_required
@require_safe
def evaluation_json(request: HttpRequest, report_id: int) -> HttpResponse:
    """The very bytes that were frozen."""
    shown = access_report(person_of(request), report_id)
    headers = {"Content-Disposition": f'attachment; filename="report-{shown.pk}.json"'}
    return HttpResponse(bytes(shown.result), content_type="application/json", headers=headers)


@login_required
@require_safe
def evaluation_table(request: HttpRequest, report_id: int, key: str, ending: str) -> HttpResponse:
    shown = access_report(person_of(request), report_id)
    if ending not in ENDINGS:
        raise Http404(f"expected a file that ends with {', '.join(ENDINGS)}")
    return table_download(
        find_table(shown, key), ending, f"{shown.benchmark}-report-{shown.pk}-{key}"
    )


@leads_only
@require_POST
def verify(request: HttpRequest, report_id: int) -> HttpResponse:
    shown = access_report(person_of(request), report_id)
    job = start_job(
        "metrics.verify",
        actor=actor_of(request),
        title=f"Compute report {shown} again",
        report=shown.pk,
    )
    return redirect("jobs:detail", job.pk)


@leads_only
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest, report_id: int) -> HttpResponse:
    shown = access_report(person_of(request), report_id)
    if request.method != "POST":
        return render(request, "metrics/delete_evaluation.html", {"report": shown})
    delete_report(actor_of(request), shown)
    messages.info(request, f"The report {shown} was deleted.")
    return redirect("metrics:evaluations")


def _newest(request: HttpRequest) -> Benchmark | None:
    newest: Benchmark | None = access_benchmarks(person_of(request)).order_by("-pk").first()
    return newest
