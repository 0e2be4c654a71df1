"""What is true of every answer, whichever view gave it."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render

from foundation.api.fields import shortened
from foundation.api.json_body import UNSTORABLE
from foundation.errors import bad_request, not_allowed, not_found
from foundation.refused import Refused, Unknown
from foundation.words import translated


class Middleware:
    """Passes each request on. A subclass does something around that, or at an exception."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class NoStoreMiddleware(Middleware):
    """Browsers and proxies keep nothing, unless an answer says otherwise: nearly all answers are
    one person's, and stay so after they have signed out of a shared computer.

    What is public, or may be kept by one person's browser, says so itself: static files
    (WhiteNoise, further out), media (pooling/views/media.py), health (stack/health.py).
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Cache-Control", "private, no-store")
        return response


class NotAllowedMiddleware(Middleware):
    """A page for the address that only takes what a form sends, where Django's own answer is
    empty."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if isinstance(response, HttpResponseNotAllowed) and not response.content:
            return not_allowed(request, response["Allow"])
        return response


class RefusedMiddleware(Middleware):
    """A page for a refusal that no view has shown in its own way. (The API answers by itself.)"""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, Refused):
            return None
        status = exception.status
        detail = "" if isinstance(exception, Unknown) else translated(str(exception))
        return render(request, f"{status}.html", {"detail": detail}, status=status)


class UnstorableMiddleware(Middleware):
    """The database has no text with a NUL in it, and would refuse to look for one. So no row is
    named like that, and no address leads there; in a search or a filter it is a mistake.

    It is further in than the session, because a page that says so is a page like all others.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if UNSTORABLE.search(request.path_info):
            return not_found(request, Http404())
        for name, values in request.GET.lists():
            if any(map(UNSTORABLE.search, (name, *values))):
                where = shortened(UNSTORABLE.sub("", name))
                words = f"{where}: remove the NUL character, which cannot be stored."
                return bad_request(request, BadRequest(words))
        return self.get_response(request)
