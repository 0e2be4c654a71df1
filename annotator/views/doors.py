"""Views of pages, buttons and forms: for who is signed in, each about something that is found on
their behalf by the numbers in its address."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.actor import person_of

View = Callable[..., HttpResponse]


def _door(let_in: Callable[[View], View], of: Callable[..., Any]) -> Callable[[View], View]:
    """let_in: the methods that it takes. of: finds what the view is given, for the person who
    asks."""

    def decorate(view: View) -> View:
        @wraps(view)
        def opened(request: HttpRequest, **numbers: Any) -> HttpResponse:
            return view(request, of(person_of(request), **numbers))

        return login_required(let_in(opened))

    return decorate


page = partial(_door, require_safe)
button = partial(_door, require_POST)
form_page = partial(_door, require_http_methods(["GET", "HEAD", "POST"]))
