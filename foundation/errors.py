"""Pages for what went wrong: what happened, and what to do next.

Programs that ask under /api/ get the same said as a problem document.
"""

import sys
from http import HTTPStatus

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from foundation.api.problems import problem_response, too_many_parts
from foundation.disk import DISK_IS_FULL, is_full
from foundation.request_ids import request_id
from foundation.words import translated


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django calls this for whatever is suspicious; too much of something is no suspicion and has a
    status of its own."""
    if isinstance(exception, TooManyFieldsSent | TooManyFilesSent):
        return _answer(request, 413, "Too large", too_many_parts(exception))
    if isinstance(exception, RequestDataTooBig):
        much = "The request holds more than is accepted at once."
        return _answer(request, 413, "Too large", much)
    return _answer(request, 400, "Bad request", _words_of(exception, BadRequest))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 403, "Not allowed", _words_of(exception, PermissionDenied))


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Says nothing of why: what Django and its shortcuts say here is meant for developers."""
    return _answer(request, 404, "Not found", "")


def not_allowed(request: HttpRequest, allowed: str) -> HttpResponse:
    """Somebody looked at an address that only takes what a form sends; REST framework says the same
    for its own."""
    instead = f"Expected {allowed} here, not {request.method}."
    answer = _answer(request, 405, "Method not allowed", instead)
    answer["Allow"] = allowed
    return answer


def refused(request: HttpRequest, status: int, detail: str) -> HttpResponse:
    """A request that was not read to its end."""
    return _answer(request, status, HTTPStatus(status).phrase, detail)


def server_error(request: HttpRequest) -> HttpResponse:
    """Asks nothing of the request, the database or the session: any of them may be what broke.
    Django calls this while it handles what was raised."""
    if is_full(sys.exc_info()[1]):
        return refused(request, HTTPStatus.INSUFFICIENT_STORAGE, DISK_IS_FULL)
    if _is_for_programs(request):
        broken = "Something broke here, and it has been logged."
        if number := request_id():
            broken += f" The log has it under {number}."
        return problem_response(request, 500, "Server error", broken)
    return HttpResponse(render_to_string("500.html"), status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    if _is_for_programs(request):
        return problem_response(request, 403, "Not allowed", reason)
    return render(request, "403_csrf.html", status=403)


def _answer(request: HttpRequest, status: int, title: str, detail: str) -> HttpResponse:
    if _is_for_programs(request):
        return problem_response(request, status, title, detail)
    return render(request, f"{status}.html", {"detail": translated(detail)}, status=status)


def _is_for_programs(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def _words_of(exception: Exception, ours: type[Exception]) -> str:
    """What the code that refused had to say. Django's own, finer exceptions speak of fields and
    cookies, to developers."""
    words = exception.args[0] if type(exception) is ours and exception.args else ""
    return words if isinstance(words, str) else ""
