"""Public leaderboards: for anybody, without signing in, and without a trace of who looks.

What is asked for is kept whole, so that a page costs a look-up. Whatever is not public is answered
with the same bytes, whether there is a benchmark of that name or not.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from foundation.frozen import frozen
from foundation.visits import too_often
from metrics.table_files import as_csv
from publishing.board_page import EMBEDDED, PAGE, STYLES, page_of
from publishing.downloads import Answer, json_of, kept
from publishing.queries.boards import PublicBoard, bundle_of, find_public_board, report_of

THEMES = ("light", "dark")
SEVERAL = 60  # looks a minute from one address
FEW = 6  # the same, of what is long

View = Callable[..., HttpResponse]


def public(most: int = SEVERAL) -> Callable[[Answer], View]:
    """A view of a board by its slug, for anybody, at most so often a minute from one address."""

    def decorate(answer: Answer) -> View:
        @require_safe
        @wraps(answer)
        def view(request: HttpRequest, slug: str) -> HttpResponse:
            if too_often(request, f"leaderboard-{most}", most):
                return _later()
            board = find_public_board(slug)
            if board is None:
                return none_here(request)
            return kept(request, board, answer)

        return view

    return decorate


def none_here(request: HttpRequest) -> HttpResponse:
    at = {"styles": [static(one) for one in STYLES], "icon": static("favicon.svg")}
    return render(request, "publishing/leaderboard_none.html", {"at": at}, status=404)


def _later() -> HttpResponse:
    words = "Too many requests from this address: try again in a minute.\n"
    return HttpResponse(
        words,
        content_type="text/plain; charset=utf-8",
        status=HTTPStatus.TOO_MANY_REQUESTS,
        headers={"Retry-After": "60"},
    )


def addresses(request: HttpRequest, board: PublicBoard) -> Mapping[str, Any]:
    slug = board.content["benchmark"]
    at = {
        name: reverse(f"publishing:leaderboard_{name}", args=[slug])
        for name in (*FILES, "json", "embed")
    }
    return at | {
        "page": reverse("publishing:leaderboard", args=[slug]),
        "styles": [static(one) for one in STYLES],
        "icon": static("favicon.svg"),
        "embedded": request.build_absolute_uri(at["embed"]),
    }


def _page(request: HttpRequest, board: PublicBoard, template: str) -> HttpResponse:
    theme = request.GET.get("theme", "")
    at = addresses(request, board)
    return render(request, template, page_of(board, at, theme if theme in THEMES else ""))


@public()
def leaderboard(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    return _page(request, board, PAGE)


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@public()
def leaderboard_embed(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    """The only page that others may frame."""
    return _page(request, board, EMBEDDED)


@public()
def leaderboard_json(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    return json_of(board)


@frozen
class PublicFile:
    """A file of a board. address: behind the board's. name: under which it is saved; pictures are
    only shown."""

    address: str
    content: Callable[[PublicBoard], bytes | str]
    kind: str
    name: str = ""
    most: int = SEVERAL

    @property
    def view(self) -> View:
        return public(self.most)(self._answer)

    def _answer(self, request: HttpRequest, board: PublicBoard) -> HttpResponse:
        answer = HttpResponse(self.content(board), content_type=self.kind)
        if self.name:
            name = f"{board.content['benchmark']}-{self.name}"
            answer["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer


FILES = {
    "csv": PublicFile(
        ".csv", lambda board: as_csv(board.table), "text/csv; charset=utf-8", "leaderboard.csv"
    ),
    "light": PublicFile(
        "/scores.svg", lambda board: board.pictures.get("light", ""), "image/svg+xml"
    ),
    "dark": PublicFile(
        "/scores-dark.svg", lambda board: board.pictures.get("dark", ""), "image/svg+xml"
    ),
    "report": PublicFile(
        "/report.json", report_of, "application/json", "report.json"
    ),  # the very bytes
    "bundle": PublicFile("/bundle.zip", bundle_of, "application/zip", "bundle.zip", FEW),
}
