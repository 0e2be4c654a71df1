"""A leaderboard's settings, for leads: on or off, its runs, its measures, and which report it
shows."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from foundation.asking.forms import AskedForm
from jobs.begun import waited_for
from jobs.models import Job
from people.actor import Actor, actor_of, person_of
from people.guards import leads_button, leads_form
from pooling.queries.benchmarks import access_benchmark
from publishing.actions.set_board import (
    IssueAsked,
    make_board,
    publish_and_make,
    set_and_make,
    show_issue,
)
from publishing.forms import BoardForm, BoardRunsForm, IssueForm
from publishing.queries.boards import BoardState, board_state


@leads_form
def board(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    state = _state(request, benchmark_id)
    sent = request.POST if request.method == "POST" else None
    return _asked(request, state, set_and_make, form=BoardForm(state, person_of(request), sent))


@leads_button()
def board_runs(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    state = _state(request, benchmark_id)
    form = BoardRunsForm(state, person_of(request), request.POST)
    return _asked(request, state, publish_and_make, runs_form=form)


@leads_button("publishing:board")
def board_make(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    of = access_benchmark(person_of(request), benchmark_id)
    return waited_for(request, make_board(actor_of(request), of))


@leads_button("publishing:board")
def board_show(request: HttpRequest, benchmark_id: int) -> HttpResponse:
    state = _state(request, benchmark_id)
    form = IssueForm(request.POST, given={"benchmark": state.benchmark})
    return _asked(request, state, _show, issue=form)


def _show(actor: Actor, wanted: IssueAsked) -> None:
    """It needs no job: the report is there."""
    show_issue(actor, wanted)


def _state(request: HttpRequest, benchmark_id: int) -> BoardState:
    return board_state(access_benchmark(person_of(request), benchmark_id))


def _asked(
    request: HttpRequest,
    state: BoardState,
    action: Callable[[Actor, Any], Job | None],
    **forms: AskedForm,
) -> HttpResponse:
    """The job that does what was asked, or the page again: as it has become, or with what is wrong
    with the one form that was sent."""
    (form,) = forms.values()
    if form.is_valid():
        with form.refusals():
            if job := action(actor_of(request), form.asked):
                return waited_for(request, job)
            messages.success(request, _("Saved."))
            return redirect("publishing:board", state.benchmark.pk)
    asking = person_of(request)
    context: dict[str, Any] = {"state": state, "benchmark": state.benchmark}
    context |= {"form": BoardForm(state, asking), "runs_form": BoardRunsForm(state, asking)} | forms
    wrong = request.method == "POST"
    return render(request, "publishing/board.html", context, status=422 if wrong else 200)
