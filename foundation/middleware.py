"""What is true of every answer, whichever view gave it."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed

from foundation.errors import not_allowed

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
