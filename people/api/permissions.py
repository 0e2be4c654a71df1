"""What a call to the API needs: a scope for scripts, a role for people.

REST framework imports this while its own views are half loaded, so nothing here may import
`rest_framework.views`.
"""

from typing import Any

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from people.api.authentication import token_of
from people.models import READERS, Role, Scope, User


def scope_of(request: Request) -> Scope:
    """What this call may do: a session what its person may, a token no more than that, even if they
    once could more."""
    person: Any = request.user
    token, scopes = token_of(request), [Scope.widest_of(person)]
    return min(scopes + ([Scope(token.scope)] if token else []), key=lambda scope: scope.rank)


class HasScope(BasePermission):
    """The default for every view of the API.

    A view says what it needs in `scope`, one for all methods or `{"GET": "read", "POST": "label"}`,
    and in `least_role`. With `for_readers`, safe methods are for READERS instead, and `least_role`
    is for the others. What is not said: safe methods need `read`, all others `manage`, and any role
    of the team will do. Submitters come from outside: they are let in only by `for_submitters`,
    beside whom else the view is for.
    """

    message = ""

    def has_permission(self, request: Request, view: Any) -> bool:
        person: Any = request.user
        if not isinstance(person, User) or not person.is_active:
            return False
        if needed_role := _missing_role(person, view, str(request.method)):
            self.message = (
                f"This needs the role {needed_role}; yours is {Role(person.role).label.lower()}."
            )
            return False
        needed = needed_scope(view, str(request.method))
        if scope_of(request).rank < needed.rank:
            self.message = f"This needs the scope {needed}; this call has {scope_of(request)}."
            return False
        return True


def _missing_role(person: User, view: Any, method: str) -> str:
    """What is missing, in words; empty where nothing is."""
    if person.is_submitter and getattr(view, "for_submitters", False):
        return ""
    if method in SAFE_METHODS and getattr(view, "for_readers", False):
        return "" if person.is_reader else _in_words(READERS)
    least = Role(getattr(view, "least_role", Role.VIEWER))
    return "" if person.at_least(least) else f"{least.label.lower()} or above"


def _in_words(roles: frozenset[Role]) -> str:
    *first, last = (role.label.lower() for role in Role if role in roles)
    return f"{', '.join(first)} or {last}"


def needed_scope(view: Any, method: str) -> Scope:
    declared = getattr(view, "scope", {})
    if isinstance(declared, str):
        return Scope(declared)
    usual = Scope.READ if method in SAFE_METHODS else Scope.MANAGE
    return Scope(declared.get(method, usual))


class InPerson(HasScope):
    """The permission for what a token must not do, such as making another that outlives it."""

    def has_permission(self, request: Request, view: Any) -> bool:
        if token_of(request) is not None:
            self.message = "This is done by a signed-in person, not by a token."
            return False
        return super().has_permission(request, view)
