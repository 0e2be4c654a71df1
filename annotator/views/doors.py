"""Views about something: it is found on behalf of who is signed in, by the numbers in the
address."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from people.actor import person_of
from people.guards import button, form_view, page_view

View = Callable[..., HttpResponse]


def page_about(of: Callable[..., Any]) -> Callable[[View], View]:
    """A page; of: finds what the view is given, for the person who asks."""
    return lambda view: page_view(_given(of, view))


def form_about(of: Callable[..., Any]) -> Callable[[View], View]:
    return lambda view: form_view(_given(of, view))


def button_about(of: Callable[..., Any]) -> Callable[[View], View]:
    return lambda view: button()(_given(of, view))


def _given(of: Callable[..., Any], view: View) -> View:
    @wraps(view)
    def opened(request: HttpRequest, **numbers: Any) -> HttpResponse:
        return view(request, of(person_of(request), **numbers))

    return opened


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with."""
    return request.POST if request.method == "POST" else None
