"""What people's pages need around every view."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from people.doorkeeper import LockedOut
from people.views.sign_in import locked_out


class LockedOutMiddleware:
    """The page for whoever is not heard, at whichever door a password or a link was given."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return locked_out(request, exception) if isinstance(exception, LockedOut) else None
