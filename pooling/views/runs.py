"""Runs: what models predicted, and how each import went."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from foundation.paging.by_key import page_by_key
from people.actor import person_of
from pooling.forms import BenchmarkFilterForm
from pooling.queries.runs import (
    SUMMED_UP,
    OfBenchmark,
    access_run,
    access_runs,
    first_rankings,
    scores_by_rank,
)

SHOWN_RANKINGS = 20
SHOWN_TARGETS = 3


@login_required
@require_safe
def runs(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    form = BenchmarkFilterForm(request.GET, person=asking)
    wanted = form.asked if form.is_valid() else OfBenchmark()
    page = page_by_key(wanted.of(access_runs(asking)), request.GET)
    context = {
        "form": form,
        "benchmark": wanted.benchmark,
        "runs": page.rows,
        "older": page.older,
        "newer": page.newer,
    }
    return render(request, "pooling/runs.html", context, status=200 if form.is_valid() else 400)


@login_required
@require_safe
def run(request: HttpRequest, run_id: int) -> HttpResponse:
    shown = access_run(person_of(request), run_id)
    context = {
        "run": shown,
        "expected": shown.benchmark.caption_count
        if shown.direction == shown.Direction.TEXT_TO_VIDEO
        else shown.benchmark.video_count,
        "scores": scores_by_rank(shown),
        "summed_up": min(SUMMED_UP, shown.items),
        "rankings": first_rankings(shown, items=SHOWN_RANKINGS, depth=SHOWN_TARGETS),
    }
    return render(request, "pooling/run.html", context)
