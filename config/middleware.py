"""Where a request really came from, when proxies stand in front; and where somebody is led who
could not be answered."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from config.errors import not_allowed
from jobs.quota import TooManyJobs
from stack.web.client import client_of

Answer = Callable[[HttpRequest], HttpResponse]


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


class SignInAgainMiddleware:
    """Makes the way back from the sign-in page lead to a page, where somebody's session had ended.

    What a form sends goes to addresses that mostly cannot be looked at, and htmx would put the
    sign-in page into the very fragment that it asked for.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        sign_in = resolve_url(settings.LOGIN_URL)
        if response.status_code != HTTPStatus.FOUND or not response["Location"].startswith(
            f"{sign_in}?"
        ):
            return response
        htmx = HtmxDetails(request)
        if htmx:
            return HttpResponseClientRedirect(
                redirect_to_login(htmx.current_url_abs_path or reverse("home")).url
            )
        if request.method in ("GET", "HEAD"):
            return response
        messages.warning(
            request,
            "You were not signed in any more, so nothing was changed. Sign in and send it again.",
        )
        return redirect_to_login(page_of_form(request))


def page_of_form(request: HttpRequest) -> str:
    """The page from which a form was sent, as the browser says; home where it does not."""
    came_from = request.headers.get("Referer", "")
    if not url_has_allowed_host_and_scheme(
        came_from, {request.get_host()}, require_https=request.is_secure()
    ):
        return reverse("home")
    parts = urlsplit(came_from)
    return urlunsplit(("", "", parts.path, parts.query, "")) or reverse("home")


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


class TooManyJobsMiddleware:
    """Leads whoever may start no further job back to where they asked for it, with the words why.
    (The API answers by itself.)"""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if not isinstance(exception, TooManyJobs):
            return None
        messages.error(request, str(exception))
        back = page_of_form(request)
        return (
            HttpResponseClientRedirect(back) if HtmxDetails(request) else HttpResponseRedirect(back)
        )
