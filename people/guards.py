"""Who may open a page, and by which methods: a page is read, a form is read and sent, a button is
only sent. Each kind is for everybody who is signed in, or for leads."""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from foundation.pages import leading_back
from people.actor import person_of
from people.models import Role
from people.queries import require_role

Guarded = TypeVar("Guarded", bound=Callable[..., HttpResponseBase])
FORM = ["GET", "HEAD", "POST"]


def leads_only(view: Guarded) -> Guarded:
    """Guards pages that change what viewers may read: for leads and administrators. Others get 403,
    strangers the sign-in page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        require_role(person_of(request), Role.LEAD)
        return view(request, *args, **kwargs)

    return cast("Guarded", login_required(guarded))


def page_view(view: Guarded) -> Guarded:
    return login_required(require_safe(view))


def form_view(view: Guarded) -> Guarded:
    return login_required(require_http_methods(FORM)(view))


def button(back: str = "", *, same_address: bool = True) -> Callable[[Guarded], Guarded]:
    """back: the page on which what it refuses is a message, as `leading_back` has it."""
    return lambda view: login_required(_sent(view, back, same_address))


def leads_page(view: Guarded) -> Guarded:
    return leads_only(require_safe(view))


def leads_form(view: Guarded) -> Guarded:
    return leads_only(require_http_methods(FORM)(view))


def leads_button(back: str = "") -> Callable[[Guarded], Guarded]:
    """back: as of `button`."""
    return lambda view: leads_only(_sent(view, back))


def _sent(view: Guarded, back: str, same_address: bool = True) -> Guarded:
    led: Any = leading_back(back, same_address=same_address)(view) if back else view
    return cast("Guarded", require_POST(led))
