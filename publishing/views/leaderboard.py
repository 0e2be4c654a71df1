"""Public leaderboards: for anybody, without signing in, and without a trace of who looks.

What is asked for is kept whole, so that a page costs a look-up. Whatever is not public is answered
with the same bytes, whether there is a benchmark of that name or not.
"""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from foundation.visits import too_often
from metrics.table_files import as_csv
from publishing.board_page import EMBEDDED, PAGE, STYLES, Addresses, page_of
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


def addresses(request: HttpRequest, board: PublicBoard) -> Addresses:
    slug = board.content["benchmark"]
    embed = reverse("publishing:leaderboard_embed", args=[slug])
    at = {
        name: reverse(f"publishing:leaderboard_{name}", args=[slug])
        for name in ("json", "csv", "report", "bundle")
    }
    return Addresses(
        **at,
        page=reverse("publishing:leaderboard", args=[slug]),
        light=reverse("publishing:leaderboard_light", args=[slug]),
        dark=reverse("publishing:leaderboard_dark", args=[slug]),
        styles=[static(one) for one in STYLES],
        icon=static("favicon.svg"),
        embedded=request.build_absolute_uri(embed),
    )


def _page(request: HttpRequest, board: PublicBoard, template: str) -> HttpResponse:
    theme = request.GET.get("theme", "")
    at = addresses(request, board)
    return render(request, template, page_of(board, at, theme if theme in THEMES else ""))


@public()
def page(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    return _page(request, board, PAGE)


@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})
@public()
def embed(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    """The only page that others may frame."""
    return _page(request, board, EMBEDDED)


@public()
def as_json(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    return json_of(board)


@public()
def csv(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    return _file(as_csv(board.table).encode(), "text/csv; charset=utf-8", "leaderboard.csv", board)


@public()
def light(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    return _picture(board, "light")


@public()
def dark(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    return _picture(board, "dark")


@public()
def report(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    """The very bytes that were frozen."""
    return _file(report_of(board), "application/json", "report.json", board)


@public(FEW)
def bundle(request: HttpRequest, board: PublicBoard) -> HttpResponse:
    return _file(bundle_of(board), "application/zip", "bundle.zip", board)


def _picture(board: PublicBoard, theme: str) -> HttpResponse:
    return HttpResponse(board.pictures.get(theme, ""), content_type="image/svg+xml")


def _file(content: bytes, kind: str, name: str, board: PublicBoard) -> HttpResponse:
    name = f"{board.content['benchmark']}-{name}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)
