"""Leaderboards by API: the public reads them, leads set them."""

from django.http import Http404, HttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotator.api.address import Addresses
from foundation.api.operation import operation
from jobs.api.accepting import ACCEPTED, accepted
from people.actor import actor_of
from people.models import Role
from pooling.models import Benchmark
from pooling.queries.benchmarks import access_benchmark
from publishing import serializers as shown
from publishing.actions.set_board import (
    BoardAsked,
    IssueAsked,
    RunsAsked,
    make_board,
    publish_and_make,
    set_and_make,
    show_issue,
)
from publishing.downloads import json_of, kept
from publishing.queries.boards import BoardState, board_state, find_public_board


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


STATE_OR_JOB = {200: shown.BoardStateSerializer} | ACCEPTED
BOARDS = Addresses(
    "leaderboards",
    "benchmarks/<int:benchmark_id>/leaderboard",
    access_benchmark,
    least_role=Role.LEAD,
)


@BOARDS.get("", "A leaderboard's settings", gives=shown.BoardStateSerializer)
def leaderboard_settings(_: Request, of: Benchmark) -> BoardState:
    return board_state(of)


@BOARDS.post(
    "",
    "Switch a leaderboard on or off",
    shown.BoardAskedSerializer,
    STATE_OR_JOB,
    given="benchmark",
)
def leaderboard_set(request: Request, of: Benchmark, wanted: BoardAsked) -> BoardState | Response:
    """202 and a job where it has to be made first."""
    job = set_and_make(actor_of(request), wanted)
    return accepted(request, job) if job else board_state(of)


@BOARDS.post(
    "/runs",
    "Publish, blind or withdraw runs",
    shown.BoardRunsSerializer,
    STATE_OR_JOB,
    given="benchmark",
)
def leaderboard_set_runs(
    request: Request, of: Benchmark, wanted: RunsAsked
) -> BoardState | Response:
    """202 and a job where the leaderboard is on and shows others now."""
    job = publish_and_make(actor_of(request), wanted)
    return accepted(request, job) if job else board_state(of)


@BOARDS.post("/make", "Freeze a new report of a leaderboard", None, ACCEPTED)
def leaderboard_make(request: Request, of: Benchmark) -> Response:
    return accepted(request, make_board(actor_of(request), of))


@BOARDS.post(
    "/show",
    "Choose which report a leaderboard shows",
    shown.IssueAskedSerializer,
    shown.BoardStateSerializer,
    given="benchmark",
)
def leaderboard_choose(request: Request, of: Benchmark, wanted: IssueAsked) -> BoardState:
    show_issue(actor_of(request), wanted)
    return board_state(of)
