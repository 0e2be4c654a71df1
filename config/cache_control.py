"""What browsers and proxies may keep: nothing, unless an answer says otherwise."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

KEPT_BY_NOBODY = "private, no-store"


class NoStoreMiddleware:
    """Nearly all answers are one person's, and stay so after they have signed out of a shared
    computer.

    What is public, or may be kept by one person's browser, says so itself: static files
    (WhiteNoise, further out), media (pooling/views/media.py), health (stack/health.py).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Cache-Control", KEPT_BY_NOBODY)
        return response
