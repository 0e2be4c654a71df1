"""Where a request really came from, when proxies stand in front."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

Answer = Callable[[HttpRequest], HttpResponse]


class TrustedProxyMiddleware:
    """Puts the client's own address into REMOTE_ADDR, so that every later reader of it counts the same person.

    Each of the TRUEPOOL_TRUSTED_PROXIES appends the address that spoke to it, so the client is that many places from the
    right; whatever stands further left was written by the client and is not believed.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.TRUSTED_PROXIES:
            hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
            if len(hops) >= settings.TRUSTED_PROXIES and hops[-settings.TRUSTED_PROXIES]:
                request.META["REMOTE_ADDR"] = hops[-settings.TRUSTED_PROXIES]
        return self.get_response(request)
