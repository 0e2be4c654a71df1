"""The person on whose behalf something is done, and the door by which they came: edges make an
Actor, actions pass it on."""

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from foundation.frozen import frozen

if TYPE_CHECKING:
    from people.models import Role, User

Via = Literal["page", "api", "command", "system"]


@frozen
class Actor:
    user: "User | None"
    via: Via
    address: str | None = None

    def may_manage(self, role: "Role") -> bool:
        """Whether this actor may make, change and end accounts of that role. Whoever has the
        machine's shell may."""
        return self.is_machine if self.user is None else self.user.may_manage(role)

    @property
    def is_machine(self) -> bool:
        """Nobody's session: a command, or a schedule. Not whoever comes to a page without having
        signed in."""
        return self.user is None and self.via in ("command", "system")


SYSTEM = Actor(None, "system")
COMMAND = Actor(None, "command")


def actor_of(request: HttpRequest) -> Actor:
    """The person behind a request, as the audit log will name them."""
    user = request.user if request.user.is_authenticated else None
    return replace(stranger_of(request), user=user)


def stranger_of(request: HttpRequest) -> Actor:
    """Whoever sent a request, before or without knowing them."""
    via: Via = "api" if request.path.startswith("/api/") else "page"
    return Actor(None, via, request.META.get("REMOTE_ADDR") or None)


def person_of(request: HttpRequest) -> "User":
    """Who is signed in, for views that nobody else reaches."""
    if not request.user.is_authenticated:
        raise PermissionDenied("Sign in first.")
    return request.user
