"""What the web process knows of a request before Django does: where it came from, and why its body
was not taken."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse

from foundation.errors import refused
from foundation.middleware import Middleware
from stack.web.environ import client_of
from stack.web.limits import KnownAs
from stack.web.refusal import Refusal

OPEN_TO_STRANGERS = ("/people/sign-in/", "/people/join/", "/people/new-password/", "/admin/login/")
SAYS_ENOUGH = (401, 403, 404, 429)


class TrustedProxyMiddleware(Middleware):
    """Puts the client's own address into REMOTE_ADDR, so that every later reader of it counts the
    same person.

    Each of the TRUEPOOL_TRUSTED_PROXIES appends the address that spoke to it, so the client is that
    many places from the right; whatever stands further left was written by the client and is not
    believed.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.META["REMOTE_ADDR"] = client_of(request.META)
        return self.get_response(request)


class RefusalMiddleware(Middleware):
    """Answers a request whose body was not taken: with a page in the frame of all pages, or as a
    problem under /api/. Its place is after the session and the person."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refusal: Refusal | None = request.META.get("truepool.refusal")
        if refusal is None:
            return self.get_response(request)
        # A stranger whose session or token has ended hears of that first, as they would with a
        # smaller body.
        if refusal.status == 413 and refusal.standing == KnownAs.NO_ONE:
            if request.path.startswith("/api/"):
                # The API refuses whom it does not know before it looks at the body.
                answer = self.get_response(request)
                if answer.status_code in SAYS_ENOUGH:
                    return answer
            elif not request.path.startswith(OPEN_TO_STRANGERS):
                return redirect_to_login(request.get_full_path())
        return refused(request, refusal.status, refusal.detail)
