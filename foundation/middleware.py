"""What is true of every answer, whichever view gave it."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed

from foundation.api.fields import shortened
from foundation.api.json_body import UNSTORABLE
from foundation.errors import bad_request, not_allowed, not_found

Answer = Callable[[HttpRequest], HttpResponse]
KEPT_BY_NOBODY = "private, no-store"


class NoStoreMiddleware:
    """Browsers and proxies keep nothing, unless an answer says otherwise: nearly all answers are
    one person's, and stay so after they have signed out of a shared computer.

    What is public, or may be kept by one person's browser, says so itself: static files
    (WhiteNoise, further out), media (pooling/views/media.py), health (stack/health.py).
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Cache-Control", KEPT_BY_NOBODY)
        return response


class NotAllowedMiddleware:
    """A page for the address that only takes what a form sends, where Django's own answer is
    empty."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            return not_allowed(request, response["Allow"])
        return response


class UnstorableMiddleware:
    """The database has no text with a NUL in it, and would refuse to look for one. So no row is
    named like that, and no address leads there; in a search or a filter it is a mistake.

    It is further in than the session, because a page that says so is a page like all others.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if UNSTORABLE.search(request.path_info):
            return not_found(request, Http404())
        for name, values in request.GET.lists():
            if any(map(UNSTORABLE.search, (name, *values))):
                where = shortened(UNSTORABLE.sub("", name))
                words = f"{where}: remove the NUL character, which cannot be stored."
                return bad_request(request, BadRequest(words))
        return self.get_response(request)
