"""A leaderboard's settings, for leads: on or off, its runs, its measures, and which report it
shows."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from jobs.models import Job
from people.actor import actor_of, person_of
from people.guards import leads_button, leads_form
from publishing.actions.set_board import make_board, publish_and_make, set_and_make, show_issue
from publishing.board_forms import BoardForm, BoardRunsForm, IssueForm
from publishing.queries.boards import access_board


@leads_form
def settings(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    state = access_board(person_of(request), benchmark_id)
    sent = request.POST if request.method == "POST" else None
    form = BoardForm(state, person_of(request), sent)
    if form.is_valid():
        with form.refusals():
            job = set_and_make(actor_of(request), form.asked)
            return _onward(request, job, benchmark_id)
    return _shown(request, benchmark_id, form=form)


@leads_button()
def runs(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    state = access_board(person_of(request), benchmark_id)
    form = BoardRunsForm(state, person_of(request), request.POST)
    if form.is_valid():
        with form.refusals():
            job = publish_and_make(actor_of(request), form.asked)
            return _onward(request, job, benchmark_id)
    return _shown(request, benchmark_id, runs_form=form)


@leads_button("publishing:board")
def make(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_board(person_of(request), benchmark_id).benchmark
    return _onward(request, make_board(actor_of(request), of), benchmark_id)


@leads_button("publishing:board")
def show(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_board(person_of(request), benchmark_id).benchmark
    form = IssueForm(request.POST, given={"benchmark": of})
    if not form.is_valid():
        return _shown(request, benchmark_id)
    show_issue(actor_of(request), form.asked)
    return _onward(request, None, benchmark_id)


def _onward(request: HttpRequest, job: Job | None, benchmark_id: int) -> HttpResponse:
    if job is not None:
        return redirect("jobs:detail", job.pk)
    messages.success(request, _("Saved."))
    return redirect("publishing:board", benchmark_id)


def _shown(
    request: HttpRequest,
    benchmark_id: int,
    *,
    form: BoardForm | None = None,
    runs_form: BoardRunsForm | None = None,
) -> HttpResponse:
    asking = person_of(request)
    state = access_board(asking, benchmark_id)
    context = {
        "state": state,
        "benchmark": state.benchmark,
        "form": form or BoardForm(state, asking),
        "runs_form": runs_form or BoardRunsForm(state, asking),
    }
    wrong = request.method == "POST"
    return render(request, "publishing/board.html", context, status=422 if wrong else 200)
