"""What the web process knows of a request before Django does: where it came from, and why its body
was not taken."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from foundation.errors import refused
from stack.web.client import client_of
from stack.web.limits import KnownAs
from stack.web.refusal import Refusal

Answer = Callable[[HttpRequest], HttpResponse]
OPEN_TO_STRANGERS = ("/people/sign-in/", "/people/join/", "/people/new-password/", "/admin/login/")
SAYS_ENOUGH = (
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.TOO_MANY_REQUESTS,
)


class TrustedProxyMiddleware:
    """Puts the client's own address into REMOTE_ADDR, so that every later reader of it counts the
    same person.

    Each of the TRUEPOOL_TRUSTED_PROXIES appends the address that spoke to it, so the client is that
    many places from the right; whatever stands further left was written by the client and is not
    believed.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.META["REMOTE_ADDR"] = client_of(request.META)
        return self.get_response(request)


class RefusalMiddleware:
    """Answers a request whose body was not taken: with a page in the frame of all pages, or as a
    problem under /api/. Its place is after the session and the person."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refusal: Refusal | None = request.META.get("truepool.refusal")
        if refusal is None:
            return self.get_response(request)
        if (
            refusal.status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
            and refusal.standing == KnownAs.NOBODY
        ):
            return self._to_a_stranger(request, refusal)
        return refused(request, refusal.status, refusal.detail)

    def _to_a_stranger(self, request: HttpRequest, refusal: Refusal) -> HttpResponse:
        """Somebody whose session or token has ended hears of that first, as they would with a
        smaller body."""
        if request.path.startswith("/api/"):
            answer = self.get_response(
                request
            )  # the API refuses whom it does not know before it looks at the body
            if answer.status_code in SAYS_ENOUGH:
                return answer
        elif not request.path.startswith(OPEN_TO_STRANGERS):
            return redirect_to_login(request.get_full_path())
        return refused(request, refusal.status, refusal.detail)
