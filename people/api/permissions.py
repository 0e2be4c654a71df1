"""What a call to the API needs: a scope for scripts, a role for people.

REST framework imports this while its own views are half loaded, so nothing here may import `rest_framework.views`.
"""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from people.api.authentication import token_of
from people.models import Role, Scope, User


def scope_of(request: Request) -> Scope:
    """What this call may do: a session what its person may, a token no more than that, even if they once could more."""
    person: Any = request.user
    widest = Scope.widest_of(person)
    token = token_of(request)
    return widest if token is None else min(widest, Scope(token.scope), key=lambda scope: scope.rank)


class HasScope(BasePermission):
    """The default for every view of the API.

    A view says what it needs in `scope`, one for all methods or `{"GET": "read", "POST": "label"}`, and in `least_role`.
    What is not said: safe methods need `read`, all others `manage`, and any role will do.
    """

    message = ""

    def has_permission(self, request: Request, view: Any) -> bool:
        person: Any = request.user
        if not isinstance(person, User) or not person.is_active:
            return False
        least = Role(getattr(view, "least_role", Role.VIEWER))
        if not person.at_least(least):
            self.message = f"This needs the role {least.label.lower()} or above; yours is {Role(person.role).label.lower()}."
            return False
        needed = needed_scope(view, str(request.method))
        if scope_of(request).rank < needed.rank:
            self.message = f"This needs the scope {needed}; this call has {scope_of(request)}."
            return False
        return True


def needed_scope(view: Any, method: str) -> Scope:
    declared = getattr(view, "scope", {})
    if isinstance(declared, str):
        return Scope(declared)
    usual = Scope.READ if method in SAFE_METHODS else Scope.MANAGE
    return Scope(declared.get(method, usual))


class InPerson(HasScope):
    """For what a token must not do, such as making another that outlives it."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if token_of(request) is not None:
            self.message = "This is done by a signed-in person, not by a token."
            return False
        return super().has_permission(request, view)
