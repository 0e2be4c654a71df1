"""A public leaderboard as files: for a spreadsheet, for programs."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language

from metrics.frozen import canonical
from publishing.queries.boards import PublicBoard

KEPT = "public, max-age=60"  # of what anybody may read
Answer = Callable[[HttpRequest, PublicBoard], HttpResponse]


def kept(request: HttpRequest, board: PublicBoard, answer: Answer) -> HttpResponse:
    """Who has it already is answered before anything is written."""
    etag = f'"{board.tag}-{get_language()}"'
    response = get_conditional_response(request, etag=etag) or answer(request, board)
    response["ETag"] = etag
    response["Cache-Control"] = KEPT
    return response


def json_of(board: PublicBoard) -> HttpResponse:
    """The board for programs on any page."""
    headers = {"Access-Control-Allow-Origin": "*"}
    return HttpResponse(canonical(board.content), content_type="application/json", headers=headers)
