"""Submissions by API: handed in by submitters, decided by leads."""

from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema_view, inline_serializer
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import read
from jobs.api.accepting import ACCEPTED, accepted
from metrics.actions.try_run import try_run
from people.actor import actor_of, person_of
from people.api.reading import described
from people.models import Role, Scope
from pooling.actions.change_run_state import ask_for_state, change_run_state
from pooling.actions.submit_run import take_submissions
from pooling.api.runs import hand_in
from pooling.models import Benchmark, Run, Submission
from pooling.queries.benchmarks import access_benchmark
from pooling.queries.runs import access_run
from pooling.queries.submissions import (
    access_submission,
    access_submissions,
    checked_files,
    open_benchmarks,
    require_submitter,
)
from pooling.serializers.runs import RunSerializer, SubmitRunSerializer
from publishing import submission_serializers as shown
from publishing.actions.decide_submission import ask_for_approval, refuse_submission

HAND_IN = {"POST": Scope.LABEL}


@described("submissions_list", "Submissions, newest first", tag="submissions")
class Submissions(ListAPIView[Submission]):
    """One's own for submitters, all of them for leads."""

    for_submitters = True
    least_role = Role.LEAD
    scope = HAND_IN
    serializer_class = shown.SubmissionSerializer
    parser_classes = [MultiPartParser]
    queryset = Submission.objects.none()  # for the schema; each request gets its own
    ordering = ("-run",)

    def get_queryset(self) -> QuerySet[Submission]:
        return access_submissions(person_of(self.request))

    @operation(
        "submissions_hand_in",
        "Hand in a run",
        "submissions",
        {"multipart/form-data": SubmitRunSerializer},
        ACCEPTED,
    )
    def post(self, request: Request) -> Response:
        """A job checks the file and keeps it: all of it, or nothing. With `dry_run` it ends with
        the checks. For submitters; the team imports its runs."""
        return hand_in(request)


@described("submissions_benchmarks", "Benchmarks that take submissions", tag="submissions")
class OpenBenchmarks(ListAPIView[Benchmark]):
    """By their names."""

    for_submitters = True
    least_role = Role.LEAD
    serializer_class = shown.OpenBenchmarkSerializer
    queryset = Benchmark.objects.none()
    ordering = ("name",)

    def get_queryset(self) -> QuerySet[Benchmark]:
        return open_benchmarks(person_of(self.request)).order_by()


@extend_schema_view(
    get=operation(
        "submissions_checks",
        "How often files were checked",
        "submissions",
        gives=inline_serializer("CheckedFiles", {"results": shown.CheckedSerializer(many=True)}),
    )
)
class SubmissionChecks(APIView):
    """By submitter and benchmark: files that were checked and not handed in, the most of the last
    24 hours first, 200 at most."""

    least_role = Role.LEAD

    def get(self, request: Request) -> Response:
        found: Any = checked_files()
        return Response({"results": shown.CheckedSerializer(found, many=True).data})


@described("submissions_show", "One submission", tag="submissions")
class OneSubmission(RetrieveAPIView[Submission]):
    """With its checks, its scores as the labels are now, and what judging the rest would cost."""

    for_submitters = True
    least_role = Role.LEAD
    serializer_class = shown.OneSubmissionSerializer

    def get_object(self) -> Submission:
        return access_submission(person_of(self.request), self.kwargs["run_id"])


@extend_schema_view(
    post=operation(
        "submissions_ask_state",
        "Ask for another state",
        "submissions",
        shown.RunStateSerializer,
        shown.SubmissionSerializer,
    )
)
class AskState(APIView):
    """A submitter asks that the run be blinded, published, or taken back; a lead does it."""

    for_submitters = True
    least_role = Role.LEAD
    scope = HAND_IN

    def post(self, request: Request, run_id: int) -> Response:
        row = access_submission(person_of(request), run_id)
        require_submitter(person_of(request))
        wish = read(request, shown.RunStateSerializer).validated_data["state"]
        ask_for_state(actor_of(request), row, Run.State(wish))
        return _told(request, run_id)


@extend_schema_view(
    post=operation(
        "submissions_approve",
        "Approve a submission",
        "submissions",
        shown.ApprovalSerializer,
        ACCEPTED,
    )
)
class Approve(APIView):
    """A job pools what is not judged of the run under the budget, and makes the campaign."""

    least_role = Role.LEAD

    def post(self, request: Request, run_id: int) -> Response:
        row = access_submission(person_of(request), run_id)
        wanted = read(request, shown.ApprovalSerializer).asked
        return accepted(request, ask_for_approval(actor_of(request), row, wanted))


@extend_schema_view(
    post=operation(
        "submissions_refuse",
        "Refuse a submission",
        "submissions",
        shown.RefusalSerializer,
        shown.SubmissionSerializer,
    )
)
class Refuse(APIView):
    """Its author reads the reason. It may be approved later all the same."""

    least_role = Role.LEAD

    def post(self, request: Request, run_id: int) -> Response:
        row = access_submission(person_of(request), run_id)
        reason = read(request, shown.RefusalSerializer).asked.reason
        refuse_submission(actor_of(request), row, reason)
        return _told(request, run_id)


@extend_schema_view(
    post=operation(
        "runs_change_state",
        "Make a run private, blinded or published",
        "runs",
        shown.RunStateSerializer,
        RunSerializer,
    )
)
class RunState(APIView):
    """Of the team's own runs and of submissions alike."""

    least_role = Role.LEAD

    def post(self, request: Request, run_id: int) -> Response:
        run = access_run(person_of(request), run_id)
        state = read(request, shown.RunStateSerializer).validated_data["state"]
        changed = change_run_state(actor_of(request), run, Run.State(state))
        return Response(RunSerializer(changed, context={"request": request}).data)


@extend_schema_view(
    post=operation(
        "benchmarks_score",
        "Try a run without keeping it",
        "runs",
        {"multipart/form-data": shown.TryRunSerializer},
        ACCEPTED,
    )
)
class TryRun(APIView):
    """A job checks and scores the file; its result has what `score` prints."""

    least_role = Role.LEAD
    parser_classes = [MultiPartParser]

    def post(self, request: Request, benchmark_id: int) -> Response:
        of = access_benchmark(person_of(request), benchmark_id)
        wanted = read(request, shown.TryRunSerializer, given={"benchmark": of}).asked
        return accepted(request, try_run(actor_of(request), wanted))


@extend_schema_view(
    post=operation(
        "benchmarks_take_submissions",
        "Open a benchmark to submitters, or close it",
        "submissions",
        shown.TakesSubmissionsSerializer,
        shown.TakesSubmissionsSerializer,
    )
)
class TakeSubmissions(APIView):
    """Closed, nothing more is handed in; what is there stays."""

    least_role = Role.LEAD

    def post(self, request: Request, benchmark_id: int) -> Response:
        of = access_benchmark(person_of(request), benchmark_id)
        wanted = read(request, shown.TakesSubmissionsSerializer).validated_data["open"]
        changed = take_submissions(actor_of(request), of, opened=wanted)
        return Response({"open": changed.takes_submissions})


def _told(request: Request, run_id: int) -> Response:
    row = access_submission(person_of(request), run_id)
    return Response(shown.SubmissionSerializer(row, context={"request": request}).data)
