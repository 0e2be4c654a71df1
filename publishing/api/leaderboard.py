"""Leaderboards by API: the public reads them, leads set them."""

from typing import Any

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from foundation.api.operation import operation
from foundation.api.reading import read
from jobs.api.accepting import AcceptedSerializer, accepted
from jobs.models import Job
from people.actor import actor_of, person_of
from people.models import Role
from publishing import board_serializers as shown
from publishing.actions.set_board import make_board, publish_and_make, set_and_make, show_issue
from publishing.downloads import json_of, kept
from publishing.queries.boards import access_board, find_public_board


class PublicLeaderboard(APIView):
    """For anybody, on any page: `GET` may be asked from other origins, and may be kept."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @operation(
        "leaderboard_show",
        "A public leaderboard",
        "leaderboards",
        gives={(200, "application/json"): OpenApiTypes.OBJECT},
    )
    def get(self, request: Request, slug: str) -> HttpResponse:
        board = find_public_board(slug)
        if board is None:
            raise Http404("no such leaderboard")
        return kept(request._request, board, lambda _, found: json_of(found))  # noqa: SLF001


class _OfBenchmark(APIView):
    least_role = Role.LEAD

    def read(self, request: Request, benchmark_id: int, kind: Any) -> Any:
        of = access_board(person_of(request), benchmark_id).benchmark
        return read(request, kind, given={"benchmark": of}).asked

    def told(self, request: Request, benchmark_id: int, job: Job | None = None) -> Response:
        """The settings, or the job that does what was asked."""
        if job is not None:
            return accepted(request, job)
        state = access_board(person_of(request), benchmark_id)
        return Response(shown.BoardStateSerializer(state).data)


class BenchmarkLeaderboard(_OfBenchmark):
    @operation(
        "benchmark_leaderboard_show",
        "A leaderboard's settings",
        "leaderboards",
        gives=shown.BoardStateSerializer,
    )
    def get(self, request: Request, benchmark_id: int) -> Response:
        return self.told(request, benchmark_id)

    @operation(
        "benchmark_leaderboard_set",
        "Switch a leaderboard on or off",
        "leaderboards",
        takes=shown.BoardAskedSerializer,
        gives={200: shown.BoardStateSerializer, 202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """202 and a job where it has to be made first."""
        asked = self.read(request, benchmark_id, shown.BoardAskedSerializer)
        return self.told(request, benchmark_id, set_and_make(actor_of(request), asked))


class LeaderboardRuns(_OfBenchmark):
    @operation(
        "benchmark_leaderboard_runs",
        "Publish, blind or withdraw runs",
        "leaderboards",
        takes=shown.BoardRunsSerializer,
        gives={200: shown.BoardStateSerializer, 202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        """202 and a job where the leaderboard is on and shows others now."""
        asked = self.read(request, benchmark_id, shown.BoardRunsSerializer)
        return self.told(request, benchmark_id, publish_and_make(actor_of(request), asked))


class LeaderboardMake(APIView):
    least_role = Role.LEAD

    @operation(
        "benchmark_leaderboard_make",
        "Freeze a new report of a leaderboard",
        "leaderboards",
        takes=None,
        gives={202: AcceptedSerializer},
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        of = access_board(person_of(request), benchmark_id).benchmark
        return accepted(request, make_board(actor_of(request), of))


class LeaderboardShow(_OfBenchmark):
    @operation(
        "benchmark_leaderboard_choose",
        "Choose which report a leaderboard shows",
        "leaderboards",
        takes=shown.IssueAskedSerializer,
        gives=shown.BoardStateSerializer,
    )
    def post(self, request: Request, benchmark_id: int) -> Response:
        asked = self.read(request, benchmark_id, shown.IssueAskedSerializer)
        show_issue(actor_of(request), asked)
        return self.told(request, benchmark_id)
