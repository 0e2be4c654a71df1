"""The benchmark doctor's page: what it found, and the button that lets it look."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from metrics.actions.doctor_kept import DoctorAsked, find_doctor, start_doctor
from metrics.charts.files import TYPES
from metrics.charts.registry import charts_of
from metrics.downloads import ENDINGS, chart_download, table_download
from metrics.studies.doctor_found import Doctor
from metrics.tables.doctor import tables
from people.actor import actor_of, person_of
from people.guards import leads_only
from pooling.queries.benchmarks import access_benchmark

# Shown below the findings.
SHOWN = ("pairs", "scores")
# The table that has all examples of a finding, by the finding's kind.
LISTS = {
    "duplicated_texts": "duplicated",
    "near_duplicates": "near",
    "ambiguous_captions": "ambiguous",
    "train_overlap": "overlap",
    "similar_clips": "clips",
    "suspect_runs": "suspects",
}


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def doctor(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    show = _start if request.method == "POST" else _show
    return show(request, benchmark_id)


@leads_only
def _start(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    start_doctor(actor_of(request), DoctorAsked(benchmark=of))
    return redirect(reverse("metrics:doctor", args=[of.pk]))


def _show(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    visit = find_doctor(DoctorAsked(benchmark=of))
    context: dict[str, Any] = {"benchmark": of, "job": visit.job, "kept": visit.kept}
    context["here"] = reverse("metrics:doctor", args=[of.pk])
    if visit.kept is not None:
        found = visit.kept.result
        drawn = tables(found)
        context |= {
            "found": found,
            "mend": found.mend,
            "know": found.know,
            "findings": [(one, LISTS.get(one.kind, "")) for one in found.findings],
            "charts": charts_of("doctor", found.as_json(), drawn),
            "tables": [table for table in drawn if table.key in SHOWN],
        }
    return render(request, "metrics/doctor.html", context)


@login_required
@require_safe
def doctor_table(request: HttpRequest, benchmark_id: int, key: str, ending: str) -> HttpResponse:
    found = _found(request, benchmark_id)
    table = next((one for one in tables(found) if one.key == key), None)
    if table is None or ending not in ENDINGS:
        raise Http404("no such table")
    return table_download(table, ending, f"{found.benchmark}-doctor-{key}")


@login_required
@require_safe
def doctor_chart(request: HttpRequest, benchmark_id: int, key: str, ending: str) -> HttpResponse:
    found = _found(request, benchmark_id)
    drawn = charts_of("doctor", found.as_json(), tables(found))
    chart = next((one for one in drawn if one.key == key), None)
    if chart is None or ending not in TYPES:
        raise Http404("no such chart")
    return chart_download(chart, ending, f"{found.benchmark}-doctor-{key}")


def _found(request: HttpRequest, benchmark_id: int) -> Doctor:
    of = access_benchmark(person_of(request), benchmark_id)
    kept = find_doctor(DoctorAsked(benchmark=of)).kept
    if kept is None:
        raise Http404(_("The doctor has not looked at this benchmark yet."))
    return kept.result
