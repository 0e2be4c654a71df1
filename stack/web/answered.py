"""What is noted of each request once it is answered: its number, a line in the log, and a count."""

import logging
from time import perf_counter

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.functional import SimpleLazyObject, empty

from foundation.middleware import Middleware
from foundation.request_ids import HEADER, new_request_id, on_behalf_of, request_id
from stack.web.counting import COUNTS

logger = logging.getLogger("truepool.requests")

# Asked every few seconds by machines; a line for each would hide the others.
PROBES = {"/healthz": "healthz", "/readyz": "readyz", "/metrics": "metrics"}
BEGAN = "truepool.began"


def id_for(environ: dict[str, object]) -> str:
    """A trusted proxy's number of this request, if there is one; otherwise a fresh one. What
    anybody can send is no number."""
    given = environ.get("HTTP_X_REQUEST_ID", "") if settings.TRUSTED_PROXIES else ""
    return new_request_id(str(given))


class AnsweredMiddleware(Middleware):
    """The outermost, so that it sees every answer. stack/web/entry.py has given the request its
    number already; another server has not."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = request.META.get(BEGAN) or perf_counter()
        with on_behalf_of(request_id() or id_for(request.META)):
            response = self.get_response(request)
            response[HEADER] = request_id()
            note(request, response.status_code, perf_counter() - began)
        return response


def note(request: HttpRequest, status: int, seconds: float) -> None:
    view = view_of(request)
    COUNTS.add(view, str(request.method), status, seconds)
    level = logging.DEBUG if request.path_info in PROBES else logging.INFO
    if logger.isEnabledFor(level):
        fields: dict[str, object] = {
            "method": request.method,
            "path": request.path,
            "view": view,
            "status": status,
        }
        fields |= {"seconds": round(seconds, 4), "person": person_in(request)}
        logger.log(level, "%s %s", request.method, status, extra={"fields": fields})


def view_of(request: HttpRequest) -> str:
    """The view's name, of which there are as many as there are addresses in the code: never what a
    path holds."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    if request.path_info.startswith(settings.STATIC_URL):
        return "static"
    return PROBES.get(request.path_info, "none")


def person_in(request: HttpRequest) -> int | None:
    """Who asked, where that was looked up: nothing is asked of the database for it."""
    person = request.__dict__.get("user")
    if isinstance(person, SimpleLazyObject) and person.__dict__["_wrapped"] is empty:
        return None
    return getattr(person, "pk", None)
