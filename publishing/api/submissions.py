"""Submissions by API: handed in by submitters, decided by leads."""

from typing import Any

from drf_spectacular.utils import inline_serializer
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from annotator.api.address import Addresses
from jobs.api.accepting import ACCEPTED, accepted
from metrics.actions.try_run import TryAsked, try_run
from people.actor import actor_of, person_of
from people.models import Role, Scope, User
from pooling.actions.change_run_state import ask_for_state, change_run_state
from pooling.actions.submit_run import SubmissionAsked, hand_in_submission, take_submissions
from pooling.models import Benchmark, Run, Submission
from pooling.queries.benchmarks import access_benchmark
from pooling.queries.runs import access_run
from pooling.queries.submissions import (
    access_submission,
    access_submissions,
    checked_files,
    id_for,
    open_benchmarks,
    require_submitter,
)
from pooling.serializers.runs import RunSerializer, SubmitRunSerializer
from publishing import serializers as shown
from publishing.actions.decide_submission import (
    ApprovalAsked,
    RefusalAsked,
    ask_for_approval,
    refuse_submission,
)

HAND_IN = {"POST": Scope.LABEL}
ONE = "submissions/<int:run_id>"
DOOR = Addresses("submissions", for_submitters=True, least_role=Role.LEAD)
LEADS = Addresses("submissions", least_role=Role.LEAD)
RUNS = Addresses("runs", least_role=Role.LEAD)

DOOR.lists(
    "submissions",
    "submissions_list",
    "Submissions, newest first",
    access_submissions,
    shown.SubmissionSerializer,
    "One's own for submitters, all of them for leads.",
    scope=HAND_IN,
    parser_classes=[MultiPartParser],
    ordering=("-run",),
)


@DOOR.post(
    "submissions",
    "Hand in a run",
    {"multipart/form-data": SubmitRunSerializer},
    ACCEPTED,
    of=require_submitter,
)
def submissions_hand_in(request: Request, _: None, wanted: SubmissionAsked) -> Response:
    """A job checks the file and keeps it: all of it, or nothing. With `dry_run` it ends with
    the checks. For submitters; the team imports its runs."""
    return accepted(request, hand_in_submission(actor_of(request), wanted))


DOOR.lists(
    "submissions/benchmarks",
    "submissions_benchmarks",
    "Benchmarks that take submissions",
    lambda asking: open_benchmarks(asking).order_by(),
    shown.OpenBenchmarkSerializer,
    "By their names.",
    ordering=("name",),
)


@DOOR.get(ONE, "One submission", gives=shown.OneSubmissionSerializer, of=access_submission)
def submissions_show(_: Request, submission: Submission) -> Submission:
    """With its checks, its scores as the labels are now, and what judging the rest would cost."""
    return submission


def _own(asking: User, run_id: int) -> Submission:
    submission = access_submission(asking, run_id)
    require_submitter(asking)
    return submission


@DOOR.post(
    f"{ONE}/ask",
    "Ask for another state",
    shown.RunStateSerializer,
    shown.SubmissionSerializer,
    of=_own,
    scope=HAND_IN,
)
def submissions_ask_state(
    request: Request, submission: Submission, wanted: dict[str, Any]
) -> Submission:
    """A submitter asks that the run be blinded, published, or taken back; a lead does it."""
    ask_for_state(actor_of(request), submission, Run.State(wanted["state"]))
    return _again(request, submission)


@LEADS.get(
    "submissions/checks",
    "How often files were checked",
    gives=inline_serializer("CheckedFiles", {"results": shown.CheckedSerializer(many=True)}),
)
def submissions_checks(_: Request) -> dict[str, Any]:
    """By submitter and benchmark: files that were checked and not handed in, the most of the last
    24 hours first, 200 at most."""
    found: Any = checked_files()
    return {"results": shown.CheckedSerializer(found, many=True).data}


@LEADS.post(
    f"{ONE}/approve",
    "Approve a submission",
    shown.ApprovalSerializer,
    ACCEPTED,
    of=access_submission,
)
def submissions_approve(
    request: Request, submission: Submission, wanted: ApprovalAsked
) -> Response:
    """A job pools what is not judged of the run under the budget, and makes the campaign."""
    return accepted(request, ask_for_approval(actor_of(request), submission, wanted))


@LEADS.post(
    f"{ONE}/refuse",
    "Refuse a submission",
    shown.RefusalSerializer,
    shown.SubmissionSerializer,
    of=access_submission,
)
def submissions_refuse(
    request: Request, submission: Submission, wanted: RefusalAsked
) -> Submission:
    """Its author reads the reason. It may be approved later all the same."""
    refuse_submission(actor_of(request), submission, wanted.reason)
    return _again(request, submission)


@RUNS.post(
    "runs/<int:run_id>/state",
    "Make a run private, blinded or published",
    shown.RunStateSerializer,
    RunSerializer,
    of=access_run,
)
def runs_change_state(request: Request, run: Run, wanted: dict[str, Any]) -> Run:
    """Of the team's own runs and of submissions alike."""
    return change_run_state(actor_of(request), run, Run.State(wanted["state"]))


@RUNS.post(
    "benchmarks/<int:benchmark_id>/score",
    "Try a run without keeping it",
    {"multipart/form-data": shown.TryRunSerializer},
    ACCEPTED,
    of=access_benchmark,
    given="benchmark",
    parser_classes=[MultiPartParser],
)
def benchmarks_score(request: Request, _: Benchmark, wanted: TryAsked) -> Response:
    """A job checks and scores the file; its result has what `score` prints."""
    return accepted(request, try_run(actor_of(request), wanted))


@LEADS.post(
    "benchmarks/<int:benchmark_id>/submissions",
    "Open a benchmark to submitters, or close it",
    shown.TakesSubmissionsSerializer,
    shown.TakesSubmissionsSerializer,
    of=access_benchmark,
)
def benchmarks_take_submissions(
    request: Request, of: Benchmark, wanted: dict[str, Any]
) -> dict[str, Any]:
    """Closed, nothing more is handed in; what is there stays."""
    changed = take_submissions(actor_of(request), of, opened=wanted["open"])
    return {"open": changed.takes_submissions}


def _again(request: Request, submission: Submission) -> Submission:
    """The submission as it has become."""
    asking = person_of(request)
    return access_submission(asking, id_for(asking, submission))
