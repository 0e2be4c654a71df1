"""The door of judges from outside: the list of pairs, a file of opinions, and what came of it."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from foundation.form_page import with_form
from jobs.begun import waited_for
from jobs.queries import NUMBERS
from metrics.actions.judge_kept import find_judge_standing
from metrics.downloads import pairs_download
from metrics.forms import JudgeForm
from metrics.queries.outside_judge import standing_as_json
from people.actor import actor_of, person_of
from people.guards import form_view, page_view
from pooling.queries.benchmarks import example_keys
from pooling.queries.submissions import (
    left_today,
    open_benchmark,
    open_benchmarks,
    require_submitter,
)
from witnesses.actions.submit_judge import hand_in_judge
from witnesses.queries.judges import (
    JUDGES,
    access_judge,
    access_judges,
    judges_left,
)


@page_view
def judges(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    mask = None if asking.is_lead else NUMBERS
    page = JUDGES.page(access_judges(asking), request.GET, lead=asking.is_lead, mask=mask)
    context: dict[str, Any] = {"rows": page.rows, "page": page}
    if not asking.is_lead:
        context |= {"open": open_benchmarks(asking), "left": judges_left(asking)}
    return render(request, "metrics/judges.html", context)


@form_view
def submit_judge(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    require_submitter(asking)
    of = open_benchmark(asking, benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = JudgeForm(*sent, person=asking, given={"benchmark": of})
    if form.is_valid():
        with form.refusals():
            return waited_for(request, hand_in_judge(actor_of(request), form.asked))
    context = {"benchmark": of, "form": form, "left": judges_left(asking)}
    context |= {"example": example_keys(of), "mib": left_today(asking).mib}
    return with_form(request, "metrics/submit_judge.html", context)


@page_view
def judge_pairs(request: HttpRequest, benchmark_id: int) -> HttpResponseBase:
    return pairs_download(open_benchmark(person_of(request), benchmark_id))


@page_view
def judge(request: HttpRequest, judge_id: int) -> HttpResponse:
    asking = person_of(request)
    shown = access_judge(asking, judge_id)
    found = find_judge_standing(shown)
    context: dict[str, Any] = {"judge": shown, "job": found.job, "kept": found.kept}
    if found.kept is not None:
        exact = found.kept.result
        context |= {"standing": standing_as_json(exact, asking, shown)}
        context |= {"exact": exact if asking.is_lead else None}
    return render(request, "metrics/judge.html", context)
