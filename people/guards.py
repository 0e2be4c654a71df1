"""Who may open a page that is not for everybody who is signed in."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar, cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase

from people.actor import person_of
from people.models import Role
from people.queries import require_role

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer", bound=HttpResponseBase)
View = Callable[Concatenate[HttpRequest, Arguments], Answer]


def leads_only(view: "View[Arguments, Answer]") -> "View[Arguments, Answer]":
    """For pages that change what viewers may read: leads and administrators. Others get 403,
    strangers the sign-in page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Answer:
        require_role(person_of(request), Role.LEAD)
        return view(request, *args, **kwargs)

    return cast("View[Arguments, Answer]", login_required(guarded))
