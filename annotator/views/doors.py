"""Views about something: it is found on behalf of who is signed in, by the numbers in the
address."""

import re
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

from people.actor import person_of
from people.guards import button, form_view, page_view

View = Callable[..., HttpResponse]


def _about(guard: Callable[[View], View]) -> Callable[[Callable[..., Any]], Callable[[View], View]]:
    """of: finds what the view is given, for the person who asks."""

    def about(of: Callable[..., Any]) -> Callable[[View], View]:
        def given(view: View) -> View:
            @wraps(view)
            def opened(request: HttpRequest, **numbers: Any) -> HttpResponse:
                return view(request, of(person_of(request), **numbers))

            return guard(opened)

        return given

    return about


page_about, form_about, button_about = map(_about, (page_view, form_view, button()))


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form was sent with."""
    return request.POST if request.method == "POST" else None


def grade_asked(request: HttpRequest) -> int | None:
    """The grade of which alone something is shown."""
    asked = request.GET.get("grade", "")
    return int(asked) if re.fullmatch(r"[0-9]{1,2}", asked) else None
