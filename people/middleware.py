"""What people's pages need around every view."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from foundation.form_page import page_of_form
from foundation.middleware import Middleware
from people.actions.second_factor import is_demanded
from people.doorkeeper import LockedOut
from people.entering import has_passed
from people.models import User
from people.reader import UTC, reader_of
from people.views.sign_in import locked_out


class SecondFactorMiddleware(Middleware):
    """Whose role needs a second factor and who came in without signs in anew: the setting was made,
    or their role changed, while they were signed in. An open session is no password, so that
    nobody who finds one gives it an app of their own."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if (
            settings.SECOND_FACTOR_ROLES
            and isinstance(request.user, User)
            and is_demanded(request.user)
            and not has_passed(request)
        ):
            logout(request)
            messages.warning(
                request,
                _("Your role needs a second factor now: sign in again, and it is asked for."),
            )
        return self.get_response(request)


class ReaderMiddleware(Middleware):
    """Pages are in the reader's language and zone. What programs read is English and in UTC,
    whoever asks."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/") and request.path != reverse("api-docs"):
            with translation.override(settings.LANGUAGE_CODE), timezone.override(UTC):
                return self.get_response(request)
        reader = reader_of(request)
        request.reader = reader  # type: ignore[attr-defined]  # for the context processor
        with translation.override(reader.language), timezone.override(reader.zone):
            response = self.get_response(request)
        response.setdefault("Content-Language", reader.language)
        return response


class LockedOutMiddleware(Middleware):
    """The page for whoever is not heard, at whichever door a password or a link was given."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return locked_out(request, exception) if isinstance(exception, LockedOut) else None


class SignInAgainMiddleware(Middleware):
    """Makes the way back from the sign-in page lead to a page, where somebody's session had ended.

    What a form sends goes to addresses that mostly cannot be looked at, and htmx would put the
    sign-in page into the very fragment that it asked for.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.path == reverse("people:choose_language"):  # back to the page, whichever it was
            return response
        sign_in = f"{resolve_url(settings.LOGIN_URL)}?"
        if response.status_code != 302 or not response["Location"].startswith(sign_in):
            return response
        if htmx := HtmxDetails(request):
            page = htmx.current_url_abs_path or resolve_url(settings.LOGIN_REDIRECT_URL)
            return HttpResponseClientRedirect(redirect_to_login(page).url)
        if request.method in ("GET", "HEAD"):
            return response
        messages.warning(
            request, _("Your session ended before this was saved. Sign in and send it again.")
        )
        return redirect_to_login(page_of_form(request))
