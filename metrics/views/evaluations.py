"""Reports: read and taken away by readers; started, computed again and deleted by leads."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from foundation.form_page import picked_rows, with_form
from jobs.begun import waited_for
from metrics.actions.delete_report import delete_report, delete_reports
from metrics.actions.start_evaluation import start_evaluation, start_verifying
from metrics.downloads import Drawn, drawn_of_report
from metrics.forms import EvaluationForm
from metrics.queries.listed import REPORTS, headlines_of
from metrics.queries.read_report import read_report
from metrics.queries.reports import access_report, access_reports, style_of_report
from people.actor import actor_of, person_of
from people.guards import leads_button, leads_form, page_view
from pooling.forms import BenchmarkFilterForm
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmarks
from pooling.queries.directions import between
from pooling.queries.runs import access_runs


@page_view
def evaluations(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form, found = BenchmarkFilterForm(request.GET, person=asking), access_reports(asking)
    wanted = form.cleaned_data["benchmark"] if form.is_valid() else None
    found = found.filter(benchmark=wanted) if wanted else found
    page = REPORTS.page(found, request.GET, lead=asking.is_lead)
    says = headlines_of(page.rows)
    context = {
        "form": form,
        "wanted": wanted,
        "any": wanted or _newest(request),
        "reports": [(report, says.get(report.pk)) for report in page.rows],
        "page": page,
    }
    return with_form(request, "metrics/evaluations.html", context)


@leads_form
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
        return waited_for(request, job)
    choice = BenchmarkFilterForm({"benchmark": of.pk}, person=person_of(request))
    context = {"benchmark": of, "choice": choice, "form": form}
    context["runs"] = between(access_runs(person_of(request), of)).exists()
    return with_form(request, "metrics/new_evaluation.html", context)


@page_view
def evaluation(request: HttpRequest, report_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = access_report(asking, report_id)
    others = access_reports(asking).filter(benchmark=shown.benchmark_id).exclude(pk=shown.pk)
    context = {
        "report": shown,
        "read": read_report(shown, request.GET.get("measure", "")),
        "others": others.order_by("-pk")[:50],
        "style": style_of_report(shown),
    }
    return render(request, "metrics/evaluation.html", context)


@page_view
def evaluation_json(request: HttpRequest, report_id: int) -> HttpResponse:
    """The very bytes that were frozen."""
    shown = access_report(person_of(request), report_id)
    headers = {"Content-Disposition": f'attachment; filename="report-{shown.pk}.json"'}
    return HttpResponse(bytes(shown.result), content_type="application/json", headers=headers)


def drawn(request: HttpRequest, key: str, report_id: int) -> Drawn:
    return drawn_of_report(access_report(person_of(request), report_id))


@leads_button()
def verify(request: HttpRequest, report_id: int) -> HttpResponse:
    shown = access_report(person_of(request), report_id)
    return waited_for(request, start_verifying(actor_of(request), shown))


@leads_form
def delete(request: HttpRequest, report_id: int) -> HttpResponse:
    shown = access_report(person_of(request), report_id)
    if request.method != "POST":
        return render(request, "metrics/delete_evaluation.html", {"report": shown})
    delete_report(actor_of(request), shown)
    messages.info(request, _("The report %(shown)s was deleted.") % {"shown": shown})
    return redirect("metrics:evaluations")


@leads_button("metrics:evaluations")
def delete_picked(request: HttpRequest) -> HttpResponse:
    """It asks first, by showing what goes."""
    found = access_reports(person_of(request)).filter(pk__in=picked_rows(request))
    reports = list(found.order_by("-pk"))
    if "sure" not in request.POST:
        return render(request, "metrics/delete_evaluations.html", {"reports": reports})
    delete_reports(actor_of(request), reports)
    sentence = ngettext(
        "%(count)d report was deleted.", "%(count)d reports were deleted.", len(reports)
    )
    messages.info(request, sentence % {"count": len(reports)})
    return redirect("metrics:evaluations")


def _newest(request: HttpRequest) -> Benchmark | None:
    newest: Benchmark | None = access_benchmarks(person_of(request)).order_by("-pk").first()
    return newest
