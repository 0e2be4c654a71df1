"""The author's door: a submitter's runs and what comes of them, and what leads decide."""

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from foundation.asking.forms import AskedForm
from foundation.form_page import with_form
from foundation.pages import refusals_shown
from jobs.begun import waited_for
from jobs.queries import NUMBERS, access_job
from metrics.actions.standing_kept import find_standing
from metrics.actions.try_run import try_run
from people.actor import actor_of, person_of
from people.guards import button, form_view, leads_button, leads_form, page_view
from pooling.actions.change_run_state import ask_for_state
from pooling.actions.submit_run import hand_in_submission, submit_after_trial, take_submissions
from pooling.forms import StateForm
from pooling.models import Run, Submission
from pooling.queries.benchmarks import access_benchmark, access_benchmarks, example_keys
from pooling.queries.submissions import (
    access_submission,
    access_submissions,
    checked_files,
    checks_for,
    checks_left,
    left_today,
    open_benchmark,
    open_benchmarks,
    require_submitter,
)
from pooling.views.runs import change_by_form
from publishing.actions.decide_submission import ask_for_approval, refuse_submission
from publishing.forms import ApprovalForm, RefusalForm, SubmissionForm, TryForm, answered
from publishing.queries.listed import SUBMISSIONS
from publishing.queries.submissions import campaigns_named, history_of, shown_standing

MOST_BENCHMARKS = 200


@page_view
def submissions(request: HttpRequest) -> HttpResponse:
    asking = person_of(request)
    rows = access_submissions(asking)
    mask = None if asking.is_lead else NUMBERS
    page = SUBMISSIONS.page(rows, request.GET, lead=asking.is_lead, mask=mask)
    waiting = rows.filter(stage=Submission.Stage.WAITING).count()
    context: dict[str, Any] = {"rows": page.rows, "page": page, "waiting": waiting}
    if asking.is_lead:
        context["benchmarks"] = access_benchmarks(asking).order_by("name")[:MOST_BENCHMARKS]
        context["checked"] = checked_files()
    else:
        context |= {"open": open_benchmarks(asking), "left": left_today(asking)}
    return render(request, "publishing/submissions.html", context)


@form_view
def submit(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    asking = person_of(request)
    require_submitter(asking)
    of = open_benchmark(asking, benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = SubmissionForm(of, *sent, dry_run="try" in request.POST, person=asking)
    job = answered(form, partial(hand_in_submission, actor_of(request)))
    if job is not None:
        return waited_for(request, job)
    left, checks = left_today(asking), checks_left(asking, of)
    context: dict[str, Any] = {"benchmark": of, "form": form, "left": left, "checks": checks}
    context["example"] = example_keys(of)
    return with_form(request, "publishing/submit.html", context)


@button()
def submit_tried(request: HttpRequest, job_id: int) -> HttpResponse:
    """Hands the run in for good, after the file was checked."""
    asking = person_of(request)
    require_submitter(asking)
    job = access_job(asking, job_id)
    with refusals_shown(request):
        job = submit_after_trial(actor_of(request), job)
    return waited_for(request, job)


@page_view
def submission(request: HttpRequest, run_id: int) -> HttpResponse:
    return _show(request, access_submission(person_of(request), run_id))


@button()
def ask_state(request: HttpRequest, run_id: int) -> HttpResponse:
    """What a submitter wishes; a lead does it."""
    shown = access_submission(person_of(request), run_id)
    require_submitter(person_of(request))
    form = StateForm(request.POST)
    if form.is_valid():
        asked = ask_for_state(actor_of(request), shown, Run.State(form.cleaned_data["state"]))
        if asked.wish:
            messages.success(request, _("A lead will read what you ask for."))
    return redirect("publishing:submission", run_id)


@leads_button()
def change_state(request: HttpRequest, run_id: int) -> HttpResponse:
    shown = access_submission(person_of(request), run_id)
    change_by_form(request, shown.run)
    return redirect("publishing:submission", run_id)


@leads_button()
def approve(request: HttpRequest, run_id: int) -> HttpResponse:
    shown = access_submission(person_of(request), run_id)
    form = ApprovalForm(shown, person_of(request), request.POST)
    job = answered(form, partial(ask_for_approval, actor_of(request), shown))
    return waited_for(request, job) if job else _show(request, shown, approval=form)


@leads_button()
def refuse(request: HttpRequest, run_id: int) -> HttpResponse:
    shown = access_submission(person_of(request), run_id)
    form = RefusalForm(request.POST)
    if form.is_valid():
        refuse_submission(actor_of(request), shown, form.asked.reason)
        messages.success(request, _("The submission is refused; its author reads the reason."))
        return redirect("publishing:submission", run_id)
    return _show(request, shown, refusal=form)


@leads_form
def score(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    """A run that is tried, and not kept."""
    of = access_benchmark(person_of(request), benchmark_id)
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = TryForm(of, *sent)
    job = answered(form, partial(try_run, actor_of(request)))
    if job is not None:
        return waited_for(request, job)
    context = {"benchmark": of, "form": form, "example": example_keys(of)}
    return with_form(request, "metrics/score.html", context)


@leads_button()
def take(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    opened = take_submissions(actor_of(request), of, opened="open" in request.POST)
    sentence = (
        _("%(benchmark)s is open for submissions.")
        if opened.takes_submissions
        else _("%(benchmark)s takes no more submissions.")
    )
    messages.success(request, sentence % {"benchmark": opened})
    return redirect("publishing:submissions")


def _show(request: HttpRequest, shown: Submission, **forms: AskedForm) -> HttpResponse:
    """forms: one that was sent, with what is wrong with it."""
    asking = person_of(request)
    found = find_standing(shown)
    context: dict[str, Any] = {
        "submission": shown,
        "run": shown.run,
        "job": found.job,
        "checks": checks_for(asking, shown),
        "history": history_of(shown),
        "states": Run.State.choices,
    }
    if found.kept is not None:
        context |= shown_standing(found.kept.result, asking, shown) | {"kept": found.kept}
    if asking.is_lead:
        usual = {"depth": min(10, shown.run.depth)}
        context |= {
            "approval": ApprovalForm(shown, asking, initial=usual),
            "refusal": RefusalForm(),
            "campaigns": campaigns_named(shown),
        } | forms
    status = 422 if forms else 200
    return render(request, "publishing/submission.html", context, status=status)
